"""What is to be bounded, as objects: Rényi, GDP, zCDP, hockey-stick, and (epsilon, delta).

A goal brings what its letter must be: ``Renyi(alpha)`` that alpha > 1.  ``goal <= bound`` is a claim that a process can be asked about.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.lang.term import ONE, TWO, ZERO, Call, Name, Term
from pabisym.process.sequence import names
from pabisym.symbolic.numbers import FormulaLike, Letter, letters_of, term_of
from pabisym.symbolic.schedules import shown


class PrivacyGoal:
    """A divergence, with what it needs."""

    divergence: str

    def parameters(self) -> dict[str, FormulaLike]:
        """The numbers that it is of, by their keys in a spec, which calls gamma the order."""
        found = {"order" if name == "gamma" else name: value for name, value in vars(self).items()}
        return {key: value for key, value in found.items() if value is not None} or found

    def table(self) -> dict[str, Any]:
        """The goal as a spec has it."""
        return {"divergence": self.divergence} | {key: term_of(value, f"{type(self).__name__} {key}")
                                                  for key, value in self.parameters().items()}

    def letters(self) -> dict[str, Letter]:
        """Its letters; a name in a text is one, in the domain that the goal asks for."""
        found = dict[str, Letter]()
        for key, value in self.parameters().items():
            own, term = letters_of(value, where=type(self).__name__), term_of(value, type(self).__name__)
            if isinstance(term, Name) and term.name not in own:
                own = {term.name: Letter(term.name, ", ".join(("real", *map(to_text, self.asked(key, term)))))}
            found |= own
        return found

    def asked(self, key: str, term: Term) -> tuple[Call, ...]:
        """What the number under a key must be."""
        low = Call(">=", (term, ONE if key == "order" else ZERO))
        return (low, Call("<=", (term, ONE))) if key == "delta" else (low,)

    def relations(self) -> tuple[Call, ...]:
        """What its letters must be."""
        given = ((key, term_of(value, type(self).__name__)) for key, value in self.parameters().items())
        return tuple(relation for key, term in given if names(term) for relation in self.asked(key, term))

    def claimed(self, bound: Term) -> Term:
        """A claimed bound in the notion of the spec."""
        return bound

    def __le__(self, bound: FormulaLike) -> GoalClaim:
        return GoalClaim(self, bound)

    def __repr__(self) -> str:
        given = ", ".join(f"{'gamma' if key == 'order' and self.divergence != 'renyi' else key}={shown(value)}"
                          for key, value in self.parameters().items())
        return f"{type(self).__name__}({given})"


@dataclass(frozen=True)
class GoalClaim:
    """A claimed upper bound on what a goal is about: ``Renyi(alpha) <= bound``."""

    goal: PrivacyGoal
    bound: FormulaLike


@dataclass(frozen=True, repr=False)
class Renyi(PrivacyGoal):
    """The Rényi divergence of an order above 1, in nats.

    Raises :class:`~pabisym.errors.InputError`, where a process is asked for it, for an order that is not known to be above 1.

    >>> import pabisym as pb
    >>> pb.Renyi("alpha"), [letter.domain for letter in pb.Renyi("alpha").letters().values()]
    (Renyi(order=alpha), ['real, alpha > 1'])
    """

    order: FormulaLike
    divergence = "renyi"

    def asked(self, key: str, term: Term) -> tuple[Call, ...]:
        """That the order is above 1."""
        return (Call(">", (term, ONE)),)


@dataclass(frozen=True, repr=False)
class GDP(PrivacyGoal):
    """Gaussian differential privacy: the bound is mu.

    >>> import pabisym as pb
    >>> pb.GDP()
    GDP()
    """

    divergence = "gdp"


@dataclass(frozen=True, repr=False)
class ZCDP(PrivacyGoal):
    """Zero-concentrated differential privacy: the bound is rho, where every Rényi divergence is at most its order times rho.

    >>> import pabisym as pb
    >>> pb.ZCDP()
    ZCDP()
    """

    divergence = "zcdp"

    def table(self) -> dict[str, Any]:
        """The rho is half the square of mu, so that a spec asks for mu."""
        return {"divergence": "gdp"}

    def claimed(self, bound: Term) -> Term:
        """The mu of a claimed rho."""
        return Call("sqrt", (Call("*", (TWO, bound)),))


@dataclass(frozen=True, repr=False)
class HockeyStick(PrivacyGoal):
    """The hockey-stick divergence at gamma >= 1.

    >>> import pabisym as pb
    >>> pb.HockeyStick(gamma="q")
    HockeyStick(gamma=q)
    """

    gamma: FormulaLike
    divergence = "hockey-stick"


@dataclass(frozen=True, repr=False, kw_only=True)
class ApproxDP(PrivacyGoal):
    """(epsilon, delta): at a given ``epsilon`` the bound is delta; at a given ``delta`` it is delta in a letter ``epsilon``.

    Raises :class:`~pabisym.errors.InputError` unless one of the two is given.

    >>> import pabisym as pb
    >>> pb.ApproxDP(delta="d")
    ApproxDP(delta=d)
    """

    epsilon: FormulaLike | None = None
    delta: FormulaLike | None = None
    divergence = "hockey-stick"

    def __post_init__(self) -> None:
        if (self.epsilon is None) == (self.delta is None):
            raise InputError("ApproxDP", "needs either epsilon or delta", "give one, as in ApproxDP(epsilon=1)")
