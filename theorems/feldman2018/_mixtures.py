"""Proof trees about mixtures, with the letters of ``feldman2018/lemma-25``; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_quadratic, log_tangent
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

WEIGHT = "sum(rho(i), i, 1, {k})"
MEAN = "sum(rho(i)*b(i), i, 1, {k})"
LINE = f"1 + (1 + c)*(alpha - 1)*{MEAN}/{WEIGHT}"


@script
def part_moment(p: Script) -> Step:
    """The moment of the k-th parts lies below the straight line."""
    line = "1 + (1 + c)*((alpha - 1)*b(k))"
    p.have_all({"b_k": p.at("sign", "k"), "small b_k": p.at("small", "k")})
    p.have_all({"exponent sign": certified("(alpha - 1)*b(k) >= 0", fact("order", "b_k")), "exponent": "(alpha - 1)*b(k) <= c"})
    exp_quadratic(p, "(alpha - 1)*b(k)")
    p.have("square", "((alpha - 1)*b(k))**2 <= c*((alpha - 1)*b(k))")
    p.have("line", f"exp((alpha - 1)*b(k)) <= {line}")
    exact = p.figure("moment", p.at("bounds", "k"))
    return p.figure("moment-widen", exact, u=line)


@script
def mixture_moment(p: Script) -> Step:
    """The moment of the first k parts together, by induction: one more part is one more choice between two."""

    def claim(k: str) -> str:
        return f"moment(alpha, M({k}), N({k}), {LINE.format(k=k)})"

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


@script
def weak_convexity(p: Script) -> Step:
    """Lemma 25: moments of the parts, of the mixture, and log(1 + u) <= u."""
    bound = f"(1 + c)*{MEAN.format(k='n')}"
    total = f"1 + (1 + c)*(alpha - 1)*{MEAN.format(k='n')}"

    with p.induct("k", "1", "n", f"{WEIGHT.format(k='k')} > 0") as positive:
        positive.have("weight", positive.at("weights", "k"))

    @script
    def started(p: Script) -> Step:
        p.have("b_1", p.at("sign", "1"))
        return certified(f"{MEAN.format(k='1')} >= 0", fact("first weight", "b_1"))

    with p.induct("k", "1", "n", f"{MEAN.format(k='k')} >= 0", started) as gained:
        gained.have_all({"weight": gained.at("weights", "k"), "b_k": gained.at("sign", "k")})
        gained.have("term", certified("rho(k)*b(k) >= 0", fact("weight", "b_k")))
    p.have_all({"positive": positive.step, "gains": gained.step, "parts": p.generalise("k", "1", "n", part_moment)})
    p.have("moments", mixture_moment(p))
    p.have_all({"mean": p.at("gains", "n"), "all": p.at("positive", "n")})
    with p.proof() as moment:
        moment.have("line", f"{LINE.format(k='n')} <= {total}")
        moment.show(moment.figure("moment-widen", moment.at("moments", "n"), u=total))
    p.have("moment", moment.step)
    p.have("over", certified(f"{total} > 0", {"coefficient": "1"}, fact("constant", "order", "mean"), fact("order", "mean")))
    exact = p.figure("from-moment", "moment")
    log_tangent(p, total)
    p.have("bound", certified(f"log({total})/(alpha - 1) <= {bound}", fact(p.scope.known[-1][0]), multiplier="alpha - 1"))
    return p.figure("monotone", exact, y="0", d=bound)
