"""What Theorem 5 needs.

Statement
    Only that ||Psi_f(w)|| is bounded uniformly over w in W and f.
Reads as
    It bounds both psi and D.
Reference
    asoodeh2020, remark after Theorem 5, section IV
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/remark-bounded-psi", title="What Theorem 5 needs", kind="remark", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "remark after Theorem 5", "section IV"),
    uses=("asoodeh2020/eq-18",),
)
