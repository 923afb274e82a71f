"""Privacy notions: what a Gaussian differential privacy value mu^2 becomes in each, and back.

The shift calculus ends in one number, mu^2: the pair of runs is at least as hard to tell apart as N(0, 1) and
N(mu, 1), and exactly as hard in the worst case.  A guarantee of any notion is therefore a bound on mu^2.  Every notion
is stated in the same way, as a :class:`Guarantee` with the same laws; those here have a closed form:

* :meth:`Guarantee.value` is strictly increasing in mu^2, and the guarantee is met exactly where it is at most
  :attr:`Guarantee.bound`;
* :meth:`Guarantee.largest` inverts it: mu^2 meets the guarantee up to ``largest().lower``, and no longer from
  ``largest().upper`` on unless the two are equal, when that one still does.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, fields
from typing import ClassVar

from flint import fmpq

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.lang.rational import rational, rational_text, short
from pabisym.lang.term import HALF, Call, Number, Term
from pabisym.numerics.evaluator import Verdict
from pabisym.numerics.parameters import not_negative


@dataclass(frozen=True, slots=True)
class Threshold:
    """The largest mu^2 of a guarantee: itself where ``lower`` equals ``upper``, else strictly between them."""

    lower: fmpq
    upper: fmpq

    @property
    def exact(self) -> bool:
        """Whether the largest mu^2 is known as a rational."""
        return bool(self.lower == self.upper)


@dataclass(frozen=True)
class Guarantee(ABC):
    """A guarantee of one notion: a number that depends on mu^2 is at most a bound; see the package for the laws.

    Its fields are the parameters of the notion, rationals.
    """

    name: ClassVar[str]
    """The name of the notion, as specifications write it."""
    letter: ClassVar[str]
    """The letter of the number that is bounded."""

    @property
    def bound(self) -> fmpq:
        """The number that must not be exceeded: the parameter of that letter."""
        number: fmpq = getattr(self, self.letter)
        return number

    @abstractmethod
    def value(self, mu_squared: Term) -> Term:
        """The bounded number as a formula of mu^2."""

    @abstractmethod
    def largest(self, digits: int = 30) -> Threshold:
        """The largest mu^2 that meets the guarantee: exact, or enclosed with relative width at most 10**-digits.

        Raises :class:`~pabisym.errors.Undecided` when the limit on precision is reached first.
        """

    def parameters(self) -> dict[str, str]:
        """The parameters by name, as exact texts."""
        return {one.name: rational_text(getattr(self, one.name)) for one in fields(self)}

    def claim(self, mu_squared: object) -> Call:
        """``value <= bound`` at a rational mu^2, as a relation of the grammar."""
        return Call("<=", (self.value(Number(not_negative(mu_squared, "mu_squared"))), Number(self.bound)))

    def meets(self, mu_squared: object) -> Verdict:
        """Decide whether a rational mu^2 meets the guarantee; ``"undecided"`` is no pass."""
        return decide(self.claim(mu_squared), {})

    def to_json(self) -> dict[str, str]:
        """The notion and its parameters."""
        return {"notion": self.name, **self.parameters()}

    def __str__(self) -> str:
        return f"{self.name}({', '.join(f'{name}={text}' for name, text in self.parameters().items())})"


@dataclass(frozen=True)
class GDPGuarantee(Guarantee):
    """Gaussian differential privacy (Dong, Roth and Su 2022, definition 4): no easier to tell apart than N(0, 1) from N(``mu``, 1).

    ``mu`` >= 0 is a rational.
    """

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


@dataclass(frozen=True)
class RenyiGuarantee(Guarantee):
    """Rényi differential privacy: the divergence of ``order`` > 1 is at most ``epsilon`` >= 0, in nats.

    Between N(0, 1) and N(mu, 1) that of order alpha is alpha*mu^2/2 (van Erven and Harremoës 2014, eq. 10), so the largest mu^2 is
    2*epsilon/alpha.
    """

    order: fmpq
    epsilon: fmpq
    name = "renyi"
    letter = "epsilon"

    def __post_init__(self) -> None:
        if self.order <= 1:
            raise InputError("order", f"{short(self.order)} is not above 1", "give a Rényi order above 1")
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
