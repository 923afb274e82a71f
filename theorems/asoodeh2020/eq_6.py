"""Hockey-stick divergence.

Statement
    For gamma >= 1, E_gamma(mu || nu) = integral of d(mu - gamma nu)^+ = sup_A mu(A) - gamma nu(A); E_1 is total
    variation.
Reads as
    delta of approximate privacy at epsilon = log gamma; the judgement dp(mu, nu, epsilon, delta).
Reference
    asoodeh2020, Equation (6), section II-C
"""

from pabisym.library.statement import Check, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-6", title="Hockey-stick divergence", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Equation (6)", "section II-C"),
    uses=("asoodeh2020/definition-f-divergence", "feldman2018/definition-11",),
    checks=(Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),),
)
