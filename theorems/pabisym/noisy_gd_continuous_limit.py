"""Shift allocation in the limit of small steps.

Statement
    For 0 < eta lam < 1 and K >= 1 the bound of pabisym/noisy-gd is at most (alpha S_g^2/(2 lam sigma^2 n^2)) (1 -
    e)/(1 + e), e = exp(-lam eta K/(1 - eta lam)).
Reads as
    With T = eta K and eta to 0 this is (alpha S_g^2/(2 lam sigma^2 n^2)) tanh(lam T/2), and so is the lower side (1
    - eta lam/2) tanh(lam eta K/2) in place of the fraction (checked below): the taut string of the Euler steps
    converges to it. The diffusion bound is 2 (1 - e^(-lam T/2)) in the same unit.
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
    chourasia2021, Theorem 2, section 3.3
"""

from pabisym.library.statement import Check, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ..chourasia2021._langevin import CURVATURES, SYMBOLS
from ..chourasia2021._langevin_checks import limit_check
from ..chourasia2021._langevin_comparisons import BOUNDS, below_limit
from ..chourasia2021._quadratic_losses import ALLOCATED, LIMIT


def proof(b: Builder) -> Step:
    """Induction over the steps, then one certificate."""
    return below_limit(b, f"{ALLOCATED} <= {LIMIT}")


STATEMENT = Statement(
    id="pabisym/noisy-gd-continuous-limit", title="Shift allocation in the limit of small steps", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 2", "section 3.3"),
    symbols=(*SYMBOLS, *CURVATURES[:1],),
    assumptions=(*BOUNDS,),
    conclusion=f"{ALLOCATED} <= {LIMIT}", bound=LIMIT, proof=proof,
    uses=("pabisym/noisy-gd", "chourasia2021/corollary-1"), checks=(Check("at single points", limit_check),),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "lam": 1}),
           Spot({"alpha": 2, "n": 1, "K": 1, "S": 1, "eta": "1/2", "sigma": 1, "lam": 1})),
)
