"""Strongly convex losses.

Statement
    The same with rho > 0; theorem 4 is claimed to be better for small epsilon and for late records.
Reads as
    The parameters of the figure are lost, so that nothing of it can be decided. The formula is restored: the
    source lost its formulas.
Reference
    asoodeh2020isit, Figure 3, section IV-D
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/figure-3", title="Strongly convex losses", kind="figure", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "Figure 3", "section IV-D"),
    uses=("asoodeh2020isit/theorem-4", "asoodeh2020isit/proposition-1",),
)
