"""Two chords of which the first is the steeper make one.

Statement
    Let p <= r <= q and let N rise. If a (N_k - N_p) <= (S_k - A) (N_r - N_p) for k = p..r with S_r = A + a and A <=
    S_p, b (N_k - N_r) <= (S_k - S_r) (N_q - N_r) for k = r..q with S_q = S_r + b, and b (N_r - N_p) <= a (N_q - N_r),
    then (a + b) (N_k - N_p) <= (S_k - A) (N_q - N_p) for k = p..q.
Reads as
    The straight line from the beginning of the first piece to the end of the second lies below both: blocks are pooled.
"""

from collections.abc import Callable

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._iterations import divided, rising_from
from ._vocabulary import item

CLAIM = "(a + b)*(N(k) - N(p)) <= (S(k) - A)*(N(q) - N(p))"
EXCESS = "(S(k) - A)*(N(q) - N(p)) - (a + b)*(N(k) - N(p))"


def proof(b: Builder) -> Step:
    """The slope of the whole lies between those of the pieces."""

    def early(b: Builder) -> Step:
        parts = {"part": "(a*(N(q) - N(r)) - b*(N(r) - N(p)))*(N(k) - N(p)) >= 0",
                 "scaled": "((S(k) - A)*(N(r) - N(p)) - a*(N(k) - N(p)))*(N(q) - N(p)) >= 0"}
        facts = {"here": b.at("first", "k"), "before": rising_from(b, "p", "k")}
        return b.suppose_all(facts, lambda b: b.suppose_all({name: b.prove(claim) for name, claim in parts.items()}, lambda b: b.have(
            "weighed", b.prove(f"({EXCESS})*(N(r) - N(p)) >= 0"), lambda b: divided(CLAIM, "N(r) - N(p)", "weighed"))))

    def late(b: Builder) -> Step:
        parts = {"part": "(a*(N(q) - N(r)) - b*(N(r) - N(p)))*(N(q) - N(k)) >= 0",
                 "scaled": "((S(k) - S(r))*(N(q) - N(r)) - b*(N(k) - N(r)))*(N(q) - N(p)) >= 0"}
        facts = {"here": b.at("second", "k"), "after": rising_from(b, "k", "q")}
        return b.suppose_all(facts, lambda b: b.suppose_all({name: b.prove(claim) for name, claim in parts.items()}, lambda b: b.have(
            "weighed", b.prove(f"({EXCESS})*(N(q) - N(r)) >= 0"), lambda b: divided(CLAIM, "N(q) - N(r)", "weighed"))))

    def side(b: Builder, low: str, high: str, rest: Callable[[Builder], Step]) -> Step:
        strict = b.have(b.fresh("last"), b.at("noise", high), lambda b: b.have(
            b.fresh("before"), rising_from(b, low, f"{high} - 1"), lambda b: b.prove(f"N({low}) < N({high})")))
        return b.have(b.fresh("room"), strict, rest)

    def first(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term("r >= p + 1")):
            return side(b, "p", "r", early)
        return b.have("beginning here", b.prove("(S(p) - A)*(N(q) - N(p)) >= 0"), lambda b: b.prove(CLAIM))

    def second(b: Builder) -> Step:
        if b.scope.arithmetic.evident(b.term("q >= r + 1")):
            return side(b, "r", "q", late)
        return b.have("at r", b.prove("k <= r"), lambda b: b.have("at q", b.prove("q <= k"), lambda b: b.prove(CLAIM)))

    def below(b: Builder) -> Step:
        return b.by_cases("k - r", CLAIM, lambda b: b.by_cases("q - r - 1", CLAIM, second) if b.scope.arithmetic.evident(
            b.term("k >= r")) else b.by_cases("r - p - 1", CLAIM, first))

    return b.have("up to r", rising_from(b, "p", "r"), lambda b: b.have("from r", rising_from(b, "r", "q"), lambda b: b.have(
        "whole", b.prove("N(p) <= N(q)"), lambda b: b.generalise("k", "p", "q", below))))


STATEMENT = item("used with Theorem 22", "section 3.3", key="feldman2018", kind="lemma",
    letters=("p", integer("p <= r", "where the pieces meet", "first order", letter="r"),
        integer("r <= q", "last step", "second order", letter="q"), "A: string", real("a", "rise of the first piece", unit="iterate"),
        real("b", "rise of the second piece", unit="iterate"), Structure("N", "real sequence", "accumulated noise"),
        Structure("S", "real sequence", "accumulated shift")),
    given=("noise: forall(k, p + 1, q, N(k - 1) < N(k))", "slopes: b*(N(r) - N(p)) <= a*(N(q) - N(r))", "beginning: A <= S(p)",
        "first end: S(r) == A + a", "second end: S(q) == S(r) + b", "first: forall(k, p, r, a*(N(k) - N(p)) <= (S(k) - A)*(N(r) - N(p)))",
        "second: forall(k, r, q, b*(N(k) - N(r)) <= (S(k) - S(r))*(N(q) - N(r)))"),
    conclusion=f"forall(k, p, q, {CLAIM})", proof=proof, uses=("pabisym/rising",), spots="p=1, r=2, q=3, A=0, a=2, b=1")
