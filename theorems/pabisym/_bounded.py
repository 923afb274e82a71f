"""The proof for one gap in a bounded domain; with the letters of ``pabisym/bounded-domain``.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Builder, Step
from pabisym.proof.roots import positive_root

GAP = "cases(k - t, cases(t - k, g, 0), 0)"


def proof(b: Builder) -> Step:
    """Alike up to the gap; then the price of the gap at once; then contraction step by step."""
    alike = b.induction("k", "0", "t - 1", "gdp(0, X(k), Y(k), 0)", _start, lambda b, before: _moved(b, before, "0", "0"))
    return b.have("alike", alike, lambda b: b.have("at the gap", _at_gap(b), lambda b: b.at(
        b.induction("k", "t", "T", "dp(X(k), Y(k), u, d(k))", lambda b: b.known("at the gap"), _contracted), "T")))


def _start(b: Builder) -> Step:
    return b.figure("gdp-start", b.known("start"), z="0", P="X(0)", Q="Y(0)")


def _moved(b: Builder, before: str, gap: str, price: str, k: str = "k", variance: str = "v(k)") -> Step:
    """One step of the iteration, its gap paid at once by its noise."""
    last = f"{k} - 1"
    laws = {"P": f"push(psi({k}), X({last}))", "Q": f"push(phi({k}), Y({last}))"}
    outside = {"P": f"convolve({laws['P']}, zeta({k}))", "Q": f"convolve({laws['Q']}, zeta({k}))"}
    gap_here = {**b.at("gaps", k), "conclusion": f"gap(psi({k}), phi({k}), {gap})"}
    moved = b.figure("gdp-contraction", b.known(before), b.at("Lipschitz", k), gap_here, z="0", c=f"c({k})", s=gap, m="0", P=f"X({last})",
                     Q=f"Y({last})", f=f"psi({k})", g=f"phi({k})", conclude=f"gdp(0 + {gap}, {laws['P']}, {laws['Q']}, 0)")

    def paid(b: Builder) -> Step:
        reduced = b.figure("gdp-shift-reduction", moved, z="0", a=gap, m="0", Z=f"zeta({k})", **laws)
        wider = b.figure("gdp-monotone", reduced, y="0", z="0", m=f"0 + gdpsize(zeta({k}), {gap})", n=price, **outside)
        runs = b.at("first run", k), b.at("second run", k)
        return b.figure("gdp-same-law", wider, *runs, z="0", m=price, V=f"X({k})", W=f"Y({k})", **outside)

    noise = {**b.at("Gaussian", k), "conclusion": f"gaussian(zeta({k}), {variance})"}
    return b.have("noise here", b.at("noise", k), lambda b: b.have("magnitude", b.figure(
        "gdp-magnitude", noise, a=gap, v=variance, Z=f"zeta({k})"), paid))


def _at_gap(b: Builder) -> Step:
    """The divergence right after the gap."""
    price = "g**2/w"

    def told(b: Builder) -> Step:
        private = _moved(b, "before the gap", "g", price, "t", "w")
        level = b.figure("gdp-to-dp", private, e="u", m=price, P="X(t)", Q="Y(t)")
        return b.figure("dp-widen", level, e="u", u="u", d=f"theta(exp(u), sqrt({price}))", v="d(t)", P="X(t)", Q="Y(t)")

    return b.have("before the gap", b.at("alike", "t - 1"), lambda b: b.have(
        "price", b.prove(f"{price} >= 0"), told))


def _contracted(b: Builder, before: str) -> Step:
    """One step after the gap."""
    laws = {"P": "convolve(push(psi(k), X(k - 1)), zeta(k))", "Q": "convolve(push(phi(k), Y(k - 1)), zeta(k))"}
    factor = "theta(exp(u), r(k)/sqrt(v(k)))*d(k - 1)"

    def after(b: Builder) -> Step:
        still = {**b.at("gaps", "k"), "conclusion": "gap(psi(k), phi(k), 0)"}
        less = b.figure("dp-contraction", b.known(before), still, b.at("diameters", "k"), b.at("Gaussian", "k"), e="u", d="d(k - 1)",
                        D="r(k)", v="v(k)", P="X(k - 1)", Q="Y(k - 1)", f="psi(k)", g="phi(k)", Z="zeta(k)")
        wider = b.figure("dp-widen", less, e="u", u="u", d=factor, v="d(k)", **laws)
        return b.figure("dp-same-law", wider, b.at("first run", "k"), b.at("second run", "k"), e="u", d="d(k)", V="X(k)", W="Y(k)", **laws)

    return b.suppose_all({"noise here": b.at("noise", "k"), "diameter here": b.at("diameter", "k")}, lambda b: positive_root(
        b, "v(k)", lambda b: b.have("bound here", b.at("later bounds", "k"), after)))
