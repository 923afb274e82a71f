"""Shift allocation in the limit of small steps.

Statement
    For 0 < eta lam < 1 and K >= 1 the bound of pabisym/noisy-gd is at most (alpha S_g^2/(2 lam sigma^2 n^2)) (1 - e)/(1
    + e), e = exp(-lam eta K/(1 - eta lam)).
Reads as
    With T = eta K and eta to 0 this is (alpha S_g^2/(2 lam sigma^2 n^2)) tanh(lam T/2), and so is the lower side (1 -
    eta lam/2) tanh(lam eta K/2) in place of the fraction (checked below): the taut string of the Euler steps converges
    to it. The diffusion bound is 2 (1 - e^(-lam T/2)) in the same unit.
"""

from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ..chourasia2021._langevin_checks import limit_check
from ..chourasia2021._langevin_comparisons import below_limit
from ..chourasia2021._quadratic_losses import ALLOCATED, LIMIT
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Induction over the steps, then one certificate."""
    return below_limit(b, f"{ALLOCATED} <= {LIMIT}")


STATEMENT = item("Theorem 2", "section 3.3", key="chourasia2021",
    letters="alpha [Rényi order], n, K: steps [], S, eta, sigma: level, lam",
    given=("alpha, n, steps", ..., "contraction"),
    conclusion=f"{ALLOCATED} <= {LIMIT}", bound=LIMIT, proof=proof, uses=("pabisym/noisy-gd", "chourasia2021/corollary-1"),
    checks=(Check("at single points", limit_check),),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1", "alpha=2, n=1, K=1, S=1, eta=1/2, sigma=1, lam=1"))
