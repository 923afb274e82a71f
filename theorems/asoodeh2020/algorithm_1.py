"""Randomly stopped iteration.

Statement
    W_1 ~ mu_1; T uniform on [n]; W_{t+1} = Pi_W(Psi_{f_t}(W_t) + sigma_t Z_t) for t = 1..T; return W_{T+1}.
Reads as
    T is not released. Costs after T are not used, so that a change at i is not seen when T < i.
Reference
    asoodeh2020, Algorithm 1, section IV
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/algorithm-1", title="Randomly stopped iteration", kind="algorithm", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Algorithm 1", "section IV"),
    uses=("asoodeh2020/assumption-1",),
)
