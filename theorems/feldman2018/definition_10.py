"""Magnitude of a noise.

Statement
    R_alpha(zeta, a) is the supremum of D_alpha(zeta * x || zeta) over all x with ||x|| <= a, for a > 0.
Reads as
    What the noise zeta charges for hiding a move by a: R(alpha, zeta, a). Here also R_alpha(zeta, 0) = 0.
Reference
    feldman2018, Definition 10, section 2.3
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-10", title="Magnitude of a noise", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 10", "section 2.3"),
    uses=("feldman2018/definition-4",),
)
