"""Which bound is used.

Statement
    (18) is applied; (17) might be tighter, depending on psi, D and epsilon.
Reads as
    With the maximum over i in (17), which starts at i = 1, (17) is at most (18).
"""

from ._vocabulary import item

STATEMENT = item("footnote 6", "section VI", plain="prose", uses=("asoodeh2020/eq-17", "asoodeh2020/eq-18"))
