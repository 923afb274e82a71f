"""Stochastic optimisation.

Statement
    The output law is mu_0 K_D; for iterations K_D = K_{x_1} ... K_{x_n}.
Reads as
    An example of the model. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Example 2, section II-A
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/example-2", title="Stochastic optimisation", kind="example", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "Example 2", "section II-A"),
)
