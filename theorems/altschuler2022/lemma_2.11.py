"""The worst case of the sampled Gaussian mechanism.

Statement
    The supremum over all laws mu on the ball of radius r of D_alpha(N(0, sigma^2 I) || (1 - q) N(0, sigma^2 I) + q
    N(0, sigma^2 I) * mu) is S_alpha(q, sigma/r).
Reads as
    Here the bound, in the notation v = sigma^2: a point mass at distance r is worst. That it is attained there is
    rotation and rescaling, up to which the two sides are the same number. The mixture is second; a bound for
    neighbouring data sets needs both orders, and with the mixture first the number is larger:
    pabisym/sampled-replacement.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    q : real, 0 < q < 1 : sampling probability : 1
    r : real, r > 0 : radius : iterate
    v : real, v > 0 : variance of the noise : iterate^2
    o : vector : the centre
    M : law : a law on the ball
    Z : noise : the noise
Assumptions
    order : alpha > 1
    chance : q > 0
    range : q < 1
    radius : r > 0
    variance : v > 0
    Gaussian : Z = N(0, v I)
    ball : mu lies on the ball of radius r around o
Reference
    altschuler2022, Lemma 2.11, section 2.3 and appendix A.2
"""

from fractions import Fraction

from pabisym.divergence.renyi import gaussian_mixture
from pabisym.divergence.sampled_gaussian import sampled_gaussian
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol, Verdict

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


STATEMENT = Statement(
    id="altschuler2022/lemma-2.11", title="The worst case of the sampled Gaussian mechanism",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.11", "section 2.3 and appendix A.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("q", "real, 0 < q < 1", "sampling probability"),
             Symbol("r", "real, r > 0", "radius", "iterate"),
             Symbol("v", "real, v > 0", "variance of the noise", "iterate^2", r"\sigma^2"),),
    structures=(Structure("o", "vector", "the centre"),
                Structure("M", "law", "a law on the ball", r"\mu"),
                Structure("Z", "noise", "the noise"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("chance", "q > 0"),
                 Assumption("range", "q < 1"),
                 Assumption("radius", "r > 0"),
                 Assumption("variance", "v > 0"),
                 Assumption("Gaussian", "gaussian(Z, v)", "Z = N(0, v I)"),
                 Assumption("ball", "winf(M, point(o), r)", "mu lies on the ball of radius r around o"),),
    conclusion=f"renyi(alpha, 0, convolve(point(o), Z), mix(1 - q, convolve(point(o), Z), convolve(M, Z)), {BOUND})", bound=BOUND,
    cited_because="quasi-convexity over a general law and rotations of R^d are outside the kernel", printed=Printed("undecided"),
    checks=(Check("laws that are no point mass at distance r", other_laws),),
    uses=("altschuler2022/lemma-2.6", "altschuler2022/definition-2.10"), spots=(Spot({"alpha": 2, "q": "1/10", "r": 1, "v": 16}),),
)
