"""Rényi differential privacy.

Statement
    A randomised algorithm A is (alpha, eps)-RDP if D_alpha(A(X) || A(X')) <= eps for all neighbouring data sets X,
    X'.
Reads as
    In both orders: neither of the two data sets is the first one.
Reference
    altschuler2022, Definition 2.4, section 2.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/definition-2.4", title="Rényi differential privacy",
    kind="definition", text=__doc__, reference=Reference("altschuler2022", "Definition 2.4", "section 2.2"),
    plain="definition",
    uses=("altschuler2022/definition-2.3", "feldman2018/definition-13",),
)
