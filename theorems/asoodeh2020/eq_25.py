"""Upper bound of Theorem 3.

Statement
    With phi = mu - gamma nu and its Hahn-Jordan parts, E_gamma(mu K || nu K) <= ||phi+|| sup over w1, w2 of
    E_gamma(K(w1) || K(w2)).
Reads as
    Write phi K as a mixture of differences of rows: || ||phi+|| K(w1) - ||phi-|| K(w2) || with ||phi-|| >=
    gamma ||phi+||. That sign is (gamma - 1)(1 - ||phi+||) >= 0, because ||phi-|| = ||phi+|| + gamma - 1 and
    ||phi+|| = E_gamma(mu || nu) <= 1.
Reference
    asoodeh2020, Equation (25), appendix A
"""

from pabisym.library.statement import Check, Printed, Reference, Statement

from . import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020/eq-25", title="Upper bound of Theorem 3", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020", "Equation (25)", "appendix A"),
    uses=("asoodeh2020/eq-26", "asoodeh2020/eq-27",),
    cited_because="an integral over pairs of points for arbitrary kernels, outside the kernel",
    printed=Printed("undecided"),
    checks=(Check("the bound on finite kernels", finite_kernels.coefficient_is_attained_and_never_exceeded),),
)
