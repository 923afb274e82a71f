"""Empirical risk.

Statement
    theta* minimises L_D(theta) = (1/n) sum_i loss(theta; x_i) over the closed convex set C.
Reads as
    The mean over the records, so that one record moves its gradient by S_g/n.
Reference
    chourasia2021, Equation (3), section 2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="chourasia2021/eq-3", title="Empirical risk", kind="equation", text=__doc__,
    reference=Reference("chourasia2021", "Equation (3)", "section 2"),
    plain="definition",
)
