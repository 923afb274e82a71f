"""Gap between Corollary 2 and the lower bound.

Statement
    Corollary 2, (alpha S_g^2/((2 - eta) sigma^2 n^2)) (1 - e^(-(2 - eta) eta K/2)), matches the lower bound (17) at
    every K up to the constant 4/(2 - eta), about 2.
Reads as
    The ratio to (17) is at most 4/(2 - eta), which is 2 only for small eta and tends to 4 as eta to 1; it is reached as
    K grows. The ratio to the exact value tends to 4/(2 - eta)^2.
"""

from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._langevin_bounds import gap_2
from ._langevin_checks import gap_2_reached
from ._vocabulary import item

CLAIM = ("alpha*S**2/((2 - eta)*sigma**2*n**2)*(1 - exp(-(2 - eta)*eta*K/2)) <= 4/(2 - "
         "eta)*(alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K)))")


def proof(b: Builder) -> Step:
    """One certificate."""
    return gap_2(b, CLAIM)


STATEMENT = item("remark in section 4", "section 4",
    letters="alpha [Rényi order], n, K: steps [], S: total, eta, sigma: variance",
    given=("alpha, n, steps", ..., "small steps"),
    conclusion=CLAIM, proof=proof, printed="holds", uses=("chourasia2021/corollary-2", "chourasia2021/theorem-3"),
    checks=(Check("the constant is reached", gap_2_reached),), spots="alpha=2, n=1, K=3, S=1, eta=1/2, sigma=1")
