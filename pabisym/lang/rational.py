"""Reading and writing exact rationals.

The only door through which numbers from a file or a command line enter: integers, ``"p/q"`` and decimals become
exact :class:`flint.fmpq`; floats are refused unless the caller asked for float arithmetic.
"""

from __future__ import annotations

import re
from fractions import Fraction

from flint import fmpq, fmpz

from pabisym.errors import InputError
from pabisym.lang.size import power_of_ten

_FRACTION = re.compile(r"\s*([+-]?\d+)\s*(?:/\s*(\d+))?\s*\Z", re.ASCII)
_DECIMAL = re.compile(r"\s*([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,5}))?\s*\Z", re.ASCII)
CURE = 'write an exact rational such as 3, "3/4" or "0.75"'
"""What is said to whoever gives something else."""
MAX_LENGTH = 1_000_000
"""Longest accepted text of one number, in characters."""


def rational(value: object, field: str) -> fmpq:
    """Read an exact rational from an int, Fraction, fmpq or text ``"p/q"``, ``"p"``, ``"0.75"``, ``"1e-5"``.

    Raises :class:`InputError` naming ``field`` for floats, booleans, NaN, infinities and anything else.
    """
    if isinstance(value, bool):
        raise InputError(field, "a truth value is not a number", CURE)
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int | fmpz):
        return fmpq(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, float):
        raise InputError(field, f"the float {value!r} is not exact", f'quote it, as "{value!r}", or use float arithmetic')
    if isinstance(value, str):
        return _from_text(value, field)
    raise InputError(field, f"a number was expected, not {type(value).__name__}", CURE)


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


def _short(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:37] + "...")


def rational_text(value: fmpq | fmpz | Fraction | int) -> str:
    """Write a rational as ``"p/q"`` or ``"p"``; any length."""
    if isinstance(value, Fraction):
        value = fmpq(value.numerator, value.denominator)
    return str(fmpq(value))


def to_fraction(value: fmpq) -> Fraction:
    """The same rational as a standard-library :class:`~fractions.Fraction`."""
    return Fraction(int(value.p), int(value.q))
