"""The largest mu^2 of a guarantee without a closed inverse, by halving; every step is decided by balls."""

from __future__ import annotations

from flint import fmpq, fmpz

from pabisym.errors import Undecided
from pabisym.lang.rational import power_of_two, rational_text
from pabisym.notions.notion import Guarantee, Threshold
from pabisym.numerics.enclosure import check_digits
from pabisym.numerics.search import power_bracket

MAX_EXPONENT = 1 << 20
"""Largest power of 2 among which mu^2 is looked for, and its inverse."""


def largest_by_halving(guarantee: Guarantee, digits: int) -> Threshold:
    """Halve first the exponent and then the fraction; small mu^2 > 0 meet the guarantee and large ones do not."""
    check_digits(digits)
    exponents = power_bracket(lambda e: -1 if _passes(guarantee, power_of_two(e)) else 1, f"{guarantee}: mu^2", MAX_EXPONENT)
    low, high = map(power_of_two, exponents)
    wanted = low / fmpz(10) ** digits
    while high - low > wanted:
        middle = (low + high) / 2
        low, high = (middle, high) if _passes(guarantee, middle) else (low, middle)
    return Threshold(low, high)


def _passes(guarantee: Guarantee, mu_squared: fmpq) -> bool:
    verdict = guarantee.meets(mu_squared)
    if verdict == "undecided":
        raise Undecided(f"{guarantee}: balls do not decide mu^2 = {rational_text(mu_squared)[:60]}")
    return verdict == "true"
