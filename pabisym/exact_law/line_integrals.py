"""Certified integrals over an interval: of the positive part of p - gamma*q, of p^alpha q^(1 - alpha), and of p log(p/q).

*Positive part.*  The interval is cut into cells until on each one either the sign of f = p - gamma*q is certain, or f
is certainly monotone up to a known positive factor, so that an approximate root serves, or what is left is negligible:
where p and gamma*q are one function, written differently, the terms of its Taylor series show it.

*Powers.*  On small enough intervals a density is exp(tilt*h) times a function that varies little even for complex h:
its Taylor polynomial shows that it has a positive real part, so that powers and logarithms are analytic, and bounds
them.  A Gauss-Legendre rule then errs by at most

    half (16/3) M 3^(-2n) / (1 - 1/3)

over an interval of half-length ``half``, where M bounds the integrand on the ellipse whose half-axes are 5/3 and 4/3 of ``half``: its
Chebyshev coefficients are at most 2 M 3^-k, and a rule that is exact to degree 2n - 1 errs by at most 2 + 2/3 on each later polynomial.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, repeat
from operator import mul

from flint import arb, arb_poly, fmpq

from pabisym.exact_law.densities import ZERO, Density
from pabisym.exact_law.spread import Piece, common_pieces
from pabisym.lang.budget import poll
from pabisym.numerics.enclosure import Bounds
from pabisym.numerics.evaluator import TooCoarse
from pabisym.numerics.quadrature import legendre
from pabisym.numerics.search import approximate_root

MAX_CELLS = 20_000
"""Most cells into which one integral is cut."""
_RANGE_BITS = 120
"""How many bits an integrand may vary on a cell for which one rule is tried."""
_SAMPLES = 24
"""How many points of a piece are looked at for the size of an integral."""
_ZOOMS = 20
"""How often it is looked closer where the integrand is largest."""
_SPARE_BITS = 12
"""How many bits of the working precision are left to rounding."""


# The positive part of a difference.


def positive_part(first: Sequence[Piece], second: Sequence[Piece], gamma: arb, bits: int) -> Bounds:
    """Bounds on the integral of max(p - gamma*q, 0), about 2**-bits apart where the densities are that sharp."""
    found = slack = blur = arb(0)
    cells = [(p, q, p.minus(gamma, q), left, right) for left, right, p, q in common_pieces(first, second)]
    width = sum((right - left for *_, left, right in cells), fmpq(0))
    negligible = arb(2) ** (_SPARE_BITS - bits) / width
    for _ in range(MAX_CELLS):
        poll()
        if not cells:
            return (found - blur).max(arb(0)), found + slack + blur
        p, q, difference, left, right = cells.pop()
        cell = _Cell.of(p, q, difference, gamma, left, right)
        if cell.sign < 0:
            continue
        if cell.sign > 0:
            found, blur = found + difference.mass(cell.left, cell.right), blur + cell.missing * (right - left)
        elif cell.slope > 0 or cell.slope < 0:
            inside, beyond = _monotone(difference, cell, bits)
            found, slack, blur = found + inside, slack + beyond, blur + cell.missing * (right - left)
        elif cell.size <= negligible:
            slack += cell.size * (right - left)
        elif cell.hidden and (size := _by_series(difference, cell, bits)) <= negligible:
            slack += size * (right - left)
        else:
            middle = (left + right) / 2
            cells += [(p, q, difference, middle, right), (p, q, difference, left, middle)]
    raise TooCoarse("the sign of a function is not seen on too many cells")


@dataclass(frozen=True)
class _Cell:
    """What is known of f = p - gamma*q on an interval.

    ``sign`` is that of the function for which f stands, or 0 where it is not certain; ``slope`` encloses the slope of
    exp(-tilt*h) f(center + h); ``size`` bounds the function, and ``missing`` its distance from f; ``hidden`` says that f
    is not told from 0 at the center.
    """

    start: fmpq
    end: fmpq
    tilt: arb
    sign: int
    slope: arb
    size: arb
    missing: arb
    hidden: bool

    @classmethod
    def of(cls, p: Density, q: Density, difference: Density, gamma: arb, start: fmpq, end: fmpq) -> _Cell:
        """The tilt is the relative slope of p + gamma*q at the center: f varies less without it."""
        center, half = arb((start + end) / 2).mid(), arb((end - start) / 2)
        reach = (half + abs(arb((start + end) / 2) - center)).upper()
        (first, first_slope), (second, second_slope) = p.jet(center), q.jet(center)
        tilt, hidden = ((first_slope + gamma * second_slope) / (first + gamma * second)).mid(), bool((first - gamma * second).contains(0))
        tilt = tilt if tilt.is_finite() else arb(0)
        (first_value, first_slope), (second_value, second_slope) = p.jet(center, reach, tilt), q.jet(center, reach, tilt)
        slope = first_slope - gamma * second_slope
        values = (first_value - gamma * second_value, first - gamma * second + slope * arb(0, reach))
        growth, missing = (abs(tilt) * reach).exp(), difference.missing(center, reach)
        least = missing * growth
        sign = next((1 if value > 0 else -1 for value in values if value > least or value < -least), 0)
        size = values[0].abs_upper().min(values[1].abs_upper()) * growth + missing
        return cls(start, end, tilt, sign, slope, size.abs_upper(), missing.abs_upper(), hidden)

    @property
    def left(self) -> arb:
        """The left end as a ball."""
        return arb(self.start)

    @property
    def right(self) -> arb:
        """The right end as a ball."""
        return arb(self.end)


def _by_series(difference: Density, cell: _Cell, bits: int) -> arb:
    """A bound on the function of a cell: its Taylor terms, and the rest by Cauchy's estimate on a circle of twice the radius.

    Infinite where the function is so large at complex numbers that this takes more than twice as many terms as bits.
    """
    center, reach = (cell.left + cell.right) / 2, ((cell.right - cell.left) / 2).upper()
    most = difference.bound(center, 2 * reach).abs_upper()
    if not most < arb(2) ** bits:
        return arb("inf")
    terms = bits + 2 + max(0, math.ceil(float(most.log().upper()) / math.log(2))) if most > 0 else 1
    powers = accumulate(repeat(reach), mul, initial=arb(1))
    known = sum((abs(c) * power for c, power in zip(difference.taylor(center, terms).coeffs(), powers, strict=False)), arb(0))
    return (known + most * arb(2) ** (1 - terms) + cell.missing).abs_upper()


def _monotone(difference: Density, cell: _Cell, bits: int) -> tuple[arb, arb]:
    """The integral of max(f, 0) from an approximate root r on, and a bound on what is missing.

    With g = exp(-tilt*h) f monotone at a rate of at least m, |g| <= |g(r)| between r and the root, which is at most
    |g(r)|/m away; and f and g differ by the factor exp(tilt*h), at most e^(|tilt| * width) times what it is at r.
    """
    rising = 1 if cell.slope > 0 else -1
    start, end = cell.left, cell.right
    sign = rising if difference.jet(start)[0] * rising >= 0 else -rising if difference.jet(end)[0] * rising <= 0 else 0
    if sign != 0:
        return (difference.mass(start, end) if sign > 0 else arb(0)), arb(0)
    root = approximate_root(lambda x: difference.jet(x)[0] * rising, start, end, bits).max(start).min(end)
    inside = difference.mass(root, end) if rising > 0 else difference.mass(start, root)
    height, factor = difference.jet(root)[0].abs_upper(), (2 * abs(cell.tilt) * (end - start)).exp()
    return inside, (height * height * factor / cell.slope.abs_lower()).abs_upper()


# Powers and logarithms.


@dataclass(frozen=True)
class Range:
    """A positive function exp(tilt*h) * f(h) for |h| <= ``reach``, with f between ``least`` and ``most``."""

    tilt: arb
    reach: arb
    least: arb
    most: arb


@dataclass(frozen=True)
class Local(Range):
    """The same for complex h, ``reach`` being 5/3 of the half-length ``half`` of an interval.

    There f has a positive real part and an absolute value between ``least`` and ``most``; for real h in the interval it
    is within ``missing`` of a polynomial.
    """

    half: arb
    polynomial: arb_poly
    missing: arb

    def log(self, h: arb) -> arb:
        """The logarithm at a real h."""
        return self.tilt * h + (self.polynomial(h) + arb(0, self.missing)).log()


class Integrand(ABC):
    """A function of two densities that is analytic where both have a positive real part."""

    @abstractmethod
    def value(self, p: Local, q: Local, h: arb) -> arb:
        """The function at a real h."""

    @abstractmethod
    def most(self, p: Range, q: Range) -> arb:
        """A bound on its absolute value."""


@dataclass(frozen=True)
class Power(Integrand):
    """p^order q^(1 - order)."""

    order: fmpq

    def value(self, p: Local, q: Local, h: arb) -> arb:
        """From the logarithms."""
        return (p.log(h) * self.order + q.log(h) * (1 - self.order)).exp()

    def most(self, p: Range, q: Range) -> arb:
        """The powers of real exponents are bounded by those of the absolute values."""
        rest = 1 - self.order
        tilt = abs(p.tilt * self.order + q.tilt * rest)
        return (tilt * p.reach).exp() * p.most ** arb(self.order) * (q.least if rest < 0 else q.most) ** arb(rest)


class Kullback(Integrand):
    """p log(p/q)."""

    def value(self, p: Local, q: Local, h: arb) -> arb:
        """From the logarithms."""
        log = p.log(h)
        return log.exp() * (log - q.log(h))

    def most(self, p: Range, q: Range) -> arb:
        """The arguments of two numbers with positive real parts differ by less than pi."""
        ratio = (p.most / q.least).log().max((q.most / p.least).log()) + arb.pi()
        return (abs(p.tilt) * p.reach).exp() * p.most * (abs(p.tilt - q.tilt) * p.reach + ratio)


def integral(first: Sequence[Piece], second: Sequence[Piece], integrand: Integrand, bits: int) -> arb:
    """The integral over the common intervals of the pieces, to about 2**-bits of :func:`rough_size`."""
    total, cells = arb(0), common_pieces(first, second)
    width = sum((right - left for left, right, _, _ in cells), fmpq(0))
    tolerance = rough_size(first, second, integrand) * arb(2) ** -bits / width
    for _ in range(MAX_CELLS):
        poll()
        if not cells:
            return total
        left, right, f, g = cells.pop()
        found = _by_range(f, g, left, right, integrand, tolerance)
        if found is None:
            found = _by_rule(f, g, left, right, integrand, bits, tolerance)
        if found is None:
            middle = (left + right) / 2
            cells += [(left, middle, f, g), (middle, right, f, g)]
        else:
            total += found
    raise TooCoarse("a density is not seen to be positive on too many cells")


def rough_size(first: Sequence[Piece], second: Sequence[Piece], integrand: Integrand) -> arb:
    """About the size of an integral, and at least 1; it decides nothing but how sharp the parts of it have to be."""
    best = arb(1)
    for left, right, f, g in common_pieces(first, second):
        before, low, high = arb(0), left, right
        for _ in range(_ZOOMS):
            poll()
            step = (high - low) / _SAMPLES
            found = [(_at(f, g, low + step * k + step / 2, integrand), k) for k in range(_SAMPLES)]
            top, place = max(found, key=lambda pair: (pair[0] > 0, pair[0]))
            best = best.max((top * step).mid())
            if not top > 2 * before:
                break
            before, low, high = top, max(left, low + step * (place - 1)), min(right, low + step * (place + 2))
    return best


def _at(f: Density, g: Density, x: fmpq, integrand: Integrand) -> arb:
    """About an integrand at a point; 0 where it is not seen."""
    p, q = _range(f, x, x), _range(g, x, x)
    return arb(0) if p is None or q is None else integrand.most(p, q).mid()


def _by_range(f: Density, g: Density, low: fmpq, high: fmpq, integrand: Integrand, tolerance: arb) -> arb | None:
    """The integral over one interval where it is negligible; None elsewhere."""
    p, q = _range(f, low, high), _range(g, low, high)
    if p is None or q is None:
        return None
    most = integrand.most(p, q)
    return arb(0, (most * (high - low)).abs_upper()) if most < tolerance else None


def _range(density: Density, low: fmpq, high: fmpq) -> Range | None:
    """A density on an interval; None where it is not seen to be positive."""
    center, half = arb((low + high) / 2), arb((high - low) / 2)
    value, slope = density.jet(center)
    tilt = (slope / value).mid()
    if not tilt.is_finite():
        return None
    reach = half.upper()
    found = density.jet(center, reach, tilt)[0] + arb(0, (density.missing(center, reach) * (abs(tilt) * reach).exp()).abs_upper())
    return Range(tilt, reach, found.lower(), found.upper()) if found > 0 else None


def _by_rule(f: Density, g: Density, low: fmpq, high: fmpq, integrand: Integrand, bits: int, tolerance: arb) -> arb | None:
    """The integral over one interval by a Gauss-Legendre rule; None where that would take too many nodes."""
    p = _local(f, low, high, bits)
    q = None if p is None else _local(g, low, high, bits)
    if p is None or q is None:
        return None
    most = integrand.most(p, q).abs_upper()
    if not most < tolerance * arb(2) ** (bits + _RANGE_BITS):
        return None
    count = max(math.ceil((float((most / tolerance).log().upper()) / math.log(2) + 3) / (2 * math.log2(3))), 1)
    total = sum((weight * integrand.value(p, q, p.half * node) for node, weight in legendre(count, bits)), arb(0))
    return p.half * (total + arb(0, (8 * most * arb(3) ** (-2 * count)).abs_upper()))


def _local(density: Density, low: fmpq, high: fmpq, bits: int) -> Local | None:
    """A density around the middle of an interval; None where the interval is too long for that.

    By Cauchy's estimate on a circle of twice the radius, the Taylor terms from n on add up to at most 2^(1-n) times the maximum there.
    """
    center, half = arb((low + high) / 2), arb((high - low) / 2)
    reach = (half * 5 / 3).upper()
    value, slope = density.jet(center)
    if not value > density.missing(center, ZERO):
        raise TooCoarse("a density is not told from 0")
    tilt = (slope / value).mid()
    size = (density.bound(center, 2 * reach) * (2 * reach * abs(tilt)).exp()).abs_upper()
    if not size < value * arb(2) ** _RANGE_BITS:
        return None
    terms = bits + 2 + max(0, math.ceil(float((size / value).log().upper()) / math.log(2)))
    series = list(accumulate(range(1, terms), lambda x, k: -x * tilt / k, initial=arb(1)))
    polynomial = (density.taylor(center, terms) * arb_poly(series)).truncate(terms)
    start, *rest = polynomial.coeffs()
    missing = size * arb(2) ** (1 - terms) + density.missing(center, reach) * (abs(tilt) * reach).exp()
    spread = sum((abs(c) * power for c, power in zip(rest, accumulate(repeat(reach), mul), strict=False)), missing)
    if not 2 * spread < start:
        return None
    return Local(tilt, reach, start - spread, start + spread, half, polynomial, missing.abs_upper())
