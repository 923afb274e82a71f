"""Total gradient sensitivity.

Statement
    S_g is the maximum over neighbouring D, D' and theta in C of ||sum_i grad loss(theta; x_i) - sum_i grad
    loss(theta; x'_i)||.
Reads as
    The appendix is not in the source; the definition is inferred from its uses. The gradient steps of D and D' are
    then eta S_g/n apart: gap(psi, phi, eta S/n).
Reference
    chourasia2021, Definition B.10, appendix B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="chourasia2021/definition-B10", title="Total gradient sensitivity", kind="definition", text=__doc__,
    reference=Reference("chourasia2021", "Definition B.10", "appendix B"),
    plain="definition",
    uses=("chourasia2021/algorithm-1",),
)
