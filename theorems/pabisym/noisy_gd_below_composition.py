"""Shift allocation is below composition for noisy GD.

Statement
    For 0 < eta lam < 1 and every K >= 1 the bound of pabisym/noisy-gd is at most that of composition, (alpha S_g^2/(4
    sigma^2 n^2)) eta K.
Reads as
    Paying for every gap at once is one of the allocations. For one step both are the same; Corollary 1 is above
    composition until K is about 1.6/(eta lam).
"""

from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ..chourasia2021._langevin_checks import first_step_check
from ..chourasia2021._langevin_comparisons import below_composition
from ..chourasia2021._quadratic_losses import ALLOCATED, COMPOSITION
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Induction over the steps, then one certificate."""
    return below_composition(b, f"{ALLOCATED} <= {COMPOSITION}")


STATEMENT = item("caption of Figure 1", "section 3.3", key="chourasia2021",
    letters="alpha [Rényi order], n, K: steps [], S, eta, sigma: level, lam",
    given=("alpha, n, steps", ..., "contraction"),
    conclusion=f"{ALLOCATED} <= {COMPOSITION}", bound=COMPOSITION, proof=proof, uses=("pabisym/noisy-gd", "chourasia2021/eq-baseline"),
    checks=(Check("at single points", first_step_check),),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1", "alpha=2, n=1, K=1, S=1, eta=1/2, sigma=1, lam=1"))
