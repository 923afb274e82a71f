"""Approximate differential privacy: P(E) <= e^epsilon Q(E) + delta for every event E, and with P and Q exchanged.

Between N(0, 1) and N(mu, 1) the least delta is the hockey-stick divergence theta(e^epsilon, mu) (Balle and Wang 2018,
theorem 8; Dong, Roth and Su 2022, corollary 1), strictly increasing in mu from 0 to 1 for epsilon >= 0.  Its inverse
has no closed form: it is found by bisection, every step decided by balls.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpz

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import power_of_two, rational, short
from pabisym.lang.term import Call, Number, Term
from pabisym.notions.notion import Guarantee, Threshold
from pabisym.numerics.enclosure import check_digits
from pabisym.numerics.evaluator import Verdict
from pabisym.numerics.parameters import not_negative
from pabisym.numerics.search import power_bracket, turning_point

MAX_EXPONENT = 1 << 20
"""Largest power of 2 among which mu^2 is looked for, and its inverse."""


@dataclass(frozen=True)
class ApproxDPGuarantee(Guarantee):
    """The pair is (``epsilon``, ``delta``)-DP, ``epsilon`` >= 0 and 0 <= ``delta`` < 1 rational."""

    epsilon: fmpq
    delta: fmpq
    name = "approx-dp"
    letter = "delta"

    def __post_init__(self) -> None:
        not_negative(self.epsilon, "epsilon")
        not_negative(self.delta, "delta")
        if self.delta >= 1:
            raise InputError("delta", f"{short(self.delta)} bounds nothing", "give a delta below 1")

    @classmethod
    def of(cls, epsilon: object, delta: object) -> ApproxDPGuarantee:
        """Read exact rationals; raises :class:`~pabisym.errors.InputError` naming the parameter."""
        return cls(rational(epsilon, "epsilon"), rational(delta, "delta"))

    def value(self, mu_squared: Term) -> Term:
        """``theta(exp(epsilon), sqrt(mu_squared))``."""
        return Call("theta", (Call("exp", (Number(self.epsilon),)), Call("sqrt", (mu_squared,))))

    def largest(self, digits: int = 30) -> Threshold:
        """By halving, both ends decided by balls."""
        return Threshold(fmpq(0), fmpq(0)) if self.delta == 0 else largest_by_halving(self, digits)

    def meets(self, mu_squared: object) -> Verdict:
        """Decide whether a rational mu^2 meets the guarantee; for delta = 0, only 0 does: the likelihood ratio is unbounded."""
        value = not_negative(mu_squared, "mu_squared")
        if self.delta == 0:
            return "true" if value == 0 else "false"
        return super().meets(value)


def largest_by_halving(guarantee: Guarantee, digits: int) -> Threshold:
    """The largest mu^2 of a guarantee without a closed inverse; every step is decided by balls.

    Halve first the exponent and then the fraction; small mu^2 > 0 meet the guarantee and large ones do not.
    """
    check_digits(digits)
    exponents = power_bracket(lambda e: -1 if _passes(guarantee, power_of_two(e)) else 1, f"{guarantee}: mu^2", MAX_EXPONENT)
    low, high = map(power_of_two, exponents)
    return Threshold(*turning_point(lambda square: _passes(guarantee, square), low, high, low / fmpz(10) ** digits))


def _passes(guarantee: Guarantee, mu_squared: fmpq) -> bool:
    verdict = guarantee.meets(mu_squared)
    if verdict == "undecided":
        raise Undecided(f"{guarantee}: balls do not decide mu^2 = {short(mu_squared)}")
    return verdict == "true"
