"""Projected noisy SGD.

Statement
    W_{t+1} = Pi_W(W_t - eta grad l(W_t, x_t) + eta sigma Z_t), Z_t ~ N(0, I); Psi_x(w) = w - eta grad l(w, x).
Reads as
    Noise convention: sigma is before the step size; the iterate receives eta sigma Z_t, of variance (eta sigma)^2. The
    iteration of Feldman et al., algorithm 1, with indices moved by one.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("PNSGD", "section V",
    plain="definition", uses=("asoodeh2020/assumption-1", "feldman2018/algorithm-1"), printed="holds",
    checks=(Check("downhill, every record once", lambda: descends(lambda t: (t + 1,), RECORDS, 1)),))
