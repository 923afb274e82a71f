"""Proof trees about small steps: powers of 1 - x and 1 + x beside exponentials, and what a diffusion differs by from its Euler steps.

x is the rate of the drift times the length of a step, T the number of steps, and ``unit`` what both bounds are multiples of.  A scope
knows that x > 0, and where steps contract that 1 - x > 0.  Untrusted like every builder.
"""

from __future__ import annotations

from pabisym.proof.build import Step
from pabisym.proof.exponentials import exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


def grown(x: str) -> str:
    """The exponential of twice the time, in units of the rate."""
    return f"exp(2*T*({x}))"


def delay(x: str) -> str:
    """Twice the time at the rate x/(1 - x), in units of the rate: what enters the error of steps that contract."""
    return f"(2*T*({x})/(1 - ({x})))"


def signs(p: Script, x: str, unit: str, *, contracts: bool = True, steps: str = "T") -> None:
    """Go on knowing the signs of x, of the unit and, where steps contract, of 1 - x."""
    p.have_all({"x": f"{x} > 0", "time": f"{steps}*({x}) > 0", "unit": f"{unit} >= 0", **({"left": f"1 - {x} > 0"} if contracts else {})})
    exp_zero(p, "exp zero")


def small(p: Script, name: str, y: str) -> None:
    """Go on knowing, under a name, that (1 + y) exp(-y) <= 1."""
    p.have_all({f"{name}: tangent": p.figure("exp-tangent", x=y), f"{name}: sign": f"exp(-({y})) > 0",
                f"{name}: inverse": p.figure("exp-sum", x=y, y=f"-({y})", conclude=f"exp(0) == exp({y})*exp(-({y}))")})
    terms = [fact(f"{name}: tangent", f"{name}: sign"), fact(f"{name}: inverse"), fact("exp zero", times="-1")]
    p.have(name, certified(f"(1 + {y})*exp(-({y})) <= 1", *terms))


def power_below(p: Script, x: str, end: str = "T") -> None:
    """Go on knowing, as ``below``, that (1 - x)^T <= exp(-T x)."""
    now, decayed, earlier = f"(1 - ({x}))**k", f"exp(-(k*({x})))", f"exp(-((k - 1)*({x})))"
    p.have("tangent", p.figure("exp-tangent", x=f"-({x})"))
    with p.induct("k", "0", end, f"{now} <= {decayed}", certified(f"(1 - ({x}))**0 <= exp(-(0*({x})))", fact("exp zero"))) as order:
        product = order.figure("exp-sum", x=f"-({x})", y=f"-((k - 1)*({x}))", conclude=f"{decayed} == exp(-({x}))*{earlier}")
        order.have_all({"product": product, "decay": f"{earlier} > 0"})
        terms = [fact("tangent", "decay"), fact(order.hypothesis, "left"), fact("product")]
        order.show(certified(f"{now} <= {decayed}", *terms))
    p.have("below", p.at(order.step, end))


def power_above(p: Script, x: str) -> None:
    """Go on knowing, as ``above``, that exp(-T y) <= (1 - x)^T with y = x/(1 - x)."""
    y, now = f"({x})/(1 - ({x}))", f"(1 - ({x}))**k"
    decayed, earlier = f"exp(-(k*({y})))", f"exp(-((k - 1)*({y})))"
    small(p, "one step", y)
    p.have("slow", certified(f"exp(-({y})) <= 1 - ({x})", fact("one step"), multiplier=f"1/(1 - ({x}))"))
    start = certified(f"exp(-(0*({y}))) <= (1 - ({x}))**0", fact("exp zero", times="-1"))
    with p.induct("k", "0", "T", f"{decayed} <= {now}", start) as order:
        product = order.figure("exp-sum", x=f"-({y})", y=f"-((k - 1)*({y}))", conclude=f"{decayed} == exp(-({y}))*{earlier}")
        order.have_all({"product": product, "decay": f"{earlier} > 0"})
        terms = [fact("slow", "decay"), fact(order.hypothesis, "left"), fact("product", times="-1")]
        order.show(certified(f"{decayed} <= {now}", *terms))
    p.have("above", p.at(order.step, "T"))


def twice(p: Script, name: str, y: str) -> None:
    """Go on knowing, under a name, that exp(-2 T y) is the square of exp(-T y)."""
    half = f"exp(-(T*({y})))"
    p.have(name, p.figure("exp-sum", x=f"-(T*({y}))", y=f"-(T*({y}))", conclude=f"exp(-(2*T*({y}))) == {half}*{half}"))


def growth(p: Script, x: str) -> None:
    """Go on knowing that exp(2 T x) is above 1, and (1 - x)^(2 T) below it: what is divided by in the bounds of steps that contract."""
    with p.proof() as one:
        one.have_all({"time": f"T*({x}) > 0", "tangent": one.figure("exp-tangent", x=f"2*T*({x})")})
        one.show(f"{grown(x)} - 1 > 0")
    p.have_all({"growth of time": one.step, "power falls": p.figure("power-below-one", c=f"1 - ({x})", k="2*T")})
    p.have("power left", f"1 - (1 - ({x}))**(2*T) > 0")


def decay(p: Script, x: str) -> None:
    """Go on knowing that exp(-2 T x) is below 1, and (1 + x)^(2 T) above it: the same for steps that part points."""
    with p.proof() as one:
        one.have_all({"time": f"T*({x}) > 0", "sign": f"exp(-(2*T*({x}))) > 0"})
        exp_zero(one, "exp zero")
        small(one, "fall", f"2*T*({x})")
        one.show(certified(f"1 - exp(-(2*T*({x}))) > 0", fact("fall"), fact("time", "sign", times="2")))
    p.have_all({"decay of time": one.step, "power rises": p.figure("power-above-one", c=f"1 + ({x})", k="2*T")})
    p.have("power more", f"(1 + ({x}))**(2*T) - 1 > 0")


@script
def within_limit(p: Script, unit: str, x: str, steps: str, limit: str) -> Step:
    """Steps that contract by 1 - x lie below their diffusion: unit (1 - x/2) P/(1 - P) <= unit/(exp(2 T x) - 1), P = (1 - x)^(2 T)."""
    P, E, F = f"(1 - ({x}))**(2*T)", grown(x), f"exp(-(T*({x})))"
    signs(p, x, unit)
    power_below(p, x)
    twice(p, "square", x)
    inverse = p.figure("exp-sum", x=f"2*T*({x})", y=f"-(2*T*({x}))", conclude=f"exp(0) == {E}*exp(-(2*T*({x})))")
    p.have_all({"inverse": inverse, "growth": p.figure("exp-tangent", x=f"2*T*({x})"), "F": f"{F} > 0", "power": f"(1 - ({x}))**T > 0",
                "P": f"{P} > 0", "E": f"{E} > 0", "falls": p.figure("power-below-one", c=f"1 - ({x})", k="2*T")})
    p.have("one", certified(f"{E}*{F}**2 == 1", fact("inverse", times="-1"), fact("square", factor=f"-({E})"), fact("exp zero")))
    p.have("grows", f"{E} - 1 > 0")
    p.have("rest", f"1 - {P} > 0")
    p.have("whole", certified(f"{P}*{E} <= 1", fact("below", "E", "F"), fact("below", "E", "power"), fact("one", times="-1")))
    terms = [fact("unit", "whole"), fact("unit", "x", "P", "grows", times="1/2")]
    return certified(f"{steps} <= {limit}", *terms, multiplier=f"({E} - 1)*(1 - {P})")


@script
def near_limit(p: Script, unit: str, x: str, steps: str, limit: str) -> Step:
    """And not further below it than by the factor 1 - x (3/2 + B), where B = 2 T x/(1 - x)."""
    P, E, B, half = f"(1 - ({x}))**(2*T)", grown(x), delay(x), f"(1 - ({x})/2)"
    y, power = f"({x})/(1 - ({x}))", f"(1 - ({x}))**T"
    F, G = f"exp(-(T*({y})))", f"exp(-({B}))"
    signs(p, x, unit)
    power_above(p, x)
    p.have_all({"B": f"{B} > 0", "half": f"{half} > 0", "power": f"{power} > 0", "F": f"{F} > 0", "G": f"{G} > 0",
                "falls": p.figure("power-below-one", c=f"1 - ({x})", k="2*T"), "growth": p.figure("exp-tangent", x=f"2*T*({x})")})
    small(p, "small", B)
    p.have_all({
        "square": p.figure("exp-sum", x=f"-(T*({y}))", y=f"-(T*({y}))", conclude=f"{G} == {F}*{F}"),
        "shift": p.figure("exp-sum", x=f"2*T*({x})", y=f"-({B})", conclude=f"exp(-({B}*({x}))) == {E}*{G}"),
        "shift tangent": p.figure("exp-tangent", x=f"-({B}*({x}))"), "rest": f"1 - {P} > 0", "grows": f"{E} - 1 > 0",
        "rest of G": certified(f"1 - {G} > 0", fact("small"), fact("B", "G"))})
    share = f"{half}*{G}/(1 - {G})"
    terms = [fact("shift tangent", "half"), fact("shift", factor=f"-({half})"), fact("small", "x"), fact("B", "x", "x", times="1/2")]
    p.have("its diffusion", certified(f"(1 - ({x})*(3/2 + {B}))/({E} - 1) <= {share}", *terms, multiplier=f"({E} - 1)*(1 - {G})"))
    terms = [fact("above", "half", "power"), fact("above", "half", "F"), fact("square", factor=f"-({half})")]
    p.have("steps", certified(f"{share} <= {half}*{P}/(1 - {P})", *terms, multiplier=f"(1 - {G})*(1 - {P})"))
    return certified(f"{limit}*(1 - ({x})*(3/2 + {B})) <= {steps}", fact("unit", "its diffusion"), fact("unit", "steps"))


@script
def above_limit(p: Script, unit: str, x: str, steps: str, limit: str) -> Step:
    """Steps that part points by 1 + x lie above their diffusion: unit/(1 - exp(-2 T x)) <= unit (1 + x/2) P/(P - 1), P = (1 + x)^(2 T)."""
    P, power, G, F = f"(1 + ({x}))**(2*T)", f"(1 + ({x}))**T", f"exp(-(2*T*({x})))", f"exp(-(T*({x})))"
    signs(p, x, unit, contracts=False)
    small(p, "one", x)
    now, decayed, earlier = f"(1 + ({x}))**k", f"exp(-(k*({x})))", f"exp(-((k - 1)*({x})))"
    start = certified(f"(1 + ({x}))**0*exp(-(0*({x}))) <= 1", fact("exp zero", times="-1"))
    p.have("one sign", f"(1 + ({x}))*exp(-({x})) > 0")
    with p.induct("k", "0", "T", f"{now}*{decayed} <= 1", start) as order:
        order.have("product", order.figure("exp-sum", x=f"-({x})", y=f"-((k - 1)*({x}))", conclude=f"{decayed} == exp(-({x}))*{earlier}"))
        terms = [fact("one"), fact(order.hypothesis, "one sign"), fact("product", factor=f"-({now})")]
        order.show(certified(f"{now}*{decayed} <= 1", *terms))
    p.have("powers", p.at(order.step, "T"))
    twice(p, "square", x)
    small(p, "fall", f"2*T*({x})")
    p.have_all({"power": f"{power} > 0", "F": f"{F} > 0", "P": f"{P} > 0", "rises": p.figure("power-above-one", c=f"1 + ({x})", k="2*T"),
                "G": f"{G} > 0"})
    p.have("product sign", f"{power}*{F} > 0")
    p.have("rest", certified(f"1 - {G} > 0", fact("fall"), fact("time", "G", times="2")))
    p.have("above one", f"{P} - 1 > 0")
    p.have("whole", certified(f"{P}*{G} <= 1", fact("powers"), fact("powers", "product sign"), fact("square", factor=f"-({P})")))
    terms = [fact("unit", "whole"), fact("unit", "x", "P", "rest", times="1/2")]
    return certified(f"{limit} <= {steps}", *terms, multiplier=f"({P} - 1)*(1 - {G})")


@script
def not_far_above(p: Script, unit: str, x: str, steps: str, limit: str) -> Step:
    """And not further above it than by the factor (1 + x/2)(1 + x)."""
    w = f"({x})/(1 + ({x}))"
    P, power, F, G, H = f"(1 + ({x}))**(2*T)", f"(1 + ({x}))**T", f"exp(-(T*({w})))", f"exp(-(2*T*({w})))", f"exp(-(2*T*({x})))"
    signs(p, x, unit, contracts=False)
    p.have("later", f"T*({w}) > 0")
    p.have("tangent", p.figure("exp-tangent", x=f"-({w})"))
    p.have("one", certified(f"(1 + ({x}))*exp(-({w})) >= 1", fact("tangent"), multiplier=f"1/(1 + ({x}))"))
    now, decayed, earlier = f"(1 + ({x}))**k", f"exp(-(k*({w})))", f"exp(-((k - 1)*({w})))"
    start = certified(f"(1 + ({x}))**0*exp(-(0*({w}))) >= 1", fact("exp zero"))
    with p.induct("k", "0", "T", f"{now}*{decayed} >= 1", start) as order:
        product = order.figure("exp-sum", x=f"-({w})", y=f"-((k - 1)*({w}))", conclude=f"{decayed} == exp(-({w}))*{earlier}")
        order.have_all({"product": product, "before": f"(1 + ({x}))**(k - 1)*{earlier} > 0"})
        terms = [fact("one", "before"), fact(order.hypothesis), fact("product", factor=now)]
        order.show(certified(f"{now}*{decayed} >= 1", *terms))
    p.have("powers", p.at(order.step, "T"))
    twice(p, "square", w)
    small(p, "small", f"2*T*({w})")
    small(p, "fall", f"2*T*({x})")
    shift = p.figure("exp-sum", x=f"-(2*T*({w}))", y=f"-(2*T*({w})*({x}))", conclude=f"{H} == {G}*exp(-(2*T*({w})*({x})))")
    p.have_all({"power": f"{power}*{F} > 0", "G": f"{G} > 0", "H": f"{H} > 0", "shift": shift,
                "shift tangent": p.figure("exp-tangent", x=f"-(2*T*({w})*({x}))"),
                "rises": p.figure("power-above-one", c=f"1 + ({x})", k="2*T")})
    p.have("rest", certified(f"1 - {G} > 0", fact("small"), fact("later", "G", times="2")))
    p.have("rest of H", certified(f"1 - {H} > 0", fact("fall"), fact("time", "H", times="2")))
    p.have("above one", f"{P} - 1 > 0")
    terms = [fact("powers"), fact("powers", "power"), fact("square", factor=P)]
    p.have("steps", certified(f"{P}/({P} - 1) <= 1/(1 - {G})", *terms, multiplier=f"({P} - 1)*(1 - {G})"))
    terms = [fact("small", "x"), fact("shift tangent", "G"), fact("shift")]
    p.have("its diffusion", certified(f"1/(1 - {G}) <= (1 + ({x}))/(1 - {H})", *terms, multiplier=f"(1 - {G})*(1 - {H})"))
    parts = [fact("unit", one, *more, times=times) for one in ("steps", "its diffusion") for more, times in (((), "1"), (("x",), "1/2"))]
    return certified(f"{steps} <= {limit}*(1 + ({x})/2)*(1 + ({x}))", *parts)


@script
def below_diffusion(p: Script, bound: str, unit: str, x: str, steps: str, variance: str) -> Step:
    """The optimum of a chain that contracts by 1 - x a step, with noise of this variance, is below the bound of its diffusion."""
    p.have_all({"shorter": f"1 - {x} > 0", "contracts": f"1 - {x} < 1", "variance": f"{variance} > 0"})
    growth(p, x)
    p.have("optimum", p.theorem("altschulerchewi2024/reverse-transport", {}, c=f"1 - {x}", v=variance,
                                conclude=f"renyi(alpha, 0, X(T), Y(T), {steps})"))
    p.have("limit", within_limit(p, unit, x, steps, bound))
    return p.figure("monotone", "optimum", y="0", d=bound)


@script
def above_diffusion(p: Script, bound: str, unit: str, x: str, steps: str, limit: str, variance: str) -> Step:
    """The optimum of a chain that parts points by 1 + x a step is not far above the bound of its diffusion."""
    p.have_all({"parts": f"1 + {x} > 1", "variance": f"{variance} > 0"})
    decay(p, x)
    p.have("optimum", p.theorem("altschulerchewi2024/reverse-transport-expanding", {}, c=f"1 + {x}", v=variance,
                                conclude=f"renyi(alpha, 0, X(T), Y(T), {steps})"))
    p.have("limit", not_far_above(p, unit, x, steps, limit))
    return p.figure("monotone", "optimum", y="0", d=bound)
