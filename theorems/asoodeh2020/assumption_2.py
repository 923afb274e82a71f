"""Hidden intermediate states.

Statement
    Only W_{n+1} is released; W_1..W_n are hidden.
Reads as
    Without it nothing is amplified: each step would be seen.
Reference
    asoodeh2020, Assumption 2, section I
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/assumption-2", title="Hidden intermediate states", kind="assumption", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "Assumption 2", "section I"),
    uses=("asoodeh2020/assumption-1",),
)
