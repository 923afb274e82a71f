"""The same after a kernel.

Statement
    E_gamma(mu K || nu K) = ||phi K||/2 + (1 - gamma)/2.
Reads as
    (26) for the output laws, as (mu - gamma nu) K = mu K - gamma nu K.
Reference
    asoodeh2020, Equation (27), appendix A
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-27", title="The same after a kernel", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (27)", "appendix A"),
    uses=("asoodeh2020/eq-26",),
    cited_because="that kernels act linearly on measures is outside the kernel; the formula is (26)",
    printed=Printed("undecided"),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
)
