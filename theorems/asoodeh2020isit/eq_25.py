"""From Rényi to approximate privacy.

Statement
    (alpha, zeta(alpha))-RDP for all alpha > 1 implies (epsilon, delta)-DP with delta = min over alpha > 1 of
    exp(-(alpha - 1)(epsilon - zeta(alpha))).
Reads as
    asoodeh2020/lemma-3, proved, for every order; an infimum that is not attained is meant as a limit. The formula is
    restored: the source lost its formulas.
"""

from ._vocabulary import item

STATEMENT = item("Equation (25)", "appendix D", kind="inequality", cited_because="lemma 3 of the longer paper for every order, and a limit",
    uses=("asoodeh2020/lemma-3",))
