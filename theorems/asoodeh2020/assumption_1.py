"""Markov updates.

Statement
    The update rule Psi_t depends on the cost f_t alone: W_{t+1} = Pi_W(Psi_{f_t}(W_t) + sigma_t Z_t).
Reads as
    Every step is a Markov kernel K_{f_t}, and the output law is mu_1 K_{f_1} ... K_{f_n}. Equation (2) of the
    paper is this one.
Reference
    asoodeh2020, Assumption 1, section I
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/assumption-1", title="Markov updates", kind="assumption", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Assumption 1", "section I"),
    uses=("asoodeh2020/eq-1",),
)
