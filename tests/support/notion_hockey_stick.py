"""Hockey-stick divergences: P(E) - gamma Q(E) <= delta for every event E, for any gamma > 0.

Between N(mu, 1) and N(0, 1) the divergence of order gamma is theta(gamma, mu) (Asoodeh, Diaz and Calmon 2020,
definition 3), strictly increasing in mu from max(1 - gamma, 0) to 1.  For gamma = e^epsilon >= 1 it is the delta of
approximate differential privacy at epsilon (:mod:`pabisym.notions.notion_approx_dp`); gamma = 1 is total variation.
No claim or spec is stated in this notion: it is here to try the laws of all notions on one more.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import Call, Number, Term
from pabisym.notions.notion import Guarantee, Threshold
from pabisym.notions.notion_approx_dp import largest_by_halving
from pabisym.numerics.evaluator import Verdict
from pabisym.numerics.parameters import not_negative


@dataclass(frozen=True)
class HockeyStick(Guarantee):
    """The divergence of order ``gamma`` > 0 is at most ``delta``, max(1 - gamma, 0) <= delta < 1, both rational."""

    gamma: fmpq
    delta: fmpq
    name = "hockey-stick"
    letter = "delta"

    def __post_init__(self) -> None:
        if self.gamma <= 0:
            raise InputError("gamma", f"{rational_text(self.gamma)[:40]} is not positive", "give a gamma above 0")
        not_negative(self.delta, "delta")
        if self.delta >= 1:
            raise InputError("delta", f"{rational_text(self.delta)[:40]} bounds nothing", "give a delta below 1")
        if self.delta < 1 - self.gamma:
            problem = f"{rational_text(self.delta)[:40]} is below 1 - gamma, the divergence of equal laws"
            raise InputError("delta", problem, "give a larger delta")

    @classmethod
    def of(cls, gamma: object, delta: object) -> HockeyStick:
        """Read exact rationals; raises :class:`~pabisym.errors.InputError` naming the parameter."""
        return cls(rational(gamma, "gamma"), rational(delta, "delta"))

    def value(self, mu_squared: Term) -> Term:
        """``theta(gamma, sqrt(mu_squared))``."""
        return Call("theta", (Number(self.gamma), Call("sqrt", (mu_squared,))))

    def largest(self, digits: int = 30) -> Threshold:
        """By halving, both ends decided by balls; 0 exactly where delta is the divergence of equal laws."""
        return Threshold(fmpq(0), fmpq(0)) if self._least else largest_by_halving(self, digits)

    def meets(self, mu_squared: object) -> Verdict:
        """Decide whether a rational mu^2 meets the guarantee; where delta is the least divergence, only 0 does."""
        value = not_negative(mu_squared, "mu_squared")
        if self._least or value == 0:
            return "true" if value == 0 else "false"
        return super().meets(value)

    @property
    def _least(self) -> bool:
        return bool(self.delta == max(1 - self.gamma, fmpq(0)))
