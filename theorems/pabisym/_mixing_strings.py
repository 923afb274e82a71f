"""The proofs of what mixing gives where the gaps of a stage are paid by an allocation, with its letters.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import KEPT, blocks_forget, third_run
from ._mixing_stages import Beside, blocks_at_first, later_stages, rising

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

STAGE, PRICE = "pabisym/mixing-strings-stage", "H**2/(p*v)"


def paid(when: str) -> Beside:
    """What a block at first, or a stage, assumes of its shares."""

    def beside(more: Script, low: str, high: str) -> dict[str, Step | str]:
        more.have("paid by then", more.at(f"all paid{when}", "j"))
        if not when:
            rising(more)
        return {"way": more.part("way", "k", low, high), "nothing left": "paid by then", "spent": more.at(f"spent{when}", "j")}

    return beside


@script
def at_first(p: Script) -> Step:
    """What all blocks before the stages leave."""
    p.have("noise", f"{PRICE} > 0")
    positive_root(p, PRICE)
    return blocks_at_first(p, STAGE, PRICE, EVERY, paid(" at first"), size="p", m="p")


@script
def stages(p: Script) -> Step:
    """The total variation, and from each stage to the next what it leaves and what it pays."""
    p.have("steps at first", "K*p >= 0")
    p.have("steps in stages", "J*N*m >= 0")
    return later_stages(p, at_first(p), STAGE, EVERY, paid(""), q="r")
