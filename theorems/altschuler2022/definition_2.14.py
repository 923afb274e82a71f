"""Shifted Rényi divergence.

Statement
    D_alpha^(z)(mu || nu) is the infimum of D_alpha(mu' || nu) over all mu' with W_infinity(mu, mu') <= z.
Reads as
    renyi(alpha, z, mu, nu, b), as in Definition 8 of Feldman et al.
Reference
    altschuler2022, Definition 2.14, section 2.4
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="altschuler2022/definition-2.14", title="Shifted Rényi divergence",
    kind="definition", text=__doc__, reference=Reference("altschuler2022", "Definition 2.14", "section 2.4"),
    plain="definition",
    uses=("feldman2018/definition-8",),
)
