"""PNSGD that stops at random (Stop-PNSGD).

Statement
    Draw T uniformly from [n], make T steps of PNSGD, and output w_T.
Reads as
    The output has the uniform mixture of the laws of w_1, ..., w_n.
Reference
    feldman2018, section 4, section 4
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-stop-pnsgd", title="PNSGD that stops at random (Stop-PNSGD)", kind="definition", text=__doc__,
    plain="definition", reference=Reference("feldman2018", "section 4", "section 4"), uses=("feldman2018/algorithm-1",),
)
