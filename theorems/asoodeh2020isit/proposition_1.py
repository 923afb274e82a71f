"""Privacy from the strongly convex Rényi bound.

Statement
    With c_n = 2 L^2/sigma^2 and c_i = 2 L^2 M^(n - i + 1)/((n - i) sigma^2) for i < n: (epsilon, delta^)-DP for the
    i-th input with delta^ = exp(-(epsilon - c_i)^2/(4 c_i)), epsilon > c_i.
Reads as
    Equation (15); (25) with the best order, (27). The formula is restored: the source lost its formulas.
"""

from ._vocabulary import item

STATEMENT = item("Proposition 1", "section IV-D",
    letters="epsilon: level of, c: constant",
    given="range: epsilon > c", bound="exp(-(epsilon - c)**2/(4*c))", cited_because="rests on theorem 5 of Balle et al. 2019",
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/eq-26", "asoodeh2020isit/eq-27", "asoodeh2020isit/quoted-balle-theorem-5"),
    spots="epsilon=1, c=1/10")
