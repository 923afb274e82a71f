"""Why no restriction on the noise.

Statement
    Feldman et al., theorem 26, needs a condition on sigma as D_alpha is not jointly convex; E_gamma is, so that
    theorem 5 holds for every sigma > 0.
Reads as
    See asoodeh2020/remark-renyi-nonconvex. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, remark after Theorem 5, section IV-E
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/remark-joint-convexity", title="Why no restriction on the noise", kind="remark", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "remark after Theorem 5", "section IV-E"),
    uses=("asoodeh2020isit/theorem-5", "feldman2018/theorem-26",),
    checks=(Check("two Bernoulli pairs", finite_kernels.renyi_is_not_convex),),
)
