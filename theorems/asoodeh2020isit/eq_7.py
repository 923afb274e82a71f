"""Hockey-stick divergence by information density.

Statement
    E_gamma(mu || nu) = mu(i > log gamma) - gamma nu(i > log gamma), i = log dmu/dnu.
Reads as
    As in the longer paper, (7). The formula is restored: the source lost its formulas.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ..asoodeh2020 import _finite_kernels as finite_kernels
from ..asoodeh2020 import eq_7


def proof(b: Builder) -> Step:
    """Equation (7) of the longer paper."""
    return b.theorem("asoodeh2020/eq-7", {})


STATEMENT = item("Equation (7)", "section II-C",
    letters=("epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level", r"P: law: first law; latex \mu",
        r"Q: law: second law; latex \nu"),
    conclusion="dp(P, Q, epsilon, chance(P, best(P, Q, epsilon)) - exp(epsilon)*chance(Q, best(P, Q, epsilon)))", proof=proof,
    uses=("asoodeh2020isit/eq-6", "asoodeh2020/eq-7"),
    checks=(Check("no smaller number bounds it", eq_7.least, "holds"),
        Check("the forms agree", finite_kernels.forms_of_the_divergence_agree),), spots="epsilon=1",
    clauses=(
        "proved by conclusion: no event has more than the one on which the density ratio exceeds gamma",
        "proved by no smaller number bounds it: that event has as much",
        "proved by asoodeh2020/eq-26: E_1 is total variation, half of the norm",
        "open: it is the f-divergence of f(t) = (t - gamma)^+, see (6)"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"})
