"""Projected additive kernels.

Statement
    Gaussian: w -> Pi_W(w + sigma Z), Z ~ N(0, I_d); Laplace on W = [a, b]: w -> Pi_W(w + Z), Z of scale v.
Reads as
    sigma is a standard deviation, v a scale (variance 2 v^2). The formula is restored: the source lost its
    formulas.
Reference
    asoodeh2020isit, projected kernels, section III
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/definition-projected-kernels", title="Projected additive kernels", kind="definition", text=__doc__,
               plain="definition",
    reference=Reference("asoodeh2020isit", "projected kernels", "section III"),
    uses=("asoodeh2020/definition-4",),
)
