"""Privacy losses moved to a grid without ever lowering the divergence: the masses, each enclosed from above in floats.

Let Y = e^-L for the privacy loss L of P to Q, so that E_gamma(P || Q) is the mean of (1 - gamma Y)_+ under P.  That is convex in Y, and
after a composition it is convex in the Y of each step.  So when each value of Y is moved at random to the two neighbouring values
e^(-jh) such that its mean stays, the divergence of any composition can only grow.  The moved loss has the mass

    p_j = integral of w(l - jh) f(l) dl,     w >= 0 on [-h, h],

f the density of L under P.  The same p_j are those of the lines that connect the points of gamma -> E_gamma at gamma = e^(jh) (Doroshenko,
Ghazi, Kamath, Kumar and Manurangsi 2022, "connect the dots"), p_j = (E_(j+1) - (1 + e^h) E_j + e^h E_(j-1))/(e^h - 1).

Near the least loss, and where a cell is too short, p_j comes from that formula in balls.  Elsewhere the density is a Taylor polynomial of
degree 15 in cells that shrink until the Lagrange remainder, which a ball over the whole cell bounds, is negligible; then p_j is a
polynomial in j, evaluated in double precision by Horner's rule.  With n coefficients c_k and |y| <= 1 its error is at most (2n + 2) 2^-53
times the sum of the |c_k|, the rounding of the coefficients included (Higham 2002, section 5.1); it is added to each mass.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, arb_series, ctx, fmpq

from pabisym.accounting.laplace_shape import LaplaceShape, ResponseShape
from pabisym.accounting.shapes import GaussianShape
from pabisym.errors import Undecided
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

BITS = 128
"""Working precision of the cells."""
DIRECT_BITS = 320
"""Working precision of the formula with three values, which loses twice the bits of 1/h."""
TERMS = 16
"""Coefficients of a Taylor polynomial."""
RUN = 8
"""Masses that are found one by one before a cell is tried again."""
LARGEST = 1 << 24
"""Most grid points of a table, and half of the most in a cell."""
KEPT = 1 << 18
"""Most grid points of a table that is kept for the next question."""
MOST_DIRECT = 1 << 18
"""Most grid points of a table whose masses are found one by one."""
NEGLIGIBLE = arb(2) ** -50
"""Of the middle mass of a cell: the largest remainder."""
WIDER = 2 ** (TERMS + 1)
"""How many times larger the remainder of a cell is that is twice as long."""
ROUNDING = 2.0**-53


@dataclass(frozen=True)
class Masses:
    """The masses ``values[i]`` >= p_j at the losses j*step, j = ``start`` + i.

    Where a mass is not 0 it is at most (1 + ``excess``) p_j.  What is left out ``below`` and ``above`` has masses of at most these two
    numbers, under P and under Q.
    """

    start: int
    values: Array
    excess: float
    below: tuple[arb, arb]
    above: tuple[arb, arb]


def masses(shape: GaussianShape | LaplaceShape | ResponseShape, step: fmpq, top: int, start: int) -> Masses:
    """The masses p_j for ``start`` <= j <= ``top``; from 1 on what is below is not said to be left out.  Short tables are kept.

    Raises :class:`~pabisym.errors.Undecided` where the table would be too long.
    """
    if top - start > LARGEST:
        raise Undecided(f"a grid of {top - start} losses is longer than {LARGEST}")
    return (_kept_masses if top - start <= KEPT else _masses)(shape, step, top, start)


def _masses(shape: GaussianShape | LaplaceShape | ResponseShape, step: fmpq, top: int, start: int) -> Masses:
    with working_precision(BITS):
        if isinstance(shape, LaplaceShape | ResponseShape):
            return _masses_between(shape, step, top, start)
        values, excess, cap = np.empty(max(top - start + 1, 1)), 0.0, ctx.cap
        try:
            ctx.cap = TERMS + 2
            moments, at, reach = _moments(step), start, RUN
            while at <= top:
                cell = _cell(shape, step, moments, at, reach)
                if cell is None and reach > RUN:
                    reach //= 2
                    continue
                if cell is None:
                    last = min(at + RUN - 1, top)
                    found = _directly(shape, step, at, last)
                    values[at - start : last + 1 - start] = [mass for mass, _ in found]
                    excess = max(excess, *(error for _, error in found))
                    at = last + 1
                    continue
                coefficients, remainder = cell
                last = min(at + 2 * reach, top)
                error = _horner(coefficients, remainder, reach, values[at - start : last + 1 - start])
                excess = max(excess, error)
                at, reach = last + 1, min(2 * reach, LARGEST) if remainder * WIDER < NEGLIGIBLE * coefficients[0] else reach
        finally:
            ctx.cap = cap
        above = shape.tails((arb(step) * top).exp())
        below = shape.rests((arb(step) * start).exp()) if start <= 0 else (arb(0), arb(0))
        return Masses(start, values, excess, (below[0].upper(), below[1].upper()), (above[0].upper(), above[1].upper()))


_kept_masses = lru_cache(maxsize=16)(_masses)


def _masses_between(shape: LaplaceShape | ResponseShape, step: fmpq, top: int, start: int) -> Masses:
    """The masses of a loss that is bounded, one by one; where the loss does not reach there are none, nor between two outcomes alone."""
    outcomes = type(shape) is ResponseShape
    if top - start > MOST_DIRECT and not outcomes:
        raise Undecided(f"a grid of {top - start} losses is longer than {MOST_DIRECT}")
    with working_precision(DIRECT_BITS):
        ends = [shape.loss(arb(sign * (shape.move + 1))) / step for sign in (-1, 1)]
        first, last = max(start, int(lower_end(ends[0]).floor())), min(top, int(upper_end(ends[1]).ceil()))
        values, excess = np.zeros(max(top - start + 1, 1)), 0.0
        for begin, end in [(first, last)] if not outcomes or last - first < RUN else [(first, first + 2), (last - 2, last)]:
            found = _directly(shape, step, begin, end) if end >= begin else []
            values[begin - start : end + 1 - start] = [mass for mass, _ in found]
            excess = max([excess, *(error for _, error in found)])
        above = shape.tails((arb(step) * top).exp())
        below = shape.rests((arb(step) * start).exp()) if start <= 0 else (arb(0), arb(0))
    return Masses(start, values, excess, (below[0].upper(), below[1].upper()), (above[0].upper(), above[1].upper()))


def _directly(shape: GaussianShape | LaplaceShape | ResponseShape, step: fmpq, at: int, last: int) -> list[tuple[float, float]]:
    """Upper bounds of p_j for ``at`` <= j <= ``last``, and their relative excess, from values of the divergence."""
    with working_precision(DIRECT_BITS):
        grow = arb(step).exp()
        points = [shape.divergence((arb(step) * k).exp()) for k in range(at - 1, last + 2)]
        return [rounded_up((high - (1 + grow) * middle + grow * low) / (grow - 1))
                for low, middle, high in zip(points, points[1:], points[2:], strict=False)]


def rounded_up(mass: arb) -> tuple[float, float]:
    """A float that is at least a mass, and by how much of the mass it may exceed it."""
    value = max(float(mass.upper()), 0.0) * (1 + 4 * ROUNDING) + 1e-300
    return value, (value / float(mass.lower()) - 1) * (1 + 1e-3) + 8 * ROUNDING if mass > 1e-290 else 0.0


def _moments(step: fmpq) -> list[arb]:
    """M_m, the integral of s^m w(s) over [-h, h].

    For 0 <= s <= h it is w(s) = (e^-s - e^-h)/(1 - e^-h), for -h <= s <= 0 it is (1 - e^-(s+h))/(1 - e^-h): the part of the loss jh + s
    that goes to j.  By parts, (m+1)(1 - e^-h) M_m is the integral of s^(m+1) e^-s over [0, h] less e^-h times the one over [-h, 0].
    """
    h = arb(step)
    small = (-h).exp()
    return [(_incomplete(m + 1, -1, h) - small * (-1) ** (m + 1) * _incomplete(m + 1, 1, h)) / ((m + 1) * (1 - small))
            for m in range(TERMS)]


def _incomplete(power: int, sign: int, h: arb) -> arb:
    """The integral of s^power e^(sign s) over [0, h] for h <= 1, as a series with its remainder."""
    total, term = arb(0), arb(1)
    for k in range(40):
        total += term / (power + 1 + k)
        term = term * h * sign / (k + 1)
    return (total + arb(0, 2 * abs(term).upper())) * h ** (power + 1)


def _cell(shape: GaussianShape, step: fmpq, moments: list[arb], at: int, reach: int) -> tuple[list[arb], arb] | None:
    """The coefficients in y of p_j for j = at + reach + reach*y, |y| <= 1, and a bound of the remainder; None where that is too large."""
    h, centre = arb(step), arb(step) * (at + reach)
    width = h * (reach + 1)
    wide = shape.density(arb_series([centre + arb(0, width.upper()), 1])).coeffs()
    if len(wide) <= TERMS or not wide[TERMS].is_finite():
        return None
    remainder = h * abs(wide[TERMS]).upper() * width**TERMS
    near = shape.density(arb_series([centre, 1])).coeffs()
    if not remainder < NEGLIGIBLE * h * near[0]:
        return None
    scale, found = h * reach, list[arb]()
    for k in range(TERMS):
        part, choose = arb(0), 1
        for m in range(TERMS - k):
            part += near[k + m] * (choose * moments[m])
            choose = choose * (k + m + 1) // (m + 1)
        found.append(part * scale**k)
    return found, remainder


def _horner(coefficients: list[arb], remainder: arb, reach: int, values: Array) -> float:
    """Write upper bounds of the masses of a cell, from its first point on; returns the largest relative excess."""
    numbers = [float(c.mid()) for c in coefficients]
    inexact = sum((c.rad() for c in coefficients), arb(0))
    error = (2 * TERMS + 4) * ROUNDING * math.fsum(abs(c) for c in numbers) + 2 * float((remainder + inexact).upper())
    y = np.arange(-reach, len(values) - reach) / reach
    values[:] = numbers[-1]
    for c in reversed(numbers[:-1]):
        values *= y
        values += c
    least = float(values.min()) - error
    if least <= 0:
        raise Undecided("a mass of the privacy loss is not told from 0")
    values += error
    values *= 1 + 4 * ROUNDING
    return 3 * error / least + 16 * ROUNDING
