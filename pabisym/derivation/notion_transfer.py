"""From one proof about a process to every goal: Rényi bounds, Gaussian differential privacy, hockey-stick divergences.

A derived proof of a Rényi bound of order 2 is a proof that the runs are sqrt(V)-GDP, V the price of the allocation
(:mod:`pabisym.library.twins`), and from Gaussian differential privacy the hockey-stick divergence follows.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from itertools import count
from typing import Any

from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ONE, ZERO, Call, Name, Term, dp
from pabisym.library.twins import Grounded, builder_of, laws, library_of, price, prove_by_replay
from pabisym.proof.build import Builder, NoProof, Step, step, term_of
from pabisym.proof.case_split import case_by_case, free_label, with_facts
from pabisym.proof.exponentials import log_low
from pabisym.proof.script import Script, script


def hockey_stick(statement: Grounded, order: Term | None, epsilon: Term | None) -> Grounded:
    """What Gaussian differential privacy says about the hockey-stick divergence of an order >= 1, or of exp(epsilon).

    Where a price has a value for reasons that only the theorem under it knows, as a look-back that is at least one step, that theorem is
    read in this notion.  Raises :class:`~pabisym.proof.build.NoProof` where the domains do not show that the order is at least 1.
    """
    try:
        return _converted(statement, order, epsilon)
    except NoProof:
        with suppress(NoProof, Refusal):
            return _converted(statement, order, epsilon, cases=True)
        with suppress(NoProof, Refusal):
            if (told := _by_its_theorem(statement, order, epsilon)) is not None:
                return told
        raise


def _converted(statement: Grounded, order: Term | None, epsilon: Term | None, *, cases: bool = False) -> Grounded:
    square, (P, Q), (e, level) = price(statement), laws(statement.sequent.conclusion), level_of(order, epsilon)
    distance = Call("sqrt", (square,))
    bound = Call("theta", (term_of(level), distance))
    claim = dp(P, Q, term_of(e), bound)

    builder = builder_of(statement)
    private = builder.fresh("private")

    def convert(b: Builder) -> Step:
        raw = b.figure("gdp-to-dp", b.known(private), e=e, m=square, P=P, Q=Q)
        if order is None:
            return raw
        return b.figure("dp-widen", raw, e=e, u=e, d=Call("theta", (term_of(f"exp({e})"), distance)), v=bound, P=P, Q=Q)

    def sign(b: Builder) -> Step:
        return b.have(b.fresh("price"), b.figure("gdp-sign", b.known(private), z=ZERO, m=square, P=P, Q=Q), convert)

    @script
    def at_the_level(p: Script) -> Step:
        at_level(p, order, e)
        return case_by_case(p, claim, (square,), sign)

    @script
    def in_cases(p: Script) -> Step:
        p.have(private, statement.tree)
        at_level(p, order, e)
        return with_facts(statement.tree, p, lambda b: case_by_case(b, claim, (square,), sign), cases=True)

    try:
        proof = in_cases(builder) if cases else builder.have(private, statement.tree, lambda b: with_facts(statement.tree, b, at_the_level))
        return prove_by_replay(replace(statement.sequent, conclusion=claim), proof, library_of(statement), statement.library, statement.own)
    except Refusal as reason:
        raise NoProof(str(reason)) from reason


def _by_its_theorem(statement: Grounded, order: Term | None, epsilon: Term | None) -> Grounded | None:
    """The same from the generated theorem that is applied last, converted in its own cases; None where the proof does not end so."""
    last = statement.tree
    while last["rule"] == "have":
        last = last["premises"][1]
    name = last["with"].get("id")
    if last["rule"] != "theorem" or name not in statement.own:
        return None
    below = statement.own[name]
    letter = next(one for one in ("epsilon", "gamma", "level_1") if one not in below.sequent.kinds)
    least_level = f"{letter} >= {0 if order is None else 1}"
    known = {"level": parse(least_level, "level", None), **dict(below.sequent.assumptions)}
    kinds = {**below.sequent.kinds, letter: "real"}
    sequent = Sequent(f"{name.removesuffix('/gdp')}/dp", kinds, tuple(known.items()), below.sequent.conclusion)
    level = Name(letter)
    told = _converted(replace(below, sequent=sequent), None if order is None else level, level if order is None else None, cases=True)
    outer = builder_of(statement)
    b = Builder(outer.scope, {**outer.theorems, told.sequent.id: told.sequent}, count(free_label(statement.tree)))
    given = order if order is not None else epsilon if epsilon is not None else ZERO
    steps = {"level": b.prove(Call(">=", (given, ZERO if order is None else ONE))),
             **dict(zip(dict(below.sequent.assumptions), last["premises"], strict=True))}
    terms = {one: (term["index"], term["is"]) if isinstance(term, dict) else term for one, term in last["with"]["for"].items()}
    applied = b.theorem(told.sequent.id, steps, **terms, **{letter: given})
    claim = term_of(applied["conclusion"])

    def around(tree: Mapping[str, Any]) -> Step:
        if tree["rule"] != "have":
            return applied
        fact, rest = tree["premises"]
        return step("have", claim, (fact, around(rest)), **tree["with"])

    own = {one: ground for one, ground in statement.own.items() if one != name} | {told.sequent.id: told}
    claimed = replace(statement.sequent, conclusion=claim)
    return prove_by_replay(claimed, around(statement.tree), library_of(statement), statement.library, own)


def least(first: Grounded, second: Grounded) -> Grounded:
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
    theorems = {one.sequent.id: one.sequent for one in own.values()} | {n: first.library.statement(n).sequent for n in names}
    b = Builder(sequent.scope(), theorems, count(free_label(first.tree, second.tree)))

    names_of = b.fresh("first bound"), b.fresh("second bound")

    def one(b: Builder) -> Step:
        label, value = (names_of[0], x) if b.scope.arithmetic.evident(b.term(f"{y} - ({x}) >= 0")) else (names_of[1], y)
        return b.have(b.fresh("minimum"), b.figure("minimum", x=x, y=y), lambda b: b.figure(
            "dp-widen", b.known(label), e=e, u=e, d=value, v=f"min({x}, {y})", P=P, Q=Q))

    try:
        proof = b.suppose_all(dict(zip(names_of, (first.tree, second.tree), strict=True)), lambda b: with_facts(
            first.tree, b, lambda b: with_facts(second.tree, b, lambda b: case_by_case(
                b, claim, (parse(x), parse(y)), lambda b: b.by_cases(f"{y} - ({x})", claim, one)))))
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    return prove_by_replay(sequent, proof, names, first.library, own)


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


def at_level(p: Script, order: Term | None, e: str) -> None:
    """Go on knowing that epsilon is at least 0 and, for an order, that it is the exponential of its logarithm."""
    if order is not None:
        log_low(p, to_text(order))
    p.have(p.fresh("level"), f"{e} >= 0")
    if order is not None:
        p.have(p.fresh("inverse"), p.figure("exp-log", x=to_text(order)))


