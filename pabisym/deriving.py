"""The door of ``derive``: from a spec to a theorem with its proof, its check against the solver, and its documents.

:mod:`pabisym.derivation` finds and proves the bound; here it is read from a spec, compared with the exact optimum at
random points, and written as JSON, LaTeX or a proof file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import fmpq

from pabisym.derivation import Derived, derive_renyi
from pabisym.errors import InputError, Undecided
from pabisym.evaluate.ball import decide, exact_value
from pabisym.expression import BINDERS, Call, Name, Term, parse, substitute, to_text
from pabisym.number import to_fraction
from pabisym.shift.allocate import solve
from pabisym.shift.instance import Instance
from pabisym.spec import Spec, read_spec

POINTS = 20
"""Random points at which a derived bound is compared with the exact optimum."""
_TWO = Fraction(2)


@dataclass(frozen=True)
class Derivation:
    """A derived and proved bound.

    ``tightness`` is ``exact`` when the bound equals alpha/2 times the exact optimum, which a linear pair attains, at
    all ``checked`` random points, and ``upper`` when it lies above at one of them: a finding about those points, and
    not a proof for all parameters.  The bound itself is proved for all of them.
    """

    spec: Spec
    derived: Derived
    tightness: str
    checked: int
    seconds: float

    @property
    def bound(self) -> Term:
        """The bound on the Rényi divergence of the order asked for."""
        return self.derived.bound

    @property
    def mu_squared(self) -> Term | None:
        """The sum of the squared payments over the variances, when the order is a letter of its own."""
        order = self.spec.goal.order
        if not isinstance(order, Name):
            return None
        return substitute(self.bound, {order.name: ((), parse("2"))})

    @property
    def conditions(self) -> tuple[Term, ...]:
        """What has to hold beside the domains: for the algorithm to be this process, and for the closed form."""
        return (*(condition.relation for condition in self.spec.conditions), *self.derived.conditions)

    @property
    def closed_form(self) -> bool:
        """Is the bound free of sums."""
        return not _holds(self.bound, frozenset(BINDERS))

    def to_json(self) -> dict[str, Any]:
        """The answer of ``pabisym derive --json``."""
        mu = self.mu_squared
        return {
            "status": "proved",
            "title": self.spec.title,
            "bound": {"divergence": "renyi", "order": to_text(self.spec.goal.order or Name("alpha")), "expression": to_text(self.bound)},
            "mu_squared": None if mu is None else to_text(mu),
            "closed_form": self.closed_form,
            "shape": self.derived.shape,
            "tightness": self.tightness,
            "checked_points": self.checked,
            "conditions": [to_text(term) for term in self.conditions],
            "grounds": [ground.statement for ground in self.spec.grounds],
            "cited": list(self.cited),
            "proof_steps": self.derived.verdict.steps,
            "seconds": round(self.seconds, 3),
        }

    @property
    def cited(self) -> tuple[str, ...]:
        """What the proof, and the theorems that it applies, believe."""
        from pabisym.library import builtin

        library = builtin()
        leaves: dict[str, None] = {}
        for name in sorted(self.derived.verdict.theorems | self.derived.verdict.sources):
            if name in library.ids:
                leaves |= dict.fromkeys(library.standing(name).cited)
        return tuple(leaves)

    def proof_document(self) -> dict[str, Any]:
        """A proof file for ``pabisym check``: this theorem and everything that it applies."""
        from pabisym.library import builtin
        from pabisym.proof.serialise import proof_document, sequent_json

        library = builtin()
        theorems: dict[str, Any] = {}
        for name in sorted(self.derived.verdict.theorems):
            document = proof_document(library, name)
            theorems |= {theorem["id"]: theorem for theorem in document["theorems"]}
        own = {**sequent_json(self.derived.sequent), "proof": self.derived.proof}
        return {**document, "theorems": [*theorems.values(), own], "conclusion": own["conclusion"]}

    def latex(self) -> str:
        """The theorem as a fragment for a standard article."""
        from pabisym.show.latex import escape, latex

        lines = [rf"\paragraph{{{escape(self.spec.title or 'Derived bound')}}}\mbox{{}}\\", "Let", r"\begin{itemize}"]
        lines += [rf"\item ${latex(term)}$" for _, term in self.spec.scope().known]
        lines += [r"\end{itemize}", r"Then every pair of runs of the process satisfies", r"\["]
        order = latex(self.spec.goal.order or Name("alpha"))
        steps = latex(self.spec.process.iteration().steps)
        return "\n".join([*lines, rf"D_{{{order}}}(X_{{{steps}}} \,\|\, X'_{{{steps}}}) \le {latex(self.bound)}.", r"\]", ""])

    def _repr_latex_(self) -> str:
        from pabisym.show.latex import latex

        return f"$D_{{{latex(self.spec.goal.order or Name('alpha'))}}} \\le {latex(self.bound)}$"


def derive(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec) -> Derivation:
    """Derive and prove a bound for a spec: a path, TOML text, a dict, or a spec already read.

    Raises :class:`~pabisym.errors.InputError` for an unusable spec and :class:`~pabisym.errors.Undecided` where no
    shape of the library fits.
    """
    began = time.perf_counter()
    spec = source if isinstance(source, Spec) else read_spec(source)
    if spec.goal.divergence != "renyi" or spec.goal.order is None:
        raise Undecided("only Rényi bounds are derived so far; give divergence = \"renyi\" and an order")
    iteration = spec.process.iteration()
    scope = spec.scope()
    derived = derive_renyi(iteration, scope.kinds, dict(scope.known), spec.goal.order)
    tightness, checked = _compared(spec, derived.bound, derived.conditions)
    return Derivation(spec, derived, tightness, checked, time.perf_counter() - began)


def optimum(spec: Spec, point: Mapping[str, object]) -> Fraction | None:
    """The exact optimum of the process at a point, None where it is infinite."""
    answer = solve(Instance.from_json(spec.instance(**point)))
    return answer.value if isinstance(answer.value, Fraction) else None


def value_at(term: Term, point: Mapping[str, object]) -> Fraction:
    """The exact value of a bound at a point; raises :class:`~pabisym.errors.Undecided` where it is irrational."""
    value = exact_value(term, point)
    if value is None:
        raise Undecided(f"{to_text(term)} is irrational at a point")
    return to_fraction(fmpq(value))


def _compared(spec: Spec, bound: Term, conditions: tuple[Term, ...]) -> tuple[str, int]:
    """Tightness at random points, and their number; a bound below the optimum would be a bug, and raises."""
    order = spec.goal.order or Name("alpha")
    tightness, checked = "exact", 0
    for point in spec.points(POINTS, seed=1):
        try:
            if not all(decide(condition, point) == "true" for condition in conditions):
                continue
            value, best = value_at(bound, point), optimum(spec, point)
            target = None if best is None else value_at(order, point) * best / _TWO
        except (InputError, Undecided):
            continue
        if target is None or value < target:
            raise Undecided(f"the derived bound lies below the optimum at {dict(point)}: this is a bug of pabisym")
        checked += 1
        tightness = "upper" if value > target else tightness
    return (tightness if checked else "upper"), checked


def _holds(term: Term, heads: frozenset[str]) -> bool:
    return isinstance(term, Call) and (term.head in heads or any(_holds(arg, heads) for arg in term.args))
