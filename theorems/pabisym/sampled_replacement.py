"""Two sampled Gaussian mixtures with one part in common.

Statement
    Let P = (1 - q) N(o) + q N(x) and Q = (1 - q) N(o) + q N(y), where N(x) = N(x, sigma^2 I) and o, x, y are pairwise
    at most r apart. Then with s = sigma/r, D_alpha(P || Q) <= sampled_first(alpha, q, s) + sampled(alpha, q, s). Advanced
    joint convexity (Theorem 2 of the source) gives E_g(P || Q) <= q theta_h(1/s) = E_g(M || N) for g = 1 + q (h - 1) >=
    1, in both orders of P and Q, with N = N(0, s^2) and M = (1 - q) N + q N(1, s^2). The moments are 1 + alpha (alpha -
    1) times the integral over g >= 1 of g^(alpha-2) E_g(P || Q) + g^(-alpha-1) E_g(Q || P), so that that of P, Q is at
    most e^((alpha-1) a) + e^((alpha-1) b) - 1, where a and b are the two numbers; and this is at most e^((alpha-1) (a +
    b)).
Reads as
    What one step with random batches tells about a record that is replaced by another: with probability q the step is x
    or y, else o, the step with some third record in its place. One of the two orders of a record that has an effect and
    one that has none is the mixture first, so that no bound below sampled_first can hold.
"""

from fractions import Fraction

from pabisym.divergence.evaluate import decide
from pabisym.divergence.renyi import gaussian_mixture
from pabisym.lang.grammar import parse
from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict

BOUND = "sampled_first(alpha, q, sigma/r) + sampled(alpha, q, sigma/r)"
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


STATEMENT = item("Theorem 2 for Gaussians", "section 3",
    key="balle2018b", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "q: real, q > 0 and q < 1 [chance, range]: sampling probability",
        "r: real, r > 0 [distance]: largest distance of the means; unit iterate",
        "sigma: real, sigma > 0 [deviation]: standard deviation of the noise, per coordinate; unit iterate",
        "v: real, v > 0 [variance]: variance of the further noise; unit iterate^2", "Z: noise: the noise"),
    assumptions=("root: sigma**2 == v", "Gaussian: gaussian(Z, v)"),
    conclusion="sampledsize(alpha, q, Z, r) <= sampled_first(alpha, q, sigma/r) + sampled(alpha, q, sigma/r)", bound=BOUND,
    cited_because="an integral over all levels of hockey-stick divergences, outside the kernel", uses=("pabisym/sampled-gaussian",),
    checks=(Check("by quadrature", by_quadrature),
        Check("the sharper bound is below the sum",
            lambda: at_points(f"{SHARPER} <= sampled_first(alpha, q, sigma) + sampled(alpha, q, sigma)", POINTS))),
    spots="alpha=2, q=1/10, r=1, sigma=4, v=16")
