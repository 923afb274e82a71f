"""Points attain Theorem 3.

Statement
    E_gamma(delta_{w1} || delta_{w2}) = 1 for w1 != w2, and point masses give the ratio E_gamma(K(w1) || K(w2)).
Reads as
    So that eta_gamma(K) is at least the supremum over pairs of points.
Reference
    asoodeh2020, attainment, appendix A
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-25-attained", title="Points attain Theorem 3", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "attainment", "appendix A"),
    uses=("asoodeh2020/eq-4", "asoodeh2020/eq-6",),
    cited_because="a statement about all kernels, outside the kernel",
    printed=Printed("undecided"),
    checks=(Check("finite kernels", finite_kernels.coefficient_is_attained_and_never_exceeded),),
)
