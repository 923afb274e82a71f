"""Gaussian channels without constraints.

Statement
    eta_TV(K) = 1 for Gaussian channels without input constraint, and eta_TV(K) = 1 if and only if eta_f(K) = 1
    for non-linear f.
Reads as
    Quoted as background; used nowhere below.
Reference
    asoodeh2020, footnote 1, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020/footnote-1", title="Gaussian channels without constraints", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020", "footnote 1", "section III"),
    uses=("asoodeh2020/remark-unbounded-kernel",),
)
