"""Privacy at an index.

Statement
    A is (eps, delta)-DP at index i when the inequality of Definition 11 holds for all sequences that differ in
    position i only.
Reads as
    Every person may have a level of its own; Rényi privacy at an index is meant in the same way.
Reference
    feldman2018, Definition 12, section 2.3
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-12", title="Privacy at an index", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 12", "section 2.3"),
    uses=("feldman2018/definition-11",),
)
