"""Restart by mixing: the square of what is paid by allocation, where the loss is small.

Statement
    Let the maps psi_k of the last W steps of a noisy iteration have values at most H apart, let the maps of the two runs
    be at most s apart there, and the noise have variance v. Whatever happened before, E_{e^eps}(X_T || X'_T) <=
    theta_1(H/sqrt(v))^W + theta_{e^eps}(s sqrt(W)/sqrt(v)) for every W = 1..T.
Reads as
    A third run V takes the second one's place W steps before the end and goes on with the maps of the first. X and V
    have the same maps and forget where they were, each step leaving theta_1 = 2 Phi(H/(2 sqrt(v))) - 1 of their total
    variation; V and X' start from one law and pay for W steps. P(O) <= V(O) + TV <= e^eps X'(O) + delta + TV. No map
    is convex or Lipschitz. For privacy the maps of both runs have to be so, for either may be the first.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure
from pabisym.proof.build import Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._vocabulary import item

LEFT, TOLD = "theta(exp(0), H/sqrt(v))", "theta(exp(epsilon), sqrt(W*s**2/v))"
NEXT, PRICE = "convolve(push({f}(k), {X}(k - 1)), zeta(k))", "(k - (T - W))*s**2/v"
BOUND, LAST = f"{LEFT}**W + {TOLD}", "forall(k, T - W + 1, T, {})".format


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


STATEMENT = item("Theorem 1 through a third law", "section III", key="asoodeh2020",
    letters=("T []", integer("W >= 1 and W <= T", "the look-back, in steps", "look-back, earliest", role="choice"), "epsilon >= 0: level",
        real("s >= 0", "gap of the maps of a step", "size", "iterate", role="gap"),
        real("H > 0", "distance of two values of a map", "width", "iterate", role="diameter of the images"), "v", "X, Y",
        Structure("V", "law sequence", "law of a third run, which goes from the second one to the maps of the first"),
        "psi, phi, zeta: same in both"),
    given=("third start: equal(V(T - W), Y(T - W))",
        f"first run: {LAST('equal(X(k), ' + NEXT.format(f='psi', X='X') + ')')}",
        f"second run: {LAST('equal(Y(k), ' + NEXT.format(f='phi', X='Y') + ')')}",
        f"third run: {LAST('equal(V(k), ' + NEXT.format(f='psi', X='V') + ')')}",
        f"Gaussian: {LAST('gaussian(zeta(k), v)')}", f"gaps: {LAST('gap(psi(k), phi(k), s)')}",
        f"diameters: {LAST('bounded(psi(k), H)')}: the map first projects onto the domain"),
    conclusion=f"dp(X(T), Y(T), epsilon, {BOUND})", bound=BOUND, proof=proof, tightness="upper",
    uses=("asoodeh2020/eq-30", "feldman2018/definition-11"), spots="T=9, W=4, epsilon=1, s=1, H=1, v=1")
