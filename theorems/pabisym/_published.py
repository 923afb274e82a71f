"""Processes that published theorems speak of: one description gives hypotheses, the proof of a bound, and the pair that attains it.

A :class:`Run` names the steps of two contractive noisy iterations once.  What a theorem file assumes of the runs is read off it, and
its proof is derived from it: the optimum of the shift allocation by :mod:`pabisym.derivation`, and from this the bound of the page by
the tactics with which :mod:`pabisym.refutation` proves claims.  Nothing here is trusted: the kernel replays the tree that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING

from pabisym.kernel.exact import Refusal, Scope
from pabisym.lang.grammar import to_text
from pabisym.lang.once import cached_property
from pabisym.lang.term import RELATIONS, Call, Name, Term
from pabisym.library.statement import Check, LinearPair, Verdict
from pabisym.process.iteration import GaussianNoise, Iteration
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.script import Script

if TYPE_CHECKING:
    from pabisym.derivation.shapes.problem import Derived

NUMBERS = ("real", "integer")
ORDER = Name("alpha")
POINTS = 40
"""Random points at which an order of two formulas is tried before it is proved."""


@dataclass(frozen=True)
class Run:
    """Two runs of ``steps`` steps: formulas in the letters of a theorem and the step ``k``, as in the specs of ``pabisym derive``.

    ``gap`` is a formula for every step or the table ``{"at": …, "size": …}`` or ``{"every": …, "from": …, "size": …}``; ``variance`` is
    that of the noise of a step on the iterate; ``start`` bounds how far the runs are apart at first; with a ``diameter`` every step
    projects onto a set first in which they are at most this far apart.
    """

    steps: str
    gap: object
    variance: str
    contraction: str = "1"
    start: str = "0"
    diameter: str = ""

    @cached_property
    def iteration(self) -> Iteration:
        """The process as the calculus has it."""
        return Iteration.of(steps=self.steps, gap=self.gap, noise=GaussianNoise.on_iterate(variance=self.variance),
                            contraction=self.contraction, start_shift=self.start, diameter=self.diameter or None)

    @property
    def given(self) -> tuple[str, ...]:
        """What a theorem about these runs assumes of laws, maps and noise."""
        it, each = self.iteration, f"forall(k, 1, {to_text(self.iteration.steps)}, {{}})".format
        step = each("equal({0}(k), convolve(push({1}(k), {2}), zeta(k)))").format
        place = "push(projection(K), {}(k - 1))".format
        near = f"winf(push(projection(K), X(k)), push(projection(K), Y(k)), {self.diameter})"
        domain = ("domain: convexset(K)", f"first run projected: {step('X', 'psi', place('X'))}",
                  f"second run projected: {step('Y', 'phi', place('Y'))}", f"diameter: forall(k, 0, {to_text(it.steps)}, {near})")
        return (
            f"start: winf(X(0), Y(0), {to_text(it.start_shift)})", f"first run: {step('X', 'psi', 'X(k - 1)')}",
            f"second run: {step('Y', 'phi', 'Y(k - 1)')}", f"Lipschitz: {each(f'lipschitz(psi(k), {to_text(it.contraction.term())})')}",
            f"gaps: {each(f'gap(psi(k), phi(k), {to_text(it.gap.term())})')}",
            f"Gaussian: {each(f'gaussian(zeta(k), {to_text(it.noise.variance.term())})')}", *(domain if self.diameter else ()))  # fmt: skip

    @property
    def letters(self) -> str:
        """The laws, maps, noises, and the domain where there is one."""
        return "X, Y, psi, phi, zeta" + (", K" if self.diameter else "")

    def renyi(self, bound: str) -> str:
        """That a formula bounds the divergence of the last iterates."""
        steps = to_text(self.iteration.steps)
        return f"renyi(alpha, 0, X({steps}), Y({steps}), {bound})"

    @property
    def pair(self) -> LinearPair:
        """The linear runs with these contractions, gaps and variances."""
        it = self.iteration
        parts = (it.steps, it.contraction.term(), it.gap.term(), it.noise.variance.term(), it.start_shift)
        return LinearPair(*map(to_text, parts))

    def forgetting(self, last: str) -> LinearPair:
        """The same, but that the maps up to some step are constant, their gaps apart."""
        return replace(self.pair, contraction=f"cases({last} - k, 0, {self.pair.contraction})")

    def proof(self, bound: str, known: Callable[[Script], None] | None = None) -> Callable[[Builder], Step]:
        """The proof that a formula bounds the divergence of the last iterates: what is derived is at most this.

        ``known`` says first what the search would not find, or find late.
        """
        def built(b: Builder) -> Step:
            p = Script(b)
            if known is not None:
                known(p)
            return p.close(follows(self.iteration, p, p.term(self.renyi(bound))))

        return built


def follows(iteration: Iteration, b: Builder, claim: Term) -> Step:
    """A claimed bound on the Rényi divergence from a bound that is derived in the scope of a theorem."""
    from pabisym.derivation.renyi_bound import derive_renyi  # a proof is built seldom, and its search takes much to load
    from pabisym.derivation.shapes.problem import Problem
    from pabisym.library.library import builtin
    from pabisym.refutation.look_back import problem_look_backs
    from pabisym.spec.domains import satisfying

    domains = {name: kind for name, kind in b.scope.kinds.items() if kind in NUMBERS}
    relations: dict[str, Term] = {label: term for label, term in b.scope.known if isinstance(term, Call) and term.head in RELATIONS}
    points = tuple(satisfying(Scope(domains, tuple(relations.items())), POINTS, 1))
    for found in problem_look_backs(Problem(iteration, domains, relations, ORDER), claim, builtin()):
        with suppress(NoProof, Refusal):
            return _weakened(b, found, claim, points)
    return _weakened(b, derive_renyi(iteration, domains, relations, ORDER), claim, points)


def _weakened(b: Builder, found: Derived, claim: Term, points: Sequence[Mapping[str, Fraction]]) -> Step:
    """The claim from one derived bound; raises :class:`~pabisym.proof.build.NoProof` where it is not shown to follow."""
    from pabisym.proof.case_split import free_label
    from pabisym.refutation.weakening import Weakening, unfolded

    if claim == found.sequent.conclusion:
        return dict(found.tree)
    theorems = {name: found.library.statement(name).sequent for name in found.verdict.theorems}

    def finish(b: Builder, leaf: Step) -> Step:
        (order, shift, P, Q, bound), wanted = _parts(b.term(leaf["conclusion"])), _parts(claim)[4]
        terms = {"alpha": order, "z": shift, "y": shift, "b": bound, "d": wanted, "P": P, "Q": Q}
        return Weakening(points).compared(b, claim, bound, wanted, lambda b: b.figure("monotone", leaf, conclude=claim, **terms))

    return unfolded(Builder(b.scope, theorems, count(free_label(found.tree))), found.tree, claim, finish)


def _parts(judgement: Term) -> tuple[Term, ...]:
    return judgement.args if isinstance(judgement, Call) else ()


def gaussian_privacy(name: str) -> Check:
    """That the proof of a theorem, read at the order 2, is one about Gaussian differential privacy with mu^2 its bound there."""

    def decide() -> tuple[Verdict, str]:
        from pabisym.library.library import builtin
        from pabisym.library.twins import gaussian_form

        found = gaussian_form(name, builtin())
        said = "the Gaussian form of the proof was refused" if found is None else to_text(found.sequent.conclusion)
        return ("false" if found is None else "true"), said

    return Check("mu-GDP by the same proof", decide)
