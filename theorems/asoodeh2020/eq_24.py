"""Noisy online gradient descent.

Statement
    W_{t+1} = Pi_W(W_t - eta_t grad f_t(W_t) + eta_t sigma_t Z_t), Z_t ~ N(0, I_d).
Reads as
    Noise convention: sigma_t is before the step size; the iterate receives eta_t sigma_t Z_t.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Equation (24)", "section VI",
    plain="definition", uses=("asoodeh2020/assumption-1",), printed="holds",
    checks=(Check("downhill, every cost once", lambda: descends(lambda t: (t + 1,), RECORDS, 1)),))
