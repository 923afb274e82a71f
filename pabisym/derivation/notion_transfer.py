"""From one proof about a process to every goal: Rényi bounds, Gaussian differential privacy, hockey-stick divergences.

A derived proof of a Rényi bound of order 2 is at the same time a proof that the runs are sqrt(V)-GDP, V the price of the
allocation: :mod:`pabisym.derivation.gaussian_twin` exchanges the judgements, here that is done for the theorems that the proof
applies too, and the kernel replays all of them.  From Gaussian differential privacy the hockey-stick divergence follows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import count
from typing import Any

from pabisym.derivation.gaussian_twin import ORDER, gaussian_sequent, gaussian_term, gaussian_tree, has_twin, tree_at_two, twin
from pabisym.kernel.check import Verdict, check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.simplify import tidied
from pabisym.lang.term import Call, Term
from pabisym.library.library import builtin
from pabisym.library.proof_file import proof_document
from pabisym.proof.build import Builder, NoProof, Step
from pabisym.proof.case_split import case_by_case, free_label, with_facts
from pabisym.proof.exponentials import log_low
from pabisym.proof.json import sequent_json
from pabisym.proof.tree import as_text


@dataclass(frozen=True)
class Proven:
    """A statement with the proof that the kernel accepted, and the generated theorems on which it rests, by id.

    What is applied and not among ``own`` is a theorem of the library.
    """

    sequent: Sequent
    proof: Step
    verdict: Verdict
    own: Mapping[str, Proven] = field(default_factory=dict)

    @property
    def cited(self) -> tuple[str, ...]:
        """What is believed under this proof, each once."""
        leaves: dict[str, None] = {}
        for name in sorted(self.verdict.theorems | self.verdict.sources):
            leaves |= dict.fromkeys(self.own[name].cited if name in self.own else leaves_of(name))
        return tuple(leaves)

    @property
    def steps(self) -> int:
        """Steps of the proof, and of the generated theorems under it."""
        return self.verdict.steps + sum(one.steps for one in self.own.values())

    def document(self) -> dict[str, Any]:
        """A proof file for ``pabisym check``: this statement and everything that its proof applies."""
        listed = {theorem["id"]: theorem for theorem in self._below()}
        conclusion = to_text(self.sequent.conclusion)
        own = {**sequent_json(self.sequent), "proof": as_text(self.proof)}
        return {"format": "pabisym-proof", "version": 1, "conclusion": conclusion, "theorems": [*listed.values(), own]}

    def _below(self) -> Iterable[dict[str, Any]]:
        for name in sorted(self.verdict.theorems):
            if name in self.own:
                own = self.own[name]
                yield from own._below()
                yield {**sequent_json(own.sequent), "proof": as_text(own.proof)}
            else:
                yield from proof_document(builtin(), name)["theorems"]


def leaves_of(name: str) -> tuple[str, ...]:
    """What is believed where a proof names a source or a theorem of the library."""
    library = builtin()
    if name not in library:
        return (name,)
    standing = library.standing(name)
    return () if standing.status == "definition" else standing.cited if standing.status in ("proved", "cited") else (name,)


def proven(sequent: Sequent, proof: Step, names: Iterable[str], own: Mapping[str, Proven] | None = None) -> Proven:
    """A statement with its proof, replayed; ``names`` are the theorems of the library that it may apply.

    Raises :class:`~pabisym.proof.build.NoProof` where the kernel refuses.
    """
    generated = dict(own or {})
    theorems = {name: builtin().statement(name).sequent for name in names} | {name: one.sequent for name, one in generated.items()}
    verdict = check(sequent, proof, theorems)
    if not verdict.accepted:
        raise NoProof(f"{sequent.id}: {verdict.reason}")
    return Proven(sequent, proof, verdict, {name: one for name, one in generated.items() if name in verdict.theorems})


@lru_cache(maxsize=256)
def gaussian_theorem(name: str) -> Proven:
    """The Gaussian form of a theorem of the library, with its own proof."""
    library = builtin()
    tree = library.proof(name).tree
    if tree is None:
        raise NoProof(f"{name} has no proof that could be read in another notion")
    return _gaussian(gaussian_sequent(library.statement(name).sequent), tree_at_two(tree, ORDER), library.proof(name).theorems)


def gaussian(sequent: Sequent, proof: Step, names: Iterable[str]) -> Proven:
    """The Gaussian form of a proved statement about the divergence of order 2.

    Raises :class:`~pabisym.proof.build.NoProof` where a rule in it has no Gaussian form.
    """
    known = tuple((label, gaussian_term(term)) for label, term in sequent.assumptions)
    return _gaussian(Sequent(sequent.id, sequent.kinds, known, gaussian_term(sequent.conclusion)), proof, names)


def _gaussian(sequent: Sequent, tree: Mapping[str, Any], names: Iterable[str]) -> Proven:
    library = builtin()
    names = tuple(names)
    needed = {name for name in names if has_twin(library.statement(name).sequent)}
    proof = gaussian_tree(tree, needed.__contains__)
    own = {twin(name): gaussian_theorem(name) for name in sorted(needed)}
    return proven(sequent, proof, (name for name in names if name not in needed), own)


def price(statement: Proven) -> Term:
    """The square of mu in a proved statement about Gaussian differential privacy."""
    conclusion = statement.sequent.conclusion
    _laws(conclusion)
    return conclusion.args[3] if isinstance(conclusion, Call) else conclusion


def shorter(statement: Proven) -> Proven:
    """The same statement about Gaussian differential privacy with its price written shorter, where the kernel agrees."""
    square = price(statement)
    short = tidied(square)
    if short == square:
        return statement
    P, Q = _laws(statement.sequent.conclusion)
    claim = f"gdp(0, {P}, {Q}, {to_text(short)})"
    given = {"y": "0", "z": "0", "m": to_text(square), "n": to_text(short), "P": P, "Q": Q}
    try:
        proof = with_facts(statement.proof, builder_of(statement), lambda b: case_by_case(
            b, claim, (square, short), lambda b: b.figure("gdp-monotone", statement.proof, **given)))
        sequent = replace(statement.sequent, conclusion=parse(claim, "conclusion", None))
        return proven(sequent, proof, library_of(statement), statement.own)
    except (NoProof, Refusal):
        return statement


def hockey_stick(statement: Proven, order: Term | None, epsilon: Term | None) -> Proven:
    """What Gaussian differential privacy says about the hockey-stick divergence of an order >= 1, or of exp(epsilon).

    Raises :class:`~pabisym.proof.build.NoProof` where the domains do not show that the order is at least 1.
    """
    square = to_text(price(statement))
    P, Q = _laws(statement.sequent.conclusion)
    e, level = level_of(order, epsilon)
    bound = f"theta({level}, sqrt({square}))"
    claim = f"dp({P}, {Q}, {e}, {bound})"

    builder = builder_of(statement)
    private = builder.fresh("private")

    def convert(b: Builder) -> Step:
        raw = b.figure("gdp-to-dp", b.known(private), e=e, m=square, P=P, Q=Q)
        return raw if order is None else b.figure("dp-widen", raw, e=e, u=e, d=f"theta(exp({e}), sqrt({square}))", v=bound, P=P, Q=Q)

    def sign(b: Builder) -> Step:
        return b.have(b.fresh("price"), b.figure("gdp-sign", b.known(private), z="0", m=square, P=P, Q=Q), convert)

    try:
        proof = builder.have(private, statement.proof, lambda b: with_facts(statement.proof, b, lambda b: at_level(
            b, order, e, lambda b: case_by_case(b, claim, (price(statement),), sign))))
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    sequent = replace(statement.sequent, conclusion=parse(claim, "conclusion", None))
    return proven(sequent, proof, library_of(statement), statement.own)


def least(first: Proven, second: Proven) -> Proven:
    """The smaller one of two bounds on the same hockey-stick divergence, under the hypotheses of both.

    Raises :class:`~pabisym.proof.build.NoProof` where the two speak of different things.
    """
    known = dict(first.sequent.assumptions)
    if any(known.setdefault(label, term) != term for label, term in second.sequent.assumptions):
        raise NoProof("the two bounds have different hypotheses")
    (P, Q, e, x), (*others, y) = _told(first.sequent.conclusion), _told(second.sequent.conclusion)
    if others != [P, Q, e]:
        raise NoProof("the two bounds are about different laws")
    claim = f"dp({P}, {Q}, {e}, min({x}, {y}))"
    kinds = {**first.sequent.kinds, **second.sequent.kinds}
    sequent = Sequent(first.sequent.id, kinds, tuple(known.items()), parse(claim, "conclusion", None))
    own, names = {**first.own, **second.own}, sorted({*library_of(first), *library_of(second)})
    theorems = {one.sequent.id: one.sequent for one in own.values()} | {n: builtin().statement(n).sequent for n in names}
    b = Builder(sequent.scope(), theorems, count(free_label(first.proof, second.proof)))

    names_of = b.fresh("first bound"), b.fresh("second bound")

    def one(b: Builder) -> Step:
        label, value = (names_of[0], x) if b.scope.arithmetic.evident(b.term(f"{y} - ({x}) >= 0")) else (names_of[1], y)
        return b.have(b.fresh("minimum"), b.figure("minimum", x=x, y=y), lambda b: b.figure(
            "dp-widen", b.known(label), e=e, u=e, d=value, v=f"min({x}, {y})", P=P, Q=Q))

    try:
        proof = b.suppose_all(dict(zip(names_of, (first.proof, second.proof), strict=True)), lambda b: with_facts(
            first.proof, b, lambda b: with_facts(second.proof, b, lambda b: case_by_case(
                b, claim, (parse(x), parse(y)), lambda b: b.by_cases(f"{y} - ({x})", claim, one)))))
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    return proven(sequent, proof, names, own)


def _told(judgement: Term) -> tuple[str, str, str, str]:
    """The laws, the level and the bound of a judgement about a hockey-stick divergence."""
    if not isinstance(judgement, Call) or judgement.head != "dp":
        raise NoProof(f"{to_text(judgement)} is not about a hockey-stick divergence")
    P, Q, e, d = map(to_text, judgement.args)
    return P, Q, e, d


def level_of(order: Term | None, epsilon: Term | None) -> tuple[str, str]:
    """Epsilon and the order that it stands for, as texts."""
    if order is not None:
        return f"log({to_text(order)})", to_text(order)
    e = "0" if epsilon is None else to_text(epsilon)
    return e, f"exp({e})"


def at_level(b: Builder, order: Term | None, e: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that epsilon is at least 0 and, for an order, that it is the exponential of its logarithm."""
    if order is None:
        return b.have(b.fresh("level"), b.prove(f"{e} >= 0"), rest)
    level = to_text(order)
    return log_low(b, level, lambda b: b.have(b.fresh("level"), b.prove(f"{e} >= 0"), lambda b: b.have(
        b.fresh("inverse"), b.figure("exp-log", x=level), rest)))


def builder_of(statement: Proven) -> Builder:
    """A builder in the scope of a statement, with the theorems that its proof applies."""
    theorems = [one.sequent for one in statement.own.values()] + [builtin().statement(n).sequent for n in library_of(statement)]
    return Builder(statement.sequent.scope(), {one.id: one for one in theorems}, count(free_label(statement.proof)))


def _laws(judgement: Term) -> tuple[str, str]:
    """The two laws of a judgement about Gaussian differential privacy."""
    if not isinstance(judgement, Call) or judgement.head != "gdp":
        raise NoProof(f"{to_text(judgement)} is not about Gaussian differential privacy")
    return to_text(judgement.args[1]), to_text(judgement.args[2])


def library_of(statement: Proven) -> list[str]:
    """The theorems of the library that a proof applies."""
    return [name for name in statement.verdict.theorems if name not in statement.own]
