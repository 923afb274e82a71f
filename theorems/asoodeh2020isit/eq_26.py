"""The minimisation.

Statement
    delta^ = min over alpha > 1 of exp(-(alpha - 1)(epsilon - c_i alpha)).
Reads as
    The Rényi bound plugged into (25), for every order. The formula is restored: the source lost its formulas.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.script import Script, script

POINTS = tuple({"c": c, "epsilon": e} for c in ("1/10", 1) for e in (2, 5))


def proof(b: Builder) -> Step:
    """(25) at one order."""
    return b.theorem("asoodeh2020isit/eq-25", {"bound": b.figure("zcdp-order", "bound", alpha="alpha")}, zeta="alpha*c")


def no_constant() -> tuple[Verdict, str]:
    """The same for a bound of 0 at every order, as for M = 0."""
    claim, kinds = "dp(P, Q, epsilon, exp(-(alpha - 1)*epsilon))", {"alpha": "real", "epsilon": "real", "P": "law", "Q": "law"}

    @script
    def build(p: Script) -> Step:
        bound = p.figure("zcdp-order", "bound", alpha="alpha")
        return p.theorem("asoodeh2020isit/eq-25", {"bound": bound}, zeta="alpha*0", conclude=claim)

    return replayed(claim, kinds, {"order": "alpha > 1", "bound": "zcdp(P, Q, 0)"}, build, ("asoodeh2020isit/eq-25",))


STATEMENT = item("Equation (26)", "appendix D",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "c: real, c > 0 [constant]: the constant c_i",
        "epsilon: real: level of privacy; role level", r"P: law: output for the data; latex \mu",
        r"Q: law: output for neighbouring data; latex \nu"),
    assumptions=("bound: zcdp(P, Q, c): a Rényi bound that is linear in the order",),
    conclusion="dp(P, Q, epsilon, exp(-(alpha - 1)*(epsilon - c*alpha)))", bound="exp(-(alpha - 1)*(epsilon - c*alpha))", proof=proof,
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/quoted-balle-theorem-5"), spots="alpha=2, c=1/10, epsilon=1",
    clauses=(
        "proved by conclusion: every order gives a delta, and the least of them, which there is for epsilon > c by (27), is one of these",
        "proved by a constant of 0: every order gives one for c = 0 too, where none is the least for epsilon > 0"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"},
    checks=(Check("Gaussian pairs, c = r^2/2",
            lambda: at_points("theta(exp(epsilon), sqrt(2*c)) <= exp(-(epsilon - c)**2/(4*c))", POINTS)),
        Check("a constant of 0", no_constant, "holds")))
