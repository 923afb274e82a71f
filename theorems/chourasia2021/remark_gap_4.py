"""Gap between Corollary 1 and the lower bound.

Statement
    For the squared loss the bound of Corollary 1, (alpha S_g^2/(sigma^2 n^2)) (1 - e^(-eta K/2)), matches the lower
    bound (17) at every K up to a constant 4.
Reads as
    The ratio is 4/(1 + e^(-eta K/2)), between 2 and 4. The two are about different starts: Corollary 1 about N(0, 2
    sigma^2), (17) about a point. From N(0, 2 sigma^2) the exact value of one step is eta^2/(4 ((1 - eta)^2 + eta)) in
    that unit, and the ratio about 2/eta; from a point the bound holds as well, and the factor 4 is right.
"""

from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._langevin_bounds import gap_4
from ._langevin_checks import gap_4_exact, gap_of_one_start
from ._vocabulary import item

CLAIM = "alpha*S**2/(sigma**2*n**2)*(1 - exp(-eta*K/2)) <= 4*(alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K)))"


def proof(b: Builder) -> Step:
    """One certificate."""
    return gap_4(b, CLAIM)


STATEMENT = item("remark in section 4", "section 4",
    letters="alpha [Rényi order], n, K: steps [], S: total, eta, sigma: variance",
    given=("alpha, n, steps", ..., "small steps"),
    conclusion=CLAIM, proof=proof, printed="holds", uses=("chourasia2021/corollary-1", "chourasia2021/theorem-3"),
    checks=(Check("the ratio is 4/(1 + exp(-eta K/2))", gap_4_exact),
        Check("from the start of Corollary 1 it exceeds 4", gap_of_one_start)), spots="alpha=2, n=1, K=3, S=1, eta=1/2, sigma=1")
