"""The minimisation.

Statement
    delta^ = min over alpha > 1 of exp(-(alpha - 1)(epsilon - c_i alpha)).
Reads as
    The Rényi bound plugged into (25). The formula is restored: the source lost its formulas.
"""

from ._vocabulary import item

STATEMENT = item("Equation (26)", "appendix D", cited_because="(25) with a bound that is linear in the order",
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/quoted-balle-theorem-5"))
