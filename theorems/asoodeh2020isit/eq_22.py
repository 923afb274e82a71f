"""Gaussian chain.

Statement
    (19) with projected additive Gaussian kernels.
Reads as
    Proved as theorem 4. The formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (22), appendix C
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-22", title="Gaussian chain", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (22)", "appendix C"),
    uses=("asoodeh2020isit/eq-13",),
    cited_because="lemma 3 for arbitrary kernels; for noisy projected steps theorem 4 is proved",
)
