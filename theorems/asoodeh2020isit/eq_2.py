"""Strong data processing along the process.

Statement
    D_f(mu_n || mu'_n) <= D_f(mu_0 || mu'_0) prod_{t=1..n} eta_f(K_t).
Reads as
    Iterates the definition of the contraction coefficient. For noisy projected steps and E_gamma it is proved
    as asoodeh2020/theorem-1. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (2), section I
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/eq-2", title="Strong data processing along the process", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (2)", "section I"),
    uses=("asoodeh2020isit/eq-1", "asoodeh2020isit/definition-contraction", "asoodeh2020/theorem-1",),
    cited_because="iterates the definition for arbitrary kernels, which the kernel does not have",
    checks=(Check("chains of finite kernels", finite_kernels.chains_contract),),
)
