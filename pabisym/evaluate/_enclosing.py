"""From balls to enclosures and back: the precision loop that the modules of this package share.

A computation is a function of the working precision in bits.  It returns an exact rational, a ball, or a pair of
numbers between which the value lies; :func:`certified` doubles the precision until the decimal texts of the two ends
differ by at most 10**-digits of the value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError, Undecided
from pabisym.evaluate._certify import check_digits, exactly
from pabisym.evaluate.ball import Enclosure, TooCoarse, decimal_text, working_precision
from pabisym.number import rational, to_text

Value: TypeAlias = fmpq | arb
"""An exact rational, or a finite ball that contains the number."""
Bounds: TypeAlias = tuple[Value, Value]
"""Two numbers between which the value lies."""


def certified(compute: Callable[[int], Value | Bounds], digits: int, what: str, start: int | None = None, doublings: int = 5) -> Enclosure:
    """Enclose what ``compute`` returns to ``digits`` significant digits.

    ``compute`` is called with the working precision set, with twice as many bits each time; it may raise
    :class:`TooCoarse`.  Raises :class:`~pabisym.errors.Undecided`, naming ``what``, when the last precision fails.
    """
    answer = repeated(compute, digits, what, start, doublings)
    if answer.digits < digits:
        raise Undecided(f"{what}: {answer.digits} of {digits} digits are certified with {answer.bits} bits")
    return answer


def repeated(compute: Callable[[int], Value | Bounds], digits: int, what: str, start: int | None = None, doublings: int = 3) -> Enclosure:
    """As :func:`certified`, but the sharpest result stands where the digits are not reached.

    Its ``digits`` is then the smaller number that it has: for inputs that are enclosures themselves.
    """
    bits = 64 + check_digits(digits) * 10 // 3 if start is None else start
    found: list[Enclosure] = []
    problem = ""
    for _ in range(doublings + 1):
        with working_precision(bits):
            try:
                value = compute(bits)
                lower, upper = value if isinstance(value, tuple) else (value, value)
                found.append(between(lower, upper, digits, bits))
            except TooCoarse as reason:
                problem = str(reason)
        if found and found[-1].digits >= digits:
            return found[-1]
        bits *= 2
    if not found:
        raise Undecided(f"{what}: {problem} within {bits // 2} bits")
    return max(found, key=lambda enclosure: enclosure.digits)


def between(lower: Value, upper: Value, digits: int, bits: int) -> Enclosure:
    """The enclosure of a value between two numbers, with at least ``digits`` digits where these certify them.

    Where they do not, its ``digits`` is the smaller number that they do certify, possibly 0.
    """
    if lower == 0 == upper:
        return exactly(fmpq(0), digits)
    if isinstance(lower, fmpq) and isinstance(upper, fmpq) and lower == upper:
        return exactly(lower, digits)
    low, high = _ends(lower, digits + 8)[0], _ends(upper, digits + 8)[1]
    exponent = min(low[1], high[1])
    first, last = (number * fmpz(10) ** int(shift - exponent) for number, shift in (low, high))
    if first > last:
        raise TooCoarse("the two ends are not told apart")
    cut = max(len(str(max(abs(first), abs(last)))) - digits - 4, 0)
    scale = fmpz(10) ** cut
    first, last = first // scale, -(-last // scale)
    found = digits if (last - first) * fmpz(10) ** digits <= min(abs(first), abs(last)) and first * last > 0 else None
    kept = found if found is not None else _common(first, last)
    return Enclosure(decimal_text(first, exponent + cut), decimal_text(last, exponent + cut), None, kept, bits)


def _common(low: fmpz, high: fmpz) -> int:
    """The largest d >= 0 for which the two differ by at most 10**-d of the smaller."""
    least = min(abs(low), abs(high))
    if low * high <= 0 or high - low > least:
        return 0
    return len(str(least // max(high - low, fmpz(1)))) - 1


def to_ball(enclosure: Enclosure) -> Value:
    """The rational of an enclosure, or the smallest ball around it at the working precision."""
    if enclosure.exact is not None:
        return enclosure.exact
    if enclosure.upper == "inf":
        raise InputError("divergence", "is infinite", "only finite divergences convert")
    return arb(rational(enclosure.lower, "lower")).union(arb(rational(enclosure.upper, "upper")))


def short(value: fmpq) -> str:
    """A rational for a message."""
    text = to_text(value)
    return text if len(text) <= 40 else text[:37] + "..."


def lower_end(value: Value) -> fmpq:
    """A rational below the number, as close as the ball allows."""
    return value if isinstance(value, fmpq) else _dyadic(value.lower())


def upper_end(value: Value) -> fmpq:
    """A rational above the number, as close as the ball allows."""
    return value if isinstance(value, fmpq) else _dyadic(value.upper())


def middle(value: Value) -> fmpq:
    """A rational in the ball."""
    return value if isinstance(value, fmpq) else _dyadic(value.mid())


def _dyadic(value: arb) -> fmpq:
    mantissa, exponent = value.man_exp()
    return fmpq(mantissa << int(exponent)) if exponent >= 0 else fmpq(mantissa, fmpz(1) << int(-exponent))


def _ends(value: Value, digits: int) -> tuple[tuple[fmpz, fmpz], tuple[fmpz, fmpz]]:
    """Decimal numbers (mantissa, exponent) below and above."""
    ball = arb(value)
    if not ball.is_finite():
        raise TooCoarse("the value is not enclosed")
    center, radius, exponent = ball.mid_rad_10exp(digits)
    return (center - radius, exponent), (center + radius, exponent)
