"""Smoothness.

Statement
    f : K -> R is beta-smooth when ||grad f(w) - grad f(w')||_2 <= beta ||w - w'||_2 for all w, w' in K.
Reads as
    The gradient moves at most beta times as far as the point: smooth(f, beta, K).
Reference
    feldman2018, Definition 3, section 2.1
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-3", title="Smoothness", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 3", "section 2.1"),
)
