"""The iteration as a chain of channels.

Statement
    The kernels K_{x_1}, ..., K_{x_n} in a row.
Reads as
    Drawn by pabisym graph asoodeh2020isit/theorem-4. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Figure 1, section IV-B
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/figure-1", title="The iteration as a chain of channels", kind="figure", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "Figure 1", "section IV-B"),
    uses=("asoodeh2020isit/eq-12",),
)
