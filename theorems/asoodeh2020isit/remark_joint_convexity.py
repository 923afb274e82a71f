"""Why no restriction on the noise.

Statement
    Feldman et al., theorem 26, needs a condition on sigma as D_alpha is not jointly convex; E_gamma is, so that
    theorem 5 holds for every sigma > 0.
Reads as
    See asoodeh2020/remark-renyi-nonconvex. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, remark after Theorem 5, section IV-E
"""

from pabisym.evaluate import contraction_checks
from pabisym.statement import Check, Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/remark-joint-convexity", title="Why no restriction on the noise", kind="remark", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "remark after Theorem 5", "section IV-E"),
    uses=("asoodeh2020isit/theorem-5", "feldman2018/theorem-26",),
    checks=(Check("two Bernoulli pairs", contraction_checks.renyi_is_not_convex),),
)
