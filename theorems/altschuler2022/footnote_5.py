"""Two notions of neighbours.

Statement
    Replace adjacency: the data sets differ in one record. Remove adjacency: one of them is the other with a further
    record. All results are said to extend to both.
Reads as
    With replacement a record moves the mean gradient of its batch by at most 2L/b; without it, by L/b only where the
    batch keeps its size.
Reference
    altschuler2022, footnote 5, section 2.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/footnote-5", title="Two notions of neighbours",
    kind="footnote", text=__doc__, reference=Reference("altschuler2022", "footnote 5", "section 2.2"),
    plain="definition",
)
