"""The proofs of what mixing gives where the gaps of a stage are paid by an allocation, with its letters.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import KEPT, blocks_forget, plan_of_stage, third_run, unit
from ._mixing_shares import BEGIN, PAID

EVERY = ("first run", "second run", "gaps", "rest", "shares", "costs", "Gaussian", "diameters", "Lipschitz")


@script
def paid_by_shares(p: Script, end: str) -> Step:
    """V and Y after step k, from one law on: z_k apart but for the shares that are paid; w counts their squares."""
    price, begin = "(w({k}) - w(t))/v".format, {"P": "V(t)", "Q": "Y(t)"}
    p.have("way at first", p.at("way", "t"))
    near = p.figure("gdp-start", p.figure("same-start", p.known("V start"), **begin), z="0", **begin)
    first = p.figure("gdp-monotone", near, z="0", y="z(t)", m="0", n=price(k="t"), **begin)
    with p.induct("k", "t", end, f"gdp(z(k), V(k), Y(k), {price(k='k')})", first) as more:
        before, inside = price(k="(k - 1)"), {"P": "push(psi(k), V(k - 1))", "Q": "push(phi(k), Y(k - 1))"}
        outside = {one: f"convolve({law}, zeta(k))" for one, law in inside.items()}
        noise = more.at("Gaussian", "k")
        more.have_all({"way here": more.at("way", "k"), "rest here": more.at("rest", "k"), "share here": more.at("shares", "k"),
            "cost here": more.at("costs", "k")})
        more.have("magnitude", more.figure("gdp-magnitude", noise, a="a(k)", v="v", Z="zeta(k)"))
        moved = more.figure("gdp-contraction", more.known(more.hypothesis), more.at("Lipschitz", "k"), more.at("gaps", "k"), z="z(k - 1)",
            c="1", s="g(k)", m=before, P="V(k - 1)", Q="Y(k - 1)", f="psi(k)", g="phi(k)")
        wide = more.figure("gdp-monotone", moved, z="1*z(k - 1) + g(k)", y="z(k) + a(k)", m=before, n=before, **inside)
        hidden = more.figure("gdp-shift-reduction", wide, more.figure("gdp-finite", noise, a="a(k)", v="v", Z="zeta(k)"), z="z(k)",
            a="a(k)", m=before, Z="zeta(k)", **inside)
        cost = f"{before} + gdpsize(zeta(k), a(k))"
        more.have("no more", certified(f"{cost} <= {price(k='k')}", fact("magnitude", factor="-v"), fact("cost here"), multiplier="v"))
        told = more.figure("gdp-monotone", hidden, z="z(k)", y="z(k)", m=cost, n=price(k="k"), **outside)
        more.show(more.figure("gdp-same-law", told, more.at("V next", "k"), more.at("second run", "k"), z="z(k)", m=price(k="k"),
            V="V(k)", W="Y(k)", **outside))
    return p.at(more.step, end)


@script
def stage(p: Script) -> Step:
    """X and V have the same maps, in blocks that each forget; V and Y begin together and pay by shares."""
    end = "t + K*m"
    p.have("length", "K*m >= 0")
    third_run(p, end)
    near = blocks_forget(p, "pabisym/same-maps", KEPT, ("first run", "Gaussian", "diameters"),
                         lambda more, low, high: {"Lipschitz": more.part("Lipschitz", "k", f"{low} + 2", high)})
    p.have("square of all", "q/v >= 0")
    p.have("no more than q", certified(f"(w({end}) - w(t))/v <= q/v", fact("spent"), multiplier="v"))
    laws = {"P": f"V({end})", "Q": f"Y({end})"}
    whole = p.figure("gdp-monotone", paid_by_shares(p, end), z=f"z({end})", y="0", m=f"(w({end}) - w(t))/v", n="q/v", **laws)
    far = p.figure("gdp-to-dp", whole, e="f", m="q/v", **laws)
    return p.figure("dp-third-law", near, far, e="epsilon", f="f", d="d(K)", u="theta(exp(f), sqrt(q/v))", P=f"X({end})", Q=f"Y({end})",
        V=f"V({end})")


# From anywhere: the total variation, then stages that follow each other.

ROOT, LOW = "sqrt(H**2/(p*v))", f"{BEGIN} - K*p"
ONE, TAU = f"theta(1, {ROOT})", "theta(1, sqrt(q/v))"
VARIATION = f"{ONE}**K + (1 - {ONE}**K)*{TAU}/(1 - {ONE})"


def told_of(p: Script, low: str, high: str) -> dict[str, Step]:
    """What is assumed of all steps, of those after ``low`` to ``high``."""
    found = {label: p.part(label, "k", f"{low} + 1", high) for label in EVERY}
    return {**found, "way": p.part("way", "k", low, high)}


@script
def at_first(p: Script) -> Step:
    """Each block keeps a share of the total variation that there was, and adds what it pays."""
    p.have("noise", "H**2/(p*v) > 0")
    positive_root(p, "H**2/(p*v)")
    p.have("kept", p.figure("theta-positive", g="1", x=ROOT))
    p.have("lost", p.figure("theta-below-one", g="1", x=ROOT))
    p.have("unit", unit(p))
    p.have("gaps squared", "q/v > 0")
    positive_root(p, "q/v")
    p.have("added", p.figure("theta-positive", g="1", x="sqrt(q/v)"))
    p.have("unit order", "1 <= exp(0)")
    p.have("added at most", p.figure("theta-level", g="1", h="exp(0)", x="sqrt(q/v)"))
    told, low = VARIATION.replace("**K", "**{j}").format, f"{LOW} + (j - 1)*p"
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", P=f"X({LOW})", Q=f"Y({LOW})"), e="0", u="0", d="1", v=told(j="0"))
    with p.induct("j", "0", "K", f"dp(X({LOW} + j*p), Y({LOW} + j*p), 0, {told(j='j')})", first) as more:
        before = told(j="(j - 1)")
        more.have_all({"begun": "(j - 1)*p >= 0", "left": "(K - j)*p >= 0", "power": f"{ONE}**(j - 1) > 0",
            "at most": more.figure("power-at-most-one", c=ONE, k="j - 1"), "paid by then": more.at("all paid at first", "j")})
        more.have("before here", f"{ONE}**(j - 1) + (1 - {ONE}**(j - 1))*{TAU}/(1 - {ONE}) > 0")
        with more.generalise("i", "0", "1") as positive:
            positive.have("power here", f"{ONE}**i > 0")
            positive.show(certified(f"({before})*{ONE}**i > 0", fact("before here", "power here")))
        with more.generalise("i", "1", "1") as level:
            left = f"({before})*{ONE}**(i - 1)"
            level.have("power before", f"{ONE}**(i - 1) > 0")
            level.have("some", certified(f"{left} > 0", fact("before here", "power before")))
            level.have("order", certified(f"1 <= 1 + (exp(0) - 1)/({left})", fact("unit", factor="1"), multiplier=left))
            level.have("block", level.figure("theta-level", g="1", h=f"1 + (exp(0) - 1)/({left})", x=ROOT))
            level.show(certified(f"({before})*{ONE}**i >= {left}*theta(1 + (exp(0) - 1)/({left}), {ROOT})", fact("block", "some")))
        near = more.theorem("pabisym/mixing-strings-stage", {**told_of(more, low, f"{low} + p"), "positive": positive.step,
            "levels": level.step, "before": stated(more.known(more.hypothesis), f"dp(X({low}), Y({low}), 0, ({before})*{ONE}**0)"),
            "nothing left": "paid by then", "spent": more.at("spent at first", "j")}, t=low, K="1", m="p", epsilon="0", f="0",
            d=("i", f"({before})*{ONE}**i"))
        whole = f"({before})*{ONE}**1 + exp(0)*theta(exp(0), sqrt(q/v))"
        more.have("no more", certified(f"{whole} <= {told(j='j')}", fact("added at most"),
            fact("unit", factor="-theta(exp(0), sqrt(q/v))")))
        more.show(more.figure("dp-widen", near, e="0 + 0", u="0", d=whole, v=told(j="j"), P=f"X({low} + p)", Q=f"Y({low} + p)"))
    p.have("enough", certified(f"{VARIATION} <= d(0)", fact("at first"), multiplier=f"1 - {ONE}"))
    p.have("level", p.at("levels", "0"))
    return p.figure("dp-widen", p.at(more.step, "K"), e="0", u="e(0)", d=VARIATION, v="d(0)", P=f"X({BEGIN})", Q=f"Y({BEGIN})")


@script
def stages(p: Script) -> Step:
    """The total variation, and from each stage to the next what it leaves and what it pays."""
    p.have("steps at first", "K*p >= 0")
    p.have("steps in stages", "J*N*m >= 0")
    with p.induct("j", "0", "J", f"dp(X({BEGIN} + j*N*m), Y({BEGIN} + j*N*m), e(j), d(j*(N + 1)))", at_first(p)) as more:
        start, place = f"{BEGIN} + (j - 1)*N*m", "(j - 1)*(N + 1)"
        more.have_all({"begun": "(j - 1)*N*m >= 0", "left": "(J - j)*N*m >= 0", "length": "N*m >= 0", "place": f"{place} >= 0",
            "room": "(J - j)*(N + 1) >= 0", "level": more.at("levels", "j - 1"), "rise": more.at("rises", "j"),
            "now": more.at("paid", "j"), "paid by then": more.at("all paid", "j")})
        more.have("more", "e(j) - e(j - 1) >= 0")
        own = told_of(more, start, f"{start} + N*m") | plan_of_stage(more, "pabisym/mixing-strings-stage", place, "left over")
        found = more.theorem("pabisym/mixing-strings-stage", {**own, "spent": more.at("spent", "j"), "nothing left": "paid by then",
            "before": stated(more.known(more.hypothesis), f"dp(X({start}), Y({start}), e(j - 1), d({place} + 0))")},
            t=start, K="N", m="m", q="r", epsilon="e(j - 1)", f="e(j) - e(j - 1)", d=("i", f"d({place} + i)"))
        paid = PAID.replace("d(j*(N + 1) - 1)", f"d({place} + N)")
        more.show(more.figure("dp-widen", found, e="e(j - 1) + (e(j) - e(j - 1))", u="e(j)", d=paid, v="d(j*(N + 1))",
            P=f"X({start} + N*m)", Q=f"Y({start} + N*m)"))
    return p.at(more.step, "J")
