"""Noisy projected iteration.

Statement
    W_{t+1} = Pi_W(Psi_t(W_t) + sigma_t Z_t) for t = 1..n, W convex in R^d, Z_t independent with covariance I;
    the output is W_{n+1}.
Reads as
    Noise convention: sigma_t is the standard deviation of each coordinate of the noise on the iterate in step
    t. For SGD, Psi_t(w) = w - eta_t grad f_t(w).
Reference
    asoodeh2020, Equation (1), section I
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/eq-1", title="Noisy projected iteration", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Equation (1)", "section I"),
)
