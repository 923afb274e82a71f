"""The gate for sizes: numbers are bounded before they are built.

Powers, shifts and digit counts may come from what a user wrote or from what a computation found, and a short text such as
``10**(10**12)`` names a number that no memory holds.  Whoever builds a number from an exponent asks here.
"""

from __future__ import annotations

from flint import fmpq, fmpz

from pabisym.errors import Undecided

MAX_BITS = 1 << 26
"""Most bits of an exact number that is built from an exponent: 8 MB."""
_BITS_OF_TEN = 4


def bounded(bits: int | fmpz, what: str = "a number") -> int:
    """A count of bits that is small enough to be built; raises :class:`~pabisym.errors.Undecided` beyond :data:`MAX_BITS`."""
    if bits > MAX_BITS:
        raise Undecided(f"{what} of about 2^{int(bits).bit_length() - 1} bits is not written out; at most {MAX_BITS} bits are")
    return int(bits)


def power_of_two(exponent: int | fmpz) -> fmpq:
    """2**exponent for an integer exponent of either sign.

    >>> power_of_two(-3)
    1/8
    """
    power = fmpz(1) << bounded(abs(int(exponent)), "a power of 2")
    return fmpq(power) if exponent >= 0 else fmpq(1, power)


def power_of_ten(exponent: int | fmpz) -> fmpq:
    """10**exponent for an integer exponent of either sign.

    >>> power_of_ten(2), power_of_ten(-1)
    (100, 1/10)
    """
    bounded(_BITS_OF_TEN * abs(int(exponent)), "a power of 10")
    power = fmpz(10) ** abs(int(exponent))
    return fmpq(power) if exponent >= 0 else fmpq(1, power)


def integer_power(base: fmpq, exponent: int | fmpz) -> fmpq:
    """base**exponent for a rational base, not 0 where the exponent is negative.

    >>> integer_power(fmpq(2, 3), -2)
    9/4
    """
    if abs(base) == 1:
        return base ** int(exponent % 2)
    if base == 0 and exponent >= 0:
        return fmpq(int(exponent == 0))
    bounded(base.height_bits() * abs(int(exponent)), "a power")
    return base ** int(exponent)
