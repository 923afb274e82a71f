"""The two directions of the sampled Gaussian mechanism.

Statement
    With N = N(0, sigma^2) and M = (1 - q) N + q N(1, sigma^2), D_alpha(N || M) <= D_alpha(M || N) for every alpha > 1.
Reads as
    A bound for neighbours of both kinds is the divergence with the mixture first; the S_alpha(q, sigma) of Altschuler and
    Talwar is the smaller one, at (alpha, q, sigma) = (10, 0.01, 1) by a factor of 55.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    q : real, 0 <= q <= 1 : sampling probability : 1
    sigma : real, sigma > 0 : standard deviation of the noise over the sensitivity : 1
Assumptions
    order : alpha > 1
    chance : q >= 0
    range : q <= 1
    deviation : sigma > 0
Reference
    mironov2019, Theorem 5, section 3
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Symbol

POINTS = tuple({"alpha": alpha, "q": q, "sigma": sigma} for alpha in ("101/100", "5/2", 32) for q in ("1e-6", "1/100", "9/10")
               for sigma in ("1/2", 2, 100))

STATEMENT = Statement(
    id="pabisym/sampled-gaussian-order", title="The two directions of the sampled Gaussian mechanism", kind="lemma", text=__doc__,
    reference=Reference("mironov2019", "Theorem 5", "section 3"), conclusion="sampled(alpha, q, sigma) <= sampled_first(alpha, q, sigma)",
    cited_because="a comparison of two integrals, outside the kernel",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("q", "real, 0 <= q <= 1", "sampling probability"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the noise over the sensitivity")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("chance", "q >= 0"), Assumption("range", "q <= 1"),
                 Assumption("deviation", "sigma > 0")),
    checks=(Check("on a grid", lambda: at_points("sampled(alpha, q, sigma) < sampled_first(alpha, q, sigma)", POINTS)),
            Check("by a factor of 55", lambda: at_points("55*sampled(alpha, q, sigma) < sampled_first(alpha, q, sigma)",
                                                         ({"alpha": 10, "q": "1/100", "sigma": 1},)))),
    uses=("pabisym/sampled-gaussian",), spots=(Spot({"alpha": 2, "q": "1/10", "sigma": 4}),),
)
