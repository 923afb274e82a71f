"""Contraction coefficient.

Statement
    eta_f(K) = sup D_f(mu K || nu K)/D_f(mu || nu) over mu, nu with 0 < D_f(mu || nu) < inf.
Reads as
    The best constant of the strong data-processing inequality D_f(mu K || nu K) <= eta_f(K) D_f(mu || nu).
Reference
    asoodeh2020, Equation (4), section II-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/eq-4", title="Contraction coefficient", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Equation (4)", "section II-B"),
    uses=("asoodeh2020/definition-f-divergence",),
)
