"""The largest mu^2 of a guarantee without a closed inverse, by halving; every step is decided by balls."""

from __future__ import annotations

from flint import fmpq, fmpz

from pabisym.errors import Undecided
from pabisym.lang.rational import power_of_two, rational_text
from pabisym.notions.notion import Guarantee, Threshold
from pabisym.numerics.enclosure import check_digits

MAX_EXPONENT = 1 << 20
"""Largest power of 2 among which mu^2 is looked for, and its inverse."""


def largest_by_halving(guarantee: Guarantee, digits: int) -> Threshold:
    """Halve first the exponent and then the fraction; small mu^2 > 0 meet the guarantee and large ones do not."""
    check_digits(digits)
    exponent = _exponent(guarantee)
    low, high = power_of_two(exponent), power_of_two(exponent + 1)
    wanted = low / fmpz(10) ** digits
    while high - low > wanted:
        middle = (low + high) / 2
        low, high = (middle, high) if _passes(guarantee, middle) else (low, middle)
    return Threshold(low, high)


def _exponent(guarantee: Guarantee) -> int:
    """The e for which 2^e meets the guarantee and 2^(e + 1) does not."""
    reach = 1
    while _passes(guarantee, power_of_two(reach)) or not _passes(guarantee, power_of_two(-reach)):
        reach *= 2
        if reach > MAX_EXPONENT:
            raise Undecided(f"{guarantee}: mu^2 is not found between 2^-{MAX_EXPONENT} and 2^{MAX_EXPONENT}")
    low, high = -reach, reach
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if _passes(guarantee, power_of_two(middle)) else (low, middle)
    return low


def _passes(guarantee: Guarantee, mu_squared: fmpq) -> bool:
    verdict = guarantee.meets(mu_squared)
    if verdict == "undecided":
        raise Undecided(f"{guarantee}: balls do not decide mu^2 = {rational_text(mu_squared)[:60]}")
    return verdict == "true"
