"""W_infinity distance.

Statement
    W_infinity(mu, nu) is the infimum, over couplings of mu and nu, of the essential supremum of ||x - y||.
Reads as
    The two laws can be coupled so that the points are never further apart than this: winf(mu, nu, z).
Reference
    feldman2018, Definition 6, section 2.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-6", title="W_infinity distance", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 6", "section 2.2"),
)
