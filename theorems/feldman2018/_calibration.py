"""From Rényi divergence to approximate privacy with the classical Gaussian calibration; untrusted like every builder.

With a = ln(1.25/delta), c = ln 1.25 and l = ln(1/delta) = a - c, a divergence of alpha*e^2/(4 a) for every order alpha
gives (e, delta) for every e <= 2 c: take alpha = 1 + (2 a - c)/e.
"""

from __future__ import annotations

from collections.abc import Callable

from pabisym.proof.build import Builder, Step, step
from pabisym.proof.exponentials import log_low, log_product

A, C, ELL = "log(5/(4*delta))", "log(5/4)", "log(1/delta)"
ORDER = f"1 + (2*{A} - {C})/epsilon"
LARGEST = "2*log(5/4)"
"""The largest e for which this calibration is proved."""


def logarithms(b: Builder, rest: Callable[[Builder], Step]) -> Step:
    """Go on knowing a == c + l, c > 0, l > 0, a > 0, where 0 < delta < 1 is known."""

    def signs(b: Builder) -> Step:
        return b.suppose_all({"c": b.prove(f"{C} > 0"), "l": b.prove(f"{ELL} > 0")}, lambda b: b.have("a", b.prove(f"{A} > 0"), rest))

    def split(b: Builder) -> Step:
        sum_ = step("evident", f"{A} == {C} + {ELL}", goal=f"{A} == {C} + {ELL}")
        return b.have("a = c + l", sum_, lambda b: log_low(b, "5/4", lambda b: log_low(b, "1/delta", signs)))

    return b.have("inverse", b.prove("1/delta > 0"), lambda b: b.have("inverse above", b.prove("1/delta > 1"), lambda b: log_product(
        b, "5/4", "1/delta", split)))


def order_above_one(b: Builder) -> Step:
    """The proof of ``pabisym/calibration-order``."""
    goal = f"(2*{A} - {C})/epsilon > 0"
    return logarithms(b, lambda b: b.have("slack", b.prove(f"2*{A} - {C} > 0"), lambda b: b.prove(goal)))


def calibration(b: Builder) -> Step:
    """The proof of ``pabisym/calibration``: with the order 1 + (2 a - c)/epsilon both parts fit below epsilon."""
    spent, cost = f"({ORDER})*epsilon**2/(4*{A})", f"{ELL}/(({ORDER}) - 1)"
    pair = {"P": "P", "Q": "Q"}

    def convert(b: Builder) -> Step:
        goal = f"{spent} + {cost} <= epsilon"
        proof = step("arithmetic", goal, (), goal=goal, multiplier=f"4*{A}*(2*{A} - {C})/epsilon", terms=[
            {"coefficient": "1", "facts": ["small", "slack"]}, {"coefficient": "1", "square": C},
            {"coefficient": "1", "facts": ["a = c + l"], "factor": f"4*{A}"}])
        plain = b.figure("monotone", b.known("divergence"), alpha=ORDER, z="0", y="0", b=f"({ORDER})*rho", d=spent, **pair)
        converted = b.figure("renyi-to-dp", plain, alpha=ORDER, b=spent, d="delta", **pair)
        return b.have("level reached", proof, lambda b: b.figure(
            "dp-widen", converted, e=f"{spent} + {cost}", d="delta", u="epsilon", v="delta", **pair))

    def rate(b: Builder) -> Step:
        goal = f"({ORDER})*rho <= {spent}"
        return b.have("spent", step("arithmetic", goal, (), goal=goal, multiplier=f"4*{A}", terms=[
            {"coefficient": "1", "facts": ["rate", "order above 1"]}, {"coefficient": "1", "facts": ["rate"]}]), convert)

    return logarithms(b, lambda b: b.have("slack", b.prove(f"2*{A} - {C} > 0"), lambda b: b.have(
        "room", b.prove(f"(2*{A} - {C})/epsilon > 0"), lambda b: b.have("order above 1", b.prove(f"{ORDER} > 1"), rate))))


def noise_level(b: Builder) -> Step:
    """The proof of ``pabisym/calibration-noise``: square both sides."""
    inside = f"2*{A}/per"
    root = f"sqrt({inside})"

    def certified(goal: str, *terms: dict[str, object], multiplier: str = "1") -> Step:
        return step("arithmetic", goal, (), goal=goal, multiplier=multiplier, terms=list(terms))

    def squared(b: Builder) -> Step:
        facts = {
            "root": b.figure("square-root", x=inside), "root sign": b.figure("square-root-sign", x=inside),
            "scaled": certified(f"sigma*epsilon >= 2*L*{root}", {"coefficient": "1", "facts": ["enough noise", "level"]}),
            "scaled sign": certified(f"2*L*{root} >= 0", {"coefficient": "2", "facts": ["Lipschitz constant", "root sign"]}),
            "square": certified(f"(sigma*epsilon)**2 >= (2*L*{root})**2", {"coefficient": "1", "facts": ["scaled", "scaled"]},
                                {"coefficient": "2", "facts": ["scaled", "scaled sign"]}),
            "square value": certified(f"(sigma*epsilon)**2 >= 4*L**2*({inside})", {"coefficient": "1", "facts": ["square"]},
                                      {"coefficient": "1", "facts": ["root"], "factor": "4*L**2"}),
        }
        return b.suppose_all(facts, lambda b: certified(f"4*{A}*(2*L**2/sigma**2) <= per*epsilon**2",
                                                        {"coefficient": "1", "facts": ["square value"]}, multiplier="sigma**2/per"))

    return logarithms(b, lambda b: b.have("inside", b.prove(f"{inside} >= 0"), squared))


def calibrated(b: Builder, laws: tuple[str, str], level: str, rho: str, divergence: Callable[[Builder, str], Step], rate: Step) -> Step:
    """(level, delta) for two laws: ``divergence`` proves order*rho for an order above 1, ``rate`` says 4 a rho <= level^2.

    The facts 0 < delta < 1 and 0 < level <= 2 ln(5/4) are known.
    """
    order = ORDER.replace("epsilon", f"({level})")

    def apply(b: Builder) -> Step:
        return b.theorem("pabisym/calibration", {"divergence": divergence(b, order), "rate": rate}, epsilon=level, delta="delta", rho=rho,
                         P=laws[0], Q=laws[1])

    return b.have("order above 1", b.theorem("pabisym/calibration-order", {}, epsilon=level, delta="delta"), apply)


NOISE = f"sigma >= 2*L*sqrt(2*{A}/{{per}})/epsilon"
"""At least the classical noise; ``per`` of the noises cover every record that is to be protected."""
