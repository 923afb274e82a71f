"""Shifted Rényi divergence.

Statement
    D_alpha^(z)(mu || nu) is the infimum of D_alpha(mu' || nu) over all mu' with W_infinity(mu, mu') <= z.
Reads as
    The first law may be moved by z before it is compared: renyi(alpha, z, mu, nu, b). The infimum need not be
    attained; the kernel's rule witness does not use that it is.
Reference
    feldman2018, Definition 8, section 2.3
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-8", title="Shifted Rényi divergence", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 8", "section 2.3"),
    uses=("feldman2018/definition-4", "feldman2018/definition-6",),
)
