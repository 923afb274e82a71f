"""The contraction calculus for a derived goal: one gap in a bounded domain, equal factors and equal noise.

Beside the price of the shift allocation stands a second bound on the hockey-stick divergence: the gap is paid at once, and
every later step multiplies by theta(r/sigma), r the diameter of what a step can give.  Which of the two is smaller depends on
the point; both are proved, and so is their minimum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from pabisym.derivation.notion_transfer import at_level, level_of
from pabisym.derivation.shapes.problem import RUNS, Problem, gaps_claimed, parts_of
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import TWO, ZERO, Term, substitute
from pabisym.library.library import Library
from pabisym.library.twins import Grounded, prove_by_replay
from pabisym.process.iteration import Iteration
from pabisym.process.sequence import EachStep, Impulse
from pabisym.proof.build import Builder, Filler, NoProof, Step
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

THEOREM = "pabisym/bounded-domain"


def bounded_domain(iteration: Iteration, domains: Mapping[str, str], relations: Mapping[str, Term], order: Term | None,
                   epsilon: Term | None, library: Library) -> Grounded:
    """A bound on the hockey-stick divergence for one gap in a bounded domain, for all letters in their domains.

    The sequent assumes, beside the runs, that every map has values within factor*diameter of each other, as it first
    projects onto the domain.  Raises :class:`~pabisym.proof.build.NoProof` for other processes.
    """
    given = _Given(iteration)
    e, level = level_of(order, epsilon)
    problem = Problem(replace(iteration, diameter=None), dict(domains), dict(relations), TWO)
    runs = problem.sequent("0")
    diameters = parse(f"forall(k, 1, {given.steps}, bounded(psi(k), {given.range}))", "diameters", None)
    sequent = Sequent("derived", runs.kinds, (*runs.assumptions, ("diameters", diameters)), parse("0 <= 0"))
    builder = Builder(sequent.scope(), {THEOREM: library.statement(THEOREM).sequent}, count(10**6))
    bound = given.bound(level)
    claim = f"dp(X({given.steps}), Y({given.steps}), {e}, {bound})"

    @script
    def written(p: Script) -> Step:
        at_level(p, order, e)
        given.with_factor(p, e, level)
        applied = given.applied(problem, p, e)
        if order is None:
            return applied
        d = given.bound(f"exp({e})")
        return p.figure("dp-widen", applied, e=e, u=e, d=d, v=bound, P=f"X({given.steps})", Q=f"Y({given.steps})")

    try:
        proof = written(builder)
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    final = Sequent("derived", sequent.kinds, sequent.assumptions, parse(claim, "conclusion", None))
    return prove_by_replay(final, proof, (THEOREM,), library)


class _Given:
    """The process as texts."""

    def __init__(self, iteration: Iteration) -> None:
        parts, factor, variance = parts_of(iteration.gap), iteration.contraction, iteration.noise.variance
        constant = isinstance(factor, EachStep) and factor.constant and isinstance(variance, EachStep) and variance.constant
        if iteration.diameter is None or iteration.start_shift != ZERO or len(parts) != 1 or not constant:
            raise NoProof("the contraction calculus is for one gap in a bounded domain, with equal factors and noise")
        (part,) = parts
        if not isinstance(part, Impulse) or not isinstance(factor, EachStep) or not isinstance(variance, EachStep):
            raise NoProof("the contraction calculus is for a single gap")
        self.steps, self.at = to_text(iteration.steps), to_text(part.index)
        self.size = to_text(substitute(part.size, {"k": ((), part.index)}))
        self.factor, self.variance = to_text(factor.size), to_text(variance.size)
        self.range = f"({self.factor})*({to_text(iteration.diameter)})"
        self.gap = f"cases(k - ({self.at}), cases(({self.at}) - k, {self.size}, 0), 0)"

    def bound(self, level: str) -> str:
        """The bound at the end, written with the order of the divergence."""
        return to_text(substitute(parse(self.formula(level), "bound"), {"k": ((), parse(self.steps))}))

    def formula(self, level: str) -> str:
        """The bound after k steps: every step after the gap multiplies it."""
        loss = f"theta({level}, {self.range}/sqrt({self.variance}))"
        return f"theta({level}, sqrt(({self.size})**2/({self.variance})))*{loss}**(k - ({self.at}))"

    def with_factor(self, p: Script, e: str, level: str) -> None:
        """Go on knowing that the factors are positive."""
        ratio, levels = f"{self.range}/sqrt({self.variance})", dict.fromkeys((f"exp({e})", level))
        positive_root(p, self.variance)
        signs = {p.fresh("order"): p.prove(f"{one} > 0") for one in levels}
        p.have(p.fresh("ratio"), f"{ratio} > 0")
        p.have_all(signs)
        p.have_all({p.fresh("factor"): p.figure("theta-positive", g=one, x=ratio) for one in levels})

    def applied(self, problem: Problem, b: Builder, e: str) -> Step:
        terms: dict[str, Filler] = {**RUNS, "T": self.steps, "t": self.at, "u": e, "g": self.size, "w": self.variance}
        terms |= {"c": ("k", self.factor), "v": ("k", self.variance), "r": ("k", self.range), "d": ("k", self.formula(f"exp({e})"))}
        known = ("start", "first run", "second run", "Lipschitz", "Gaussian", "diameters")
        premises = {label: b.known(label) for label in known} | {"gaps": gaps_claimed(problem, b, self.gap)}
        step = b.theorem(THEOREM, premises, **terms)
        wanted = f"dp(X({self.steps}), Y({self.steps}), {e}, {self.bound(f'exp({e})')})"
        return {**step, "conclusion": b.term(wanted)}
