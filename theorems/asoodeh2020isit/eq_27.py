"""The minimum.

Statement
    For epsilon > c the exponent (alpha - 1)(epsilon - c alpha) is largest at alpha = (epsilon + c)/(2 c), where it is
    (epsilon - c)^2/(4 c).
Reads as
    The difference is c (alpha - (epsilon + c)/(2 c))^2; checks have the value there, and that it is above 1. The formula
    is restored: the source lost its formulas.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step, step
from pabisym.proof.linear import certified, fact


def proof(b: Builder) -> Step:
    """A square."""
    goal = "(alpha - 1)*(epsilon - c*alpha) <= (epsilon - c)**2/(4*c)"
    return step("arithmetic", goal, (), goal=goal, multiplier="4*c", terms=[{"coefficient": "1", "square": "2*c*alpha - epsilon - c"}])


def there(claim: str) -> tuple[Verdict, str]:
    """About alpha = (epsilon + c)/(2 c)."""
    return replayed(claim, {"epsilon": "real", "c": "real"}, {"constant": "c > 0", "range": "epsilon > c"})


def only_then() -> tuple[Verdict, str]:
    """An order above 1 there means that epsilon > c."""
    assumed = {"constant": "c > 0", "order": "(epsilon + c)/(2*c) > 1"}
    return replayed("epsilon > c", {"epsilon": "real", "c": "real"}, assumed,
                    lambda _: certified("epsilon > c", fact("order", "constant", times="2")))


def no_other() -> tuple[Verdict, str]:
    """The square of what the order lacks is positive."""
    claim = "(alpha - 1)*(epsilon - c*alpha) < (epsilon - c)**2/(4*c)"
    assumed = {"constant": "c > 0", "another order": "(2*c*alpha - epsilon - c)**2 > 0"}
    return replayed(claim, {"alpha": "real", "epsilon": "real", "c": "real"}, assumed,
                    lambda _: certified(claim, fact("another order"), multiplier="4*c"))


STATEMENT = item("Equation (27)", "appendix D",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "epsilon: real: level of privacy; role level",
        "c: real, c > 0 [constant]: the constant c_i"), conclusion="(alpha - 1)*(epsilon - c*alpha) <= (epsilon - c)**2/(4*c)",
    proof=proof, uses=("asoodeh2020isit/eq-26",),
    checks=(Check("attained there",
        lambda: there("((epsilon + c)/(2*c) - 1)*(epsilon - c*((epsilon + c)/(2*c))) == (epsilon - c)**2/(4*c)"),
            "holds"), Check("an order above 1", lambda: there("(epsilon + c)/(2*c) > 1"), "holds"),
        Check("only then", only_then, "holds"), Check("no other order", no_other, "holds")), spots="alpha=2, epsilon=1, c=1/3",
    clauses=(
        "proved by conclusion: the exponent is at most (epsilon - c)^2/(4 c)",
        "proved by attained there: it is that at (epsilon + c)/(2 c)",
        "proved by an order above 1: for epsilon > c this is an order above 1",
        "proved by only then: it is an order above 1 only for epsilon > c",
        "proved by no other order: at every other order it is less"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"})
