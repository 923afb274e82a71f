"""Chains of locally private kernels: what is left after some steps; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..zamanlooy2023._local_privacy import levels

KEPT = "((exp(a) - 1)/(exp(a) + 1))"
LEFT = f"((exp(epsilon) + 1)/2*{KEPT}**({{}}) - (exp(epsilon) - 1)/2)"
BOUND = f"max({LEFT.format('T')}, 0)"


@script
def steps(p: Script) -> Step:
    """Induction over the steps: the bound that is not linear, solved, until nothing is left."""
    levels(p)
    p.have("kept", f"{KEPT} > 0")
    now, before = LEFT.format("k"), LEFT.format("k - 1")
    told = "cases({0}, {0}, 0)".format
    first = p.figure("dp-widen", p.figure("dp-certain", e="epsilon", P="X(0)", Q="Y(0)"), u="epsilon", v=told(LEFT.format("0")))

    def named(b: Script, seen: Step) -> Step:
        laws = b.figure("dp-same-law", seen, b.at("first run", "k"), b.at("second run", "k"))
        return b.figure("dp-widen", laws, u="epsilon", v=told(now))

    def one(b: Script, which: str, delta: str, known: Step) -> Step:
        premises = {"private": known, "local privacy": b.at("local privacy", "k")}
        return b.theorem(f"zamanlooy2023/{which}", premises, P="X(k - 1)", Q="Y(k - 1)", K="K(k)", delta=delta)

    claim = f"dp(X(k), Y(k), epsilon, {told(now)})"
    with p.induct("k", "0", "T", claim, first) as more:
        with more.case(before, claim) as some:
            known = some.figure("dp-widen", some.known(more.hypothesis), u="epsilon", v=before)
            with some.case(now, claim) as left:
                left.have("room", f"exp(epsilon) - 1 <= {before}*(exp(a) - 1)")
                left.show(named(left, one(left, "nonlinear", before, known)))
            some.have("room", f"{before}*(exp(a) - 1) <= exp(epsilon) - 1")
            some.show(named(some, one(some, "nothing-left", before, known)))
        known = more.figure("dp-widen", more.known(more.hypothesis), u="epsilon", v="0")
        more.have("room", "0*(exp(a) - 1) <= exp(epsilon) - 1")
        more.show(named(more, one(more, "nothing-left", "0", known)))
    end = LEFT.format("T")
    p.have("maximum", p.figure("maximum", x=end, y="0"))
    p.have("larger", f"{told(end)} <= {BOUND}")
    return p.figure("dp-widen", p.at(more.step, "T"), u="epsilon", v=BOUND)


@script
def none(p: Script) -> Step:
    """The maximum is 0."""
    levels(p)
    end = LEFT.format("T")
    p.have("after", p.theorem("zamanlooy2024/steps", {}))
    p.have("maximum", p.figure("maximum", x=end, y="0"))
    p.have("below", certified(f"{end} <= 0", fact("enough steps", times="1/2")))
    p.have("nothing", f"{BOUND} <= 0")
    return p.figure("dp-widen", "after", u="epsilon", v="0")
