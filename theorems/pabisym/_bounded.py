"""The proof for one gap in a bounded domain; with the letters of ``pabisym/bounded-domain``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, stated
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """Alike up to the gap; then the price of the gap at once; then contraction step by step."""
    with p.induct("k", "0", "t - 1", "gdp(0, X(k), Y(k), 0)", _start) as alike:
        alike.show(_step_with_gap(alike, alike.hypothesis, "0", "0"))
    p.have("alike", alike.step)
    p.have("at the gap", _at_gap(p))
    with p.induct("k", "t", "T", "dp(X(k), Y(k), u, d(k))", p.known("at the gap")) as contracted:
        contracted.show(_step_without_gap(contracted, contracted.hypothesis))
    return p.at(contracted.step, "T")


def _start(b: Builder) -> Step:
    return b.figure("gdp-start", "start")


@script
def _step_with_gap(p: Script, before: str, gap: str, price: str, k: str = "k", variance: str = "v(k)") -> Step:
    """One step of the iteration, its gap paid at once by its noise."""
    last = f"{k} - 1"
    laws = {"P": f"push(psi({k}), X({last}))", "Q": f"push(phi({k}), Y({last}))"}
    gap_here = stated(p.at("gaps", k), f"gap(psi({k}), phi({k}), {gap})")
    moved = p.figure("gdp-contraction", before, p.at("Lipschitz", k), gap_here, conclude=f"gdp(0 + {gap}, {laws['P']}, {laws['Q']}, 0)")
    noise = stated(p.at("Gaussian", k), f"gaussian(zeta({k}), {variance})")
    p.have("noise here", p.at("noise", k))
    p.have("magnitude", p.figure("gdp-magnitude", noise, a=gap))
    reduced = p.figure("gdp-shift-reduction", moved, Z=f"zeta({k})")
    wider = p.figure("gdp-monotone", reduced, y="0", n=price)
    runs = p.at("first run", k), p.at("second run", k)
    return p.figure("gdp-same-law", wider, *runs)


@script
def _at_gap(p: Script) -> Step:
    """The divergence right after the gap."""
    price = "g**2/w"
    p.have("before the gap", p.at("alike", "t - 1"))
    p.have("price", f"{price} >= 0")
    private = _step_with_gap(p, "before the gap", "g", price, "t", "w")
    level = p.figure("gdp-to-dp", private, e="u")
    return p.figure("dp-widen", level, v="d(t)")


@script
def _step_without_gap(p: Script, before: str) -> Step:
    """One step after the gap."""
    p.have_all({"noise here": p.at("noise", "k"), "diameter here": p.at("diameter", "k")})
    positive_root(p, "v(k)")
    p.have("bound here", p.at("later bounds", "k"))
    still = stated(p.at("gaps", "k"), "gap(psi(k), phi(k), 0)")
    less = p.figure("dp-contraction", before, still, p.at("diameters", "k"), p.at("Gaussian", "k"))
    wider = p.figure("dp-widen", less, v="d(k)")
    return p.figure("dp-same-law", wider, p.at("first run", "k"), p.at("second run", "k"))
