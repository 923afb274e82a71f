"""Proof trees that compare bounds of noisy gradient descent: shift allocation, composition, dynamics, the continuous limit.

x stands for eta lam, p for (1 - x)^K.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

X = "(eta*lam)"
POWER = f"((1 - {X})**{{}})"


def contracting(p: Script) -> None:
    """Go on knowing the signs of x and 1 - x, and p <= 1 at the end."""
    p.have_all({"x": f"{X} > 0", "left": f"1 - {X} > 0"})
    p.have("below one", p.figure("power-at-most-one", c=f"1 - {X}", k="K"))
    p.have("power", f"{POWER.format('K')} > 0")


def _inverse(p: Script, y: str) -> None:
    """Go on knowing, as ``small``, (1 + y) exp(-y) <= 1."""
    p.have_all({"tangent": p.figure("exp-tangent", x=y), "sign": f"exp(-({y})) > 0",
                "inverse": p.figure("exp-sum", x=y, y=f"-({y})", conclude=f"exp(0) == exp({y})*exp(-({y}))")})
    exp_zero(p, "zero")
    p.have("small", certified(f"(1 + {y})*exp(-({y})) <= 1", fact("tangent", "sign"), fact("inverse"), fact("zero", times="-1")))


@script
def below_dynamics(p: Script, goal: str) -> Step:
    """(2 - x)(1 - (1 - x)^k)/4 <= 1 - r^k by induction, r = exp(-x/2): r^k >= (1 - x)^k, and 1 - r >= (2 - x) x/4."""
    r, now, before = "exp(-(eta*lam/2))", POWER.format("k"), POWER.format("(k - 1)")
    decayed, earlier = f"exp(-{X}*k/2)", f"exp(-{X}*(k - 1)/2)"
    product: dict[str, str] = {"x": "-(eta*lam/2)", "y": f"-{X}*(k - 1)/2", "conclude": f"{decayed} == {r}*{earlier}"}
    contracting(p)
    _inverse(p, "eta*lam/2")
    p.have("step", certified(f"1 - {r} - (2 - {X})*{X}/4 >= 0", fact("small"), fact("x", "x", "x", times="1/8"),
                             multiplier="1 + eta*lam/2"))
    start = certified(f"{POWER.format('0')} <= exp(-{X}*0/2)", fact("zero"))
    with p.induct("k", "0", "K", f"{now} <= {decayed}", start) as order:
        order.have_all({"product": order.figure("exp-sum", **product), "tangent below": order.figure("exp-tangent", x="-(eta*lam/2)"),
                        "earlier": f"{before} > 0"})
        order.show(certified(f"{now} <= {decayed}", fact("tangent below", "earlier"), fact("x", "earlier", times="1/2"),
                             fact(order.hypothesis, "sign"), fact("product")))
    p.have("order", order.step)
    claim, start = f"(2 - {X})/4*(1 - {{}}) <= 1 - {{}}".format, fact("zero", times="-1")
    with p.induct("k", "0", "K", claim(now, decayed), certified(claim(POWER.format("0"), f"exp(-{X}*0/2)"), start)) as gains:
        gains.have_all({"product": gains.figure("exp-sum", **product), "ordered": gains.at("order", "k - 1"), "earlier": f"{before} > 0",
                        "decay": f"{earlier} > 0", "scale": certified(f"(2 - {X})*{X} >= 0", fact("left", "x"), fact("x"))})
        gains.show(certified(claim(now, decayed), fact(gains.hypothesis), fact("step", "decay"), fact("scale", "ordered", times="1/4"),
                             fact("product", times="-1")))
    p.have("gain", p.at(gains.step, "K"))
    p.have("order of D", p.known("Rényi order"))
    sides = (("gain",), "1"), (("power", "gain"), "1"), (("below one", "power", "left"), "1/4"), (("below one", "power"), "1/4")
    terms = [fact(*facts, *more, times=times, square="S/(sigma*n)") for facts, times in sides for more in ((), ("order of D",))]
    return certified(goal, *terms, multiplier=f"lam*(1 + {POWER.format('K')})")


@script
def below_composition(p: Script, goal: str) -> Step:
    """(2 - x)(1 - p) <= x K (1 + p), by induction, from (1 - x)^k (1 + x k) <= 1."""
    now, before = POWER.format("k"), POWER.format("(k - 1)")
    contracting(p)
    with p.induct("k", "0", "K", f"{now}*(1 + {X}*k) <= 1") as flat:
        flat.have("earlier", f"{before} > 0")
        flat.show(certified(f"{now}*(1 + {X}*k) <= 1", fact(flat.hypothesis), fact("k from", "earlier", square=X),
                            fact("earlier", square=X)))
    p.have("flat", flat.step)
    claim = f"(2 - {X})*(1 - {now}) <= {X}*k*(1 + {now})"
    with p.induct("k", "0", "K", claim) as sums:
        sums.have("flat here", sums.at("flat", "k - 1"))
        sums.show(certified(claim, fact(sums.hypothesis), fact("x", "flat here")))
    p.have("sum", p.at(sums.step, "K"))
    terms = [fact("sum", *order, times="1/4", square="S/(sigma*n)") for order in ((), ("Rényi order",))]
    return certified(goal, *terms, multiplier=f"lam*(1 + {POWER.format('K')})")


@script
def below_limit(p: Script, goal: str) -> Step:
    """exp(-k x/(1 - x)) <= (1 - x)^k, as 1/(1 - x) = 1 + x/(1 - x) is at most exp(x/(1 - x))."""
    y, now = "eta*lam/(1 - eta*lam)", POWER.format("k")
    decayed, earlier, last = f"exp(-k*{y})", f"exp(-(k - 1)*{y})", f"exp(-K*{y})"
    contracting(p)
    _inverse(p, y)
    p.have("slow", certified(f"exp(-({y})) <= 1 - {X}", fact("small"), multiplier=f"1/(1 - {X})"))
    start = certified(f"exp(-0*{y}) <= {POWER.format('0')}", fact("zero", times="-1"))
    with p.induct("k", "0", "K", f"{decayed} <= {now}", start) as ordered:
        product = ordered.figure("exp-sum", x=f"-({y})", y=f"-(k - 1)*{y}", conclude=f"{decayed} == exp(-({y}))*{earlier}")
        ordered.have_all({"product": product, "decay": f"{earlier} > 0"})
        ordered.show(certified(f"{decayed} <= {now}", fact("slow", "decay"), fact(ordered.hypothesis, "left"), fact("product", times="-1")))
    p.have("ordered", p.at(ordered.step, "K"))
    p.have("decay end", f"{last} > 0")
    p.have("less", f"1 - {last} >= 0")
    sides = (("ordered", "left"), "1/2"), (("ordered",), "1/2"), (("less", "x"), "1/4"), (("less", "x", "power"), "1/4")
    terms = [fact(*facts, *order, times=times, square="S/(sigma*n)") for order in ((), ("Rényi order",)) for facts, times in sides]
    return certified(goal, *terms, multiplier=f"lam*(1 + {POWER.format('K')})*(1 + {last})")
