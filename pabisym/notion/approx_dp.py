"""Approximate differential privacy: P(E) <= e^epsilon Q(E) + delta for every event E, and with P and Q exchanged.

Between N(0, 1) and N(mu, 1) the least delta is the hockey-stick divergence theta(e^epsilon, mu) (Balle and Wang 2018,
theorem 8; Dong, Roth and Su 2022, corollary 1), strictly increasing in mu from 0 to 1 for epsilon >= 0.  Its inverse
has no closed form: it is found by bisection, every step decided by balls.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq, fmpz

from pabisym.errors import InputError, Undecided
from pabisym.evaluate.ball import MAX_DIGITS, Verdict
from pabisym.expression import Call, Term
from pabisym.notion import Guarantee, Threshold, constant, mu_square, not_negative
from pabisym.number import rational, to_text

MAX_EXPONENT = 1 << 20
"""Largest power of 2 among which mu^2 is looked for, and its inverse."""


@dataclass(frozen=True)
class ApproxDP(Guarantee):
    """The pair is (``epsilon``, ``delta``)-DP, ``epsilon`` >= 0 and 0 <= ``delta`` < 1 rational."""

    epsilon: fmpq
    delta: fmpq
    name = "approx-dp"
    letter = "delta"

    def __post_init__(self) -> None:
        not_negative(self.epsilon, "epsilon")
        not_negative(self.delta, "delta")
        if self.delta >= 1:
            raise InputError("delta", f"{to_text(self.delta)[:40]} bounds nothing", "give a delta below 1")

    @classmethod
    def of(cls, epsilon: object, delta: object) -> ApproxDP:
        """Read exact rationals; raises :class:`~pabisym.errors.InputError` naming the parameter."""
        return cls(rational(epsilon, "epsilon"), rational(delta, "delta"))

    @property
    def bound(self) -> fmpq:
        """Delta."""
        return self.delta

    def value(self, mu_squared: Term) -> Term:
        """``theta(exp(epsilon), sqrt(mu_squared))``."""
        return Call("theta", (Call("exp", (constant(self.epsilon),)), Call("sqrt", (mu_squared,))))

    def largest(self, digits: int = 30) -> Threshold:
        """Bisection, first of the exponent and then of the fraction; both ends are decided by balls."""
        if isinstance(digits, bool) or not isinstance(digits, int) or not 1 <= digits <= MAX_DIGITS:
            raise InputError("digits", f"{digits!r} is not a number of digits", f"ask for 1 to {MAX_DIGITS}")
        if self.delta == 0:
            return Threshold(fmpq(0), fmpq(0))
        exponent = self._exponent()
        low, high = _power_of_two(exponent), _power_of_two(exponent + 1)
        wanted = low / fmpz(10) ** digits
        while high - low > wanted:
            middle = (low + high) / 2
            low, high = (middle, high) if self._passes(middle) else (low, middle)
        return Threshold(low, high)

    def meets(self, mu_squared: object) -> Verdict:
        """Decide whether a rational mu^2 meets the guarantee; for delta = 0, only 0 does: the likelihood ratio is unbounded."""
        value = mu_square(mu_squared)
        if self.delta == 0:
            return "true" if value == 0 else "false"
        return super().meets(value)

    def _exponent(self) -> int:
        """The e for which 2^e meets the guarantee and 2^(e + 1) does not."""
        reach = 1
        while self._passes(_power_of_two(reach)) or not self._passes(_power_of_two(-reach)):
            reach *= 2
            if reach > MAX_EXPONENT:
                raise Undecided(f"{self}: mu^2 is not found between 2^-{MAX_EXPONENT} and 2^{MAX_EXPONENT}")
        low, high = -reach, reach
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._passes(_power_of_two(middle)) else (low, middle)
        return low

    def _passes(self, mu_squared: fmpq) -> bool:
        verdict = self.meets(mu_squared)
        if verdict == "undecided":
            raise Undecided(f"{self}: balls do not decide mu^2 = {to_text(mu_squared)[:60]}")
        return verdict == "true"

    def parameters(self) -> dict[str, str]:
        """Epsilon and delta."""
        return {"epsilon": to_text(self.epsilon), "delta": to_text(self.delta)}


def _power_of_two(exponent: int) -> fmpq:
    power = fmpz(1) << abs(exponent)
    return fmpq(power) if exponent >= 0 else fmpq(1, power)
