"""Rényi privacy for the i-th input.

Statement
    D_alpha(P_D || P_{D'}) <= zeta for data sets that differ in coordinate i, alpha > 1.
Reads as
    One record replaced. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, RDP at an input, appendix D
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/definition-rdp", title="Rényi privacy for the i-th input", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "RDP at an input", "appendix D"),
    uses=("feldman2018/definition-13",),
)
