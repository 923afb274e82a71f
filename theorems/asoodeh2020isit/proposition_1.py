"""Privacy from the strongly convex Rényi bound.

Statement
    With c_n = 2 L^2/sigma^2 and c_i = 2 L^2 M^(n - i + 1)/((n - i) sigma^2) for i < n: (epsilon, delta^)-DP for
    the i-th input with delta^ = exp(-(epsilon - c_i)^2/(4 c_i)), epsilon > c_i.
Reads as
    Equation (15); (25) with the best order, (27). The formula is restored: the source lost its formulas.
Letters
    epsilon : real, epsilon >= 0 : level of privacy : 1
    c : real, c > 0 : the constant c_i : 1
Assumptions
    constant : c > 0
    range : epsilon > c_i
Reference
    asoodeh2020isit, Proposition 1, section IV-D
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="asoodeh2020isit/proposition-1", title="Privacy from the strongly convex Rényi bound", kind="proposition", text=__doc__,
    reference=Reference("asoodeh2020isit", "Proposition 1", "section IV-D"),
    bound="exp(-(epsilon - c)**2/(4*c))",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "level of privacy"), Symbol("c", "real, c > 0", "the constant c_i"),),
    assumptions=(Assumption("constant", "c > 0"), Assumption("range", "epsilon > c"),),
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/eq-26", "asoodeh2020isit/eq-27", "asoodeh2020isit/quoted-balle-theorem-5",),
    cited_because="rests on theorem 5 of Balle et al. 2019",
    spots=(Spot({"epsilon": 1, "c": "1/10"}),),
)
