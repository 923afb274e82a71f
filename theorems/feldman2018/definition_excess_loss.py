"""Excess population loss.

Statement
    The excess loss of w over K is E_{x ~ P} f(w, x) - min over v in K of E_{x ~ P} f(v, x).
Reads as
    How much worse w is, for fresh data, than the best point of K. It is never negative for w in K.
Reference
    feldman2018, definition in section 2.1, section 2.1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-excess-loss", title="Excess population loss", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "definition in section 2.1", "section 2.1"),
)
