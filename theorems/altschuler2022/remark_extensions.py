"""Three extensions.

Statement
    Strongly convex losses: the threshold is of the order of kappa, up to logarithms, instead of D n/(L eta). Cyclic
    batches: the same bound after an initial phase. Step sizes t^(-c): the same with eta_T in place of eta, so that the
    bound grows like T^c, and T^(c/2) for (eps, delta).
Reads as
    An overview of section 5, where the statements are.
"""

from ._vocabulary import item

STATEMENT = item("remark in section 1.2", "section 1.2", plain="prose")
