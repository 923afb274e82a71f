"""From Rényi to approximate privacy.

Statement
    (alpha, zeta(alpha))-RDP for all alpha > 1 implies (epsilon, delta)-DP with delta = min over alpha > 1 of
    exp(-(alpha - 1)(epsilon - zeta(alpha))).
Reads as
    asoodeh2020/lemma-3, proved, for every order; an infimum that is not attained is meant as a limit. The
    formula is restored: the source lost its formulas.
Reference
    asoodeh2020isit, Equation (25), appendix D
"""

from pabisym.library.statement import Reference, Statement

STATEMENT = Statement(
    id="asoodeh2020isit/eq-25", title="From Rényi to approximate privacy", kind="inequality", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (25)", "appendix D"),
    uses=("asoodeh2020/lemma-3",),
    cited_because="lemma 3 of the longer paper for every order, and a limit",
)
