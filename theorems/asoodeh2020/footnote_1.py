"""Gaussian channels without constraints.

Statement
    eta_TV(K) = 1 for Gaussian channels without input constraint, and eta_TV(K) = 1 if and only if eta_f(K) = 1 for
    non-linear f.
Reads as
    Quoted as background; used nowhere below.
"""

from ._vocabulary import item

STATEMENT = item("footnote 1", "section III", plain="prose", uses=("asoodeh2020/remark-unbounded-kernel",))
