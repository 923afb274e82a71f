"""From balls to enclosures and back: the precision loop, decimal texts that enclose, and the value of a term.

A computation is a function of the working precision in bits.  It returns an exact rational, a ball, or a pair of numbers between which the
value lies; :func:`enclose_between` doubles the precision until the decimal texts of the two ends differ by at most 10**-digits of the
value.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError, Undecided, visible
from pabisym.lang.rational import float_ends, plain_text, power_of_two, rational, rational_text, short_number, to_fraction
from pabisym.lang.tables import BEYOND_FLOATS, outward_float
from pabisym.lang.term import Term
from pabisym.numerics.evaluator import Functions, TooCoarse, Value, ball_value, read_point, short_term, working_precision

if TYPE_CHECKING:
    import sympy
    from mpmath import mpf

MAX_DIGITS = 100_000
"""Most significant digits that can be asked for."""
MAX_BITS = 65_536
"""Precision at which :func:`enclose` and :func:`enclose_value` give up for up to a thousand digits; beyond, 16 times the starting one."""
Side: TypeAlias = Literal["upper", "lower", ""]
"""What a number bounds something from: it is an upper bound, a lower one, or neither."""


@dataclass(frozen=True)
class Enclosure:
    """A certified value: ``lower <= value <= upper``, decimal texts rounded outwards, ``"inf"`` where it is infinite.

    Their difference is at most 10**-digits of the value.  ``exact`` is the value itself where it is rational and was found
    exactly, else None; ``bits`` is the precision that was needed, 0 for an exact value.

    A single number that stands for an enclosure has to err on one side, and ``side`` says on which.  ``float()`` and the numbers of mpmath
    and sympy are never below the value: they are the least ones of their precision that are at least the upper end, as is safe for an
    upper bound on a loss of privacy.  Where ``side`` is ``"lower"``, as for the bound of a statement that bounds from below, they are the
    greatest ones that are at most the lower end.  :meth:`below` is that of any enclosure.

    >>> from fractions import Fraction
    >>> from pabisym import Enclosure
    >>> third = Enclosure("0.333", "0.334", Fraction(1, 3), 3, 0)
    >>> float(third), third.below()
    (0.33333333333333337, 0.3333333333333333)
    >>> Fraction(third.below()) < third.exact < Fraction(float(third))
    True
    >>> float(Enclosure("0.333", "0.334", Fraction(1, 3), 3, 0, "lower"))
    0.3333333333333333
    """

    lower: str
    upper: str
    exact: Fraction | None
    digits: int
    bits: int
    side: Side = field(default="upper", compare=False)

    def __repr__(self) -> str:
        exact = self.exact if self.exact is None else f"Fraction({', '.join(map(rational_text, self.exact.as_integer_ratio()))})"
        side = "" if self._up else f", side={self.side!r}"
        return f"Enclosure(lower={self.lower!r}, upper={self.upper!r}, exact={exact}, digits={self.digits}, bits={self.bits}{side})"

    @property
    def _up(self) -> bool:
        """Is a single number rounded upwards."""
        return self.side != "lower"

    @property
    def _end(self) -> str:
        """The end from which a single number is rounded."""
        return self.upper if self._up else self.lower

    @property
    def rational(self) -> fmpq | None:
        """The value itself, as exact computations inside take it: ``exact`` as :class:`flint.fmpq`."""
        return None if self.exact is None else fmpq(self.exact.numerator, self.exact.denominator)

    def __float__(self) -> float:
        """The least float that is at least the value, or its upper end: ``math.inf`` where that is too large for a float; see the class."""
        return _float(self.exact, self._end, up=self._up)

    def below(self) -> float:
        """The largest float that is at most the value, or its lower end: ``-math.inf`` where that is too small for a float.

        >>> from fractions import Fraction
        >>> from pabisym import Enclosure
        >>> Enclosure("0.1", "0.1", Fraction(1, 10), 1, 0).below()
        0.09999999999999999
        """
        return _float(self.exact, self.lower, up=False)

    def to_mpmath(self) -> mpf:
        """A number of mpmath of ``digits`` decimal digits that is at least the value, rounded upwards from the upper end; see the class.

        ``mpmath.mpf(enclosure)`` gives it in the precision that mpmath works with, rounded to the same side.

        >>> from fractions import Fraction
        >>> from pabisym import Enclosure
        >>> float(Enclosure("0.333", "0.334", Fraction(1, 3), 3, 0).to_mpmath())
        0.3333740234375
        """
        return self._mpmath_(_bits(self.digits))

    @property
    def mpmath(self) -> mpf:
        """As :meth:`to_mpmath`."""
        return self.to_mpmath()

    def to_sympy(self) -> sympy.Expr:
        """The exact number of sympy where there is one, else a ``Float`` of ``digits`` digits that is at least the value; see the class.

        ``sympy.sympify(enclosure)`` is the same.

        >>> from fractions import Fraction
        >>> from pabisym import Enclosure
        >>> Enclosure("0.333", "0.334", Fraction(1, 3), 3, 0).to_sympy()
        1/3
        """
        import sympy

        if self.exact is not None:
            return sympy.Rational(self.exact.numerator, self.exact.denominator)
        if self._end in ("inf", "-inf"):
            return sympy.oo if self._end == "inf" else -sympy.oo
        number: sympy.Expr = sympy.Float(self.to_mpmath(), precision=_bits(self.digits))
        return number

    _sympy_ = to_sympy

    def _mpmath_(self, bits: int, rounding: str = "c") -> mpf:
        """What mpmath asks for: a number of so many bits, rounded to its side whatever mpmath would do."""
        import mpmath
        from mpmath.libmp import from_man_exp, from_rational, from_str

        rounding = "c" if self._up else "f"
        if self.exact is not None:
            number = from_rational(self.exact.numerator, self.exact.denominator, bits, rounding)
        elif abs(int(self._end.partition("e")[2] or "0")) <= 100 * BEYOND_FLOATS:
            number = from_str(self._end, bits, rounding)
        else:  # mpmath would write the power of 10 out
            with working_precision(2 * bits + 256):
                ball = arb(self._end)
                mantissa, exponent = (ball.upper() if self._up else ball.lower()).man_exp()
            number = from_man_exp(int(mantissa), int(exponent), bits, rounding)
        return mpmath.mp.make_mpf(number)


def _bits(digits: int) -> int:
    """Bits that hold a number of decimal digits."""
    return math.ceil(max(digits, 1) * math.log2(10)) + 3


def _float(exact: Fraction | None, text: str, *, up: bool) -> float:
    """The nearest float on one side of a number."""
    return outward_float(text, up=up) if exact is None else float_ends(exact)[up]


def interval_json(enclosure: Enclosure) -> dict[str, str]:
    """An enclosure as JSON says it: ``{"lower": …, "upper": …}``."""
    return {"lower": enclosure.lower, "upper": enclosure.upper}


# Decimal texts.


def exact_decimals(value: fmpq, digits: int) -> tuple[str, str]:
    """Outward decimals of a rational: the value itself where it has at most digits + 2 significant ones."""
    if value == 0:
        return "0", "0"
    guess = len(str(arb(abs(value)).mid_rad_10exp(4)[0])) + int(arb(abs(value)).mid_rad_10exp(4)[2])
    places = digits + 2 - guess
    for extra in (0, digits + 18):
        scale = fmpz(10) ** abs(places + extra)
        scaled = value * scale if places + extra >= 0 else value / scale
        low, high = scaled.floor(), scaled.ceil()
        if low == high or _agree(low, high, digits):
            break
    return decimal_text(low, fmpz(-places - extra)), decimal_text(high, fmpz(-places - extra))


def decimals(value: arb, digits: int, bits: int) -> tuple[str, str, bool]:
    """Outward decimals of a ball that differ by at most 10**-digits of the value, and whether ``digits`` agree."""
    middle, radius, exponent = value.mid_rad_10exp(bits * 3 // 10)
    low, high = middle - radius, middle + radius
    least = min(abs(low), abs(high))
    if (low <= 0 <= high) or (high - low) * fmpz(10) ** (digits + 1) > least:
        raise TooCoarse(f"{digits} digits are not certified")
    length = len(str(least))
    for kept in (digits + 2, 2 * digits + 20):
        cut = max(length - kept, 0)
        scale = fmpz(10) ** cut
        first, last = low // scale, -(-high // scale)
        if agree := _agree(first, last, digits):
            break
    return decimal_text(first, exponent + cut), decimal_text(last, exponent + cut), agree


def _agree(low: fmpz, high: fmpz, digits: int) -> bool:
    first, second = str(abs(low)), str(abs(high))
    return len(first) == len(second) and first[:digits] == second[:digits]


def decimal_text(mantissa: fmpz, exponent: fmpz) -> str:
    """mantissa*10**exponent, as 0.0012 or 1200 when that is short, otherwise as 1.2e-1234."""
    if mantissa == 0:
        return "0"
    digits = str(abs(mantissa))
    trimmed = digits.rstrip("0") or "0"
    exponent += len(digits) - len(trimmed)
    sign, point = ("-" if mantissa < 0 else ""), len(trimmed) + exponent
    if -6 < point <= max(21, len(trimmed) + 2):
        if exponent >= 0:
            return sign + trimmed + "0" * int(exponent)
        places = int(-exponent)
        padded = trimmed.rjust(1 + places, "0")
        return f"{sign}{padded[:-places]}.{padded[-places:]}"
    tail = f".{trimmed[1:]}" if len(trimmed) > 1 else ""
    return f"{sign}{trimmed[0]}{tail}e{point - 1}"


def up(value: Enclosure, digits: int = 4) -> str:
    """The upper end in few digits, rounded up."""
    return _in_digits(Decimal(value.upper), digits, ROUND_CEILING)


def down(value: Enclosure, digits: int = 4) -> str:
    """The lower end in few digits, rounded down."""
    return _in_digits(Decimal(value.lower), digits, ROUND_FLOOR)


def _in_digits(value: Decimal, digits: int, rounding: str) -> str:
    if not value:
        return "0"
    places = digits - 1 - value.adjusted()
    found = value.quantize(Decimal(1).scaleb(-places), rounding)
    return f"{found:f}" if places < 15 else short_number(Fraction(found), digits)


def check_digits(digits: object, most: int = MAX_DIGITS) -> int:
    """The number of digits asked for, or :class:`~pabisym.errors.InputError`."""
    if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= most:
        raise InputError("digits", f"{visible(plain_text(digits))} is not a number of digits", f"ask for 1 to {most}")
    return digits


def exactly(value: fmpq, digits: int) -> Enclosure:
    """The enclosure of a rational."""
    return Enclosure(*exact_decimals(value, digits), to_fraction(value), digits, 0)


def infinite(digits: int) -> Enclosure:
    """The enclosure of +infinity: both ends are ``"inf"``."""
    return Enclosure("inf", "inf", None, digits, 0)


def enclose_value(value: Callable[[int], Value], digits: int, what: str, guard: int = 0) -> Enclosure:
    """Enclose a number to ``digits`` significant digits.

    ``value(bits)`` gives the number itself, if rational, or a ball around it of a relative accuracy that it aims to make
    ``bits``; it is called with a working precision of ``bits + guard``, and may raise :data:`TooCoarse`.  Where the aim is missed,
    more bits are asked for.  Raises :class:`~pabisym.errors.Undecided`, naming ``what``, at the limit on them.
    """
    needed = bits = math.ceil((check_digits(digits) + 1) * math.log2(10)) + 8
    limit = max(MAX_BITS, 16 * bits)
    found: Enclosure | None = None
    while bits <= limit:
        accuracy = 0
        try:
            with working_precision(bits + guard):
                ball = value(bits)
            if isinstance(ball, fmpq):
                return exactly(ball, digits)
            accuracy = max(ball.rel_accuracy_bits(), 0) if ball.is_finite() else 0
            with working_precision(bits + 64):
                lower, upper, sharp = decimals(ball, digits, bits + 64)
        except TooCoarse:
            bits += max(needed - accuracy + 4, 16) if accuracy else bits
            continue
        if sharp or found is not None:
            return Enclosure(lower, upper, None, digits, bits)
        found = Enclosure(lower, upper, None, digits, bits)
        bits += 64
    if found is not None:
        return found
    raise Undecided(f"{what}: {digits} digits are not certified within the limit of {limit} bits")


Bounds: TypeAlias = tuple[Value, Value]
"""Two numbers between which the value lies."""


def enclose_between(compute: Callable[[int], Value | Bounds], digits: int, what: str, start: int | None = None,
                    doublings: int = 5) -> Enclosure:
    """Enclose what ``compute`` returns to ``digits`` significant digits.

    ``compute`` is called with the working precision set, with twice as many bits each time; it may raise
    :class:`TooCoarse`.  Raises :class:`~pabisym.errors.Undecided`, naming ``what``, when the last precision fails.
    """
    answer = enclose_sharpest(compute, digits, what, start, doublings)
    if answer.digits < digits:
        raise Undecided(f"{what}: {answer.digits} of {digits} digits are certified with {answer.bits} bits")
    return answer


def enclose_sharpest(compute: Callable[[int], Value | Bounds], digits: int, what: str, start: int | None = None,
                     doublings: int = 3) -> Enclosure:
    """As :func:`enclose_between`, but the sharpest result stands where the digits are not reached.

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
    return max(reversed(found), key=lambda enclosure: enclosure.digits)


def between(lower: Value, upper: Value, digits: int, bits: int) -> Enclosure:
    """The enclosure of a value between two numbers, with at least ``digits`` digits where these certify them.

    Where they do not, its ``digits`` is the smaller number that they do certify, possibly 0.
    """
    if lower == 0 == upper:
        return exactly(fmpq(0), digits)
    if isinstance(lower, fmpq) and isinstance(upper, fmpq) and lower == upper:
        return exactly(lower, digits)
    low, high = _ends(lower, digits + 8)[0], _ends(upper, digits + 8)[1]
    low, high = (low if low[0] != 0 else (low[0], high[1])), (high if high[0] != 0 else (high[0], low[1]))
    if abs(low[1] - high[1]) > MAX_DIGITS:  # one scale for both would write the larger one out
        return Enclosure(decimal_text(*low), decimal_text(*high), None, 0, bits)
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
    if (value := enclosure.rational) is not None:
        return value
    if enclosure.upper == "inf":
        raise InputError("divergence", "is infinite", "only finite divergences convert")
    return arb(rational(enclosure.lower, "lower")).union(arb(rational(enclosure.upper, "upper")))


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
    if not value.is_finite():
        raise TooCoarse("the value is not enclosed")
    mantissa, exponent = value.man_exp()
    return mantissa * power_of_two(exponent)


def _ends(value: Value, digits: int) -> tuple[tuple[fmpz, fmpz], tuple[fmpz, fmpz]]:
    """Decimal numbers (mantissa, exponent) below and above."""
    ball = arb(value)
    if not ball.is_finite():
        raise TooCoarse("the value is not enclosed")
    center, radius, exponent = ball.mid_rad_10exp(digits)
    return (center - radius, exponent), (center + radius, exponent)


# The value of a term.


def enclose(term: Term, at: Mapping[str, object], digits: int = 30, max_bits: int | None = None, *,
            functions: Functions | None = None) -> Enclosure:
    """Enclose the value of a term at a rational point to ``digits`` significant digits.

    ``at`` gives a rational (see :func:`pabisym.lang.rational.rational`) for every free name; further names are allowed.
    Raises :class:`~pabisym.errors.InputError` where the term has no real value (log of 0, a division by 0, the root
    of a negative number) or no value is given, and :class:`~pabisym.errors.Undecided` when ``max_bits`` (absent:
    :data:`MAX_BITS`) or the limits on sums are reached first.
    """
    point = read_point(at)
    bits = start = 64 + check_digits(digits) * 10 // 3
    limit = max(MAX_BITS, 16 * start) if max_bits is None else max_bits
    problem, found = "no precision is small enough", cast("Enclosure | None", None)
    while bits <= limit:
        try:
            with working_precision(bits):
                value = ball_value(term, point, bits, functions=functions)
                if isinstance(value, fmpq):
                    return exactly(value, digits)
                lower, upper, sharp = decimals(value, digits, bits)
        except TooCoarse as reason:
            problem = str(reason)
        except Undecided:
            if found is None:
                raise
            break
        else:
            last, found = found, Enclosure(lower, upper, None, digits, bits)
            if sharp or last is not None:
                return found
        bits *= 2  # also where the texts show different digits, as in 0.99 and 1.00: that is worth one more attempt
    if found is None:
        raise Undecided(f"{short_term(term)}: {problem} within the limit of {limit} bits")
    return found
