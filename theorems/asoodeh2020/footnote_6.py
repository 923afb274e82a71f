"""Which bound is used.

Statement
    (18) is applied; (17) might be tighter, depending on psi, D and epsilon.
Reads as
    With the maximum over i in (17), which starts at i = 1, (17) is at most (18).
Reference
    asoodeh2020, footnote 6, section VI
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/footnote-6", title="Which bound is used", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "footnote 6", "section VI"),
    uses=("asoodeh2020/eq-17", "asoodeh2020/eq-18",),
)
