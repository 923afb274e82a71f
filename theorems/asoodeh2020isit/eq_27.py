"""The minimum.

Statement
    For epsilon > c the exponent (alpha - 1)(epsilon - c alpha) is largest at alpha = (epsilon + c)/(2 c), where
    it is (epsilon - c)^2/(4 c).
Reads as
    The difference is c (alpha - (epsilon + c)/(2 c))^2. The formula is restored: the source lost its formulas.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    epsilon : real : level of privacy : 1
    c : real, c > 0 : the constant c_i : 1
Assumptions
    order : alpha > 1
    constant : c > 0
Reference
    asoodeh2020isit, Equation (27), appendix D
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step, step


def proof(b: Builder) -> Step:
    """A square."""
    goal = "(alpha - 1)*(epsilon - c*alpha) <= (epsilon - c)**2/(4*c)"
    return step("arithmetic", goal, (), goal=goal, multiplier="4*c", terms=[{"coefficient": "1", "square": "2*c*alpha - epsilon - c"}])


STATEMENT = Statement(
    id="asoodeh2020isit/eq-27", title="The minimum", kind="equation", text=__doc__,
    reference=Reference("asoodeh2020isit", "Equation (27)", "appendix D"),
    conclusion="(alpha - 1)*(epsilon - c*alpha) <= (epsilon - c)**2/(4*c)",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("epsilon", "real", "level of privacy"),
               Symbol("c", "real, c > 0", "the constant c_i"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("constant", "c > 0"),),
    uses=("asoodeh2020isit/eq-26",),
    proof=proof,
    spots=(Spot({"alpha": 2, "epsilon": 1, "c": "1/3"}),),
)
