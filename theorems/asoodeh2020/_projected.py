"""The proof of the bound by (12) on chi-squared of two laws after a projected Gaussian kernel, Example 1; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.laws import chained, noisy_step, turned
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

INPUTS = {law: f"push(projection(I), convolve(point({point}), Z))" for law, point in (("P", "x"), ("Q", "y"))}
KERNEL = "withnoise(surely(projection(I)), Z)"
ANSWER = "convolve(push(projection(I), point({})), Z)".format
MOMENT = "1 + theta(1, 1)*(exp(4) - 1)"
OUTPUTS = {law: f"push(projection(I), convolve(push(projection(I), {one}), Z))" for law, one in INPUTS.items()}


@script
def rows(p: Script) -> Step:
    """The answers to any two points come from points of I, which are at most 1 apart."""
    with p.spell(f"spread({KERNEL}, 0, theta(1, 1))", x="v", y="w") as pair:
        near = pair.figure("bounded-near", "diameter", P="point(v)", Q="point(w)")
        told = pair.theorem("pabisym/gaussian-mechanism", {"sensitivity": near}, epsilon="0", a="1", sigma="1",
                            P="push(projection(I), point(v))", Q="push(projection(I), point(w))",
                            conclude=f"dp({ANSWER('v')}, {ANSWER('w')}, 0, theta(exp(0), 1))")
        pair.have("one", "1 <= exp(0)")
        pair.have("order", pair.figure("theta-level", g="1", h="exp(0)", x="1"))
        steps = {x: noisy_step(pair, "projection(I)", "Z", f"point({x})") for x in "vw"}
        answers = (chained(pair, turned(pair, pair.figure("answers-through", K=KERNEL, x=x)), one) for x, one in steps.items())
        named = pair.figure("dp-same-law", told, *answers)
        pair.show(pair.figure("dp-widen", named, u="0", v="theta(1, 1)"))
    return pair.step


@script
def chi_squared(p: Script) -> Step:
    """(12) for the kernel, whose inputs have at most the chi^2 of N(0, 1) and N(2, 1), e^4 - 1; the last projection tells nothing."""
    exp_zero(p, "zero")
    p.have("four", p.figure("exp-tangent", x="4"))
    p.have("far", certified("norm(minus(x, y)) <= 2", fact("means"), fact("distance")))
    near = p.figure("winf-widen", p.figure("point-near", x="x", y="y"), y="2")
    p.have_all({"cost": p.figure("gaussian-magnitude", "Gaussian", alpha="2", a="2"),
                "finite": p.figure("gaussian-finite", "Gaussian", alpha="2", a="2")})
    both = p.figure("absorb", near, p.figure("renyi-same", alpha="2", P="point(y)"), "finite")
    inputs = p.figure("post-processing", p.figure("monotone", both, y="0", d="4"), f="projection(I)")
    p.have("before", p.figure("moment", inputs, conclude=f"moment(2, {INPUTS['P']}, {INPUTS['Q']}, 1 + (exp(4) - 1))"))
    passed = p.theorem("asoodeh2020/eq-12", {"spread": rows(p), "before": "before"}, u="theta(1, 1)", c="exp(4) - 1", K=KERNEL, **INPUTS)
    named = p.figure("moment-same-law", passed, *(turned(p, noisy_step(p, "projection(I)", "Z", one)) for one in INPUTS.values()))
    p.have("share", p.figure("theta-positive", g="1", x="1"))
    p.have("size", certified(f"{MOMENT} > 0", fact("share", "four"), fact("share", times="4"), fact()))
    p.have("exponential", p.figure("exp-log", x=MOMENT))
    told = p.figure("post-processing", p.figure("from-moment", named), f="projection(I)")
    return p.figure("moment-widen", p.figure("moment", told), u=MOMENT)
