"""Bounds at the order 1, which Definition 2.3 makes a limit: for every e > 0 a bound on an order above 1 is at most that at 1 and e.

Each function proves that from the statement of orders above 1, which is applied at the order 1 + e/(q + 1) where q is the factor of
the order in its bound; untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pabisym.library.checks import assumptions_of, replayed
from pabisym.library.statement import Statement, Verdict
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

ORDER, SPARE = "(1 + e/({} + 1))", {"spare": "e > 0"}


def in_proportion(statement: Statement, q: str, sign: Callable[[Script], Step]) -> tuple[Verdict, str]:
    """A bound of alpha times q, where ``sign`` proves q >= 0."""

    @script
    def build(p: Script) -> Step:
        p.have("not negative", sign(p))
        return _less(p, q, p.theorem(statement.id, {"order": _above_one(p, q)}, alpha=ORDER.format(q)))

    return _near_one(statement, ("order",), {}, {}, q, build)


def by_steps(statement: Statement, price: str, first: str, free: str) -> tuple[Verdict, str]:
    """A bound ``price`` that is added up from step ``first`` on, where the hypothesis ``free`` makes it 0."""
    more = {"rate": f"forall(k, {first} + 1, T, q(k) == q(k - 1) + a(k)**2/(2*v(k)))", "no rate": f"q({first}) == 0"}
    order = ORDER.format("q(T)")

    def here(p: Script) -> None:
        p.have("variance here", p.at("variance", "k"))
        p.have("rate here", p.at("rate", "k"))

    @script
    def build(p: Script) -> Step:
        with p.induct("k", first, "T", "q(k) >= 0") as more:
            here(more)
            more.show(certified("q(k) >= 0", fact(more.hypothesis, "variance here", times="2"), fact(square="a(k)"),
                                fact("rate here", factor="2*v(k)"), multiplier="2*v(k)"))
        p.have("not negative", p.at(more.step, "T"))
        above = _above_one(p, "q(T)")
        with p.generalise("k", f"{first} + 1", "T") as each:
            here(each)
            each.show(f"{order}*q(k) == {order}*q(k - 1) + {order}*a(k)**2/(2*v(k))")
        premises = {"order": above, "price": each.step, free: p.prove(f"{order}*q({first}) == 0")}
        terms: dict[str, Filler] = {"alpha": order, price: ("k", f"{order}*q(k)")}
        return _less(p, "q(T)", p.theorem(statement.id, premises, **terms))

    return _near_one(statement, ("order", "price", free), {"q": "real sequence"}, more, "q(T)", build)


def _above_one(p: Script, q: str) -> Step:
    p.have("divisor", f"{q} + 1 > 0")
    return certified(f"{ORDER.format(q)} > 1", fact("spare"), multiplier=f"{q} + 1")


def _less(p: Script, q: str, found: Step) -> Step:
    p.have("within", certified(f"{ORDER.format(q)}*({q}) <= {q} + e", fact("spare"), multiplier=f"{q} + 1"))
    return p.figure("monotone", found, y="0", d=f"{q} + e")


def _near_one(statement: Statement, dropped: Sequence[str], letters: Mapping[str, str], more: Mapping[str, str], q: str,
              build: Callable[[Builder], Step]) -> tuple[Verdict, str]:
    kinds = {letter: kind for letter, kind in statement.sequent.kinds.items() if letter != "alpha"} | {**letters, "e": "real"}
    assumed = assumptions_of(statement, {**more, **SPARE}, dropped)
    return replayed(f"renyi({ORDER.format(q)}, 0, X(T), Y(T), {q} + e)", kinds, assumed, build, (statement.id,))
