"""Proof trees from Rényi to approximate privacy, by tangents of a power; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

MOMENT = "exp((alpha - 1)*zeta)"
FIRST = "exp((alpha - 1)*log(1 - 1/alpha))/alpha*exp(-(alpha - 1)*(epsilon - zeta))"
SECOND = f"({MOMENT} - 1)/(alpha*(exp((alpha - 1)*epsilon) - 1))"


@script
def by_first(p: Script, claim: str) -> Step:
    """The tangent at exp(q), q = epsilon - log(1 - 1/alpha): of slope 1, and exp(epsilon) below 0 at 0."""
    q, kappa, fall = "(epsilon - log(1 - 1/alpha))", "exp((alpha - 1)*log(1 - 1/alpha))", "exp(-(alpha - 1)*epsilon)"
    steep, height = f"exp((alpha - 1)*{q})", f"exp({q})"
    p.have("share", "1 - 1/alpha > 0")
    exp_zero(p, "unit")
    p.have_all({
        "share again": p.figure("exp-log", x="1 - 1/alpha"),
        "inverse": p.figure("exp-sum", x="(alpha - 1)*epsilon", y="-(alpha - 1)*epsilon",
                             conclude=f"exp(0) == exp((alpha - 1)*epsilon)*{fall}"),
        "less": p.figure("exp-sum", x=f"(alpha - 1)*{q}", y="(alpha - 1)*log(1 - 1/alpha)",
                         conclude=f"exp((alpha - 1)*epsilon) == {steep}*{kappa}"),
        "again": p.figure("exp-sum", x=f"(alpha - 1)*{q}", y=q, conclude=f"exp(alpha*{q}) == {steep}*{height}"),
        "top level": p.figure("exp-sum", x=q, y="log(1 - 1/alpha)", conclude=f"exp(epsilon) == {height}*exp(log(1 - 1/alpha))"),
        "whole": p.figure("exp-sum", x="-(alpha - 1)*epsilon", y="(alpha - 1)*zeta",
                          conclude=f"exp(-(alpha - 1)*(epsilon - zeta)) == {fall}*{MOMENT}")})
    c = f"({kappa}/alpha*{fall})"
    p.have("product", certified(f"{steep}*{kappa}*{fall} == 1", fact("unit"), fact("inverse", times="-1"), fact("less", factor=f"-{fall}")))
    p.have("size", f"{c} >= 0")
    p.have_all({
        "steep enough": certified(f"0 + {c}*alpha*{steep} >= 1", fact("product")),
        "above": certified(f"0 + exp(epsilon) - {c}*(alpha - 1)*exp(alpha*{q}) >= 0", fact("top level", factor="alpha"),
                           fact("share again", factor=f"alpha*{height}"), fact("again", factor=f"-{kappa}*{fall}*(alpha - 1)"),
                           fact("product", factor=f"-(alpha - 1)*{height}"), multiplier="alpha")})
    made = p.figure("moment-to-dp", p.figure("moment", "divergence", b="zeta"), e="epsilon", c=c, h="0", l="0", k="0", p="0", q=q)
    p.have("reached", certified(f"{c}*{MOMENT} + 0 + 0 == {FIRST}", fact("whole", factor=f"-{kappa}/alpha")))
    return p.figure("dp-widen", made, u="epsilon", v=claim)


@script
def by_second(p: Script, claim: str) -> Step:
    """The tangents at 1, of the least value 0, and at exp(epsilon), of slope 1; there the power is above its line by Bernoulli."""
    high = "exp((alpha - 1)*epsilon)"
    exp_zero(p, "unit")
    p.have_all({
        "rise": p.figure("exp-tangent", x="(alpha - 1)*epsilon"), "fall": p.figure("exp-tangent", x="-epsilon"),
        "both": p.figure("exp-sum", x="epsilon", y="-epsilon", conclude="exp(0) == exp(epsilon)*exp(-epsilon)"),
        "again": p.figure("exp-sum", x="(alpha - 1)*epsilon", y="epsilon", conclude=f"exp(alpha*epsilon) == {high}*exp(epsilon)")})
    p.have("product", "(alpha - 1)*epsilon > 0")
    p.have("above one", f"{high} - 1 > 0")
    p.have("top", "exp(epsilon) > 0")
    p.have("positive order", "alpha > 0")
    p.have("divisor", f"alpha*({high} - 1) > 0")
    c = f"(1/(alpha*({high} - 1)))"
    p.have("size", f"{c} >= 0")
    p.have("bernoulli", _bernoulli(p, high))
    p.have_all({
        "flat": certified(f"-alpha*{c} + {c}*alpha*exp((alpha - 1)*0) >= 0", fact("unit", factor=f"alpha*{c}")),
        "low": certified(f"(alpha - 1)*{c} - {c}*(alpha - 1)*exp(alpha*0) >= 0", fact("unit", factor=f"-(alpha - 1)*{c}")),
        "steep": certified(f"-alpha*{c} + {c}*alpha*{high} >= 1"),
        "over": certified(f"(alpha - 1)*{c} + exp(epsilon) - {c}*(alpha - 1)*exp(alpha*epsilon) >= 0", fact("bernoulli"),
                          fact("again", factor="-(alpha - 1)"), multiplier=f"alpha*({high} - 1)")})
    made = p.figure("moment-to-dp", p.figure("moment", "divergence", b="zeta"), e="epsilon", c=c, h=c, l=f"-alpha*{c}",
        k=f"(alpha - 1)*{c}",
                    p="0", q="epsilon")
    return p.figure("dp-widen", made, u="epsilon", v=claim)


def _bernoulli(p: Script, high: str) -> Step:
    """exp(epsilon)*(exp((alpha - 1)*epsilon) + (alpha - 1)*exp(-epsilon)) >= exp(epsilon)*alpha."""
    p.have("less one", "alpha - 1 > 0")
    return certified(f"alpha - 1 + exp(epsilon)*({high} - alpha) >= 0", fact("rise", "top"), fact("fall", "top", "less one"),
                     fact("both", factor="alpha - 1"), fact("unit", factor="-(alpha - 1)"))


@script
def better(p: Script) -> Step:
    """The smaller one of both."""
    claim = f"dp(P, Q, epsilon, min({FIRST}, {SECOND}))"
    p.have("rise here", p.figure("exp-tangent", x="(alpha - 1)*epsilon"))
    p.have("room", "(alpha - 1)*epsilon > 0")
    p.have("above here", "exp((alpha - 1)*epsilon) - 1 > 0")
    p.have("divisor here", "alpha*(exp((alpha - 1)*epsilon) - 1) > 0")
    p.have("least", p.figure("minimum", x=FIRST, y=SECOND))
    with p.case(f"{SECOND} - {FIRST}", claim) as one:
        one.show(by_first(one, f"min({FIRST}, {SECOND})"))
    return by_second(p, f"min({FIRST}, {SECOND})")


__all__ = ["FIRST", "SECOND", "better", "by_first", "by_second"]


@script
def not_convex(p: Script) -> Step:
    """With E = exp((alpha - 1) d/2) > 1 the mean of the moments 1 and E^2 is (E - 1)^2/2 above E."""
    half = "(alpha - 1)*(d/2)"
    p.have("half", f"{half} > 0")
    p.have_all({"tangent": p.figure("exp-tangent", x=half),
                "double": p.figure("exp-sum", x=half, y=half, conclude=f"exp((alpha - 1)*d) == exp({half})*exp({half})")})
    p.have("above one", f"exp({half}) - 1 > 0")
    p.have("square", f"(exp({half}) - 1)*(exp({half}) - 1) > 0")
    return certified(f"exp({half}) < m", fact("square", times="1/2"), fact("mean of the moments", factor="1"), fact("double", factor="1/2"))
