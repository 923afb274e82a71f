"""Gaussian channels without constraints.

Statement
    eta_TV(K) = 1 for Gaussian channels without constraints, and then eta_f(K) = 1 for all non-linear f; so for
    eta_gamma of additive Gaussian and Laplace kernels.
Reads as
    Quoted background. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, footnote 1, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/footnote-1", title="Gaussian channels without constraints", kind="footnote", text=__doc__, plain="prose",
    reference=Reference("asoodeh2020isit", "footnote 1", "section III"),
    uses=("asoodeh2020isit/theorem-2", "asoodeh2020isit/lemma-2", "asoodeh2020/footnote-1",),
)
