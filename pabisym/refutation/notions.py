"""Claims in every notion: when a claim is false for a process whose divergence is known, and how a derived bound proves it.

Two normal laws mu apart in units of their deviation have the Rényi divergence (order/2) mu^2, are mu-GDP and no better, and have
the hockey-stick divergence theta(gamma, mu): a linear pair of runs is such a pair, so that one number decides all claims.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice
from typing import Any

from pabisym.derivation.derive import derived_bound, parts_of
from pabisym.derivation.notion_transfer import hockey_stick
from pabisym.derivation.renyi_bound import optimal_bound, own_bounds
from pabisym.derivation.shapes.problem import Derived
from pabisym.derivation.simple_bounds import simple_bounds
from pabisym.errors import Undecided
from pabisym.kernel.exact import Refusal
from pabisym.lang.grammar import to_text
from pabisym.lang.term import TWO, ZERO, Call, Term, gdp
from pabisym.library.library import Library
from pabisym.library.twins import Grounded, builder_of, gaussian, library_of, price, prove_by_replay, shorter
from pabisym.proof.build import Builder, NoProof, Step, term_of
from pabisym.refutation.look_back import look_backs
from pabisym.refutation.weakening import Weakening, spelled_out, unfolded
from pabisym.spec.read import Goal, Spec

SIMPLE = 2
"""How many simple bounds a claim is compared with."""


def compare_with_truth(goal: Goal, bound: Term, square: Term) -> tuple[Term, Term]:
    """What is claimed and what is true, for a pair of mu^2 = ``square``: the claim is false where the first is the smaller.

    A claimed epsilon at a delta is compared by the delta that it needs.
    """
    mu = Call("sqrt", (square,))
    if goal.divergence == "renyi" and goal.order is not None:
        return bound, Call("/", (Call("*", (square, goal.order)), TWO))
    if goal.divergence == "gdp":
        return bound, mu
    if goal.delta is not None:
        return goal.delta, Call("theta", (Call("exp", (bound,)), mu))
    order = goal.order or Call("exp", (goal.epsilon or ZERO,))
    return bound, Call("theta", (order, mu))


@dataclass(frozen=True)
class Outcome:
    """Why a claim is not proved, empty when it is; what the proof takes beside the domains; and where the claim is false by which pair."""

    reason: str
    conditions: tuple[Term, ...] = ()
    refuted: tuple[dict[str, Fraction], Mapping[str, Any]] | None = None


def derivations(spec: Spec, bound: Term, library: Library) -> Iterator[Derived | Undecided]:
    """Proved Rényi bounds from which a claim may follow: with look-backs that it names, then what is derived, or why nothing is.

    Simple bounds follow, from which a claim that is not the optimum may be an easier step, and where the optimum is not proved those of
    theorems of the user's own.

    For every other notion than Rényi's they are of order 2.
    """
    goal = spec.goal
    order = goal.order if goal.divergence == "renyi" and goal.order is not None else TWO
    yield from look_backs(spec, bound, order, library)
    try:
        own = goal if goal.divergence == "renyi" else Goal("gdp")
        derived = derived_bound(replace(spec, goal=own, claim=None), library)
    except Undecided as problem:
        yield problem
        return
    yield derived
    own_process = derived.problem or (derived.strand[0] if derived.strand is not None else None)
    if own_process is not None and not derived.fallback and not derived.parts:
        yield from islice(simple_bounds(own_process, library, lambda other: optimal_bound(other, library)), SIMPLE)
    if derived.fallback and not (spec.process.release or spec.process.every_iterate) and spec.process.noise.law == "gaussian":
        scope = spec.scope()
        yield from own_bounds(spec.process.iteration(), scope.kinds, dict(scope.known), order, library)


def why_open(goal: Goal, bound: Term, derived: Derived, points: Sequence[Mapping[str, Fraction]]) -> str:
    """Why a claim about mu or a hockey-stick divergence does not follow from a derived bound; empty where it is proved."""
    try:
        parts_of(derived, goal)
        private = shorter(gaussian(derived.sequent, derived.tree, derived.verdict.theorems, derived.library))
    except NoProof as problem:
        return f"{to_text(derived.bound)} has no proof in this notion: {problem}"
    try:
        if goal.divergence == "gdp":
            wider(private, bound, points)
        elif goal.delta is not None:
            raise NoProof("a claimed epsilon at a delta is refuted or left open")
        else:
            hockey_stick(wider(private, _inside(goal, bound), points), goal.order, goal.epsilon)
    except (NoProof, Refusal) as problem:
        return f"from the derived mu^2 = {to_text(price(private))} the claim was not shown to follow: {problem}"
    return ""


def _inside(goal: Goal, bound: Term) -> Term:
    """The distance mu where the claimed bound is theta(gamma, mu) at the claimed gamma; the kernel knows nothing else of theta."""
    order = goal.order or (None if goal.epsilon is None else Call("exp", (goal.epsilon,)))
    match bound:
        case Call("theta", (level, distance)) if order is not None and level == order:
            return distance
    raise NoProof("a claimed hockey-stick divergence is proved only in the form theta(gamma, mu)")


def wider(statement: Grounded, mu: Term, points: Sequence[Mapping[str, Fraction]] = ()) -> Grounded:
    """A statement about Gaussian differential privacy with a larger mu, which is shown not to be negative.

    Raises :class:`~pabisym.proof.build.NoProof` where that, or that it is larger, is not shown.
    """
    known, P, Q = laws_of(statement)
    square = mu.args[0] if isinstance(mu, Call) and mu.head == "sqrt" else Call("**", (mu, TWO))
    if square == known:
        return statement
    claim = gdp(ZERO, P, Q, square)

    def finish(b: Builder, leaf: Step) -> Step:
        own = laws_of(leaf)[0]
        label = b.fresh("sign")
        given = {"y": ZERO, "z": ZERO, "m": own, "n": square, "P": P, "Q": Q}
        make = lambda b: b.figure("gdp-monotone", leaf, conclude=claim, **given)  # noqa: E731
        larger, root = (square, False) if square != Call("**", (mu, TWO)) else (mu, True)
        weakening = Weakening(points)
        return spelled_out(b, own, claim, lambda b: weakening.described(b, [own])(lambda b: b.have(label, b.figure(
            "gdp-sign", leaf, z=ZERO, m=own, P=P, Q=Q), lambda b: weakening.compared(b, claim, own, larger, make, root=root))))

    proof = unfolded(builder_of(statement), statement.tree, claim, finish)
    return prove_by_replay(replace(statement.sequent, conclusion=claim), proof, library_of(statement), statement.library, statement.own)


def laws_of(statement: Grounded | Step) -> tuple[Term, Term, Term]:
    """The mu^2 and the two laws of a bound on mu; raises :class:`~pabisym.proof.build.NoProof` where it is none."""
    conclusion = statement.sequent.conclusion if isinstance(statement, Grounded) else term_of(statement["conclusion"])
    if not isinstance(conclusion, Call) or conclusion.head != "gdp":
        raise NoProof("the statement is not about Gaussian differential privacy")
    _, P, Q, own = conclusion.args
    return own, P, Q
