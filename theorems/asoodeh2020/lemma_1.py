"""Hockey-stick divergence of two Gaussians.

Statement
    E_gamma(N(m1, sigma^2 I) || N(m2, sigma^2 I)) = Q(log(gamma)/beta - beta/2) - gamma Q(log(gamma)/beta + beta/2),
    beta = ||m2 - m1||/sigma, gamma >= 1.
Reads as
    In the grammar theta(gamma, beta), which is the formula of the page by Definition 3; Q is the Gaussian tail, and the
    means are different, as beta divides. Here that E_gamma is at most that, in any dimension; that it is no smaller is
    asoodeh2020/remark-2, and a check.
"""

from pabisym.divergence.evaluate import decide
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step

from ._gaussians import at_most, in_any_dimension


def formula() -> tuple[Verdict, str]:
    """The page's formula, written with erfc, and theta are not told apart at 2^-256 where they are irrational."""
    tail = "erfc(({})/sqrt(2))/2"
    page = f"{tail.format('log(gamma)/beta - beta/2')} - gamma*{tail.format('log(gamma)/beta + beta/2')}"
    points = [{"gamma": g, "beta": r} for g in (1, 2, "13/4") for r in ("1/10", 1, 5)]
    near = [decide(parse(f"abs({page} - theta(gamma, beta)) < 1/10**40"), point) for point in points]
    return ("true" if set(near) == {"true"} else "undecided"), f"equal to 40 places at {len(points)} points"


def proof(b: Builder) -> Step:
    """The Gaussian mechanism for two points."""
    return at_most(b)


STATEMENT = item("Lemma 1", "section III",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "sigma: real, sigma > 0 [noise]: per-step standard deviation of the noise; unit iterate; role noise",
        "x: vector: the first mean; latex m_1", "y: vector: the second mean; latex m_2", "Z: noise: the noise on the iterate"),
    assumptions=("Gaussian: gaussian(Z, sigma**2)",),
    conclusion="dp(convolve(point(x), Z), convolve(point(y), Z), epsilon, theta(exp(epsilon), norm(minus(x, y))/sigma))", proof=proof,
    clauses=(
        "proved by conclusion: E_gamma is at most that",
        "proved by no smaller number bounds it: no smaller number bounds it, from the coordinate along the line through the means, "
            "which is normal for normal laws"),
    printed="holds", uses=("asoodeh2020/eq-7", "asoodeh2020/eq-28", "pabisym/gaussian-mechanism"),
    checks=(Check("the formula of the page is theta",
        formula),
        Check("no smaller number bounds it", in_any_dimension, "holds")), spots="epsilon=1, sigma=1")
