"""From one proof about a process to every goal: Rényi bounds, Gaussian differential privacy, hockey-stick divergences.

A derived proof of a Rényi bound of order 2 is a proof that the runs are sqrt(V)-GDP, V the price of the allocation
(:mod:`pabisym.library.twins`), and from Gaussian differential privacy the hockey-stick divergence follows.  Untrusted like every builder.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import count

from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import ZERO, Call, Term, dp
from pabisym.library.twins import Grounded, builder_of, laws, library_of, price, proven
from pabisym.proof.build import Builder, NoProof, Step, term_of
from pabisym.proof.case_split import case_by_case, free_label, with_facts
from pabisym.proof.exponentials import log_low
from pabisym.proof.script import Script, script


def hockey_stick(statement: Grounded, order: Term | None, epsilon: Term | None) -> Grounded:
    """What Gaussian differential privacy says about the hockey-stick divergence of an order >= 1, or of exp(epsilon).

    Raises :class:`~pabisym.proof.build.NoProof` where the domains do not show that the order is at least 1.
    """
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

    try:
        proof = builder.have(private, statement.tree, lambda b: with_facts(statement.tree, b, at_the_level))
    except Refusal as reason:
        raise NoProof(str(reason)) from reason
    return proven(replace(statement.sequent, conclusion=claim), proof, library_of(statement), statement.library, statement.own)


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
    return proven(sequent, proof, names, first.library, own)


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


