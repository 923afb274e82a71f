"""Dobrushin's formula.

Statement
    eta_TV(K) = sup_{w1, w2} TV(K(w1), K(w2)).
Reads as
    It is Theorem 3 at gamma = 1.
Reference
    asoodeh2020, Equation (5), section II-B
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-5", title="Dobrushin's formula", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (5)", "section II-B"),
    uses=("asoodeh2020/eq-4",),
    cited_because="Dobrushin 1956; the kernel has no judgement about all pairs of laws",
    printed=Printed("undecided"),
    checks=(Check("finite kernels", finite_kernels.coefficient_is_attained_and_never_exceeded),),
)
