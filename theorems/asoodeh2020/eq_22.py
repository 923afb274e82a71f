"""Closed form of the converted delta.

Statement
    With rho = 4 L^2 log(n)/(n sigma^2), for epsilon > rho: delta^ = exp(-(alpha - 1)(epsilon - rho alpha)) at alpha =
    alpha* when epsilon >= rho (2 alpha* - 1), else at alpha = 1/2 + epsilon/(2 rho), where it is exp(-(epsilon -
    rho)^2/(4 rho)); for epsilon <= rho the infimum is 1.
Reads as
    Here that no order above 1 gives less, which the orders named attain. The page leaves out epsilon > rho. For smaller
    epsilon its order is below 1 and its value below 1, exp(-(epsilon - rho)^2/(4 rho)), which is no infimum of (21).
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Named, Printed, Verdict
from pabisym.proof.build import Step, stated, step
from pabisym.proof.exponentials import exp_at_most, exp_zero
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


@script
def proof(p: Script) -> Step:
    """The exponent is a square away from its largest value, and not positive where epsilon < rho."""
    power = "exp(-(alpha - 1)*(epsilon - rho*alpha))"
    claim = f"cases(epsilon - rho, exp(-(epsilon - rho)**2/(4*rho)), 1) <= {power}"
    with p.case("epsilon - rho", claim) as far:
        far.have("exponent", step("arithmetic", goal := "-(epsilon - rho)**2/(4*rho) <= -(alpha - 1)*(epsilon - rho*alpha)", (), goal=goal,
                                  multiplier="4*rho", terms=[{"coefficient": "1", "square": "2*rho*alpha - epsilon - rho"}]))
        x, ratio = "-(epsilon - rho)**2/(4*rho)", "(-(alpha - 1)*(epsilon - rho*alpha) - -(epsilon - rho)**2/(4*rho))"
        far.have_all({"tangent": far.figure("exp-tangent", x=ratio), "size": f"exp({x}) > 0",
                      "product": far.figure("exp-sum", x=x, y=ratio, conclude=f"{power} == exp({x})*exp({ratio})")})
        far.have("above one", certified(f"exp({ratio}) >= 1", fact("tangent"), fact("exponent")))
        far.show(stated(certified(f"exp({x}) <= {power}", fact("product"), fact("above one", "size")), claim))
    p.have("above one", "alpha - 1 > 0")
    p.have("below", "rho*alpha - epsilon > 0")
    p.have("exponent", "-(alpha - 1)*(epsilon - rho*alpha) >= 0")
    exp_zero(p, "unit")
    exp_at_most(p, "0", "-(alpha - 1)*(epsilon - rho*alpha)")
    return p.prove(claim)


KINDS = {"alpha": "real", "epsilon": "real", "rho": "real", "a": "real"}
ASSUMED = {"order": "alpha > 1", "rate": "rho > 0"}
EXPONENT = "({0} - 1)*(epsilon - rho*({0}))".format


def vertex() -> tuple[Verdict, str]:
    """The exponent is largest at alpha = 1/2 + epsilon/(2 rho), by the square of its distance."""
    goal = f"{EXPONENT('alpha')} <= {EXPONENT('1/2 + epsilon/(2*rho)')}"
    return replayed(goal, KINDS, ASSUMED, lambda _: certified(goal, fact(square="2*rho*alpha - epsilon - rho"), multiplier="4*rho"))


def largest_order() -> tuple[Verdict, str]:
    """With a = alpha*, for which epsilon^2 >= rho^2 (1 + 2 sigma^2/L^2) is epsilon >= rho (2 a - 1), the exponent grows up to a."""
    goal = f"{EXPONENT('alpha')} <= {EXPONENT('a')}"
    return replayed(goal, KINDS, ASSUMED | {"admissible": "alpha <= a", "level": "epsilon >= rho*(2*a - 1)"},
                    lambda _: certified(goal, fact("admissible", "level"), fact("admissible", "admissible", "rate")))


STATEMENT = item("Equation (22)", "section V",
    quantities=(Named("rho", "4*L**2*log(n)/(n*sigma**2)", "as printed; Theorem 26 has the harmonic number for log(n)",
            ("n >= 2", "sigma > 0")),
        Named("alpha_star", "(1 + sqrt(1 + 2*sigma**2/L**2))/2", "the largest admissible order", ("L > 0", "sigma > 0")),
        Named("alpha_opt", "min(alpha_star, 1/2 + epsilon/(2*rho))", "the best order", ("rho > 0", "epsilon > rho")),
        Named("delta_hat", "exp(-(alpha_opt - 1)*(epsilon - rho*alpha_opt))", "(22), for epsilon > rho", ("rho > 0", "epsilon > rho")),),
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "epsilon: real, epsilon >= 0 [level]: level of privacy; role level", "rho: real, rho > 0 [rate]: 4 L^2 log(n)/(n sigma^2)"),
    conclusion="cases(epsilon - rho, exp(-(epsilon - rho)**2/(4*rho)), 1) <= exp(-(alpha - 1)*(epsilon - rho*alpha))", proof=proof,
    clauses=(
        "refuted by conclusion: the formula is the infimum of (21), for every epsilon",
        "proved by at alpha*: alpha* is best of all admissible orders where epsilon^2 >= rho^2 (1 + 2 sigma^2/L^2)",
        "proved by at 1/2 + epsilon/(2 rho): no order is better than 1/2 + epsilon/(2 rho)"),
    printed=Printed("refuted", error="hypothesis", bound="exp(-(epsilon/(2*rho) - 1/2)*(epsilon - rho*(1/2 + epsilon/(2*rho)))) >= 1",
        difference="for epsilon <= rho the infimum is 1; the formula needs epsilon > rho", counterexample={"alpha": 2, "epsilon": 0,
        "rho": 1}), uses=("asoodeh2020/eq-21",),
    checks=(Check("at alpha*, where that is at most 1/2 + epsilon/(2 rho)", largest_order, "holds"),
        Check("at 1/2 + epsilon/(2 rho)", vertex, "holds")), spots="alpha=2, epsilon=1, rho=1/50")
