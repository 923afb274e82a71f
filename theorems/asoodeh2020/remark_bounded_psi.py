"""What Theorem 5 needs.

Statement
    Only that ||Psi_f(w)|| is bounded uniformly over w in W and f.
Reads as
    It bounds both psi and D.
"""

from ._vocabulary import item

STATEMENT = item("remark after Theorem 5", "section IV", plain="prose", uses=("asoodeh2020/eq-18",))
