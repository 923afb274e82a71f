"""Randomly stopped PNSGD.

Statement
    W_1 ~ mu_1; T uniform on [n]; W_{t+1} = Pi_W(W_t - eta [grad l(W_t, x_t) + sigma Z_t]) for t = 1..T; return
    W_{T+1}.
Reads as
    Algorithm 1 with the updates of PNSGD.
Reference
    asoodeh2020, Algorithm 2, section V
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/algorithm-2", title="Randomly stopped PNSGD", kind="algorithm", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Algorithm 2", "section V"),
    uses=("asoodeh2020/definition-pnsgd", "asoodeh2020/algorithm-1",),
)
