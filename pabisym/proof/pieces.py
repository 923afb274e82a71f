"""The proof for three pieces of accumulated shift, each above its chord: which of them are paid at one rate.

Written with the letters of ``pabisym/three-pieces``.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.iterations import STRUCTURES, rising_from

GAP = "P(k)*(S(k) - S(k - 1))"
FIRST, SECOND, THIRD = "N(p)", "(N(q) - N(p))", "(N(T) - N(q))"
FIRST_TWO = f"u*{SECOND} - (v - u)*{FIRST}"
LAST_TWO = f"(v - u)*{THIRD} - (w - v)*{SECOND}"
ALL_LEFT, ALL_RIGHT = f"v*{THIRD} - (w - v)*N(q)", f"u*(N(T) - N(p)) - (w - u)*{FIRST}"
ALL = "w**2/N(T)"
VALUE = (f"cases({FIRST_TWO}, cases({ALL_LEFT}, {ALL}, v**2/N(q) + (w - v)**2/{THIRD}), cases({LAST_TWO}, cases({ALL_RIGHT}, {ALL}, "
         f"u**2/{FIRST} + (w - u)**2/(N(T) - N(p))), u**2/{FIRST} + (v - u)**2/{SECOND} + (w - v)**2/{THIRD}))")
BOUND = f"alpha*({VALUE})/2"
Block = tuple[str, str, str, str, str]
"""First step, last step, height and rise of a block, and the label under which its chord is known."""


def proof(b: Builder) -> Step:
    """Neighbours are pooled where the first is the steeper; what is left is a string of blocks."""
    heights = {"S at p": b.known("first height"), "S at q": b.known("second height"), "S at T": b.known("last height")}
    facts = {"up to p": rising_from(b, "0", "p"), "p to q": rising_from(b, "p", "q"), "q to T": rising_from(b, "q", "T")}

    def sorted_out(b: Builder) -> Step:
        return b.by_cases(FIRST_TWO, conclusion(), lambda b: left(b) if holds(b, f"{FIRST_TWO} >= 0") else right(b))

    return b.suppose_all(heights | facts, lambda b: strictly(b, "q", "T", lambda b: strictly(b, "0", "T", lambda b: b.have(
        "first piece", first(b), sorted_out))))


def conclusion() -> str:
    """What is proved."""
    return f"renyi(alpha, 0, X(T), Y(T), {BOUND})"


def holds(b: Builder, relation: str) -> bool:
    """Is a relation evident here."""
    return b.scope.arithmetic.evident(b.term(relation))


def left(b: Builder) -> Step:
    """The first two pieces are one."""

    def last(b: Builder) -> Step:
        if holds(b, f"{ALL_LEFT} >= 0"):
            return b.have("whole chord", merged(b, ("0", "q", "T"), ("0", "v", "w - v"), "pooled chord", "third chord"),
                          lambda b: blocks(b, ("0", "T", "0", "w", "whole chord")))
        two: tuple[Block, Block] = ("0", "q", "0", "v", "pooled chord"), ("q", "T", "v", "w - v", "third chord")
        return apart(b, "0", "q", ALL_LEFT, lambda b: blocks(b, *two))

    return b.have("pooled chord", merged(b, ("0", "p", "q"), ("0", "u", "v - u"), "first piece", "second chord"),
                  lambda b: b.by_cases(ALL_LEFT, conclusion(), last))


def right(b: Builder) -> Step:
    """The first two pieces are two."""
    head: Block = ("0", "p", "0", "u", "first piece")

    def pool(b: Builder) -> Step:
        return b.have("pooled chord", merged(b, ("p", "q", "T"), ("u", "v - u", "w - v"), "second chord", "third chord"),
                      lambda b: b.by_cases(ALL_RIGHT, conclusion(), one_or_two))

    def one_or_two(b: Builder) -> Step:
        if holds(b, f"{ALL_RIGHT} >= 0"):
            return b.have("whole chord", merged(b, ("0", "p", "T"), ("0", "u", "w - u"), "first piece", "pooled chord"),
                          lambda b: blocks(b, ("0", "T", "0", "w", "whole chord")))
        return strictly(b, "p", "T", lambda b: blocks(b, head, ("p", "T", "u", "w - u", "pooled chord")))

    def three(b: Builder) -> Step:
        rest: tuple[Block, Block] = ("p", "q", "u", "v - u", "second chord"), ("q", "T", "v", "w - v", "third chord")
        return apart(b, "p", "q", LAST_TWO, lambda b: blocks(b, head, *rest))

    def both(b: Builder) -> Step:
        return b.by_cases(LAST_TWO, conclusion(), lambda b: pool(b) if holds(b, f"{LAST_TWO} >= 0") else three(b))

    return apart(b, "0", "p", FIRST_TWO, both)


def first(b: Builder) -> Step:
    """The chord of the first piece in the form of the others."""
    claim = "u*(N(k) - N(0)) <= (S(k) - 0)*(N(p) - N(0))"
    return b.generalise("k", "0", "p", lambda b: b.have("chord here", b.at("first chord", "k"), lambda b: b.prove(claim)))


def merged(b: Builder, ends: tuple[str, str, str], sizes: tuple[str, str, str], one: str, other: str) -> Step:
    """The chord of two neighbours that are known under labels, the first the steeper."""
    p, r, q = ends
    height, a, c = sizes
    rise = {"0": {"q": "v", "T": "w"}, "p": {"T": "w - u"}}[p][q]

    def form(label: str, low: str, high: str, size: str, base: str) -> Step:
        return b.generalise("k", low, high, lambda b: restated(
            b, label, f"({size})*(N(k) - N({low})) <= (S(k) - ({base}))*(N({high}) - N({low}))"))

    premises = {"noise": b.generalise("k", f"{p} + 1", q, lambda b: b.at("noise", "k")), "first": form(one, p, r, a, height),
                "second": form(other, r, q, c, f"S({r})")}
    pooled = b.theorem("pabisym/merged-chords", premises, p=p, r=r, q=q, A=height, a=a, b=c, N=("k", "N(k)"), S=("k", "S(k)"))
    return b.have("pooled", pooled, lambda b: b.generalise("k", p, q, lambda b: restated(
        b, "pooled", f"({rise})*(N(k) - N({p})) <= (S(k) - ({height}))*(N({q}) - N({p}))")))


def restated(b: Builder, label: str, claim: str) -> Step:
    """A chord at step k in another form."""
    return b.have(b.fresh("chord"), b.at(label, "k"), lambda b: b.prove(claim))


def strictly(b: Builder, low: str, high: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that there is noise between two steps that are known to differ."""
    known = b.have(b.fresh("last"), b.at("noise", high), lambda b: b.have(
        b.fresh("before"), rising_from(b, low, f"{high} - 1"), lambda b: b.prove(f"N({high}) - N({low}) > 0")))
    if low != "0":
        return b.have(b.fresh("room"), known, rest)
    return b.have(b.fresh("room"), known, lambda b: b.have(b.fresh("noise"), b.prove(f"N({high}) > 0"), rest))


def apart(b: Builder, low: str, high: str, compared: str, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing that there is noise between two steps: where they are the same, ``compared`` is not below 0."""

    def one(b: Builder) -> Step:
        if holds(b, f"{high} >= {low} + 1"):
            return strictly(b, low, high, rest)
        return b.have("in order", b.prove(f"{low} <= {high}"), lambda b: b.have(
            "no noise", b.prove(f"N({high}) == N({low})"), lambda b: b.have(
                "not steeper", b.prove(f"{compared} >= 0"), lambda b: b.impossible(conclusion()))))

    return b.by_cases(f"{high} - {low} - 1", conclusion(), one)


def blocks(b: Builder, *parts: Block) -> Step:
    """The bound of a string of blocks, in the form that is proved."""
    so_far, bound = b.figure("start", b.known("start"), alpha="alpha", z="S(0)", P="X(0)", Q="Y(0)"), "0"
    start = b.figure("monotone", so_far, alpha="alpha", z="S(0)", y="P(0)*(S(0) - 0)", b="0", d="0", P="X(0)", Q="Y(0)")
    for one in parts:
        p, q, _, rise, _ = one
        start, bound = block(b, one, start, bound), f"{bound} + alpha*({slope(p, q, rise)})**2*(N({q}) - N({p}))/2"
        if q != "T":
            after = {"q": "v", "p": "u"}[q]
            start = b.figure("monotone", start, alpha="alpha", z="0", y=f"P({q})*(S({q}) - {after})", b=bound, d=bound, P=f"X({q})",
                             Q=f"Y({q})")
    return b.figure("monotone", start, alpha="alpha", z="0", y="0", b=bound, d=BOUND, P="X(T)", Q="Y(T)")


def slope(p: str, q: str, rise: str) -> str:
    """The slope of a chord."""
    return f"({rise})/(N({q}) - N({p}))"


def block(b: Builder, one: Block, start: Step, bound: str) -> Step:
    """One block after what is proved up to its beginning."""
    p, q, height, rise, label = one
    m = slope(p, q, rise)
    claim = f"{height} + {m}*(N(k) - N({p})) <= S(k)"
    same = ("first run", "second run", "Lipschitz", "Gaussian", "gaps", "noise", "product", "products")
    premises = {name: b.known(name) for name in same}
    premises |= {"start": start, "below": b.generalise("k", p, q, lambda b: restated(b, label, claim))}
    terms: dict[str, Filler] = {s.name: ("k", f"{s.name}(k)") for s in STRUCTURES}
    return b.theorem("pabisym/block", premises, **terms, S=("k", "S(k)"), T="T", alpha="alpha", p=p, q=q, A=height, m=m, b=bound)
