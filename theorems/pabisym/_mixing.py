"""The proof of ``pabisym/mixing``, with its letters: through a third run, between the two.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

LEFT, TOLD = "theta(exp(0), H/sqrt(v))", "theta(exp(epsilon), sqrt(W*s**2/v))"
NEXT, PRICE = "convolve(push({f}(k), {X}(k - 1)), zeta(k))", "(k - (T - W))*s**2/v"
BOUND = f"{LEFT}**W + {TOLD}"


@script
def mixed(p: Script) -> Step:
    """X and V, with the same maps, after step k: each step leaves so much of their total variation."""
    told, laws = f"{LEFT}**({{k}} - (T - W))".format, {"P": NEXT.format(f="psi", X="X"), "Q": NEXT.format(f="psi", X="V")}
    start = {"P": "X(T - W)", "Q": "V(T - W)"}
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", **start), e="0", u="0", d="1", v=told(k="(T - W)"), **start)
    with p.induct("k", "T - W", "T", f"dp(X(k), V(k), 0, {told(k='k')})", first) as more:
        left = f"theta(exp(0), H/sqrt(v))*{told(k='(k - 1)')}"
        one = more.figure("dp-contraction", more.known(more.hypothesis), more.figure("same-map", f="psi(k)"), more.at("diameters", "k"),
            more.at("Gaussian", "k"), e="0", d=told(k="(k - 1)"), D="H", v="v", P="X(k - 1)", Q="V(k - 1)", f="psi(k)", g="psi(k)",
            Z="zeta(k)")
        named = more.figure("dp-same-law", one, more.at("first run", "k"), more.at("third run", "k"), e="0", d=left, V="X(k)", W="V(k)",
            **laws)
        more.show(more.figure("dp-widen", named, e="0", u="0", d=left, v=told(k="k"), P="X(k)", Q="V(k)"))
    return p.at(more.step, "T")


@script
def paid(p: Script) -> Step:
    """V and X', from one law on, after step k: the noise of every step pays for its gap."""
    price, start = "({k} - (T - W))*s**2/v".format, {"P": "V(T - W)", "Q": "Y(T - W)"}
    near = p.figure("gdp-start", p.figure("same-start", p.known("third start"), **start), z="0", **start)
    first = p.figure("gdp-monotone", near, z="0", y="0", m="0", n=price(k="(T - W)"), **start)
    with p.induct("k", "T - W", "T", f"gdp(0, V(k), Y(k), {price(k='k')})", first) as more:
        before, (P, V, Q) = price(k="(k - 1)"), (f"push({f}(k), {X}(k - 1))" for f, X in (("psi", "V"), ("phi", "V"), ("phi", "Y")))
        noise, outside = more.at("Gaussian", "k"), {"P": f"convolve({P}, zeta(k))", "Q": f"convolve({Q}, zeta(k))"}
        more.have("magnitude", more.figure("gdp-magnitude", noise, a="s", v="v", Z="zeta(k)"))
        seen = more.figure("gdp-push", more.known(more.hypothesis), m=before, P="V(k - 1)", Q="Y(k - 1)", f="phi(k)")
        moved = more.figure("gdp-absorb", more.figure("winf-gap", more.at("gaps", "k"), s="s", P="V(k - 1)", f="psi(k)", g="phi(k)"), seen,
            more.figure("gdp-finite", noise, a="s", v="v", Z="zeta(k)"), a="s", m=before, P=P, V=V, Q=Q, Z="zeta(k)")
        wider = more.figure("gdp-monotone", moved, z="0", y="0", m=f"{before} + gdpsize(zeta(k), s)", n=price(k="k"), **outside)
        more.show(more.figure("gdp-same-law", wider, more.at("third run", "k"), more.at("second run", "k"), z="0", m=price(k="k"), V="V(k)",
            W="Y(k)", **outside))
    return p.at(more.step, "T")


@script
def proof(p: Script) -> Step:
    """A third run between the two."""
    positive_root(p, "v")
    p.have("ratio", "H/sqrt(v) > 0")
    p.have("left", p.figure("theta-positive", g="exp(0)", x="H/sqrt(v)"))
    square = "W*s**2/v"
    p.have("square", f"{square} >= 0")
    p.have("near", mixed(p))
    told = p.figure("gdp-to-dp", stated(paid(p), f"gdp(0, V(T), Y(T), {square})"), e="epsilon", m=square, P="V(T)", Q="Y(T)")
    p.have("sum", p.figure("exp-sum", x="0", y="0"))
    p.have("unit", certified("exp(0) == 1", fact("sum", factor="-1"), multiplier="exp(0)"))
    p.have("same level", certified(f"exp(0)*{TOLD} == {TOLD}", fact("unit", factor=TOLD)))
    both = p.figure("dp-third-law", p.known("near"), told, e="0", f="epsilon", d=f"{LEFT}**(T - (T - W))", u=TOLD, P="X(T)", Q="Y(T)",
        V="V(T)")
    return p.figure("dp-widen", both, e="0 + epsilon", u="epsilon", d=f"{LEFT}**(T - (T - W)) + exp(0)*{TOLD}", v=BOUND, P="X(T)", Q="Y(T)")
