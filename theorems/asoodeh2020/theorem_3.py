"""Contraction coefficient of the hockey-stick divergence.

Statement
    eta_gamma(K) = sup over w1, w2 of E_gamma(K(w1) || K(w2)), gamma >= 1.
Reads as
    No pair of input laws is worse than two points. Equation (8) of the paper is this one. Upper bound by
    (25)-(27), attainment by points. Compared with linear programs over input laws for thousands of finite
    kernels.
Reference
    asoodeh2020, Theorem 3, section III
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/theorem-3", title="Contraction coefficient of the hockey-stick divergence", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020", "Theorem 3", "section III"),
    uses=("asoodeh2020/eq-4", "asoodeh2020/eq-6", "asoodeh2020/eq-25", "asoodeh2020/eq-25-attained",),
    cited_because="a statement about all kernels and all pairs of laws, outside the kernel",
    printed=Printed("undecided"),
    checks=(Check("finite kernels", finite_kernels.coefficient_is_attained_and_never_exceeded),),
)
