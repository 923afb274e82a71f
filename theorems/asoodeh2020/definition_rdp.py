"""Rényi differential privacy.

Statement
    sup over neighbouring data sets of D_alpha(mu_{n+1} || mu'_{n+1}) is at most zeta, alpha > 1.
Reads as
    One record replaced, last iterate only.
Reference
    asoodeh2020, RDP, section V
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-rdp", title="Rényi differential privacy", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "RDP", "section V"),
    uses=("feldman2018/definition-13",),
)
