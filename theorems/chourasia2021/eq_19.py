"""Worst-case excess empirical risk.

Statement
    The maximum over D of E[L_D(theta) - L_D(theta*)].
Reads as
    theta is the output of Algorithm 1, theta* the minimiser of (3); Lemma 6 bounds it.
Reference
    chourasia2021, Equation (19), section 5
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="chourasia2021/eq-19", title="Worst-case excess empirical risk", kind="definition", text=__doc__,
    reference=Reference("chourasia2021", "Equation (19)", "section 5"),
    plain="definition",
    uses=("chourasia2021/eq-3",),
)
