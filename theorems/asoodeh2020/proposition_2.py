"""Output f-divergence by the integral.

Statement
    D_f(mu K || nu K) <= int_1^inf eta_gamma(K) [f''(gamma) E_gamma(mu || nu) + gamma^-3 f''(1/gamma) E_gamma(nu
    || mu)] dgamma.
Reads as
    (10) for the output laws, and eta_gamma under the integral.
Reference
    asoodeh2020, Proposition 2, section III
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/proposition-2", title="Output f-divergence by the integral", kind="proposition", text=__doc__,
    reference=Reference("asoodeh2020", "Proposition 2", "section III"),
    uses=("asoodeh2020/eq-10", "asoodeh2020/theorem-3", "asoodeh2020/eq-4",),
    cited_because="rests on (10), outside the kernel",
    printed=Printed("undecided"),
    checks=(Check("chi-squared of finite laws", finite_kernels.integral_is_the_divergence), Check("Kullback-Leibler of binary laws",
               finite_kernels.bounds_kullback),),
)
