"""Shift allocation is below the privacy dynamics of noisy GD.

Statement
    For 0 < eta lam < 1 and every K >= 1 the bound of pabisym/noisy-gd is at most that of Corollary 1: (alpha S_g^2
    (2 - eta lam)/(4 lam sigma^2 n^2)) (1 - p)/(1 + p) <= (alpha S_g^2/(lam sigma^2 n^2)) (1 - e^(-lam eta K/2))
    with p = (1 - eta lam)^K.
Reads as
    Both speak of the same runs from one start. The allocation is smaller everywhere, by a factor of about 2 for one
    small step, 4 (sqrt(2) - 1) = 1.66 between, and 4/(2 - eta lam) for many; and it is attained, so that no analysis of
    these hypotheses can say less.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
Assumptions
    Rényi order : alpha > 1
    size : n >= 1
    steps : K >= 1
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    strong convexity : lam > 0
    contraction : eta lam < 1
Reference
    chourasia2021, Corollary 1, section 3.3
"""

from pabisym.library.statement import Check, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ..chourasia2021._langevin import CURVATURES, SYMBOLS
from ..chourasia2021._langevin_checks import ratio_check
from ..chourasia2021._langevin_comparisons import BOUNDS, below_dynamics
from ..chourasia2021._quadratic_losses import ALLOCATED, DYNAMICS


def proof(b: Builder) -> Step:
    """Induction over the steps, then one certificate."""
    return below_dynamics(b, f"{ALLOCATED} <= {DYNAMICS}")


STATEMENT = Statement(
    id="pabisym/noisy-gd-below-dynamics", title="Shift allocation is below the privacy dynamics of noisy GD", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Corollary 1", "section 3.3"),
    symbols=(*SYMBOLS, *CURVATURES[:1],),
    assumptions=(*BOUNDS,),
    conclusion=f"{ALLOCATED} <= {DYNAMICS}", bound=DYNAMICS, proof=proof,
    uses=("pabisym/noisy-gd", "chourasia2021/corollary-1"), checks=(Check("at single points", ratio_check),),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "lam": 1}),
           Spot({"alpha": 2, "n": 1, "K": 1, "S": 1, "eta": "1/2", "sigma": 1, "lam": 1})),
)
