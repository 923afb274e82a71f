"""The contraction factor M.

Statement
    M = sqrt(1 - 2 eta beta rho/(beta + rho)).
Reads as
    1 for rho = 0; real for eta <= 2/(beta + rho), where it is (beta - rho)/(beta + rho). The formula is
    restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (14), section IV-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-14", title="The contraction factor M", kind="equation", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "Equation (14)", "section IV-B"),
    uses=("asoodeh2020isit/lemma-4",),
)
