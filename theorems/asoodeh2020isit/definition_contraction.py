"""Contraction coefficient.

Statement
    eta_f(K) = sup D_f(mu K || nu K)/D_f(mu || nu) over mu, nu with D_f(mu || nu) != 0.
Reads as
    As in the longer paper, (4). The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, contraction coefficient, section II-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/definition-contraction", title="Contraction coefficient", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "contraction coefficient", "section II-B"),
    uses=("asoodeh2020isit/definition-f-divergence", "asoodeh2020/eq-4",),
)
