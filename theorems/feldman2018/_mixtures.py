"""Proof trees about mixtures, with the letters of ``feldman2018/lemma-25``; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_quadratic, log_tangent
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

WEIGHT = "sum(rho(i), i, 1, {k})"
MIXED = "equal({M}({k}), mix(rho({k})/sum(rho(i), i, 1, {k}), {P}({k}), {M}({k} - 1)))"
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
    exact = p.figure("moment", p.at("bounds", "k"), alpha="alpha", b="b(k)", P="P(k)", Q="Q(k)")
    return p.figure("moment-widen", exact, alpha="alpha", m="exp((alpha - 1)*b(k))", u=line, P="P(k)", Q="Q(k)")


@script
def mixture_moment(p: Script) -> Step:
    """The moment of the first k parts together, by induction: one more part is one more choice between two."""

    def claim(k: str) -> str:
        return f"moment(alpha, M({k}), N({k}), {LINE.format(k=k)})"

    @script
    def first(p: Script) -> Step:
        return p.figure("moment-same-law", p.at("parts", "1"), p.known("first mixture"), p.known("other first mixture"), alpha="alpha",
                        m="1 + (1 + c)*((alpha - 1)*b(1))", P="P(1)", Q="Q(1)", V="M(1)", W="N(1)", conclude=claim("1"))

    with p.induct("k", "1", "n", claim("k"), first) as more:
        w, m, u = f"rho(k)/{WEIGHT.format(k='k')}", "1 + (1 + c)*((alpha - 1)*b(k))", LINE.format(k="k - 1")
        more.have_all({"weight": more.at("weights", "k"), "all": more.at("positive", "k"), "others": more.at("positive", "k - 1")})
        more.have_all({name: certified(goal, fact(label), multiplier=WEIGHT.format(k="k")) for name, goal,
                       label in (("share sign", f"{w} >= 0", "weight"), ("share", f"{w} <= 1", "others"))})
        both = more.figure("moment-mixture", more.at("parts", "k"), more.known(more.hypothesis), alpha="alpha", w=w, m=m, u=u, P="P(k)",
                           Q="Q(k)", V="M(k - 1)", W="N(k - 1)")
        more.show(more.figure("moment-same-law", both, more.at("mixture", "k"), more.at("other mixture", "k"), alpha="alpha",
                              m=f"{w}*({m}) + (1 - {w})*({u})", P=f"mix({w}, P(k), M(k - 1))", Q=f"mix({w}, Q(k), N(k - 1))", V="M(k)",
                              W="N(k)", conclude=claim("k")))
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
        moment.show(moment.figure("moment-widen", moment.at("moments", "n"), alpha="alpha", m=LINE.format(k="n"), u=total, P="M(n)",
                                  Q="N(n)"))
    p.have("moment", moment.step)
    p.have("over", certified(f"{total} > 0", {"coefficient": "1"}, fact("constant", "order", "mean"), fact("order", "mean")))
    exact = p.figure("from-moment", p.known("moment"), alpha="alpha", m=total, P="M(n)", Q="N(n)")
    log_tangent(p, total)
    p.have("bound", certified(f"log({total})/(alpha - 1) <= {bound}", fact(p.scope.known[-1][0]), multiplier="alpha - 1"))
    return p.figure("monotone", exact, alpha="alpha", z="0", y="0", b=f"log({total})/(alpha - 1)", d=bound, P="M(n)", Q="N(n)")
