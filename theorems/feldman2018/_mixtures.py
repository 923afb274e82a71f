"""Proof trees about mixtures, with the letters of ``feldman2018/lemma-25``; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step
from pabisym.proof.exponentials import exp_quadratic, exp_zero, log_tangent
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

WEIGHT = "sum(rho(i), i, 1, {k})"
MEAN = "sum(rho(i)*b(i), i, 1, {k})"
LINE = f"1 + {{f}}*(alpha - 1)*{MEAN}/{WEIGHT}"
TANGENT, CHORD = "(1 + c)", "((exp(c) - 1)/c)"
"""Slopes of a line through 1 at 0 that lies above exp from 0 to c: for c <= 1, and for every c."""


@script
def part_moment(p: Script, slope: str) -> Step:
    """The moment of the k-th parts lies below the straight line."""
    x = "((alpha - 1)*b(k))"
    line = f"1 + {slope}*{x}"
    p.have_all({"b_k": p.at("sign", "k"), "small b_k": p.at("small", "k")})
    p.have_all({"exponent sign": certified(f"{x} >= 0", fact("order", "b_k")), "exponent": f"{x} <= c"})
    if slope == TANGENT:
        exp_quadratic(p, x)
        p.have("square", f"{x}**2 <= c*{x}")
        p.have("line", f"exp{x} <= {line}")
    else:
        p.have("line", below_chord(p, x))
    exact = p.figure("moment", p.at("bounds", "k"))
    return p.figure("moment-widen", exact, u=line)


@script
def below_chord(p: Script, x: str) -> Step:
    """exp(x) (1 - x) <= 1 and exp(x) (1 + c - x) <= exp(c), with the weights c - x and x."""
    exp_zero(p, "zero")
    p.have_all({"here": f"exp({x}) > 0", "room": f"c - {x} >= 0", "back": p.figure("exp-tangent", x=f"-{x}"),
                "on": p.figure("exp-tangent", x=f"c - {x}"),
                "all back": p.figure("exp-sum", x=x, y=f"-{x}", conclude=f"exp(0) == exp({x})*exp(-{x})"),
                "all on": p.figure("exp-sum", x=x, y=f"c - {x}", conclude=f"exp(c) == exp({x})*exp(c - {x})")})
    p.have("low", certified(f"exp({x})*(1 - {x}) <= 1", fact("back", "here"), fact("all back", factor="1"), fact("zero", factor="-1")))
    p.have("high", certified(f"exp({x})*(1 + c - {x}) <= exp(c)", fact("on", "here"), fact("all on", factor="1")))
    return certified(f"exp({x}) <= 1 + {CHORD}*{x}", fact("low", "room"), fact("high", "exponent sign"), multiplier="c")


@script
def mixture_moment(p: Script, slope: str) -> Step:
    """The moment of the first k parts together, by induction: one more part is one more choice between two."""

    def claim(k: str) -> str:
        return f"moment(alpha, M({k}), N({k}), {LINE.format(k=k, f=slope)})"

    @script
    def first(p: Script) -> Step:
        return p.figure("moment-same-law", p.at("parts", "1"), "first mixture", "other first mixture", conclude=claim("1"))

    with p.induct("k", "1", "n", claim("k"), first) as more:
        w = f"rho(k)/{WEIGHT.format(k='k')}"
        more.have_all({"weight": more.at("weights", "k"), "all": more.at("positive", "k"), "others": more.at("positive", "k - 1")})
        more.have_all({name: certified(goal, fact(label), multiplier=WEIGHT.format(k="k")) for name, goal,
                       label in (("share sign", f"{w} >= 0", "weight"), ("share", f"{w} <= 1", "others"))})
        both = more.figure("moment-mixture", more.at("parts", "k"), more.hypothesis, w=w)
        more.show(more.figure("moment-same-law", both, more.at("mixture", "k"), more.at("other mixture", "k"), conclude=claim("k")))
    return more.step


def weak_convexity(b: Builder) -> Step:
    """Lemma 25: by the tangent line for c <= 1, by the chord beyond."""
    claim = f"renyi(alpha, 0, M(n), N(n), cases(1 - c, 1 + c, (exp(c) - 1)/c)*{MEAN.format(k='n')})"
    return b.by_cases("1 - c", claim, lambda one: convexity(one, TANGENT if one.evident("c <= 1") else CHORD))


@script
def convexity(p: Script, slope: str) -> Step:
    """Moments of the parts, of the mixture, and log(1 + u) <= u; a line of this slope lies above exp."""
    bound = f"{slope}*{MEAN.format(k='n')}"
    total = f"1 + {slope}*(alpha - 1)*{MEAN.format(k='n')}"
    p.have("beyond", p.figure("exp-tangent", x="c"))
    p.have("slope", certified(f"{slope} > 0", fact("constant"), *([fact("beyond")] if slope == CHORD else [{"coefficient": "1"}]),
                              multiplier="c" if slope == CHORD else "1"))

    with p.induct("k", "1", "n", f"{WEIGHT.format(k='k')} > 0") as positive:
        positive.have("weight", positive.at("weights", "k"))

    @script
    def started(p: Script) -> Step:
        p.have("b_1", p.at("sign", "1"))
        return certified(f"{MEAN.format(k='1')} >= 0", fact("first weight", "b_1"))

    with p.induct("k", "1", "n", f"{MEAN.format(k='k')} >= 0", started) as gained:
        gained.have_all({"weight": gained.at("weights", "k"), "b_k": gained.at("sign", "k")})
        gained.have("term", certified("rho(k)*b(k) >= 0", fact("weight", "b_k")))
    p.have_all({"positive": positive.step, "gains": gained.step, "parts": p.generalise("k", "1", "n", lambda one: part_moment(one, slope))})
    p.have("moments", mixture_moment(p, slope))
    p.have_all({"mean": p.at("gains", "n"), "all": p.at("positive", "n")})
    with p.proof() as moment:
        moment.have("line", f"{LINE.format(k='n', f=slope)} <= {total}")
        moment.show(moment.figure("moment-widen", moment.at("moments", "n"), u=total))
    p.have("moment", moment.step)
    p.have("over", certified(f"{total} > 0", {"coefficient": "1"}, fact("slope", "order", "mean")))
    exact = p.figure("from-moment", "moment")
    log_tangent(p, total)
    p.have("bound", certified(f"log({total})/(alpha - 1) <= {bound}", fact(p.scope.known[-1][0]), multiplier="alpha - 1"))
    return p.figure("monotone", exact, y="0", d=bound)
