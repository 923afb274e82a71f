"""A derived and proved bound, as data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from flint import fmpq

from pabisym.derivation.blocks import Block, String, confirmed_blocks, strings
from pabisym.derivation.notion_transfer import Proven
from pabisym.derivation.renyi_bound import Derived
from pabisym.derivation.tightness import Attainment
from pabisym.divergence.evaluate import exact_value
from pabisym.errors import Undecided
from pabisym.lang.grammar import to_text
from pabisym.lang.rational import to_fraction
from pabisym.lang.simplify import has_sums
from pabisym.lang.term import Term
from pabisym.shift.exact.long import solve_exact
from pabisym.shift.exact.solve import ExactSolution
from pabisym.shift.instance import Instance
from pabisym.spec.read import Goal, Spec

LONGEST_SHOWN = 100
"""Most characters of a bound that the short form of a derivation shows."""


@dataclass(frozen=True)
class Route:
    """One way to the bound that was asked for: what it is called, the bound, and the proved statement."""

    name: str
    bound: Term
    statement: Proven


@dataclass(frozen=True)
class Derivation:
    """A derived and proved bound.

    ``tightness`` is ``exact`` when the price of the allocation equals the exact optimum, which a linear pair attains:
    for all parameters where ``attainment`` proves it, else at all ``checked`` random points; and ``upper`` when it lies
    above at one of them.  With a diameter the optimum is that of the shift calculus, the best of all restarts: the pair
    that attains it need not stay in the domain, so that the divergence itself may be smaller.  The bound itself is
    proved for all parameters.  ``square`` is the price, mu^2.
    """

    spec: Spec
    derived: Derived
    square: Term
    routes: tuple[Route, ...]
    attainment: Attainment | None
    tightness: str
    checked: int
    seconds: float

    def __repr__(self) -> str:
        bound = to_text(self.bound)
        shown = bound if len(bound) <= LONGEST_SHOWN else f"{bound[:LONGEST_SHOWN - 1]}…"
        return f"Derivation({self.spec.title!r}, bound={shown!r}, {self.tightness})"

    @property
    def goal(self) -> Goal:
        """What was to be bounded."""
        return self.spec.goal

    @property
    def statement(self) -> Proven:
        """The proved statement: about the best of the routes, where there are several."""
        return self.routes[-1].statement

    @property
    def bound(self) -> Term:
        """The bound: on the Rényi divergence of the order asked for, on mu, or on the hockey-stick divergence."""
        return self.routes[-1].bound

    @property
    def mu_squared(self) -> Term:
        """The sum of the squared payments over the variances."""
        return self.square

    @cached_property
    def strings(self) -> tuple[String, ...]:
        """The strings of the proof: the accumulated shift and what is paid of it up to every step, case by case."""
        return strings(self.derived)

    @cached_property
    def blocks(self) -> tuple[Block, ...]:
        """What every step pays; empty where the proof shows no string, or its blocks were not confirmed at random points."""
        return confirmed_blocks(self.spec, self.derived, self.strings)

    @property
    def conditions(self) -> tuple[Term, ...]:
        """What has to hold beside the domains: for the algorithm to be this process, and for the closed form."""
        return (*(condition.relation for condition in self.spec.conditions), *self.derived.conditions)

    @property
    def closed_form(self) -> bool:
        """Is the bound free of sums."""
        return not has_sums(self.bound)

    @property
    def tightness_by(self) -> str:
        """How it is known whether the bound is attained."""
        return "proof" if self.attainment is not None else f"{self.checked} random points"

    @property
    def cited(self) -> tuple[str, ...]:
        """What the proof, and the theorems that it applies, believe."""
        return self.statement.cited

    def to_json(self) -> dict[str, Any]:
        """The answer of ``pabisym derive --json``."""
        return {
            "status": "proved",
            "title": self.spec.title,
            "bound": bound_json(self.goal, self.bound, self.level),
            "routes": [{"name": route.name, "expression": to_text(route.bound)} for route in self.routes],
            "mu_squared": to_text(self.square),
            "closed_form": self.closed_form,
            "shape": self.derived.shape,
            "blocks": [block.to_json() for block in self.blocks],
            "tightness": self.tightness,
            "tightness_by": self.tightness_by,
            "worst_case": None if self.attainment is None else self.attainment.to_json(),
            "checked_points": self.checked,
            "conditions": [to_text(term) for term in self.conditions],
            "grounds": [ground.statement for ground in self.spec.grounds],
            "cited": list(self.cited),
            "proof_steps": self.statement.steps,
            "seconds": round(self.seconds, 3),
        }

    @property
    def level(self) -> str:
        """The letter for epsilon that was added where epsilon at a delta was asked for; empty otherwise."""
        return fresh_level(self.spec) if self.goal.delta is not None else ""

    def proof_document(self) -> dict[str, Any]:
        """A proof file for ``pabisym check``: this theorem and everything that it applies."""
        return self.statement.document()


def bound_json(goal: Goal, bound: Term, level: str = "") -> dict[str, str]:
    """A bound as plain data: its divergence with its parameter, and the expression."""
    answer = {"divergence": goal.divergence, "expression": to_text(bound)}
    given = {"order": goal.order, "epsilon": goal.epsilon, "delta": goal.delta}
    answer |= {name: to_text(term) for name, term in given.items() if term is not None}
    if goal.delta is not None:
        answer |= {"letter": level, "holds_when": f"{to_text(bound)} <= {to_text(goal.delta)}"}
    return answer


def fresh_level(spec: Spec) -> str:
    """A letter for epsilon that the spec does not use."""
    letter = "epsilon"
    while letter in spec.symbols:
        letter += "_"
    return letter


def optimum(spec: Spec, point: Mapping[str, object]) -> Fraction | None:
    """The exact optimum of the process at a point, None where it is infinite."""
    answer = solve_exact(Instance.from_json(spec.instance(**point)))
    return to_fraction(answer.value) if isinstance(answer, ExactSolution) else None


def value_at(term: Term, point: Mapping[str, object]) -> Fraction:
    """The exact value of a bound at a point; raises :class:`~pabisym.errors.Undecided` where it is irrational."""
    value = exact_value(term, point)
    if value is None:
        raise Undecided(f"{to_text(term)} is irrational at a point")
    return to_fraction(fmpq(value))
