"""Proof trees that compare bounds of noisy gradient descent: shift allocation, composition, dynamics, the continuous limit.

x stands for eta lam, p for (1 - x)^K.  Untrusted like every builder.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact

X = "(eta*lam)"
POWER = f"((1 - {X})**{{}})"
Rest = Callable[[Builder], Step]


def contracting(b: Builder, rest: Rest) -> Step:
    """Go on knowing the signs of x and 1 - x, and p <= 1 at the end."""
    return b.suppose_all({"x": b.prove(f"{X} > 0"), "left": b.prove(f"1 - {X} > 0")}, lambda b: b.have(
        "below one", b.figure("power-at-most-one", c=f"1 - {X}", k="K"), lambda b: b.have("power", b.prove(f"{POWER.format('K')} > 0"),
            rest)))


def _inverse(b: Builder, y: str, rest: Rest) -> Step:
    """Go on knowing, as ``small``, (1 + y) exp(-y) <= 1."""
    facts = {"tangent": b.figure("exp-tangent", x=y), "sign": b.prove(f"exp(-({y})) > 0"),
             "inverse": b.figure("exp-sum", x=y, y=f"-({y})", conclude=f"exp(0) == exp({y})*exp(-({y}))")}
    return b.suppose_all(facts, lambda b: exp_zero(b, "zero", lambda b: b.have("small", certified(
        f"(1 + {y})*exp(-({y})) <= 1", fact("tangent", "sign"), fact("inverse"), fact("zero", times="-1")), rest)))


def below_dynamics(b: Builder, goal: str) -> Step:
    """(2 - x)(1 - (1 - x)^k)/4 <= 1 - r^k by induction, r = exp(-x/2): r^k >= (1 - x)^k, and 1 - r >= (2 - x) x/4."""
    r, p, before = "exp(-(eta*lam/2))", POWER.format("k"), POWER.format("(k - 1)")
    decayed, earlier = f"exp(-{X}*k/2)", f"exp(-{X}*(k - 1)/2)"

    def product(b: Builder) -> Step:
        return b.figure("exp-sum", x="-(eta*lam/2)", y=f"-{X}*(k - 1)/2", conclude=f"{decayed} == {r}*{earlier}")

    def order(b: Builder) -> Step:
        def advance(b: Builder, label: str) -> Step:
            facts = {"product": product(b), "tangent below": b.figure("exp-tangent", x="-(eta*lam/2)"), "earlier": b.prove(f"{before} > 0")}
            return b.suppose_all(facts, lambda b: certified(
                f"{p} <= {decayed}", fact("tangent below", "earlier"), fact("x", "earlier", times="1/2"), fact(label, "sign"),
                    fact("product")))

        return b.induction("k", "0", "K", f"{p} <= {decayed}", lambda b: certified(
            f"{POWER.format('0')} <= exp(-{X}*0/2)", fact("zero")), advance)

    def gains(b: Builder) -> Step:
        claim = f"(2 - {X})/4*(1 - {p}) <= 1 - {decayed}"

        def advance(b: Builder, label: str) -> Step:
            facts = {"product": product(b), "ordered": b.at("order", "k - 1"), "earlier": b.prove(f"{before} > 0"), "decay": b.prove(
                f"{earlier} > 0"), "scale": certified(f"(2 - {X})*{X} >= 0", fact("left", "x"), fact("x"))}
            return b.suppose_all(facts, lambda b: certified(
                claim, fact(label), fact("step", "decay"), fact("scale", "ordered", times="1/4"), fact("product", times="-1")))

        return b.induction("k", "0", "K", claim, lambda b: certified(
            f"(2 - {X})/4*(1 - {POWER.format('0')}) <= 1 - exp(-{X}*0/2)", fact("zero", times="-1")), advance)

    def finish(b: Builder) -> Step:
        square = {"square": "S/(sigma*n)"}
        sides = ((("gain",), "1"), (("power", "gain"), "1"), (("below one", "power", "left"), "1/4"), (("below one", "power"), "1/4"))
        terms = [fact(*facts, *more, times=times, **square) for facts, times in sides for more in ((), ("order of D",))]
        return certified(goal, *terms, multiplier=f"lam*(1 + {POWER.format('K')})")

    def begin(b: Builder) -> Step:
        step = certified(f"1 - {r} - (2 - {X})*{X}/4 >= 0", fact("small"), fact("x", "x", "x", times="1/8"), multiplier="1 + eta*lam/2")
        return b.have("step", step, lambda b: b.have("order", order(b), lambda b: b.have("gain", b.at(gains(b), "K"), lambda b: b.have(
            "order of D", b.known("Rényi order"), finish))))

    return contracting(b, lambda b: _inverse(b, "eta*lam/2", begin))


def below_composition(b: Builder, goal: str) -> Step:
    """(2 - x)(1 - p) <= x K (1 + p), by induction, from (1 - x)^k (1 + x k) <= 1."""
    p, before = POWER.format("k"), POWER.format("(k - 1)")

    def flat(b: Builder) -> Step:
        def advance(b: Builder, label: str) -> Step:
            return b.have("earlier", b.prove(f"{before} > 0"), lambda b: certified(f"{p}*(1 + {X}*k) <= 1", fact(label), fact(
                "k from", "earlier", square=X), fact("earlier", square=X)))

        return b.induction("k", "0", "K", f"{p}*(1 + {X}*k) <= 1", None, advance)

    def sums(b: Builder) -> Step:
        def advance(b: Builder, label: str) -> Step:
            return b.have("flat here", b.at("flat", "k - 1"), lambda b: certified(
                f"(2 - {X})*(1 - {p}) <= {X}*k*(1 + {p})", fact(label), fact("x", "flat here")))

        return b.induction("k", "0", "K", f"(2 - {X})*(1 - {p}) <= {X}*k*(1 + {p})", None, advance)

    def finish(b: Builder) -> Step:
        terms = [fact("sum", *order, times="1/4", square="S/(sigma*n)") for order in ((), ("Rényi order",))]
        return certified(goal, *terms, multiplier=f"lam*(1 + {POWER.format('K')})")

    return contracting(b, lambda b: b.have("flat", flat(b), lambda b: b.have("sum", b.at(sums(b), "K"), finish)))


def below_limit(b: Builder, goal: str) -> Step:
    """exp(-k x/(1 - x)) <= (1 - x)^k, as 1/(1 - x) = 1 + x/(1 - x) is at most exp(x/(1 - x))."""
    y, p = "eta*lam/(1 - eta*lam)", POWER.format("k")
    decayed, earlier, last = f"exp(-k*{y})", f"exp(-(k - 1)*{y})", f"exp(-K*{y})"

    def ordered(b: Builder) -> Step:
        def advance(b: Builder, label: str) -> Step:
            facts = {"product": b.figure("exp-sum", x=f"-({y})", y=f"-(k - 1)*{y}", conclude=f"{decayed} == exp(-({y}))*{earlier}"),
                     "decay": b.prove(f"{earlier} > 0")}
            return b.suppose_all(facts, lambda b: certified(
                f"{decayed} <= {p}", fact("slow", "decay"), fact(label, "left"), fact("product", times="-1")))

        return b.induction("k", "0", "K", f"{decayed} <= {p}", lambda b: certified(f"exp(-0*{y}) <= {POWER.format('0')}", fact(
            "zero", times="-1")), advance)

    def finish(b: Builder) -> Step:
        square = {"square": "S/(sigma*n)"}
        terms = [fact(*facts, *order, times=times, **square) for order in ((), ("Rényi order",)) for facts, times in (
            (("ordered", "left"), "1/2"), (("ordered",), "1/2"), (("less", "x"), "1/4"), (("less", "x", "power"), "1/4"))]
        return b.have("less", b.prove(f"1 - {last} >= 0"), lambda b: certified(
            goal, *terms, multiplier=f"lam*(1 + {POWER.format('K')})*(1 + {last})"))

    def begin(b: Builder) -> Step:
        slow = certified(f"exp(-({y})) <= 1 - {X}", fact("small"), multiplier=f"1/(1 - {X})")
        return b.have("slow", slow, lambda b: b.have("ordered", b.at(ordered(b), "K"), lambda b: b.have(
            "decay end", b.prove(f"{last} > 0"), finish)))

    return contracting(b, lambda b: _inverse(b, y, begin))
