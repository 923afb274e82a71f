"""Conditional Fokker-Planck equations.

Statement
    The density p of Theta_t given theta_k satisfies dp/dt = div(p U_2(theta_k)) + sigma^2 Laplace(p), and that of
    Theta'_t given theta'_k dp'/dt = -div(p' U_2(theta'_k)) + sigma^2 Laplace(p').
Reads as
    The densities are normal, with a mean that drifts: the equation can be seen by differentiating them.
Reference
    chourasia2021, Equation (8), section 3.1
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from ._diffusion_checks import heat_kernel

STATEMENT = Statement(
    id="chourasia2021/eq-8", title="Conditional Fokker-Planck equations", kind="equation", text=__doc__,
    reference=Reference("chourasia2021", "Equation (8)", "section 3.1"),
    cited_because="a differential equation between densities is outside the kernel; for the normal densities at hand it is "
                  "differentiated below",
    printed=Printed("undecided"),
    uses=("chourasia2021/eq-7",),
    checks=(Check("the drifting heat kernel", heat_kernel),),
)
