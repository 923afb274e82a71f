"""Gaussian differential privacy (Dong, Roth and Su 2022, definition 4): no easier to tell apart than N(0, 1), N(mu, 1)."""

from __future__ import annotations

from dataclasses import dataclass

from flint import fmpq

from pabisym.lang.rational import rational
from pabisym.lang.term import Call, Term
from pabisym.notions.notion import Guarantee, Threshold
from pabisym.numerics.parameters import not_negative


@dataclass(frozen=True)
class GDPGuarantee(Guarantee):
    """The pair is ``mu``-GDP, ``mu`` >= 0 a rational."""

    mu: fmpq
    name = "gdp"
    letter = "mu"

    def __post_init__(self) -> None:
        not_negative(self.mu, "mu")

    @classmethod
    def of(cls, mu: object) -> GDPGuarantee:
        """Read an exact rational; raises :class:`~pabisym.errors.InputError` naming the parameter."""
        return cls(rational(mu, "mu"))

    def value(self, mu_squared: Term) -> Term:
        """``sqrt(mu_squared)``."""
        return Call("sqrt", (mu_squared,))

    def largest(self, digits: int = 30) -> Threshold:
        """``mu**2``, exactly."""
        return Threshold(self.mu * self.mu, self.mu * self.mu)
