"""Hockey-stick divergence by information density.

Statement
    With i = log dmu/dnu, E_gamma(mu || nu) = mu(i > log gamma) - gamma nu(i > log gamma).
Reads as
    The best event is that on which the density ratio exceeds gamma.
Reference
    asoodeh2020, Equation (7), section II-C
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-7", title="Hockey-stick divergence by information density", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (7)", "section II-C"),
    uses=("asoodeh2020/eq-6",),
    cited_because="the optimal event of (6) for laws on general spaces is outside the kernel",
    printed=Printed("undecided"),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
)
