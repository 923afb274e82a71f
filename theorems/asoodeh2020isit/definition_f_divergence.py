"""f-divergence.

Statement
    D_f(mu || nu) = E_nu[f(dmu/dnu)] for convex f with f(1) = 0.
Reads as
    As in the longer paper. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, f-divergence, section II-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/definition-f-divergence", title="f-divergence", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "f-divergence", "section II-B"),
    uses=("asoodeh2020/definition-f-divergence",),
)
