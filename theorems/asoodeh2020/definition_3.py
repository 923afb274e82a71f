"""theta.

Statement
    theta_gamma(r) = E_gamma(N(r u, I) || N(0, I)) for a unit vector u, r >= 0, gamma >= 1.
Reads as
    In the grammar theta(gamma, r): increasing in r with derivative phi(log(gamma)/r - r/2), decreasing in
    gamma, 0 at r = 0 and 1 in the limit.
Reference
    asoodeh2020, Definition 3, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/definition-3", title="theta", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Definition 3", "section III"),
    uses=("asoodeh2020/lemma-1",),
)
