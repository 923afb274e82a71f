"""Losses.

Statement
    For all x: l(., x) is L-Lipschitz, its gradient beta-Lipschitz, and l(., x) rho-strongly convex; rho = 0 is
    allowed. W is compact and convex.
Reads as
    The gradients are those in w. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, loss regularity, section IV-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/assumptions-IVB", title="Losses", kind="assumption", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "loss regularity", "section IV-B"),
)
