"""From one notion of privacy to another: the proofs of the conversions in ``theorems/pabisym``; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step, step
from pabisym.proof.exponentials import log_low
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root, root_at_most
from pabisym.proof.script import Script, script

ELL = "log(1/delta)"
ROOT = f"sqrt(rho*{ELL})"
"""What the slack costs at the best order, and the order - 1 times rho."""


@script
def zcdp_to_dp(p: Script) -> Step:
    """The proof of ``pabisym/zcdp-to-dp``: at the order 1 + r/rho, l/(r/rho) = r where r^2 = rho l."""
    order = f"1 + {ROOT}/rho"
    reached, wanted = f"({order})*rho + {ELL}/(({order}) - 1)", f"rho + 2*{ROOT}"
    p.have("inverse", "1/delta > 0")
    p.have("inverse above", "1/delta > 1")
    log_low(p, "1/delta")
    p.have("slack", f"{ELL} > 0")
    positive_root(p, f"rho*{ELL}")
    p.have("order above", f"{order} > 1")
    converted = p.figure("renyi-to-dp", "divergence", d="delta")
    p.have("level", f"{reached} <= {wanted}")
    return p.figure("dp-widen", converted, u=wanted, v="delta")


@script
def gaussian_mechanism(p: Script) -> Step:
    """The proof of ``pabisym/gaussian-mechanism``: all of the distance is paid to the noise, and sqrt(a^2/sigma^2) is a/sigma."""
    size, ratio = "gdpsize(Z, a)", "a/sigma"
    start = p.figure("gdp-start", "sensitivity", conclude="gdp(0 + a, P, Q, 0)")
    paid = f"gdp(0, convolve(P, Z), convolve(Q, Z), {size})"
    private = p.figure("gdp-shift-reduction", start, conclude=paid)
    root, delta = f"sqrt({size})", "theta(exp(epsilon), {})"
    p.have("paid", p.figure("gdp-magnitude", "Gaussian"))
    p.have("ratio", f"{ratio} >= 0")
    p.have("size sign", f"{size} >= 0")
    p.have_all({"root": p.figure("square-root", x=size), "root sign": p.figure("square-root-sign", x=size)})
    p.have("shorter", root_at_most(p, root, ratio, "ratio", ("root", "paid")))
    converted = p.figure("gdp-to-dp", private, e="epsilon")
    p.have("smaller", p.figure("theta-monotone", g="exp(epsilon)", x=root, y=ratio))
    return p.figure("dp-widen", converted, u="epsilon", v=delta.format(ratio))


@script
def from_an_order(p: Script) -> Step:
    """The proof of ``asoodeh2020/lemma-3``: log(1) = 0, so that log(1/exp(-x)) = x."""
    exponent, delta = "(alpha - 1)*(epsilon - zeta)", "exp(-(alpha - 1)*(epsilon - zeta))"
    reached = f"zeta + log(1/{delta})/(alpha - 1)"

    @script
    def level(p: Script) -> Step:
        goal = f"{reached} <= epsilon"
        return certified(goal, fact("inverted", times="-1"), multiplier="alpha - 1")

    p.have("inverse", f"1/{delta} > 0")
    p.have_all({"split": p.figure("log-product", x=delta, y=f"1/{delta}", conclude=f"log(1) == log({delta}) + log(1/{delta})"),
                "one": p.figure("log-product", x="1", y="1", conclude="log(1) == log(1) + log(1)"),
                "exponent": p.figure("log-exp", x="-(alpha - 1)*(epsilon - zeta)")})
    goal = f"log(1/{delta}) == {exponent}"
    terms = [{"coefficient": c, "facts": [label]} for c, label in (("-1", "split"), ("-1", "one"), ("-1", "exponent"))]
    p.have("inverted", step("arithmetic", goal, (), goal=goal, multiplier="1", terms=terms))
    converted = p.figure("renyi-to-dp", "bound", d=delta)
    p.have("level reached", level(p))
    return p.figure("dp-widen", converted, u="epsilon", v=delta)


@script
def by_a_tangent(p: Script, level: str) -> Step:
    """The proof of ``pabisym/renyi-to-dp``: with q the level less log((alpha - 1)/alpha), delta/m*alpha*exp((alpha - 1)*q) = 1."""
    m, share = "exp((alpha - 1)*epsilon)", "log((alpha - 1)/alpha)"
    q = "(epsilon - (log(delta) + log(alpha))/(alpha - 1))"
    steep, height, c = f"exp((alpha - 1)*{q})", f"exp({q})", f"delta/{m}"
    p.have("share", "(alpha - 1)/alpha > 0")
    p.have_all({
        "share again": p.figure("exp-log", x="(alpha - 1)/alpha"), "order again": p.figure("exp-log", x="alpha"),
        "slack again": p.figure("exp-log", x="delta"), "both": p.figure("exp-sum", x="log(delta)", y="log(alpha)"),
        "less": p.figure("exp-sum", x=f"(alpha - 1)*{q}", y="log(delta) + log(alpha)",
        conclude=f"{m} == {steep}*exp(log(delta) + log(alpha))"),
        "again": p.figure("exp-sum", x=f"(alpha - 1)*{q}", y=q, conclude=f"exp(alpha*{q}) == {steep}*{height}"),
        "top": p.figure("exp-sum", x=q, y=share, conclude=f"exp({level}) == {height}*exp({share})")})
    p.have("slope", certified(f"delta*alpha*{steep} == {m}", fact("less", times="-1"), fact("both", factor=f"-{steep}"),
                              fact("slack again", factor=f"-{steep}*exp(log(alpha))"), fact("order again", factor=f"-delta*{steep}")))
    p.have_all({
        "steep": certified(f"0 + {c}*alpha*{steep} >= 1", fact("slope"), multiplier=m),
        "above": certified(f"0 + exp({level}) - {c}*(alpha - 1)*exp(alpha*{q}) >= 0", fact("top", factor=f"{m}*alpha"),
                           fact("share again", factor=f"{m}*alpha*{height}"), fact("again", factor="-delta*alpha*(alpha - 1)"),
                           fact("slope", factor=f"-(alpha - 1)*{height}"), multiplier=f"{m}*alpha")})
    moment = p.figure("moment", "divergence", b="epsilon")
    return p.figure("moment-to-dp", moment, e=level, c=c, h="0", l="0", k="0", p="0", q=q, conclude=f"dp(P, Q, {level}, delta)")
