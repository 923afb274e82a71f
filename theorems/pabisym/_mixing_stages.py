"""The proofs of what mixing gives in stages that follow each other: the total variation at first, then what each stage leaves and adds.

Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, substitute
from pabisym.proof.build import Filler, Step, stated
from pabisym.proof.linear import certified, fact
from pabisym.proof.roots import positive_root
from pabisym.proof.script import Script, script

from ._mixing import unit

BEGIN = "T - J*N*m"
LEFT = "d(j*(N + 1) - 1) + exp(e(j - 1))"
PAID = f"{LEFT}*theta(exp(e(j) - e(j - 1)), sqrt(r/v))"
TOLD = f"{LEFT}*w(j)"
"""What a stage leaves and adds, by gaps that are paid for or by what is told."""
SHARED = "q/v"
Beside = Callable[[Script, str, str], dict[str, Step | str]]
"""What a stage assumes beside what is said of every step, from the steps before and at its end."""


def parts_of(p: Script, labels: Iterable[str], low: str, high: str) -> dict[str, Step]:
    """What is assumed of all steps, of those after ``low`` to ``high``."""
    return {label: p.part(label, "k", f"{low} + 1", high) for label in labels}


@script
def blocks_at_first(p: Script, /, stage: str, price: str, labels: Iterable[str], beside: Beside, size: str = "m", told: str = "",
                    **at: Filler) -> Step:
    """After K blocks each of which keeps a share of the total variation that there was, and adds what it pays or is ``told``.

    ``stage`` is the theorem about a stage, of which a block is one; ``price`` is what the noise of a block pays for the distance, its root
    known to be positive; ``labels`` are those of what is assumed of every step, and ``size`` is the number of steps of a block.
    """
    root = f"sqrt({price})"
    p.have("kept", p.figure("theta-positive", g="1", x=root))
    p.have("lost", p.figure("theta-below-one", g="1", x=root))
    p.have("unit", unit(p))
    if not told:
        p.have("gaps squared", f"{SHARED} > 0")
        positive_root(p, SHARED)
        p.have("added", p.figure("theta-positive", g="1", x=f"sqrt({SHARED})"))
        p.have("unit order", "1 <= exp(0)")
        p.have("added at most", p.figure("theta-level", g="1", h="exp(0)", x=f"sqrt({SHARED})"))
    one, tau = f"theta(1, {root})", told or f"theta(1, sqrt({SHARED}))"
    variation = f"{one}**{{j}} + (1 - {one}**{{j}})*{tau}/(1 - {one})".format
    start, low, paid = f"{BEGIN} - K*{size}", f"{BEGIN} - K*{size} + (j - 1)*{size}", told or f"theta(exp(0), sqrt({SHARED}))"
    first = p.figure("dp-widen", p.figure("dp-certain", e="0", P=f"X({start})", Q=f"Y({start})"), e="0", u="0", d="1", v=variation(j="0"))
    with p.induct("j", "0", "K", f"dp(X({start} + j*{size}), Y({start} + j*{size}), 0, {variation(j='j')})", first) as more:
        before, high = variation(j="(j - 1)"), f"{low} + {size}"
        more.have_all({"begun": f"(j - 1)*{size} >= 0", "left": f"(K - j)*{size} >= 0", "power": f"{one}**(j - 1) > 0",
            "at most": more.figure("power-at-most-one", c=one, k="j - 1")})
        more.have("before here", f"{before} > 0")
        own = parts_of(more, labels, low, high) | beside(more, low, high) | _share_of_one(more, one, root, before)
        own["before"] = stated(more.known(more.hypothesis), f"dp(X({low}), Y({low}), 0, ({before})*{one}**0)")
        near = more.theorem(stage, own, t=low, K="1", epsilon="0", f="0", delta=f"({before})*{one}**0",
                            d=("i", f"({before})*{one}**i"), **at)
        whole = f"({before})*{one}**1 + exp(0)*{paid}"
        known = () if told else (fact("added at most"),)
        more.have("no more", certified(f"{whole} <= {variation(j='j')}", *known, fact("unit", factor=f"-{paid}")))
        more.show(more.figure("dp-widen", near, e="0 + 0", u="0", d=whole, v=variation(j="j"), P=f"X({high})", Q=f"Y({high})"))
    whole = variation(j="K")
    p.have("enough", certified(f"{whole} <= d(0)", fact("at first"), multiplier=f"1 - {one}"))
    p.have("level", p.at("levels", "0"))
    return p.figure("dp-widen", p.at(more.step, "K"), e="0", u="e(0)", d=whole, v="d(0)", P=f"X({BEGIN})", Q=f"Y({BEGIN})")


def _share_of_one(p: Script, one: str, root: str, before: str) -> dict[str, Step | str]:
    """What a stage of one block assumes of the bounds: at the level 0 the order is 1."""
    with p.generalise("i", "0", "1") as positive:
        positive.have("power here", f"{one}**i > 0")
        positive.show(certified(f"({before})*{one}**i > 0", fact("before here", "power here")))
    with p.generalise("i", "1", "1") as level:
        left = f"({before})*{one}**(i - 1)"
        level.have("power before", f"{one}**(i - 1) > 0")
        level.have("some", certified(f"{left} > 0", fact("before here", "power before")))
        level.have("order", certified(f"1 <= 1 + (exp(0) - 1)/({left})", fact("unit", factor="1"), multiplier=left))
        level.have("block", level.figure("theta-level", g="1", h=f"1 + (exp(0) - 1)/({left})", x=root))
        level.show(certified(f"({before})*{one}**i >= {left}*theta(1 + (exp(0) - 1)/({left}), {root})", fact("block", "some")))
    return {"positive": positive.step, "levels": level.step}


def plan_of_stage(p: Script, stage: str, place: str, label: str) -> dict[str, Step | str]:
    """What a stage assumes of the plan, from its place on: what is left is positive, and so much of it is left by each block."""
    with p.generalise("i", "0", "N") as each:
        each.have("before the end", "N - i >= 0")
        each.show(each.at("positive", f"{place} + i"))
    said = dict(p.theorems[stage].assumptions)["levels"]
    own = {"d": (("i",), p.term(f"d({place} + i)")), **{name: ((), p.term(text)) for name, text in (("K", "N"), ("epsilon", "e(j - 1)"))}}
    wanted = substitute(said, own)
    if not isinstance(wanted, Call):
        raise TypeError(to_text(wanted))
    index = to_text(wanted.args[0])
    with p.generalise(index, "1", "N") as other:
        other.have("not yet the end", f"N - {index} >= 0")
        other.have("positive before", other.at("positive", f"{place} + {index} - 1"))
        other.show(stated(other.at(other.at(label, "j"), index), wanted.args[3]))
    return {"positive": each.step, "levels": other.step}


def later_stages(p: Script, first: Step, stage: str, labels: Iterable[str], beside: Beside, paid: str = PAID, **at: Filler) -> Step:
    """From each stage to the next what it leaves and what it adds, which is ``paid``; ``first`` is what holds before all of them.

    ``stage`` is the theorem about a stage, and ``labels`` are those of what is assumed of every step.
    """
    with p.induct("j", "0", "J", f"dp(X({BEGIN} + j*N*m), Y({BEGIN} + j*N*m), e(j), d(j*(N + 1)))", first) as more:
        low, place = f"{BEGIN} + (j - 1)*N*m", "(j - 1)*(N + 1)"
        high = f"{low} + N*m"
        more.have_all({"begun": "(j - 1)*N*m >= 0", "left": "(J - j)*N*m >= 0", "length": "N*m >= 0", "place": f"{place} >= 0",
            "room": "(J - j)*(N + 1) >= 0", "level": more.at("levels", "j - 1"), "now": more.at("paid", "j")})
        own = parts_of(more, labels, low, high) | beside(more, low, high) | plan_of_stage(more, stage, place, "left over")
        own["before"] = stated(more.known(more.hypothesis), f"dp(X({low}), Y({low}), e(j - 1), d({place} + 0))")
        found = more.theorem(stage, own, t=low, K="N", epsilon="e(j - 1)", f="e(j) - e(j - 1)", delta=f"d({place} + 0)",
                             d=("i", f"d({place} + i)"), **at)
        whole = paid.replace("d(j*(N + 1) - 1)", f"d({place} + N)")
        more.show(more.figure("dp-widen", found, e="e(j - 1) + (e(j) - e(j - 1))", u="e(j)", d=whole, v="d(j*(N + 1))",
            P=f"X({high})", Q=f"Y({high})"))
    return p.at(more.step, "J")


def rising(p: Script) -> None:
    """The level of this stage is no less than the one before."""
    p.have("rise", p.at("rises", "j"))
    p.have("more", "e(j) - e(j - 1) >= 0")
