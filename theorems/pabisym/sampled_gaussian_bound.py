"""A closed bound on the sampled Gaussian mechanism.

Statement
    With N = N(0, sigma^2) and M = (1 - q) N + q N(1, sigma^2): D_alpha(M || N) <= 2 alpha q^2/sigma^2 for q < 1/5,
    sigma >= 4 and 1 < alpha <= alpha*(q, sigma).
Reads as
    The mixture is first, which is the larger direction; so it bounds the other one as well. alpha* is admissible(q,
    sigma), the largest order that meets both conditions of the source.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check

BOUND = "2*alpha*q**2/sigma**2"
POINTS = tuple({"q": q, "sigma": sigma} for q in ("1/1000", "1/100", "1/10", "199/1000") for sigma in (4, 6, 20))
INSIDE = tuple({"alpha": alpha, **point} for point in POINTS for alpha in ("101/100", 2, "5/2"))

STATEMENT = item("Theorem 11", "section 3",
    key="mironov2019", kind="lemma",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "q: real, q > 0 and q < 1 [chance, ]: sampling probability",
        "sigma: real, sigma > 0: standard deviation of the noise over the sensitivity"),
    assumptions=("range: q < 1/5", "deviation: sigma >= 4", "admissible: alpha <= admissible(q, sigma)"),
    conclusion="sampled_first(alpha, q, sigma) <= 2*alpha*q**2/sigma**2", bound=BOUND,
    cited_because="an estimate of an integral, outside the kernel", uses=("pabisym/sampled-gaussian",),
    checks=(Check("small orders", lambda: at_points(f"sampled_first(alpha, q, sigma) <= {BOUND}", INSIDE)),),
    spots="alpha=2, q=1/10, sigma=4 -> 1/400")
