"""Approximate differential privacy.

Statement
    P_D(A) <= e^epsilon P_{D'}(A) + delta for all events A and data sets of size n at Hamming distance 1.
Reads as
    One record replaced; both directions. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (5), section II-C
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-5", title="Approximate differential privacy", kind="definition", text=__doc__, plain="definition",
    reference=Reference("asoodeh2020isit", "Equation (5)", "section II-C"),
    uses=("feldman2018/definition-11",),
)
