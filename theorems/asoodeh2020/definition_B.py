"""The constant B.

Statement
    B = max(dia(W), max_t dia(Psi_{f_t}(W))).
Reads as
    With subgradient steps an image can be larger than W.
Reference
    asoodeh2020, constant B, section VI
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-B", title="The constant B", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "constant B", "section VI"),
    uses=("asoodeh2020/eq-18", "asoodeh2020/eq-24",),
)
