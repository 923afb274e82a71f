"""A closed bound on the sampled Gaussian mechanism.

Statement
    With N = N(0, sigma^2) and M = (1 - q) N + q N(1, sigma^2): D_alpha(M || N) <= 2 alpha q^2/sigma^2 for q < 1/5,
    sigma >= 4 and 1 < alpha <= alpha*(q, sigma).
Reads as
    The mixture is first, which is the larger direction; so it bounds the other one as well. alpha* is admissible(q,
    sigma), the largest order that meets both conditions of the source.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    q : real, 0 < q < 1 : sampling probability : 1
    sigma : real, sigma > 0 : standard deviation of the noise over the sensitivity : 1
Assumptions
    order : alpha > 1
    chance : q > 0
    range : q < 1/5
    deviation : sigma >= 4
    admissible : alpha <= alpha*(q, sigma)
Reference
    mironov2019, Theorem 11, section 3
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Symbol

BOUND = "2*alpha*q**2/sigma**2"
POINTS = tuple({"q": q, "sigma": sigma} for q in ("1/1000", "1/100", "1/10", "199/1000") for sigma in (4, 6, 20))
EDGE = "sampled_first(admissible(q, sigma), q, sigma) <= 2*admissible(q, sigma)*q**2/sigma**2"
INSIDE = tuple({"alpha": alpha, **point} for point in POINTS for alpha in ("101/100", 2, "5/2"))

STATEMENT = Statement(
    id="pabisym/sampled-gaussian-bound", title="A closed bound on the sampled Gaussian mechanism",
    kind="lemma", text=__doc__, reference=Reference("mironov2019", "Theorem 11", "section 3"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("q", "real, 0 < q < 1", "sampling probability"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the noise over the sensitivity"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("chance", "q > 0"),
                 Assumption("range", "q < 1/5"),
                 Assumption("deviation", "sigma >= 4"),
                 Assumption("admissible", "alpha <= admissible(q, sigma)"),),
    conclusion=f"sampled_first(alpha, q, sigma) <= {BOUND}", bound=BOUND, uses=("pabisym/sampled-gaussian",),
    cited_because="an estimate of an integral, outside the kernel",
    checks=(Check("small orders", lambda: at_points(f"sampled_first(alpha, q, sigma) <= {BOUND}", INSIDE)),),
    spots=(Spot({"alpha": 2, "q": "1/10", "sigma": 4}, "1/400"),),
)
