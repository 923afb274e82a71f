"""Contraction coefficient of the hockey-stick divergence.

Statement
    eta_gamma(K) = sup over w1, w2 of E_gamma(K(w1) || K(w2)), gamma >= 1.
Reads as
    Equation (8); by (17), (18) and t -> 1. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Theorem 2, section III
"""

from pabisym.library.statement import Check, Reference, Statement

from ..asoodeh2020 import _finite_kernels as finite_kernels

STATEMENT = Statement(
    id="asoodeh2020isit/theorem-2", title="Contraction coefficient of the hockey-stick divergence", kind="theorem", text=__doc__,
    reference=Reference("asoodeh2020isit", "Theorem 2", "section III"),
    uses=("asoodeh2020isit/eq-17", "asoodeh2020isit/eq-18", "asoodeh2020isit/definition-contraction", "asoodeh2020/theorem-3",),
    cited_because="a statement about all kernels and all pairs of laws",
    checks=(Check("finite kernels", finite_kernels.coefficient_is_attained_and_never_exceeded),),
)
