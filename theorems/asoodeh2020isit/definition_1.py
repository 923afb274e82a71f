"""theta.

Statement
    theta_gamma(r) = E_gamma(N(r u, I) || N(0, I)) for a unit vector u.
Reads as
    Equation (10); the function theta(gamma, r) of the grammar. The formula is restored: the source lost its
    formulas.
Reference
    asoodeh2020isit, Definition 1, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/definition-1", title="theta", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "Definition 1", "section III"),
    uses=("asoodeh2020isit/lemma-2", "asoodeh2020/definition-3",),
)
