"""Randomly stopped PNSGD.

Statement
    W_1 ~ mu_1; T uniform on [n]; W_{t+1} = Pi_W(W_t - eta [grad l(W_t, x_t) + sigma Z_t]) for t = 1..T; return W_{T+1}.
Reads as
    Algorithm 1 with the updates of PNSGD.
"""

from pabisym_theorems.pabisym._algorithms import RECORDS, descends

from pabisym.library.item import item
from pabisym.library.statement import Check

STATEMENT = item("Algorithm 2", "section V",
    plain="definition", uses=("asoodeh2020/definition-pnsgd", "asoodeh2020/algorithm-1"), printed="holds",
    checks=(Check("downhill; stopped at T = n, every record once", lambda: descends(lambda t: (t + 1,), RECORDS, 1)),))
