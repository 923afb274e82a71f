"""From Rényi divergence to approximate privacy with the classical Gaussian calibration; untrusted like every builder.

With a = ln(1.25/delta), c = ln 1.25 and l = ln(1/delta) = a - c, a divergence of alpha*e^2/(4 a) for every order alpha
gives (e, delta) for every e <= 2 c: take alpha = 1 + (2 a - c)/e.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.exponentials import log_low, log_product
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

A, C, ELL = "log(5/(4*delta))", "log(5/4)", "log(1/delta)"
ORDER = f"1 + (2*{A} - {C})/epsilon"
LARGEST = "2*log(5/4)"
"""The largest e for which this calibration is proved."""


def logarithms(p: Script) -> None:
    """Go on knowing a == c + l, c > 0, l > 0, a > 0, where 0 < delta < 1 is known."""
    p.have("inverse", "1/delta > 0")
    p.have("inverse above", "1/delta > 1")
    log_product(p, "5/4", "1/delta")
    p.have("a = c + l", step("evident", f"{A} == {C} + {ELL}", goal=f"{A} == {C} + {ELL}"))
    log_low(p, "5/4")
    log_low(p, "1/delta")
    p.have_all({"c": f"{C} > 0", "l": f"{ELL} > 0"})
    p.have("a", f"{A} > 0")


@script
def order_above_one(p: Script) -> Step:
    """The proof of ``pabisym/calibration-order``."""
    goal = f"(2*{A} - {C})/epsilon > 0"
    logarithms(p)
    p.have("slack", f"2*{A} - {C} > 0")
    return p.prove(goal)


@script
def calibration(p: Script) -> Step:
    """The proof of ``pabisym/calibration``: with the order 1 + (2 a - c)/epsilon both parts fit below epsilon."""
    spent, cost = f"({ORDER})*epsilon**2/(4*{A})", f"{ELL}/(({ORDER}) - 1)"
    logarithms(p)
    p.have("slack", f"2*{A} - {C} > 0")
    p.have("room", f"(2*{A} - {C})/epsilon > 0")
    p.have("order above 1", f"{ORDER} > 1")
    goal = f"({ORDER})*rho <= {spent}"
    p.have("spent", certified(goal, fact("rate", "order above 1"), fact("rate"), multiplier=f"4*{A}"))
    goal = f"{spent} + {cost} <= epsilon"
    plain = p.figure("monotone", "divergence", y="0", d=spent)
    converted = p.figure("renyi-to-dp", plain, d="delta")
    p.have("level reached", certified(goal, fact("small", "slack"), {"coefficient": "1", "square": C}, fact("a = c + l", factor=f"4*{A}"),
                                      multiplier=f"4*{A}*(2*{A} - {C})/epsilon"))
    return p.figure("dp-widen", converted, u="epsilon", v="delta")


@script
def noise_level(p: Script) -> Step:
    """The proof of ``pabisym/calibration-noise``: square both sides."""
    inside = f"2*{A}/per"
    root = f"sqrt({inside})"
    logarithms(p)
    p.have("inside", f"{inside} >= 0")
    p.have_all({"root": p.figure("square-root", x=inside), "root sign": p.figure("square-root-sign", x=inside),
                "scaled": certified(f"sigma*epsilon >= 2*L*{root}", fact("enough noise", "level")),
                "scaled sign": certified(f"2*L*{root} >= 0", fact("Lipschitz constant", "root sign", times="2")),
                "square": certified(f"(sigma*epsilon)**2 >= (2*L*{root})**2", fact("scaled", "scaled"),
                                    fact("scaled", "scaled sign", times="2")),
                "square value": certified(f"(sigma*epsilon)**2 >= 4*L**2*({inside})", fact("square"), fact("root", factor="4*L**2"))})
    return certified(f"4*{A}*(2*L**2/sigma**2) <= per*epsilon**2", fact("square value"), multiplier="sigma**2/per")


@script
def calibrate_level(p: Script, laws: tuple[str, str], level: str, rho: str, divergence: Callable[[Builder, str], Step], rate: Step) -> Step:
    """(level, delta) for two laws: ``divergence`` proves order*rho for an order above 1, ``rate`` says 4 a rho <= level^2.

    The facts 0 < delta < 1 and 0 < level <= 2 ln(5/4) are known.
    """
    order = ORDER.replace("epsilon", f"({level})")
    p.have("order above 1", p.theorem("pabisym/calibration-order", {}, epsilon=level))
    return p.theorem("pabisym/calibration", {"divergence": divergence(p, order), "rate": rate}, epsilon=level, rho=rho, P=laws[0],
                     Q=laws[1])


NOISE = f"sigma >= 2*L*sqrt(2*{A}/{{per}})/epsilon"
"""At least the classical noise; ``per`` of the noises cover every record that is to be protected."""
