"""Rényi divergence.

Statement
    For 1 < alpha < infinity and mu << nu,
    D_alpha(mu || nu) = (1/(alpha - 1)) ln of the integral of (mu/nu)^alpha dnu; infinity when mu is not << nu.
    Orders 1 and infinity are limits.
Reads as
    How much likelier the first law can make things, in the alpha-th mean; natural logarithm.
    The unshifted case renyi(alpha, 0, mu, nu, b) of the judgement.
Reference
    feldman2018, Definition 4, section 2.2
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="feldman2018/definition-4", title="Rényi divergence", kind="definition", text=__doc__, plain="definition",
    reference=Reference("feldman2018", "Definition 4", "section 2.2"),
)
