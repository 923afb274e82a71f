"""Projected noisy SGD.

Statement
    W_t = Pi_W(W_{t-1} - eta [grad l(W_{t-1}, x_t) + Z_t]) for t = 1..n, W_0 ~ mu_0; psi_x(w) = w - eta grad l(w, x).
Reads as
    Noise convention: Z_t is noise of the gradient, so that the iterate receives eta Z_t: Gaussian of variance (eta
    sigma)^2, Laplace of scale eta v. Also Algorithm 1. The formula is restored: the source lost its formulas.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Equation (12)", "section IV-B",
    plain="definition",
    uses=("asoodeh2020isit/assumptions-IVB", "asoodeh2020isit/definition-projected-kernels", "feldman2018/algorithm-1"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"},
    checks=(Check("downhill, every record once", lambda: descends(lambda t: (t + 1,), RECORDS, 1)),))
