"""The proofs of what mixing gives where maps contract, or do not even keep distances, with its letters.

The noise of each step of a block pays for its share of the distance that is left; the shares are numbers that a plan gives.  Untrusted
like every builder.
"""

from __future__ import annotations

from pabisym.lang.grammar import to_text
from pabisym.proof.build import Filler, Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import ABOVE, balance_steps, order_and_parts, plan_of_stage, unit
from ._mixing_sampled import PRICE, hidden_by_noise, kept_of

STEP = "convolve(push(psi({k}), {X}), zeta({k}))".format
EVERY = ("first run", "second run", "gaps", "amounts", "costs", "Gaussian", "diameters")
ROOT = f"sqrt({PRICE})"


def gaps(last: str) -> tuple[str, ...]:
    """How far the maps are apart, over a range."""
    return (f"gaps: {last.format('gap(psi(k), phi(k), g(k))')}", f"amounts: {last.format('g(k) >= 0')}",
        f"costs: {last.format('w(k) == w(k - 1) + g(k)**2')}")


@script
def forgotten(p: Script) -> Step:
    """From any two laws on, the noise of every step pays for its share of the distance."""

    def paid(p: Script, k: str, i: str, before: Step, distance: str) -> Step:
        """The noise of a step, after its map."""
        inside = {one: f"push(psi({k}), {law}({k} - 1))" for one, law in zip("PQ", "UV", strict=True)}
        outside = {one: STEP(k=k, X=f"{law}({k} - 1)") for one, law in zip("PQ", "UV", strict=True)}
        p.have_all({f"way {k}": p.at("way", i), f"share {k}": p.at("shares", i), f"price {k}": p.at("prices", i)})
        p.have(f"magnitude {k}", p.figure("gdp-magnitude", p.at("Gaussian", k), a=f"a({i})", v="v", Z=f"zeta({k})"))
        wide = p.figure("gdp-monotone", before, z=distance, y=f"z({i}) + a({i})", m=f"u({i} - 1)", n=f"u({i} - 1)", **inside)
        return hidden_by_noise(p, k, i, wide, inside, outside)

    first = {one: f"push(psi(t + 1), {law}(t + 1 - 1))" for one, law in zip("PQ", "UV", strict=True)}
    near = p.figure("bounded-near", p.at("diameters", "t + 1"), D="H", f="psi(t + 1)", P="U(t + 1 - 1)", Q="V(t + 1 - 1)")
    start = p.figure("gdp-start", near, z="H", **first)
    wide = p.figure("gdp-monotone", start, z="H", y="z(0)", m="0", n="u(1 - 1)", **first)
    with p.proof() as begun:
        begun.show(paid(begun, "(t + 1)", "1", wide, "z(0)"))
    claim = "gdp(z({i}), U({k}), V({k}), u({i}))".format
    with p.induct("k", "t + 1", "t + m", claim(i="k - t", k="k"), begun.step) as more:
        i = "(k - t - 1)"
        more.have("way before", more.at("way", "k - t - 1"))
        more.have("rest here", more.at("rest", "k - t"))
        before = more.figure("gdp-contraction", more.known(more.hypothesis), more.at("Lipschitz", "k"), more.figure("same-map", f="psi(k)"),
            z=f"z({i})", c="c", s="0", m=f"u({i})", P="U(k - 1)", Q="V(k - 1)", f="psi(k)", g="psi(k)")
        more.show(paid(more, "k", "(k - t)", before, f"c*z({i}) + 0"))
    return p.figure("gdp-monotone", p.at(more.step, "t + m"), z="z(m)", y="0", m="u(m)", n="u(m)", P="U(t + m)", Q="V(t + m)")


@script
def same_maps(p: Script) -> Step:
    """What they can be told apart by goes on as two runs of its own, which forget where they began."""
    order_and_parts(p)
    p.have("inverse", p.figure("exp-log", x=ABOVE))
    for law, begin in (("U", "excess"), ("V", "deficit")):
        p.recur(law, "t", "t + m", f"{begin}(X(t), Y(t), epsilon, d)", lambda k, before: STEP(k=k, X=to_text(before)))
    return kept_of(p, balance_steps(p), forgotten(p))


# From anywhere: the total variation, then stages that follow each other.

BEGIN = "T - J*N*m"
LOW = f"{BEGIN} - K*m"
PAID = "d(j*(N + 1) - 1) + exp(e(j - 1))*theta(exp(e(j) - e(j - 1)), sqrt(r/v))"
ONE, TAU = f"theta(1, {ROOT})", "theta(1, sqrt(q/v))"
VARIATION = f"{ONE}**K + (1 - {ONE}**K)*{TAU}/(1 - {ONE})"


def blocks(p: Script, begin: str, first: str) -> Step:
    """What is said of the maps inside of blocks, for the blocks of a stage that begins after so many blocks."""
    with p.generalise("j2", "1", "N") as one:
        one.have("this block", one.at("Lipschitz", f"{first} + j2"))
        one.show(one.part("this block", "k", f"{begin} + (j2 - 1)*m + 2", f"{begin} + j2*m"))
    return one.step


@script
def at_first(p: Script) -> Step:
    """Each block keeps a share of the total variation that there was, and adds what it pays."""
    p.have("kept", p.figure("theta-positive", g="1", x=ROOT))
    p.have("lost", p.figure("theta-below-one", g="1", x=ROOT))
    p.have("unit", unit(p))
    p.have("gaps squared", "q/v > 0")
    positive_root(p, "q/v")
    p.have("added", p.figure("theta-positive", g="1", x="sqrt(q/v)"))
    p.have("unit order", "1 <= exp(0)")
    p.have("added at most", p.figure("theta-level", g="1", h="exp(0)", x="sqrt(q/v)"))
    told = VARIATION.replace("**K", "**{j}").format
    low = f"{LOW} + (j - 1)*m"
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", P=f"X({LOW})", Q=f"Y({LOW})"), e="0", u="0", d="1", v=told(j="0"))
    with p.induct("j", "0", "K", f"dp(X({LOW} + j*m), Y({LOW} + j*m), 0, {told(j='j')})", first) as more:
        before = told(j="(j - 1)")
        more.have("begun", "(j - 1)*m >= 0")
        more.have("left", "(K - j)*m >= 0")
        more.have("power", f"{ONE}**(j - 1) > 0")
        more.have("at most", more.figure("power-at-most-one", c=ONE, k="j - 1"))
        more.have("rest here", f"{ONE}**(j - 1) + (1 - {ONE}**(j - 1))*{TAU}/(1 - {ONE}) > 0")
        own = {label: more.part(label, "k", f"{low} + 1", f"{low} + m") for label in EVERY}
        more.have("in the block", more.at("Lipschitz", "j"))
        with more.generalise("i", "1", "1") as one:
            one.show(one.part("in the block", "k", f"{low} + (i - 1)*m + 2", f"{low} + i*m"))
        with more.generalise("i", "0", "1") as positive:
            positive.have("power here", f"{ONE}**i > 0")
            positive.show(certified(f"({before})*{ONE}**i > 0", fact("rest here", "power here")))
        with more.generalise("i", "1", "1") as level:
            left = f"({before})*{ONE}**(i - 1)"
            level.have("power before", f"{ONE}**(i - 1) > 0")
            level.have("some", certified(f"{left} > 0", fact("rest here", "power before")))
            level.have("order", certified(f"1 <= 1 + (exp(0) - 1)/({left})", fact("unit", factor="1"), multiplier=left))
            level.have("block", level.figure("theta-level", g="1", h=f"1 + (exp(0) - 1)/({left})", x=ROOT))
            level.show(certified(f"({before})*{ONE}**i >= {left}*theta(1 + (exp(0) - 1)/({left}), {ROOT})", fact("block", "some")))
        near = more.theorem("pabisym/mixing-shares-stage", {**own, "Lipschitz": one.step, "positive": positive.step, "levels": level.step,
            "before": stated(more.known(more.hypothesis), f"dp(X({low}), Y({low}), 0, ({before})*{ONE}**0)"),
            "spent": more.at("spent at first", "j")}, t=low, K="1", epsilon="0", f="0", d=("i", f"({before})*{ONE}**i"))
        whole = f"({before})*{ONE}**1 + exp(0)*theta(exp(0), sqrt(q/v))"
        extra = fact("unit", factor="-theta(exp(0), sqrt(q/v))")
        more.have("no more", certified(f"{whole} <= {told(j='j')}", fact("added at most"), extra))
        more.show(more.figure("dp-widen", near, e="0 + 0", u="0", d=whole, v=told(j="j"), P=f"X({low} + m)", Q=f"Y({low} + m)"))
    p.have("enough", certified(f"{VARIATION} <= d(0)", fact("at first"), multiplier=f"1 - {ONE}"))
    p.have("level", p.at("levels", "0"))
    return p.figure("dp-widen", p.at(more.step, "K"), e="0", u="e(0)", d=VARIATION, v="d(0)", P=f"X({BEGIN})", Q=f"Y({BEGIN})")


def later_stages(p: Script, first: Step, told: tuple[str, ...], before: str, spent: bool, paid: str = PAID, **gaps: Filler) -> Step:
    """From each stage to the next what it leaves and what it pays.

    ``told`` are the labels of what is assumed of every step, ``before`` counts the blocks before the first stage; ``spent`` says whether
    what a stage pays is assumed, ``paid`` is that bound, and ``gaps`` are the gaps and the variance where letters do not say them.
    """
    with p.induct("j", "0", "J", f"dp(X({BEGIN} + j*N*m), Y({BEGIN} + j*N*m), e(j), d(j*(N + 1)))", first) as more:
        start, place = f"{BEGIN} + (j - 1)*N*m", "(j - 1)*(N + 1)"
        more.have_all({"begun": "(j - 1)*N*m >= 0", "left": "(J - j)*N*m >= 0", "length": "N*m >= 0", "place": f"{place} >= 0",
            "room": "(J - j)*(N + 1) >= 0", "blocks before": "(j - 1)*N >= 0", "blocks after": "(J - j)*N >= 0",
            "level": more.at("levels", "j - 1"), "rise": more.at("rises", "j"), "now": more.at("paid", "j")})
        more.have("more", "e(j) - e(j - 1) >= 0")
        own = {label: more.part(label, "k", f"{start} + 1", f"{start} + N*m") for label in told}
        own["Lipschitz"] = blocks(more, start, f"{before}(j - 1)*N")
        own |= plan_of_stage(more, "pabisym/mixing-shares-stage", place, "left over")
        own |= {"spent": more.at("spent", "j")} if spent else {}
        found = more.theorem("pabisym/mixing-shares-stage", {**own,
            "before": stated(more.known(more.hypothesis), f"dp(X({start}), Y({start}), e(j - 1), d({place} + 0))")},
            t=start, K="N", q="r", epsilon="e(j - 1)", f="e(j) - e(j - 1)", d=("i", f"d({place} + i)"), **gaps)
        whole = paid.replace("d(j*(N + 1) - 1)", f"d({place} + N)")
        more.show(more.figure("dp-widen", found, e="e(j - 1) + (e(j) - e(j - 1))", u="e(j)", d=whole, v="d(j*(N + 1))",
            P=f"X({start} + N*m)", Q=f"Y({start} + N*m)"))
    return p.at(more.step, "J")


@script
def stages(p: Script) -> Step:
    """The total variation, then the stages."""
    p.have("steps at first", "K*m >= 0")
    p.have("steps in stages", "J*N*m >= 0")
    p.have("blocks in stages", "J*N >= 0")
    positive_root(p, PRICE)
    return later_stages(p, at_first(p), EVERY, "K + ", spent=True)
