"""Projected noisy SGD.

Statement
    W_t = Pi_W(W_{t-1} - eta [grad l(W_{t-1}, x_t) + Z_t]) for t = 1..n, W_0 ~ mu_0; psi_x(w) = w - eta grad
    l(w, x).
Reads as
    Noise convention: Z_t is noise of the gradient, so that the iterate receives eta Z_t: Gaussian of variance
    (eta sigma)^2, Laplace of scale eta v. Also Algorithm 1. The formula is restored: the source lost its
    formulas.
Reference
    asoodeh2020isit, Equation (12), section IV-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-12", title="Projected noisy SGD", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "Equation (12)", "section IV-B"),
    uses=("asoodeh2020isit/assumptions-IVB", "asoodeh2020isit/definition-projected-kernels", "feldman2018/algorithm-1",),
)
