"""Contraction.

Statement
    psi is contractive when ||psi(x) - psi(y)|| <= ||x - y|| for all x, y.
Reads as
    One-Lipschitz: lipschitz(psi, 1).
Reference
    feldman2018, Definition 16, section 2.4
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-16", title="Contraction", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 16", "section 2.4"),
)
