"""From a description to a theorem: closed forms for the shift allocation, proved for all parameters.

The shape of the process chooses a theorem of the library; the proof of its premises is built, and replayed by the
kernel.  Everything here but the replay is untrusted.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pabisym.derivation.shapes.order import SHAPES
from pabisym.derivation.shapes.problem import Problem, Shape, base_of, by_ratio, coordinates, with_divisors, with_powers
from pabisym.errors import Undecided
from pabisym.kernel.check import Verdict, check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse
from pabisym.lang.term import ZERO, Call, Term
from pabisym.library.library import builtin
from pabisym.process.iteration import Iteration
from pabisym.proof.build import Builder, NoProof, Step

POSITIVE = "contraction is positive"
"""The label of the one condition that a derivation may add to the domains."""


class NoClosedForm(Undecided):
    """No shape of the library fits; this says nothing about the process."""


@dataclass(frozen=True)
class Derived:
    """A derived theorem: its sequent, its bound, its proof tree, and what the kernel said of it.

    ``conditions`` are assumptions of the sequent beyond the domains that were given.
    """

    sequent: Sequent
    bound: Term
    proof: Step
    verdict: Verdict
    shape: str
    conditions: tuple[Term, ...] = ()


def derive_renyi(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term) -> Derived:
    """A proved Rényi bound of the given order for all values of the letters in their domains.

    ``domains`` maps every letter to ``real`` or ``integer``, ``relations`` are their conditions by name.  Raises
    :class:`NoClosedForm` where no shape fits.
    """
    try:
        problem = Problem(iteration, dict(domains), {**relations, **_needed(iteration, domains, relations)}, order)
    except (NoProof, Refusal) as reason:
        raise NoClosedForm(f"the domains are not enough: {reason}") from reason
    reasons, unbounded = [], replace(problem, iteration=replace(iteration, diameter=None))
    for shape in SHAPES:
        own = problem if shape.bounded else unbounded
        if not shape.fits(own):
            continue
        try:
            return _finished(own, shape)
        except (NoProof, Refusal) as reason:
            reasons.append(f"{shape.name}: {reason}")
    raise NoClosedForm("; ".join(reasons) or "no shape of the library fits these gaps")


def _needed(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term]) -> dict[str, Term]:
    """Conditions that the coordinates need beyond the domains: that the contraction is positive."""
    base = base_of(iteration)
    if base in (None, "1"):
        return {}
    scope = Sequent("draft", dict(domains), tuple(relations.items()), parse("0 <= 0")).scope()
    needed: dict[str, Term] = {}

    def positive(b: Builder) -> Step:
        try:
            return b.prove(f"({base}) > 0")
        except NoProof:
            factor = parse(str(base), "contraction", None)
            top = factor.args[0] if isinstance(factor, Call) and factor.head == "/" else factor
            needed[POSITIVE] = Call(">", (top, ZERO))
            return b.prove("0 <= 0")

    with_divisors(Builder(scope), iteration, positive)
    return needed


def _finished(problem: Problem, shape: Shape) -> Derived:
    """Build the proof, replay it, and name the bound."""
    library = builtin()
    theorems = {name: library.statement(name).sequent for name in shape.theorems}
    found: dict[str, str] = {}

    def inside(b: Builder) -> Step:
        step, bound = by_ratio(problem, b, lambda b: shape.build(problem, b, coordinates(b, problem)))
        found["bound"] = bound
        return step

    builder, iteration = Builder.of(problem.sequent("0"), *theorems.values()), problem.iteration
    proof = with_divisors(builder, iteration, lambda b: with_powers(b, iteration, inside))
    sequent = problem.sequent(found["bound"])
    verdict = check(sequent, proof, theorems)
    if not verdict.accepted:
        raise NoProof(verdict.reason)
    added = tuple(term for label, term in problem.relations.items() if label == POSITIVE)
    return Derived(sequent, parse(found["bound"], "bound"), proof, verdict, shape.name, added)
