"""Two notions of neighbours.

Statement
    Replace adjacency: the data sets differ in one record. Remove adjacency: one of them is the other with a further
    record. All results are said to extend to both.
Reads as
    With replacement a record moves the mean gradient of its batch by at most 2L/b; without it, by L/b only where the
    batch keeps its size.
"""

from ._vocabulary import item

STATEMENT = item("footnote 5", "section 2.2", plain="definition")
