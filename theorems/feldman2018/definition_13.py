"""Rényi differential privacy.

Statement
    A is (alpha, eps)-RDP when D_alpha(A(S) || A(S')) <= eps for all neighbouring S, S'.
Reads as
    One number for each order: renyi(alpha, 0, A(S), A(S'), eps).
Reference
    feldman2018, Definition 13, section 2.3
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-13", title="Rényi differential privacy", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 13", "section 2.3"),
    uses=("feldman2018/definition-4",),
)
