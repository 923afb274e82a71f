"""Private queries.

Statement
    A query q followed by a kernel K: the answer is drawn from K(q(x)).
Reads as
    An example of the model. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Example 1, section II-A
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/example-1", title="Private queries", kind="example", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "Example 1", "section II-A"),
)
