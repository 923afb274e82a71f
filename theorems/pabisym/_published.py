"""Proofs of the bounds that published theorems state for a process.

They are derived from the process of the theorem file: the optimum of the shift allocation by :mod:`pabisym.derivation`, and from this the
bound of the page by the tactics with which :mod:`pabisym.refutation` proves claims.  Nothing here is trusted: the kernel replays the tree
that comes of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import count
from typing import TYPE_CHECKING, Any

from pabisym.kernel.exact import Refusal, Scope
from pabisym.lang.grammar import to_text
from pabisym.lang.term import RELATIONS, Call, Name, Term
from pabisym.library.statement import Replayed, Verdict
from pabisym.process.iteration import Iteration
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.script import Script

if TYPE_CHECKING:
    from pabisym.derivation.shapes.problem import Derived

NUMBERS = ("real", "integer")
ORDER = Name("alpha")
POINTS = 40
"""Random points at which an order of two formulas is tried before it is proved."""


def derive_bound(b: Builder, iteration: Iteration, claim: str, known: Callable[[Script], None] | None = None) -> Step:
    """The proof that a formula bounds the divergence of the last iterates of a process: what is derived is at most this.

    ``known`` says first what the search would not find, or find late.
    """
    p = Script(b)
    if known is not None:
        known(p)
    return p.close(follows(iteration, p, p.term(claim)))


def in_one_block(b: Builder, iteration: Iteration, claim: str) -> Step:
    """As :func:`derive_bound`; of the cases of the optimum it is the one in which the gaps before the last one are one block."""
    def known(p: Script) -> None:
        p.have("rest", p.figure("power-at-most-one", c="c", k="l - 2"))
        p.have("less", p.figure("power-below-one", c="c", k="l"))
        p.have_each({"kept": "c**l <= c**2", "tail": "c**(l*(E - 1)) > 0", "case": "c**l - c**2*(1 + c**(l*(E - 1)) - c**(l*E)) < 0"})

    return derive_bound(b, iteration, claim, known)


def derive_contraction(b: Builder, left: str = "", **process: Any) -> Step:
    """As :func:`derive_bound`, with c^(2T) <= c^2; ``left`` is a power that is positive."""
    def known(p: Script) -> None:
        if left:
            p.have_each({"left": f"{left} > 0"})
        p.have("power", p.figure("power-at-most-one", c="c", k="2*T - 2"))

    return derive_bound(b, known=known, **process)


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
            return _weaken(b, found, claim, points)
    return _weaken(b, derive_renyi(iteration, domains, relations, ORDER), claim, points)


def _weaken(b: Builder, found: Derived, claim: Term, points: Sequence[Mapping[str, Fraction]]) -> Step:
    """The claim from one derived bound; raises :class:`~pabisym.proof.build.NoProof` where it is not shown to follow."""
    from pabisym.proof.case_split import free_label
    from pabisym.refutation.weakening import Weakening, unfolded

    if claim == found.sequent.conclusion:
        return dict(found.tree)
    theorems = {name: found.library.statement(name).sequent for name in found.verdict.theorems}

    def finish(b: Builder, leaf: Step) -> Step:
        (order, shift, P, Q, bound), wanted = _parts(b.term(leaf["conclusion"])), _parts(claim)[4]
        terms = {"alpha": order, "z": shift, "y": shift, "b": bound, "d": wanted, "P": P, "Q": Q}

        def weaker(b: Builder) -> Step:
            return b.figure("monotone", leaf, conclude=claim, **terms)

        return Weakening(points).compared(b, claim, bound, wanted, weaker)

    return unfolded(Builder(b.scope, theorems, count(free_label(found.tree))), found.tree, claim, finish)


def _parts(judgement: Term) -> tuple[Term, ...]:
    return judgement.args if isinstance(judgement, Call) else ()


def has_gaussian_form(name: str) -> tuple[Verdict, str]:
    """That the proof of a theorem, read at the order 2, is one about Gaussian differential privacy with mu^2 its bound there."""
    from pabisym.library.believed import PREFIX
    from pabisym.library.library import builtin
    from pabisym.library.twins import gaussian_form

    found = gaussian_form(name, builtin())
    said = "the Gaussian form of the proof was refused" if found is None else to_text(found.sequent.conclusion)
    if found is None:
        return "false", said
    return "true", Replayed(said) if all(one.startswith(PREFIX) for one in found.cited) else said
