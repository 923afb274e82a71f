"""The two directions of the sampled Gaussian mechanism.

Statement
    With N = N(0, sigma^2) and M = (1 - q) N + q N(1, sigma^2), D_alpha(N || M) <= D_alpha(M || N) for every alpha > 1.
Reads as
    A bound for neighbours of both kinds is the divergence with the mixture first; the S_alpha(q, sigma) of Altschuler
    and Talwar is the smaller one, at (alpha, q, sigma) = (10, 0.01, 1) by a factor of 55.
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check

from ._vocabulary import item

POINTS = tuple({"alpha": alpha, "q": q, "sigma": sigma} for alpha in ("101/100", "5/2", 32) for q in ("1e-6", "1/100", "9/10")
               for sigma in ("1/2", 2, 100))

STATEMENT = item("Theorem 5", "section 3", key="mironov2019", kind="lemma",
    letters="alpha, q, sigma: over",
    conclusion="sampled(alpha, q, sigma) <= sampled_first(alpha, q, sigma)",
    cited_because="a comparison of two integrals, outside the kernel", uses=("pabisym/sampled-gaussian",),
    checks=(Check("on a grid", lambda: at_points("sampled(alpha, q, sigma) < sampled_first(alpha, q, sigma)", POINTS)),
        Check("by a factor of 55",
            lambda: at_points("55*sampled(alpha, q, sigma) < sampled_first(alpha, q, sigma)", ({"alpha": 10, "q": "1/100", "sigma": 1},)))),
    spots="alpha=2, q=1/10, sigma=4")
