"""Chi-squared through a projected Gaussian kernel.

Statement
    X ~ N(0, 1), Y ~ N(2, 1), projected to |x| <= 1/2: laws mu, nu; K the projected kernel of ([-1/2, 1/2], [-1/2, 1/2],
    1). By (12) chi^2(mu K || nu K) <= 2 theta_1(1) int_1^inf (1 + gamma^-3) theta_gamma(2) dgamma = theta_1(1) (e^4 -
    1), by proposition 2 <= 2 int_1^inf theta_gamma(1) (1 + gamma^-3) theta_gamma(2) dgamma.
Reads as
    The page gives 0.49 and 0.26 as the values of these two integrals; they are 20.52... and 0.887... The first has a
    closed form, by (10) for the Gaussians themselves. Proved from (12) is that bound, theta_1(1) (e^4 - 1), for 1 +
    chi^2, the moment of order 2, in any dimension: x and y are the two means, I the set of the inputs and of the
    outputs. What proposition 2 gives is an integral, which is cited there.
"""

from fractions import Fraction

from pabisym.divergence.contraction import CHI_SQUARED, divergence_bound, gaussian_profile
from pabisym.divergence.evaluate import enclose
from pabisym.lang.grammar import parse
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, PrintedNumber, Verdict
from pabisym.numerics.enclosure import Enclosure

from ._projected import chi_squared


def second(digits: int) -> Enclosure:
    """The integral of proposition 2."""
    pair = gaussian_profile(2)
    return divergence_bound(CHI_SQUARED, pair, pair, gaussian_profile(1), digits)


def first() -> tuple[Verdict, str]:
    """Chi-squared of N(0, 1) and N(2, 1) by (10) is e^4 - 1."""
    pair = gaussian_profile(2)
    found, closed = divergence_bound(CHI_SQUARED, pair, pair, digits=20), enclose(parse("exp(4) - 1"), {}, 30)
    inside = Fraction(found.lower) <= Fraction(closed.lower) and Fraction(closed.upper) <= Fraction(found.upper)
    return ("true" if inside else "false"), found.upper


STATEMENT = item("Example 1", "section III",
    letters=("a: real, 0 <= a <= 2 [sign, distance]: distance of the means, 2 on the page; unit iterate",
        "x: vector: the first mean, 0", "y: vector: the second mean, 2",
        r"I: set: the interval [-1/2, 1/2], of the inputs and of the outputs; latex \mathcal{W}", "Z: noise: the noise, N(0, 1)"),
    assumptions=("means: norm(minus(x, y)) <= a", "Gaussian: gaussian(Z, 1)", "diameter: bounded(projection(I), 1)"),
    conclusion="moment(2, push(projection(I), convolve(push(projection(I), push(projection(I), convolve(point(x), Z))), Z)), "
        "push(projection(I), convolve(push(projection(I), push(projection(I), convolve(point(y), Z))), Z)), 1 + theta(1, 1)*(exp(4) - 1))",
    proof=chi_squared,
    clauses=(
        "cited by conclusion: the bound by (12) on chi^2 of the outputs, which is theta_1(1) (e^4 - 1), from (12)",
        "cited by asoodeh2020/proposition-2: the bound by proposition 2",
        "refuted by numbers: the two bounds are 0.49 and 0.26",
        "refuted by asoodeh2020/proposition-1: the coefficient eta_gamma of the kernel is theta_gamma(1/sigma) for every gamma",
        "open: its coefficient of total variation is theta_1(1/sigma)"),
    printed=Printed("refuted", error="constant", difference="the two integrals are 20.52... and 0.887..., not 0.49 and 0.26"),
    uses=("asoodeh2020/eq-10", "asoodeh2020/eq-12", "asoodeh2020/proposition-1", "asoodeh2020/proposition-2",
        "pabisym/gaussian-mechanism"),
    numbers=(PrintedNumber("by (12)", "theta(1, 1)*(exp(4) - 1)", "0.49", accuracy="false"),
        PrintedNumber("by proposition 2", "2 int theta_gamma(1) (1 + gamma^-3) theta_gamma(2) dgamma", "0.26", accuracy="false",
            compute=second)), checks=(Check("the first integral in closed form", first),), spots="a=2")
