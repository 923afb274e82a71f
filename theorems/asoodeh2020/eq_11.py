"""Total variation contracts least.

Statement
    eta_f(K) <= eta_TV(K) for every convex f with f(1) = 0.
Reads as
    For twice differentiable f it is proposition 2 with eta_gamma <= eta_1.
Reference
    asoodeh2020, Equation (11), section III
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-11", title="Total variation contracts least", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (11)", "section III"),
    uses=("asoodeh2020/eq-4", "asoodeh2020/eq-5",),
    cited_because="Cohen, Kemperman and Zbaganu 1998; Del Moral, Ledoux and Miclo 2003",
    printed=Printed("undecided"),
    checks=(Check("chi-squared of finite kernels", finite_kernels.total_variation_dominates),),
)
