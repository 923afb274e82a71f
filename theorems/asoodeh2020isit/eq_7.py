"""Hockey-stick divergence by information density.

Statement
    E_gamma(mu || nu) = mu(i > log gamma) - gamma nu(i > log gamma), i = log dmu/dnu.
Reads as
    As in the longer paper, (7). The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (7), section II-C
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/eq-7", title="Hockey-stick divergence by information density", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (7)", "section II-C"),
    uses=("asoodeh2020isit/eq-6", "asoodeh2020/eq-7",),
    cited_because="the optimal event of (6) for laws on general spaces",
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
)
