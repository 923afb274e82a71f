"""The same for two laws.

Statement
    D_f(mu K || nu K) <= eta_TV(K) D_f(mu || nu).
Reads as
    (11) for one pair.
Reference
    asoodeh2020, Equation (12), section III
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-12", title="The same for two laws", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (12)", "section III"),
    uses=("asoodeh2020/eq-11",),
    cited_because="an instance of (11)",
    printed=Printed("undecided"),
    checks=(Check("chi-squared of finite kernels", finite_kernels.total_variation_dominates),),
)
