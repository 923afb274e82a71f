"""The worst case of the sampled Gaussian mechanism.

Statement
    The supremum over all laws mu on the ball of radius r of D_alpha(N(0, sigma^2 I) || (1 - q) N(0, sigma^2 I) + q N(0,
    sigma^2 I) * mu) is S_alpha(q, sigma/r).
Reads as
    Here the bound, in the notation v = sigma^2: a point mass at distance r is worst. That it is attained there is
    rotation and rescaling, up to which the two sides are the same number. The mixture is second; a bound for
    neighbouring data sets needs both orders, and with the mixture first the number is larger:
    pabisym/sampled-replacement.
"""

from fractions import Fraction

from pabisym.divergence.renyi import gaussian_mixture
from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict

BOUND = "sampled(alpha, q, sqrt(v)/r)"
NEARER = ((-1, 1), (Fraction(1, 2), 1), (Fraction(1, 3), Fraction(2, 3)), (0, Fraction(9, 10)))


def other_laws() -> tuple[Verdict, str]:
    """Two-point laws on [-1, 1], by quadrature, against a point mass at 1."""
    for alpha, q, sigma in (("3/2", "1/10", 1), (2, "1/2", 2), (10, "1/100", Fraction(1, 2))):
        worst, noise, chance = sampled_gaussian(alpha, q, sigma, 12, direction="mixture-second"), Fraction(sigma) ** 2, Fraction(q)
        for near in NEARER:
            mixed = [(1 - chance, 0, noise), *((chance / 2, place, noise) for place in near)]
            if Fraction(gaussian_mixture(alpha, [(1, 0, noise)], mixed, 12).upper) >= Fraction(worst.lower):
                return "false", f"a law on {near} at alpha = {alpha}, q = {q}"
    return "true", "each is below a point mass at distance 1"


STATEMENT = item("Lemma 2.11", "section 2.3 and appendix A.2",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "q: real, q > 0 and q < 1 [chance, range]: sampling probability", "r: real, r > 0 [radius]: radius; unit iterate",
        r"v: real, v > 0 [variance]: variance of the noise; unit iterate^2; latex \sigma^2", "o: vector: the centre",
        r"M: law: a law on the ball; latex \mu", "Z: noise: the noise"),
    assumptions=("Gaussian: gaussian(Z, v)", "ball: winf(M, point(o), r)"),
    conclusion="renyi(alpha, 0, convolve(point(o), Z), mix(1 - q, convolve(point(o), Z), convolve(M, Z)), sampled(alpha, q, sqrt(v)/r))",
    bound=BOUND,
    clauses=(
        "cited by conclusion: the divergence is at most S_alpha(q, sigma/r)",
        "open: a point mass at distance r attains it, in every dimension",
        "open by laws that are no point mass: no other law does better",
        "open: the order 1, by continuity"),
    printed="holds in part", cited_because="quasi-convexity over a general law and rotations of R^d are outside the kernel",
    uses=("altschuler2022/lemma-2.6", "altschuler2022/definition-2.10"),
    checks=(Check("laws that are no point mass at distance r", other_laws),), spots="alpha=2, q=1/10, r=1, v=16")
