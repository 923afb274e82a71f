"""Dobrushin's formula.

Statement
    eta_TV(K) = sup_{w1, w2} TV(K(w1), K(w2)).
Reads as
    As in the longer paper, (5). The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (4), section II-B
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/eq-4", title="Dobrushin's formula", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (4)", "section II-B"),
    uses=("asoodeh2020isit/definition-contraction", "asoodeh2020/eq-5",),
    cited_because="Dobrushin 1956",
    checks=(Check("finite kernels", finite_kernels.coefficient_is_attained_and_never_exceeded),),
)
