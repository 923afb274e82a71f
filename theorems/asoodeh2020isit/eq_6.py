"""Hockey-stick divergence.

Statement
    E_gamma(mu || nu) = integral of d(mu - gamma nu)^+ = sup_A mu(A) - gamma nu(A), gamma >= 1.
Reads as
    As in the longer paper, (6). The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (6), section II-C
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/eq-6", title="Hockey-stick divergence", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "Equation (6)", "section II-C"),
    uses=("asoodeh2020/eq-6",),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
)
