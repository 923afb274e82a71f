"""Certified roots of monotone functions and minima of convex ones, from values in balls.

Approximations come from interpolation and may be wrong; what is returned is certified from signs and chords alone.
Everything runs at the caller's working precision.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from flint import arb, ctx, fmpq, fmpz

from pabisym.errors import Undecided
from pabisym.numerics.enclosure import lower_end, middle, upper_end
from pabisym.numerics.evaluator import TooCoarse, Value, working_precision

MAX_STEPS = 400
"""Most evaluations in the search for one root or minimum."""


def monotone_root(function: Callable[[arb], arb], low: arb, high: arb, bits: int) -> arb:
    """A ball around the root of an increasing function that is not positive at ``low`` and not negative at ``high``.

    The ball is about 2**-bits wide, relatively, where the values of the function are sharp enough, and certified by
    their signs at its ends.  Raises :class:`TooCoarse` where no sign is certain between ``low`` and ``high``.
    """
    guess = approximate_root(function, low, high, bits)
    width = (abs(guess) + arb(2) ** -bits) * arb(2) ** (2 - bits)
    for _ in range(MAX_STEPS):
        left, right = (guess - width).mid(), (guess + width).mid()
        if left < low.mid():
            left = low.mid()
        if right > high.mid():
            right = high.mid()
        fits = (left == low.mid() or function(left) < 0, right == high.mid() or function(right) > 0)
        if all(fits):
            return left.union(right)
        if left == low.mid() and right == high.mid():
            break
        width *= 8
    raise TooCoarse("the sign of a monotone function is not seen")


def approximate_root(function: Callable[[arb], arb], low: arb, high: arb, bits: int) -> arb:
    """An approximate root of an increasing function: false position, with halving where one end stays."""
    low, high, stuck = low.mid(), high.mid(), 0
    at_low, at_high = function(low).mid(), function(high).mid()
    for _ in range(MAX_STEPS):
        span = high - low
        if at_low >= 0 or at_high <= 0 or span <= (abs(low) + abs(high)) * arb(2) ** (-bits - 2):
            break
        guess = (low - at_low * span / (at_high - at_low) if abs(stuck) < 4 else (low + high) / 2).mid()
        if not low < guess < high:
            guess = ((low + high) / 2).mid()
        value = function(guess)
        if value.contains(0):
            return guess
        if value < 0:
            at_high, stuck = (at_high / 2, stuck + 1) if stuck > 0 else (at_high, 1)
            low, at_low = guess, value.mid()
        else:
            at_low, stuck = (at_low / 2, stuck + 1) if stuck < 0 else (at_low, -1)
            high, at_high = guess, value.mid()
        stuck = 0 if abs(stuck) > 5 else stuck
    return ((low + high) / 2).mid() if at_low < 0 < at_high else (low if at_low >= 0 else high)


@dataclass(frozen=True)
class Minimum:
    """``lower`` <= min <= ``upper``, the value at ``at`` being at most ``upper``."""

    lower: Value
    upper: Value
    at: fmpq


def minimum_by_chords(function: Callable[[fmpq], Value], guess: fmpq, step: fmpq, low: fmpq, high: fmpq) -> Minimum | None:
    """Enclose the minimum over [low, high] of a convex function from its values at three points around ``guess``.

    Between three points the function lies above the continuations of its two chords; beyond an outer point it is at
    least what it is there, when that is certainly no less than at the inner point.  None where neither that is
    certain nor the outer point is an end of the interval.
    """
    step = min(step, (high - low) / 2)
    center = max(min(guess, high - step), low + step)
    points = (center - step, center, center + step)
    values = tuple(function(point) for point in points)
    left, inner, right = values
    if not (points[0] <= low or _certainly_at_most(inner, left)) or not (points[2] >= high or _certainly_at_most(inner, right)):
        return None
    bounds = [2 * lower_end(inner) - upper_end(right), 2 * lower_end(inner) - upper_end(left), lower_end(inner)]
    best = min(range(3), key=lambda index: upper_end(values[index]))
    return Minimum(min(bounds), upper_end(values[best]), points[best])


def _certainly_at_most(left: Value, right: Value) -> bool:
    if isinstance(left, fmpq) and isinstance(right, fmpq):
        return left <= right
    return bool(arb(left) <= arb(right))


def interpolated(points: list[tuple[fmpq, Value]]) -> Callable[[arb], tuple[arb, arb, arb]]:
    """The polynomial through the last few values of a function, for guesses: its value, first and second derivative at a point."""
    nodes, column = [arb(node) for node, _ in points], [arb(value).mid() for _, value in points]
    coefficients = [column[0]]
    for width in range(1, len(points)):
        column = [(column[i + 1] - column[i]) / (nodes[i + width] - nodes[i]) for i in range(len(column) - 1)]
        coefficients.append(column[0])

    def jet(x: arb) -> tuple[arb, arb, arb]:
        value = first = second = arb(0)
        for node, coefficient in zip(reversed(nodes), reversed(coefficients), strict=True):
            shift = x - node
            second = second * shift + 2 * first
            first = first * shift + value
            value = value * shift + coefficient
        return value, first, second

    return jet


def round_to_bits(value: Value, bits: int) -> fmpq:
    """A rational of few bits within 2**-bits of the value, relatively."""
    exact = middle(value)
    if exact == 0:
        return exact
    shift = bits - (abs(exact.p).bit_length() - exact.q.bit_length())
    scaled = exact * (fmpz(1) << shift) if shift >= 0 else exact / (fmpz(1) << -shift)
    whole = fmpq(scaled.floor())
    return whole / (fmpz(1) << shift) if shift >= 0 else whole * (fmpz(1) << -shift)


Place = TypeVar("Place", int, float, fmpq, Fraction)


def turning_point(before: Callable[[Place], bool], low: Place, high: Place, width: Place, digits: int | None = None) -> tuple[Place, Place]:
    """Two numbers no further than ``width`` apart, or without a float between them, where ``before`` stops to hold: by halving.

    It holds at the first and not at the second one, as is taken for granted of ``low`` and ``high``.  Integers stay integers.  With
    ``digits`` they are apart by at most 10**-digits of the second one instead, where that is more.

    >>> turning_point(lambda k: k * k <= 10, 0, 8, 1)
    (3, 4)
    """
    while abs(high - low) > width and (digits is None or abs(high - low) * 10**digits > abs(high)):
        middle = (low + high) // 2 if isinstance(low, int) else (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if before(middle) else (low, middle)
    return low, high


def doubled_until(enough: Callable[[Place], bool], low: Place, high: Place) -> tuple[Place, Place]:
    """``high`` doubled until it is enough, and the last number that was not, or ``low``."""
    while not enough(high):
        low, high = high, 2 * high
    return low, high


MAX_REACH = 1 << 16
"""Largest power of 2 among which a bracket is looked for, and its inverse."""
_ROUGH_BITS = 64
_MAX_SIGN_BITS = 1 << 18


def positive_root(function: Callable[[arb], arb], what: str) -> arb:
    """A ball around the only sign change of a function of x > 0 that is negative before and positive after it.

    ``function`` computes at python-flint's current precision; the relative accuracy aimed at is that of the caller.
    Raises :class:`~pabisym.errors.Undecided`, naming ``what``, where no bracket is found, and
    :data:`~pabisym.numerics.evaluator.TooCoarse` where the balls show no signs.
    """
    low, high = power_bracket(lambda power: _sure_sign(function, arb(2) ** power), what)
    return monotone_root(function, arb(2) ** low, arb(2) ** high, ctx.prec)


def power_bracket(sign: Callable[[int], int], what: str, most: int = MAX_REACH) -> tuple[int, int]:
    """Neighbouring exponents between which a sign, -1 at small ones and 1 at large ones, changes.

    Raises :class:`~pabisym.errors.Undecided`, naming ``what``, where there is no change between -``most`` and ``most``.
    """
    start, reach = sign(0), 1
    while sign(-start * reach) == start:
        reach *= 2
        if reach > most:
            raise Undecided(f"{what} is not found between 2^-{most} and 2^{most}")
    inner = reach // 2 if reach > 1 else 0
    low, high = (-reach, -inner) if start > 0 else (inner, reach)
    return turning_point(lambda exponent: sign(exponent) < 0, low, high, 1)


def _sure_sign(function: Callable[[arb], arb], x: arb) -> int:
    """The sign of function(x), 1 or -1, with as many bits as it takes."""
    bits = _ROUGH_BITS
    while bits <= _MAX_SIGN_BITS:
        with working_precision(bits):
            value = function(x)
            if value > 0:
                return 1
            if value < 0:
                return -1
        bits *= 2
    raise TooCoarse("a sign is not seen")
