"""Iterative process.

Statement
    W_t = Psi_t(W_{t-1}) + Z_t for t = 1..n, Z_t independent.
Reads as
    Noise is added to the iterate. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (1), section I
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-1", title="Iterative process", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "Equation (1)", "section I"),
)
