"""Shift allocation is below the privacy dynamics of noisy GD.

Statement
    For 0 < eta lam < 1 and every K >= 1 the bound of pabisym/noisy-gd is at most that of Corollary 1: (alpha S_g^2 (2 -
    eta lam)/(4 lam sigma^2 n^2)) (1 - p)/(1 + p) <= (alpha S_g^2/(lam sigma^2 n^2)) (1 - e^(-lam eta K/2)) with p = (1
    - eta lam)^K.
Reads as
    Both speak of the same runs from one start. The allocation is smaller everywhere, by a factor of about 2 for one
    small step, 4 (sqrt(2) - 1) = 1.66 between, and 4/(2 - eta lam) for many; and it is attained, so that no analysis of
    these hypotheses can say less.
"""

from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ..chourasia2021._langevin_checks import ratio_check
from ..chourasia2021._langevin_comparisons import below_dynamics
from ..chourasia2021._quadratic_losses import ALLOCATED, DYNAMICS
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Induction over the steps, then one certificate."""
    return below_dynamics(b, f"{ALLOCATED} <= {DYNAMICS}")


STATEMENT = item("Corollary 1", "section 3.3", key="chourasia2021",
    letters="alpha [Rényi order], n, K: steps [], S, eta, sigma: level, lam",
    given=("alpha, n, steps", ..., "contraction"),
    conclusion=f"{ALLOCATED} <= {DYNAMICS}", bound=DYNAMICS, proof=proof, uses=("pabisym/noisy-gd", "chourasia2021/corollary-1"),
    checks=(Check("at single points", ratio_check),),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1", "alpha=2, n=1, K=1, S=1, eta=1/2, sigma=1, lam=1"))
