"""The proofs of what mixing gives for random steps where something else says what tells runs apart that begin together.

Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Filler, Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import blocks_forget, plan_of_stage, unit
from ._mixing_sampled import KEPT, PRICE
from ._mixing_shares import BEGIN

STEPS = ("Gaussian", "diameters", "projections", "steady")
ROOT, LOW = f"sqrt({PRICE})", f"{BEGIN} - K*m"
ONE = f"theta(1, {ROOT})"
VARIATION = f"{ONE}**K + (1 - {ONE}**K)*q/(1 - {ONE})"


@script
def stage(p: Script) -> Step:
    """X and V draw the same batches, in blocks that each forget; what tells V from Y is known."""
    p.have("length", "K*m >= 0")
    p.have("V start", p.known("third start"))
    p.have("V next", p.known("third run"))
    near = blocks_forget(p, "pabisym/same-random-steps", KEPT, ("first run", *STEPS), lambda *_: {})
    return p.figure("dp-third-law", near, "told", e="epsilon", f="f", d="d(K)", u="w", P="X(t + K*m)", Q="Y(t + K*m)", V="V(t + K*m)")


def third(number: str) -> Filler:
    """The third run of a block or of a stage."""
    return "k", f"V({number}*(T + 1) + k)"


def told_of(p: Script, low: str, high: str) -> dict[str, Step]:
    """What is assumed of all steps, of those after ``low`` to ``high``."""
    return {label: p.part(label, "k", f"{low} + 1", high) for label in ("first run", *STEPS)}


@script
def at_first(p: Script) -> Step:
    """Each block keeps a share of the total variation that there was, and adds what is told."""
    positive_root(p, PRICE)
    p.have("kept", p.figure("theta-positive", g="1", x=ROOT))
    p.have("lost", p.figure("theta-below-one", g="1", x=ROOT))
    p.have("unit", unit(p))
    told, low = VARIATION.replace("**K", "**{j}").format, f"{LOW} + (j - 1)*m"
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", P=f"X({LOW})", Q=f"Y({LOW})"), e="0", u="0", d="1", v=told(j="0"))
    with p.induct("j", "0", "K", f"dp(X({LOW} + j*m), Y({LOW} + j*m), 0, {told(j='j')})", first) as more:
        before = told(j="(j - 1)")
        more.have_all({"begun": "(j - 1)*m >= 0", "left": "(K - j)*m >= 0", "power": f"{ONE}**(j - 1) > 0",
            "at most": more.figure("power-at-most-one", c=ONE, k="j - 1")})
        more.have("before here", f"{ONE}**(j - 1) + (1 - {ONE}**(j - 1))*q/(1 - {ONE}) > 0")
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
        near = more.theorem("pabisym/mixing-told-stage", {**told_of(more, low, f"{low} + m"), "positive": positive.step,
            "levels": level.step, "before": stated(more.known(more.hypothesis), f"dp(X({low}), Y({low}), 0, ({before})*{ONE}**0)"),
            "third start": more.at("third starts", "j"), "third run": more.at("third runs", "j"), "told": more.at("told at first", "j")},
            t=low, K="1", epsilon="0", f="0", w="q", d=("i", f"({before})*{ONE}**i"), V=third("j"))
        whole = f"({before})*{ONE}**1 + exp(0)*q"
        more.have("no more", certified(f"{whole} <= {told(j='j')}", fact("unit", factor="-q")))
        more.show(more.figure("dp-widen", near, e="0 + 0", u="0", d=whole, v=told(j="j"), P=f"X({low} + m)", Q=f"Y({low} + m)"))
    p.have("enough", certified(f"{VARIATION} <= d(0)", fact("at first"), multiplier=f"1 - {ONE}"))
    p.have("level", p.at("levels", "0"))
    return p.figure("dp-widen", p.at(more.step, "K"), e="0", u="e(0)", d=VARIATION, v="d(0)", P=f"X({BEGIN})", Q=f"Y({BEGIN})")


@script
def stages(p: Script) -> Step:
    """The total variation, and from each stage to the next what it leaves and what is told."""
    p.have("steps at first", "K*m >= 0")
    p.have("steps in stages", "J*N*m >= 0")
    with p.induct("j", "0", "J", f"dp(X({BEGIN} + j*N*m), Y({BEGIN} + j*N*m), e(j), d(j*(N + 1)))", at_first(p)) as more:
        start, place = f"{BEGIN} + (j - 1)*N*m", "(j - 1)*(N + 1)"
        more.have_all({"begun": "(j - 1)*N*m >= 0", "left": "(J - j)*N*m >= 0", "length": "N*m >= 0", "place": f"{place} >= 0",
            "room": "(J - j)*(N + 1) >= 0", "level": more.at("levels", "j - 1"), "now": more.at("paid", "j")})
        own = told_of(more, start, f"{start} + N*m") | plan_of_stage(more, "pabisym/mixing-told-stage", place, "left over")
        found = more.theorem("pabisym/mixing-told-stage", {**own, "third start": more.at("stage starts", "j"),
            "third run": more.at("stage runs", "j"), "told": more.at("told", "j"),
            "before": stated(more.known(more.hypothesis), f"dp(X({start}), Y({start}), e(j - 1), d({place} + 0))")},
            t=start, K="N", epsilon="e(j - 1)", f="e(j) - e(j - 1)", w="w(j)", d=("i", f"d({place} + i)"), V=third("(K + j)"))
        more.show(more.figure("dp-widen", found, e="e(j - 1) + (e(j) - e(j - 1))", u="e(j)", d=f"d({place} + N) + exp(e(j - 1))*w(j)",
            v="d(j*(N + 1))", P=f"X({start} + N*m)", Q=f"Y({start} + N*m)"))
    return p.at(more.step, "J")
