"""Reading and writing exact rationals.

The only reader of numbers from a file or a command line: integers, ``"p/q"`` and decimals become
exact :class:`flint.fmpq`; floats are refused unless the caller asked for float arithmetic.

Numbers are bounded before they are built: powers, shifts and digit counts may come from what a user wrote or from what a computation found,
and a short text such as ``10**(10**12)`` names a number that no memory holds.  Whoever builds a number from an exponent asks here.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from math import isqrt
from numbers import Rational, Real
from typing import cast

from flint import fmpq, fmpz

from pabisym.errors import InputError, Undecided

_FRACTION = re.compile(r"\s*([+-]?\d+)\s*(?:/\s*(\d+))?\s*\Z", re.ASCII)
_DECIMAL = re.compile(r"\s*([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,5}))?\s*\Z", re.ASCII)
_PLAIN = re.compile(r"[0-9]{1,1000}(?:/0{0,9}[1-9][0-9]{0,1000})?", re.ASCII).fullmatch
_SAMPLE = 1000
CURE = 'write an exact rational such as 3, "3/4" or "0.75"'
"""What is said to whoever gives something else."""
SHORT = 40
"""Most characters of a number in a message."""
MAX_LENGTH = 1_000_000
"""Longest accepted text of one number, in characters."""
MAX_BITS = 1 << 26
"""Most bits of an exact number that is built from an exponent: 8 MB."""
_BITS_OF_TEN = 4


def rational(value: object, field: str) -> fmpq:
    """Read an exact rational from a number, see :func:`exact`, or a text ``"p/q"``, ``"p"``, ``"0.75"``, ``"1e-5"``.

    Raises :class:`InputError` naming ``field`` for floats, booleans, NaN, infinities and anything else.
    """
    if isinstance(value, str):
        return _from_text(value, field)
    found = exact(value, field)
    if found is not None:
        return found
    inexact = as_float(value)
    if inexact is not None:
        raise InputError(field, f"the float {inexact!r} is not exact", f'quote it, as "{inexact!r}"')
    raise InputError(field, f"a number was expected, not {type(value).__name__}", CURE)


def exact(value: object, field: str) -> fmpq | None:
    """The rational that a number is, of Python, flint, numpy, sympy or mpmath; None for floats and for what is no number.

    Raises :class:`InputError` naming ``field`` for truth values, and for NaN and infinities of exact types.

    >>> exact(Fraction(1, 3), "x"), exact(Decimal("0.5"), "x"), exact(0.5, "x")
    (1/3, 1/2, None)
    """
    if isinstance(value, bool):
        raise InputError(field, "a truth value is not a number", CURE)
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int | fmpz):
        return fmpq(value)
    if isinstance(value, Rational):
        return fmpq(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise InputError(field, f"{value} is not a number here", CURE)
        return _from_text(str(value), field)
    binary = getattr(value, "_mpf_", None)
    if binary is None or not type(value).__module__.startswith("mpmath"):
        return None
    sign, mantissa, exponent, _ = binary
    if not mantissa and exponent:
        raise InputError(field, "NaN and infinities are not numbers here", CURE)
    return fmpq(-int(mantissa) if sign else int(mantissa)) * power_of_two(exponent)


def as_float(value: object) -> float | None:
    """The float that a float of Python, numpy or sympy is; None for what is none."""
    known = isinstance(value, float) or (isinstance(value, Real) and not type(value).__module__.startswith("mpmath"))
    return float(cast("float", value)) if known else None


def _from_text(text: str, field: str) -> fmpq:
    if len(text) > MAX_LENGTH:
        raise InputError(field, f"a number of {len(text)} characters", f"at most {MAX_LENGTH} characters are read")
    if match := _FRACTION.match(text):
        numerator, denominator = fmpz(match[1].lstrip("+")), fmpz(match[2] or "1")
        if denominator == 0:
            raise InputError(field, f"{_short(text)} divides by zero", "give a nonzero denominator")
        return fmpq(numerator, denominator)
    match = _DECIMAL.match(text)
    if match is None or not (match[2] or match[3]):
        raise InputError(field, f"{_short(text)} is not a rational number", CURE)
    sign, whole, part, exponent = match[1], match[2], match[3], int(match[4] or "0") - len(match[3])
    digits = fmpz(whole + part) * (-1 if sign == "-" else 1)
    return digits * power_of_ten(exponent)


def plain_rationals(values: Sequence[object]) -> tuple[fmpq, ...] | None:
    """The rationals in a list of integers, or of texts like ``"3"`` and ``"3/4"`` of moderate length, as :func:`rational` reads them.

    None where anything else is in it: this is the quick way for long lists, and texts that come again and again are read once.
    """
    kinds = set(map(type, values))
    if kinds == {int}:
        return tuple([fmpq(value) for value in cast("Sequence[int]", values)])
    if kinds != {str}:
        return None
    texts = cast("Sequence[str]", values)
    repeated = len(set(texts[:_SAMPLE])) < min(_SAMPLE, len(texts)) // 2
    different = set(texts) if repeated else texts
    if not all(map(_PLAIN, different)):
        return None
    return tuple(map({text: fmpq(text) for text in different}.__getitem__, texts)) if repeated else tuple([fmpq(text) for text in texts])


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def rational_text(value: fmpq | fmpz | Fraction | int) -> str:
    """Write a rational as ``"p/q"`` or ``"p"``; any length."""
    if isinstance(value, Fraction):
        value = fmpq(value.numerator, value.denominator)
    return str(fmpq(value))


def to_places(value: Fraction, places: int, *, up: bool) -> str:
    """A number >= 0 to so many digits after the point, rounded to one side.

    >>> to_places(Fraction(2, 3), 3, up=True), to_places(Fraction(2, 3), 3, up=False)
    ('0.667', '0.666')
    """
    scaled = value * 10**places
    whole = -(-scaled.numerator // scaled.denominator) if up else scaled.numerator // scaled.denominator
    return f"{whole // 10**places}.{whole % 10**places:0{places}d}"


def near_float(value: fmpq | Fraction) -> float:
    """The float next to a rational, infinite where it is beyond them: for estimates, and for numbers that are only shown.

    ``float()`` of such a rational raises an error instead.

    >>> near_float(fmpq(1, 4)), near_float(-power_of_ten(400))
    (0.25, -inf)
    """
    try:
        return float(value)
    except OverflowError:
        return math.inf if value > 0 else -math.inf


def short_number(value: fmpq | Fraction, digits: int = 6) -> str:
    """A rational in a few significant digits, rounded to the nearest, for people; beyond floats that it is.

    >>> short_number(fmpq(2, 3), 4), short_number(power_of_ten(400)), short_number(-power_of_ten(-400))
    ('0.6667', '> 1e308', '> -1e-308')
    """
    near = near_float(value)
    if math.isinf(near):
        return "> 1e308" if near > 0 else "< -1e308"
    if near == 0 and value:
        return "< 1e-308" if value > 0 else "> -1e-308"
    return f"{near:.{digits}g}"


def short(value: fmpq) -> str:
    """A rational for messages: as it is, or about what it is where that is long; never a part of its digits, which is another number.

    >>> short(fmpq(2, 3)), short(fmpq(power_of_ten(50), 3)), short(power_of_ten(400))
    ('2/3', 'about 3.33333e+49', '> 1e308')
    """
    text = rational_text(value)
    if len(text) <= SHORT:
        return text
    near = short_number(value)
    return near if near[0] in "<>" else f"about {near}"


def plain_text(value: object) -> str:
    """A value as text, integers and fractions of any length too, where ``str`` refuses long ones."""
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return rational_text(value)
    return str(value)


def float_ends(value: fmpq | Fraction) -> tuple[float, float]:
    """The nearest floats not above and not below a rational; infinite, or the largest ones, beyond their range.

    >>> float_ends(fmpq(1, 4)), float_ends(power_of_ten(400))
    ((0.25, 0.25), (1.7976931348623157e+308, inf))
    """
    exact = value if isinstance(value, fmpq) else fmpq(value.numerator, value.denominator)
    try:
        near = int(exact.p) / int(exact.q)
    except OverflowError:
        return (sys.float_info.max, math.inf) if exact > 0 else (-math.inf, -sys.float_info.max)
    about = dyadic(near)
    return near if about <= exact else math.nextafter(near, -math.inf), near if about >= exact else math.nextafter(near, math.inf)


def dyadic(value: float) -> fmpq:
    """A finite float as the rational that it is.

    >>> dyadic(0.375)
    3/8
    """
    return fmpq(*value.as_integer_ratio())


def floor_to(value: fmpq, places: int) -> fmpq:
    """The largest rational with so many binary digits after the point that is not above another one.

    >>> floor_to(fmpq(1, 3), 4), floor_to(fmpq(-1, 3), 4)
    (5/16, -3/8)
    """
    scale = power_of_two(places)
    return fmpq((value * scale).floor()) / scale


def nearest_to(value: float, places: int) -> fmpq:
    """A rational with so many binary digits after the point, nearest to a float."""
    return fmpq(round(value * 2**places), 2**places)


def to_fraction(value: fmpq) -> Fraction:
    """The same rational as a standard-library :class:`~fractions.Fraction`."""
    return Fraction(int(value.p), int(value.q))


def check_bits(bits: int | fmpz, what: str = "a number") -> int:
    """A count of bits that is small enough to be built; raises :class:`~pabisym.errors.Undecided` beyond :data:`MAX_BITS`."""
    if bits > MAX_BITS:
        raise Undecided(f"{what} of about 2^{int(bits).bit_length() - 1} bits is not written out; at most {MAX_BITS} bits are")
    return int(bits)


def power_of_two(exponent: int | fmpz) -> fmpq:
    """2**exponent for an integer exponent of either sign.

    >>> power_of_two(-3)
    1/8
    """
    power = fmpz(1) << check_bits(abs(int(exponent)), "a power of 2")
    return fmpq(power) if exponent >= 0 else fmpq(1, power)


def root_below(square: fmpq) -> fmpq:
    """A square root, rounded down to thirty digits: of a variance, less noise than there is.

    >>> root_below(fmpq(9, 4))
    3/2
    """
    places = max(30 + len(str(square.q)) - len(str(square.p)), 0)
    return fmpq(isqrt(int((square * fmpq(10) ** (2 * places)).floor())), 10**places)


def power_of_ten(exponent: int | fmpz) -> fmpq:
    """10**exponent for an integer exponent of either sign.

    >>> power_of_ten(2), power_of_ten(-1)
    (100, 1/10)
    """
    check_bits(_BITS_OF_TEN * abs(int(exponent)), "a power of 10")
    power = fmpz(10) ** abs(int(exponent))
    return fmpq(power) if exponent >= 0 else fmpq(1, power)
