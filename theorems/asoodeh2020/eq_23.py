"""A better conversion.

Statement
    delta = inf over 1 < alpha <= alpha* of min(kappa e^{-(alpha - 1)(epsilon - zeta)}, (e^{(alpha - 1) zeta} -
    1)/(alpha (e^{(alpha - 1) epsilon} - 1))), kappa = (1 - 1/alpha)^(alpha - 1)/alpha.
Reads as
    Here for one order; kappa is written exp((alpha - 1) log(1 - 1/alpha))/alpha. The first is the conversion of
    Canonne, Kamath and Steinke; the second is tangent to (t - gamma)^+ at t = gamma. Both are above theta for the
    Gaussian mechanism.
"""

from collections.abc import Mapping
from itertools import product

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational, to_fraction
from pabisym.library.item import item
from pabisym.library.statement import Check, Named, Verdict
from pabisym.numerics.enclosure import Enclosure
from pabisym.proof.build import Builder, Step

from ._conversions import better


def gaussian() -> tuple[Verdict, str]:
    """Both branches exceed theta for zeta = alpha r^2/2, on a grid of epsilon, r and alpha."""
    first = "(1 - 1/alpha)**(alpha - 1)/alpha*exp(-(alpha - 1)*(epsilon - alpha*r**2/2))"
    second = "(exp((alpha - 1)*alpha*r**2/2) - 1)/(alpha*(exp((alpha - 1)*epsilon) - 1))"
    points = [{"alpha": a, "epsilon": e, "r": r} for a, e, r in product(("3/2", 2, 5, 20), ("1/10", 1, 4), ("1/5", 1, 3))]
    verdicts = {decide(parse(f"theta(exp(epsilon), r) <= {text}"), point) for text in (first, second) for point in points}
    return ("true" if verdicts == {"true"} else "false" if "false" in verdicts else "undecided"), f"{len(points)} points"


def better_conversion(at: Mapping[str, object], digits: int) -> Enclosure:
    """(23) at the best of 400 admissible orders."""
    from ._figures import better_conversion as best

    point = {name: to_fraction(rational(value, name)) for name, value in at.items()}
    return best(point, point.pop("epsilon"), digits)


def proof(b: Builder) -> Step:
    """Two lines under a power and above max(t - gamma, 0)."""
    return better(b)


STATEMENT = item("Equation (23)", "section V",
    quantities=(Named("delta", "the least of both branches over 400 admissible orders, each of which is a bound",
            "(23) for zeta = 4 alpha L^2 log(n)/(n sigma^2), rounded upwards by the choice of the order",
            ("epsilon > 0", "L > 0", "n >= 2", "sigma > 0"), ("epsilon", "L", "n", "sigma"), better_conversion),),
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "zeta: real: Rényi bound",
        "epsilon: real, epsilon > 0 [level]: level of privacy; role level", "P: law: first law", "Q: law: second law"),
    assumptions=("divergence: renyi(alpha, 0, P, Q, zeta)",),
    conclusion="dp(P, Q, epsilon, min(exp((alpha - 1)*log(1 - 1/alpha))/alpha*exp(-(alpha - 1)*(epsilon - zeta)), (exp((alpha - "
                   "1)*zeta) - 1)/(alpha*(exp((alpha - 1)*epsilon) - 1))))",
    bound="min(exp((alpha - 1)*log(1 - 1/alpha))/alpha*exp(-(alpha - 1)*(epsilon - zeta)), (exp((alpha - 1)*zeta) - "
              "1)/(alpha*(exp((alpha - 1)*epsilon) - 1)))", proof=proof,
    clauses=(
        "proved by conclusion: both conversions of one order, from the Rényi bound of that order",
        "open; section V: the second is the optimal conversion",
        "open; section V: it is tighter than Lemma 3, and its minimum has no analytical expression"),
    printed="holds in part", uses=("asoodeh2020/theorem-6",),
    checks=(Check("the Gaussian mechanism", gaussian),), spots="alpha=2, zeta=1/4, epsilon=1")
