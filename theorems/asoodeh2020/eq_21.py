"""The converted delta.

Statement
    delta^ = inf over 1 < alpha <= alpha* of exp(-(alpha - 1)(epsilon - zeta)), zeta = 4 alpha L^2 log(n)/(n
    sigma^2), alpha* = (1 + sqrt(1 + 2 sigma^2/L^2))/2.
Reads as
    alpha* solves sigma = L sqrt(2 alpha (alpha - 1)). As zeta is that of theorem 6, which fails for n = 1, so
    does this.
Letters
    L : real, L > 0 : Lipschitz constant : loss/iterate
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
Assumptions
    Lipschitz constant : L > 0
    noise : sigma > 0
Reference
    asoodeh2020, Equation (21), section V
"""

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol, Verdict


def largest() -> tuple[Verdict, str]:
    """Where the root is rational, alpha* meets the condition of theorem 6 with equality."""
    alpha = "((1 + sqrt(1 + 2*sigma**2/L**2))/2)"
    points = [{"L": 1, "sigma": 2}, {"L": 1, "sigma": "3/2"}, {"L": 3, "sigma": 6}]
    exact = [decide(parse(f"abs(sigma**2 - 2*L**2*{alpha}*({alpha} - 1)) < 1/10**60"), point) for point in points]
    return ("true" if set(exact) == {"true"} else "undecided"), "sigma^2 = 2 L^2 alpha (alpha - 1) at three points"


STATEMENT = Statement(
    id="asoodeh2020/eq-21", title="The converted delta", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (21)", "section V"),
    bound="(1 + sqrt(1 + 2*sigma**2/L**2))/2",
    symbols=(Symbol("L", "real, L > 0", "Lipschitz constant", "loss/iterate"), Symbol("sigma", "real, sigma > 0",
               "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    assumptions=(Assumption("Lipschitz constant", "L > 0"), Assumption("noise", "sigma > 0"),),
    uses=("asoodeh2020/lemma-3", "asoodeh2020/theorem-6",),
    cited_because="lemma 3 for every admissible order; rests on theorem 6, which is wrong as printed",
    printed=Printed("undecided"),
    checks=(Check("the largest order", largest),),
    spots=(Spot({"L": 1, "sigma": 2}, "2"), Spot({"L": 1, "sigma": 6}),),
)
