"""Two sampled Gaussian mixtures with one part in common.

Statement
    Let P = (1 - q) N(o) + q N(x) and Q = (1 - q) N(o) + q N(y), where N(x) = N(x, v I) and o, x, y are pairwise at
    most r apart. Then with s = sqrt(v)/r, D_alpha(P || Q) <= sampled_first(alpha, q, s) + sampled(alpha, q, s).
    Advanced joint convexity (Theorem 2 of the source) gives E_g(P || Q) <= q theta_h(1/s) = E_g(M || N) for g = 1 + q
    (h - 1) >= 1, in both orders of P and Q, with N = N(0, s^2) and M = (1 - q) N + q N(1, s^2). The moments are 1 +
    alpha (alpha - 1) times the integral over g >= 1 of g^(alpha-2) E_g(P || Q) + g^(-alpha-1) E_g(Q || P), so that
    that of P, Q is at most e^((alpha-1) a) + e^((alpha-1) b) - 1, where a and b are the two numbers; and this is at
    most e^((alpha-1) (a + b)).
Reads as
    What one step with random batches tells about a record that is replaced by another: with probability q the step is
    x or y, else o, the step with some third record in its place. One of the two orders of a record that has an effect
    and one that has none is the mixture first, so that no bound below sampled_first can hold.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    q : real, 0 < q < 1 : sampling probability : 1
    r : real, r > 0 : largest distance of the means : iterate
    v : real, v > 0 : variance of the noise : iterate^2
    o : vector : mean without the record
    x : vector : mean with the record
    y : vector : mean with the other record
    Z : noise : the noise
Assumptions
    order : alpha > 1
    chance : q > 0
    range : q < 1
    distance : r > 0
    variance : v > 0
    Gaussian : Z = N(0, v I)
    record : ||x - o|| <= r
    other record : ||y - o|| <= r
    both : ||x - y|| <= r
Reference
    balle2018b, Theorem 2 for Gaussians, section 3
"""

from fractions import Fraction

from pabisym.divergence.evaluate import decide
from pabisym.divergence.renyi import gaussian_mixture
from pabisym.lang.grammar import parse
from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Structure, Symbol, Verdict

BOUND = "sampled_first(alpha, q, sqrt(v)/r) + sampled(alpha, q, sqrt(v)/r)"
SHARPER = "log(exp((alpha - 1)*sampled_first(alpha, q, sigma)) + exp((alpha - 1)*sampled(alpha, q, sigma)) - 1)/(alpha - 1)"
MEANS = ((0, 1), (1, 0), (Fraction(1, 2), Fraction(-1, 2)), (1, Fraction(1, 3)), (Fraction(-1, 5), Fraction(4, 5)))
POINTS = tuple({"alpha": alpha, "q": q, "sigma": sigma} for alpha in ("3/2", 9) for q in ("1/10", "1/2")
               for sigma in ("1/2", 5))


def by_quadrature() -> tuple[Verdict, str]:
    """Means x and y around o = 0, against the sharper bound on the moment."""
    for point in POINTS:
        share, noise = Fraction(point["q"]), Fraction(point["sigma"]) ** 2
        for means in MEANS:
            first, second = ([(1 - share, 0, noise), (share, mean, noise)] for mean in means)
            value = gaussian_mixture(point["alpha"], first, second, 9)
            if decide(parse(f"{value.lower} <= {SHARPER}"), point) != "true":
                return "undecided", f"means {means} at {point}"
    return "true", f"{len(MEANS)} pairs of means at {len(POINTS)} points"


STATEMENT = Statement(
    id="pabisym/sampled-replacement", title="Two sampled Gaussian mixtures with one part in common",
    kind="lemma", text=__doc__, reference=Reference("balle2018b", "Theorem 2 for Gaussians", "section 3"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("q", "real, 0 < q < 1", "sampling probability"),
             Symbol("r", "real, r > 0", "largest distance of the means", "iterate"),
             Symbol("v", "real, v > 0", "variance of the noise", "iterate^2"),),
    structures=(Structure("o", "vector", "mean without the record"),
                Structure("x", "vector", "mean with the record"),
                Structure("y", "vector", "mean with the other record"),
                Structure("Z", "noise", "the noise"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("chance", "q > 0"),
                 Assumption("range", "q < 1"),
                 Assumption("distance", "r > 0"),
                 Assumption("variance", "v > 0"),
                 Assumption("Gaussian", "gaussian(Z, v)", "Z = N(0, v I)"),
                 Assumption("record", "winf(point(x), point(o), r)", "||x - o|| <= r"),
                 Assumption("other record", "winf(point(y), point(o), r)", "||y - o|| <= r"),
                 Assumption("both", "winf(point(x), point(y), r)", "||x - y|| <= r"),),
    conclusion="renyi(alpha, 0, mix(q, convolve(point(x), Z), convolve(point(o), Z)), "
               f"mix(q, convolve(point(y), Z), convolve(point(o), Z)), {BOUND})",
    cited_because="an integral over all levels of hockey-stick divergences, outside the kernel", bound=BOUND,
    uses=("pabisym/sampled-gaussian",),
    checks=(Check("by quadrature", by_quadrature), Check("the sharper bound is below the sum", lambda: at_points(
                f"{SHARPER} <= sampled_first(alpha, q, sigma) + sampled(alpha, q, sigma)", POINTS))),
    spots=(Spot({"alpha": 2, "q": "1/10", "r": 1, "v": 16}),),
)
