"""Proof trees about mixtures, with the letters of ``feldman2018/lemma-25``; untrusted like every builder."""

from __future__ import annotations

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.exponentials import exp_quadratic, log_tangent

WEIGHT = "sum(rho(i), i, 1, {k})"
MIXED = "equal({M}({k}), mix(rho({k})/sum(rho(i), i, 1, {k}), {P}({k}), {M}({k} - 1)))"
MEAN = "sum(rho(i)*b(i), i, 1, {k})"
LINE = f"1 + (1 + c)*(alpha - 1)*{MEAN}/{WEIGHT}"


def part_moment(b: Builder) -> Step:
    """The moment of the k-th parts lies below the straight line."""
    line = "1 + (1 + c)*((alpha - 1)*b(k))"

    def widened(b: Builder) -> Step:
        exact = b.figure("moment", b.at("bounds", "k"), alpha="alpha", b="b(k)", P="P(k)", Q="Q(k)")
        return b.figure("moment-widen", exact, alpha="alpha", m="exp((alpha - 1)*b(k))", u=line, P="P(k)", Q="Q(k)")

    def quadratic(b: Builder) -> Step:
        return exp_quadratic(b, "(alpha - 1)*b(k)", lambda b: b.have("square", b.prove(
            "((alpha - 1)*b(k))**2 <= c*((alpha - 1)*b(k))"), lambda b: b.have(
            "line", b.prove(f"exp((alpha - 1)*b(k)) <= {line}"), widened)))

    facts = {"b_k": b.at("sign", "k"), "small b_k": b.at("small", "k")}
    return b.suppose_all(facts, lambda b: b.suppose_all(
        {"exponent sign": step("arithmetic", "(alpha - 1)*b(k) >= 0", (), goal="(alpha - 1)*b(k) >= 0", multiplier="1", terms=[
            {"coefficient": "1", "facts": ["order", "b_k"]}]), "exponent": b.prove("(alpha - 1)*b(k) <= c")}, quadratic))


def mixture_moment(b: Builder) -> Step:
    """The moment of the first k parts together, by induction: one more part is one more choice between two."""

    def claim(k: str) -> str:
        return f"moment(alpha, M({k}), N({k}), {LINE.format(k=k)})"

    def first(b: Builder) -> Step:
        return b.figure("moment-same-law", b.at("parts", "1"), b.known("first mixture"), b.known("other first mixture"),
                        alpha="alpha", m="1 + (1 + c)*((alpha - 1)*b(1))", P="P(1)", Q="Q(1)", V="M(1)", W="N(1)", conclude=claim("1"))

    def more(b: Builder, before: str) -> Step:
        w, m, u = f"rho(k)/{WEIGHT.format(k='k')}", "1 + (1 + c)*((alpha - 1)*b(k))", LINE.format(k="k - 1")

        def mixed(b: Builder) -> Step:
            both = b.figure("moment-mixture", b.at("parts", "k"), b.known(before), alpha="alpha", w=w, m=m, u=u, P="P(k)", Q="Q(k)",
                            V="M(k - 1)", W="N(k - 1)")
            return b.figure("moment-same-law", both, b.at("mixture", "k"), b.at("other mixture", "k"), alpha="alpha",
                            m=f"{w}*({m}) + (1 - {w})*({u})", P=f"mix({w}, P(k), M(k - 1))", Q=f"mix({w}, Q(k), N(k - 1))",
                            V="M(k)", W="N(k)", conclude=claim("k"))

        return b.suppose_all({"weight": b.at("weights", "k"), "all": b.at("positive", "k"), "others": b.at("positive", "k - 1")},
            lambda b: b.suppose_all({
            name: step("arithmetic", goal, (), goal=goal, multiplier=WEIGHT.format(k="k"), terms=[{"coefficient": "1", "facts": [label]}])
            for name, goal, label in (("share sign", f"{w} >= 0", "weight"), ("share", f"{w} <= 1", "others"))}, mixed))

    return b.induction("k", "1", "n", claim("k"), first, more)


def weak_convexity(b: Builder) -> Step:
    """Lemma 25: moments of the parts, of the mixture, and log(1 + u) <= u."""
    bound = f"(1 + c)*{MEAN.format(k='n')}"
    total = f"1 + (1 + c)*(alpha - 1)*{MEAN.format(k='n')}"

    def heavier(b: Builder, before: str) -> Step:
        return b.have("weight", b.at("weights", "k"), lambda b: b.prove(f"{WEIGHT.format(k='k')} > 0"))

    def gained(b: Builder, before: str) -> Step:
        return b.suppose_all({"weight": b.at("weights", "k"), "b_k": b.at("sign", "k")}, lambda b: b.have(
            "term", step("arithmetic", "rho(k)*b(k) >= 0", (), goal="rho(k)*b(k) >= 0", multiplier="1", terms=[
                {"coefficient": "1", "facts": ["weight", "b_k"]}]), lambda b: b.prove(f"{MEAN.format(k='k')} >= 0")))

    def started(b: Builder) -> Step:
        return b.suppose_all({"b_1": b.at("sign", "1")}, lambda b: step(
            "arithmetic", f"{MEAN.format(k='1')} >= 0", (), goal=f"{MEAN.format(k='1')} >= 0", multiplier="1",
            terms=[{"coefficient": "1", "facts": ["first weight", "b_1"]}]))

    def widened(b: Builder) -> Step:
        return b.have("line", b.prove(f"{LINE.format(k='n')} <= {total}"), lambda b: b.figure(
            "moment-widen", b.at("moments", "n"), alpha="alpha", m=LINE.format(k="n"), u=total, P="M(n)", Q="N(n)"))

    def finish(b: Builder) -> Step:
        exact = b.figure("from-moment", b.known("moment"), alpha="alpha", m=total, P="M(n)", Q="N(n)")
        goal = f"log({total})/(alpha - 1) <= {bound}"
        return log_tangent(b, total, lambda b: b.have("bound", step("arithmetic", goal, (), goal=goal, multiplier="alpha - 1", terms=[
            {"coefficient": "1", "facts": [b.scope.known[-1][0]]}]), lambda b: b.figure(
                "monotone", exact, alpha="alpha", z="0", y="0", b=f"log({total})/(alpha - 1)", d=bound, P="M(n)", Q="N(n)")))

    def known(b: Builder) -> Step:
        over = step("arithmetic", f"{total} > 0", (), goal=f"{total} > 0", multiplier="1", terms=[
            {"coefficient": "1"}, {"coefficient": "1", "facts": ["constant", "order", "mean"]}, {"coefficient": "1",
                "facts": ["order", "mean"]}])
        return b.suppose_all({"mean": b.at("gains", "n"), "all": b.at("positive", "n")}, lambda b: b.have(
            "moment", widened(b), lambda b: b.have("over", over, finish)))

    b1 = {"positive": b.induction("k", "1", "n", f"{WEIGHT.format(k='k')} > 0", rest=heavier),
          "gains": b.induction("k", "1", "n", f"{MEAN.format(k='k')} >= 0", started, gained), "parts": b.generalise("k", "1", "n",
              part_moment)}
    return b.suppose_all(b1, lambda b: b.have("moments", mixture_moment(b), known))
