"""Noisy online gradient descent.

Statement
    W_{t+1} = Pi_W(W_t - eta_t grad f_t(W_t) + eta_t sigma_t Z_t), Z_t ~ N(0, I_d).
Reads as
    Noise convention: sigma_t is before the step size; the iterate receives eta_t sigma_t Z_t.
Reference
    asoodeh2020, Equation (24), section VI
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/eq-24", title="Noisy online gradient descent", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Equation (24)", "section VI"),
    uses=("asoodeh2020/assumption-1",),
)
