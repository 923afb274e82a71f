"""A hard budget for the shift.

Statement
    Definition 8 puts a hard budget on the part of the shift that W_infinity measures; one could charge for it by a
    penalty instead.
Reads as
    A remark on the choice of the definition; nothing in the paper uses the other one.
Reference
    feldman2018, footnote 1, section 2.3
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/footnote-1", title="A hard budget for the shift", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("feldman2018", "footnote 1", "section 2.3"),
    uses=("feldman2018/definition-8",),
)
