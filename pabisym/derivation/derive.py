"""The door of ``derive``: from a spec to a theorem with its proof, its check against the solver, and its documents.

:mod:`pabisym.derivation.renyi_bound` finds and proves the bound, :mod:`pabisym.derivation.notion_transfer` reads it in the notion
that is asked for, :mod:`pabisym.derivation.tightness` proves that it is attained; here that is read from a spec and compared with the
exact optimum at random points.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import replace

from pabisym.derivation.contraction_bound import bounded_domain
from pabisym.derivation.derivation import Derivation, Route, fresh_level, optimum, value_at
from pabisym.derivation.gaussian_twin import sequent_at_two, tree_at_two
from pabisym.derivation.notion_transfer import Proven, gaussian, hockey_stick, least, price, shorter
from pabisym.derivation.renyi_bound import Derived, derive_renyi
from pabisym.derivation.tightness import Attainment, attainment
from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.simplify import tidied
from pabisym.lang.term import TWO, Call, Name, Term, substitute
from pabisym.process.sequence import names
from pabisym.proof.build import NoProof
from pabisym.spec.read import Spec, read_spec

POINTS = 20
"""Random points at which a derived bound is compared with the exact optimum."""


def derive(source: str | bytes | os.PathLike[str] | Mapping[str, object] | Spec) -> Derivation:
    """Derive and prove a bound for a spec: a path, TOML text, a dict, or a spec already read.

    Raises :class:`~pabisym.errors.InputError` for an unusable spec and :class:`~pabisym.errors.Undecided` where no
    shape of the library fits, or where it has no form in the notion that is asked for.
    """
    began = time.perf_counter()
    spec = source if isinstance(source, Spec) else read_spec(source)
    order = spec.goal.order if spec.goal.divergence == "renyi" and spec.goal.order is not None else TWO
    derived = _derived(spec, order)
    lowered = _at_two(spec, derived, order)
    square = tidied(lowered.bound)
    try:
        routes = _routes(spec, derived, lowered)
    except NoProof as reason:
        raise Undecided(f"the proof for the shape {derived.shape!r} is not found in this notion: {reason}") from reason
    tightness, checked = _compared(spec, square, derived.conditions)
    attained = _attained(lowered) if tightness == "exact" and spec.process.diameter is None else None
    return Derivation(spec, derived, square, routes, attained, tightness, checked, time.perf_counter() - began)


def _derived(spec: Spec, order: Term) -> Derived:
    iteration, scope = spec.process.iteration(), spec.scope()
    return derive_renyi(iteration, scope.kinds, dict(scope.known), order)


def _at_two(spec: Spec, derived: Derived, order: Term) -> Derived:
    """The derived bound of order 2, which is the price of the allocation."""
    if order == TWO:
        return derived
    if not isinstance(order, Name) or order.name in spec.process.letters or order.name in _others(spec, order.name):
        return _derived(spec, TWO)
    letter = order.name
    bound = substitute(derived.bound, {letter: ((), TWO)})
    sequent = sequent_at_two(derived.sequent, letter)
    return replace(derived, sequent=sequent, bound=bound, proof=tree_at_two(derived.proof, letter))


def _others(spec: Spec, letter: str) -> frozenset[str]:
    """The letters in relations between the order and other letters."""
    shared = [term for _, term in spec.scope().known if letter in names(term) and len(names(term)) > 1]
    return frozenset[str]().union(*map(names, shared))


def _routes(spec: Spec, derived: Derived, lowered: Derived) -> tuple[Route, ...]:
    """The bounds for the goal, each with its proof; the last is the one to state."""
    goal = spec.goal
    if goal.divergence == "renyi":
        return (Route("shift allocation", derived.bound, Proven(derived.sequent, derived.proof, derived.verdict)),)
    private = shorter(gaussian(lowered.sequent, lowered.proof, lowered.verdict.theorems))
    if goal.divergence == "gdp":
        return (Route("shift allocation", Call("sqrt", (price(private),)), private),)
    if goal.delta is not None:
        private = _with_level(private, fresh_level(spec))
    epsilon = Name(fresh_level(spec)) if goal.delta is not None else goal.epsilon
    first = hockey_stick(private, goal.order, epsilon)
    routes = [Route("Gaussian differential privacy", _told(first), first)]
    scope = spec.scope()
    try:
        relations = dict(first.sequent.assumptions[: len(first.sequent.assumptions) - _structural(first)])
        second = bounded_domain(spec.process.iteration(), _numeric(first), relations, goal.order, epsilon)
        both = least(first, second)
    except NoProof:
        return tuple(routes)
    del scope
    return (*routes, Route("contraction calculus", _told(second), second), Route("the smaller one", _told(both), both))


def _numeric(statement: Proven) -> dict[str, str]:
    return {name: kind for name, kind in statement.sequent.kinds.items() if kind in ("real", "integer")}


def _structural(statement: Proven) -> int:
    """How many of the last assumptions are about the runs."""
    found = [label for label, _ in statement.sequent.assumptions]
    return len(found) - found.index("start")


def _with_level(statement: Proven, letter: str) -> Proven:
    """The same statement with one more letter, for an epsilon >= 0."""
    sequent = statement.sequent
    known = (("level", parse(f"{letter} >= 0", "level", None)), *sequent.assumptions)
    return replace(statement, sequent=replace(sequent, kinds={**sequent.kinds, letter: "real"}, assumptions=known))


def _told(statement: Proven) -> Term:
    conclusion = statement.sequent.conclusion
    return conclusion.args[3] if isinstance(conclusion, Call) else conclusion


def _attained(lowered: Derived) -> Attainment | None:
    try:
        return attainment(lowered, lowered.bound)
    except NoProof:
        return None


def _compared(spec: Spec, square: Term, conditions: tuple[Term, ...]) -> tuple[str, int]:
    """Tightness at random points, and their number; a bound below the optimum would be a bug, and raises."""
    tightness, checked = "exact", 0
    for point in spec.points(POINTS, seed=1):
        try:
            if not all(decide(condition, point) == "true" for condition in conditions):
                continue
            value, best = value_at(square, point), optimum(spec, point)
        except (InputError, Undecided):
            continue
        if best is None or value < best:
            raise Undecided(f"the derived bound lies below the optimum at {dict(point)}: this is a bug of pabisym")
        checked += 1
        tightness = "upper" if value > best else tightness
    return (tightness if checked else "upper"), checked
