"""Convex losses, theorem 4 against proposition 1.

Statement
    delta against epsilon for the records i = 1, n/2, n - 1 with rho = 0; theorem 4 is claimed to be smaller,
    for late records especially.
Reads as
    The parameters of the figure are lost, so that nothing of it can be decided. The formula is restored: the
    source lost its formulas.
Reference
    asoodeh2020isit, Figure 2, section IV-D
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/figure-2", title="Convex losses, theorem 4 against proposition 1", kind="figure", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "Figure 2", "section IV-D"),
    uses=("asoodeh2020isit/theorem-4", "asoodeh2020isit/proposition-1",),
)
