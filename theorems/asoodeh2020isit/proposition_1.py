"""Privacy from the strongly convex Rényi bound.

Statement
    With c_n = 2 L^2/sigma^2 and c_i = 2 L^2 M^(n - i + 1)/((n - i) sigma^2) for i < n: (epsilon, delta^)-DP for the
    i-th input with delta^ = exp(-(epsilon - c_i)^2/(4 c_i)), epsilon > c_i.
Reads as
    Equation (15); (25) with the best order, (27). That the Rényi divergence of every order alpha is at most c_i alpha
    is quoted, and a hypothesis here. The formula is restored: the source lost its formulas.
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

POINTS = tuple({"c": c, "epsilon": e} for c in ("1/10", 1) for e in (2, 5))


@script
def proof(p: Script) -> Step:
    """(26) at the order (epsilon + c)/(2 c)."""
    p.have("order", "(epsilon + c)/(2*c) > 1")
    return p.theorem("asoodeh2020isit/eq-26", {"bound": p.known("bound")}, alpha="(epsilon + c)/(2*c)", conclude=STATEMENT.conclusion)


STATEMENT = item("Proposition 1", "section IV-D",
    letters=("epsilon: real, epsilon >= 0: level of privacy; role level", "c: real, c > 0 [constant]: the constant c_i",
        r"P: law: output for the data; latex \mu", r"Q: law: output for neighbouring data; latex \nu"),
    assumptions=("range: epsilon > c", "bound: zcdp(P, Q, c): theorem 5 of Balle et al. with c = c_i"),
    conclusion="dp(P, Q, epsilon, exp(-(epsilon - c)**2/(4*c)))", bound="exp(-(epsilon - c)**2/(4*c))", proof=proof,
    uses=("asoodeh2020isit/eq-25", "asoodeh2020isit/eq-26", "asoodeh2020isit/eq-27", "asoodeh2020isit/quoted-balle-theorem-5"),
    spots="epsilon=1, c=1/10",
    clauses=(
        "cited by conclusion: (15), from the bound of Balle et al. on all orders",
        "open: that bound for the runs of PNSGD, a hypothesis here",
        "refuted by asoodeh2020isit/quoted-balle-theorem-5; section IV-D: that bound reduces to Theorem 23 of Feldman et al. "
            "without strong convexity"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"},
    checks=(Check("Gaussian pairs, c = r^2/2",
            lambda: at_points("theta(exp(epsilon), sqrt(2*c)) <= exp(-(epsilon - c)**2/(4*c))", POINTS)),), results=("bound",))
