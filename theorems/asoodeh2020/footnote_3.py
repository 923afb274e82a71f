"""Smoothness.

Statement
    f is beta-smooth when ||grad f(w1) - grad f(w2)|| <= beta ||w1 - w2||.
Reads as
    The judgement smooth(f, beta, K).
Reference
    asoodeh2020, footnote 3, section V
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/footnote-3", title="Smoothness", kind="footnote", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020", "footnote 3", "section V"),
    uses=("feldman2018/definition-3",),
)
