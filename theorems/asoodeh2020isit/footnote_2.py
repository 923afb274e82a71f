"""Laplace noise in high dimension.

Statement
    The norm of Laplace noise in R^d grows so fast with d that it is considered for d = 1 only.
Reads as
    Quoted background. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, footnote 2, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/footnote-2", title="Laplace noise in high dimension", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "footnote 2", "section III"),
)
