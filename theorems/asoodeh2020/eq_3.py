"""Regret.

Statement
    R(n) = E[sum_{t=1..n} f_t(W_t)] - min_{w in W} sum_{t=1..n} f_t(w).
Reads as
    What is lost against the best fixed point.
Reference
    asoodeh2020, Equation (3), section II-A
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/eq-3", title="Regret", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Equation (3)", "section II-A"),
    uses=("asoodeh2020/definition-1",),
)
