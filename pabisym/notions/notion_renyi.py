"""Rényi differential privacy: D_alpha <= epsilon.

Between N(0, 1) and N(mu, 1) the divergence of order alpha is alpha*mu^2/2 (van Erven and Harremoës 2014, eq. 10), so
the largest mu^2 is 2*epsilon/alpha.
"""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import HALF, Call, Number, Term
from pabisym.notions.notion import Guarantee, Threshold
from pabisym.numerics.parameters import not_negative


@dataclass(frozen=True)
class RenyiGuarantee(Guarantee):
    """The Rényi divergence of ``order`` > 1 is at most ``epsilon`` >= 0, in nats."""

    order: fmpq
    epsilon: fmpq
    name = "renyi"
    letter = "epsilon"

    def __post_init__(self) -> None:
        if self.order <= 1:
            raise InputError("order", f"{rational_text(self.order)[:40]} is not above 1", "give a Rényi order above 1")
        not_negative(self.epsilon, "epsilon")

    @classmethod
    def of(cls, order: object, epsilon: object) -> RenyiGuarantee:
        """Read exact rationals; raises :class:`~pabisym.errors.InputError` naming the parameter."""
        return cls(rational(order, "order"), rational(epsilon, "epsilon"))

    def value(self, mu_squared: Term) -> Term:
        """``order*mu_squared/2``."""
        return Call("*", (HALF, Number(self.order), mu_squared))

    def largest(self, digits: int = 30) -> Threshold:
        """``2*epsilon/order``, exactly."""
        exact = 2 * self.epsilon / self.order
        return Threshold(exact, exact)
