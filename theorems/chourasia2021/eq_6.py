"""Projection at the end of a step.

Statement
    Theta_{eta (k + 1)} = Pi_C(lim Theta_t), t to eta (k + 1) from below, and the same for Theta'.
Reads as
    With (5) the laws at the times eta k are those of theta_k and theta'_k.
Reference
    chourasia2021, Equation (6), section 3.1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="chourasia2021/eq-6", title="Projection at the end of a step", kind="equation", text=__doc__,
    reference=Reference("chourasia2021", "Equation (6)", "section 3.1"),
    plain="definition",
    uses=("chourasia2021/eq-5",),
)
