"""The conversion in the proof of Theorem 32.

Statement
    With alpha = sigma sqrt(ln(1/delta))/(L sqrt(q)) > 2 and q >= 2 k ln n/n: 4 k alpha L^2 ln n/(n sigma^2) +
    ln(1/delta)/(alpha - 1) < 4 k ln(1/delta) ln n/(alpha q n) + 2 ln(1/delta)/alpha <= 4 ln(1/delta)/alpha.
Reads as
    Half of the budget goes to the divergence and half to the conversion. Written with l = ln(1/delta), rho =
    L^2/sigma^2 and g for ln n; it needs nothing of g, so that it serves the harmonic number as well.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._problems import noise_of_the_order, order_of_the_budget

CLAIM = "4*k*alpha*rho*g/n + l/(alpha - 1) < 4*l/alpha"


@script
def proof(p: Script) -> Step:
    """l/(alpha - 1) < 2 l/alpha, and alpha^2 rho = l/q turns the first part into 4 k l g/(alpha q n)."""
    p.have_all({"second": certified("l/(alpha - 1) < 2*l/alpha", fact("order", "budget"), multiplier="alpha*(alpha - 1)"),
                "first": certified("4*k*alpha*rho*g/n <= 2*l/alpha", fact("enough", "budget", times="2"),
                                   fact("definition of alpha", factor="-4*k*g"), multiplier="alpha*q*n")})
    return certified(CLAIM, fact("first"), fact("second"))


def middle() -> tuple[Verdict, str]:
    """The strict inequality of the chain, before q is used."""
    goal = "4*k*alpha*rho*g/n + l/(alpha - 1) < 4*k*l*g/(alpha*q*n) + 2*l/alpha"

    @script
    def build(p: Script) -> Step:
        p.have("second", certified("l/(alpha - 1) < 2*l/alpha", fact("order", "budget"), multiplier="alpha*(alpha - 1)"))
        p.have("first", certified("4*k*alpha*rho*g/n == 4*k*l*g/(alpha*q*n)", fact("definition of alpha", factor="4*k*g"),
                                  multiplier="alpha*q*n"))
        return certified(goal, fact("first", factor="-1"), fact("second"))

    kept = ("order", "size", "budget", "share", "definition of alpha")
    return replayed(goal, STATEMENT.sequent.kinds, {one.name: one.holds for one in STATEMENT.assumptions if one.name in kept}, build)


def shares() -> tuple[Verdict, str]:
    """The inequality behind it: the first part of the middle of the chain is at most 2 l/alpha, as the second is."""
    goal, kept = "4*k*l*g/(alpha*q*n) <= 2*l/alpha", ("order", "size", "budget", "share", "enough")
    return replayed(goal, STATEMENT.sequent.kinds, {one.name: one.holds for one in STATEMENT.assumptions if one.name in kept},
                    lambda _: certified(goal, fact("enough", "budget", times="2"), multiplier="alpha*q*n"))


def level() -> tuple[Verdict, str]:
    """With sigma = 4 L sqrt(q ln(1/delta))/eps, so that alpha = 4 ln(1/delta)/eps."""
    kinds = dict.fromkeys(("alpha", "l", "epsilon", "sigma", "L", "w", "v"), "real")
    assumed = {"budget": "l > 0", "level": "epsilon > 0", "constant": "L > 0", "v": "v > 0", "w": "w > 0", "root of l": "w**2 == l",
               "noise": "sigma == 4*L*v*w/epsilon", "order": "alpha == sigma*w/(L*v)"}

    @script
    def build(p: Script) -> Step:
        p.have("value", certified("alpha == 4*l/epsilon", fact("order", factor="1"), fact("noise", factor="w/(L*v)"),
                                  fact("root of l", factor="4/epsilon")))
        p.have("positive", "alpha > 0")
        return certified("4*l/alpha == epsilon", fact("value", factor="-epsilon"), multiplier="alpha")

    return replayed("4*l/alpha == epsilon", kinds, assumed, build)


STATEMENT = item("proof of Theorem 32", "section 5.4",
    kind="inequality",
    letters=("alpha: real, alpha > 2 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 1 [size]: number of records; role records", "k: integer: number of problems",
        "l: real, l > 0 [budget]: ln(1/delta)", "q: real, q > 0 [share]: share", "rho: real: L^2/sigma^2",
        "g: real: ln n, or the harmonic number"), assumptions=("definition of alpha: alpha**2*q*rho == l", "enough: q*n >= 2*k*g"),
    conclusion=CLAIM, proof=proof,
    clauses=(
        "proved by conclusion: 4 k alpha L^2 ln(n)/(n sigma^2) + ln(1/delta)/(alpha - 1) is below 4 ln(1/delta)/alpha",
        "proved by the line before it: it is below 4 k ln(1/delta) ln(n)/(alpha q n) + 2 ln(1/delta)/alpha",
        "proved by the share of q: each part of that is at most 2 ln(1/delta)/alpha",
        "proved by 4 ln(1/delta)/alpha is eps: 4 ln(1/delta)/alpha = eps",
        "proved by an order above 2: alpha = 4 ln(1/delta)/eps is above 2 for eps < 1 and delta < 1/2",
        "proved by enough noise: sigma is above L sqrt(2 (alpha - 1) alpha), which Theorem 26 asks for"),
    printed="holds", uses=("feldman2018/lemma-14", "feldman2018/theorem-26"),
    checks=(Check("the line before it", middle, "holds"), Check("the share of q", shares, "holds"),
        Check("4 ln(1/delta)/alpha is eps", level, "holds"), Check("an order above 2", order_of_the_budget, "holds"),
        Check("enough noise", noise_of_the_order, "holds")),
    spots="alpha=3, n=4, k=2, l=9, q=2, rho=1/2, g=1")
