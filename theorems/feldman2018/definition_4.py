"""Rényi divergence.

Statement
    For 1 < alpha < infinity and mu << nu, D_alpha(mu || nu) = (1/(alpha - 1)) ln of the integral of (mu/nu)^alpha dnu;
    infinity when mu is not << nu. Orders 1 and infinity are limits.
Reads as
    How much likelier the first law can make things, in the alpha-th mean; natural logarithm. The unshifted case
    renyi(alpha, 0, mu, nu, b) of the judgement.
"""

from ._vocabulary import item

STATEMENT = item("Definition 4", "section 2.2", plain="definition")
