"""Composition for few steps.

Statement
    For few steps composition, (alpha S_g^2/(4 sigma^2 n^2)) eta K, grows at the same rate as the lower bound (17).
Reads as
    With x = eta K their ratio lies between 1 and 1 + x: the proof is of the latter. Both are alpha S_g^2/(4 sigma^2
    n^2) per time at K = 0, where Corollary 1 has twice that.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
Assumptions
    Rényi order : alpha > 1
    size : n >= 1
    steps : K >= 1
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta < 1
Reference
    chourasia2021, remark in section 4, section 4
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ._langevin import SYMBOLS
from ._langevin_bounds import small_runs
from ._langevin_checks import composition_above
from ._langevin_comparisons import BOUNDS

CLAIM = "alpha*S**2/(4*sigma**2*n**2)*(eta*K)/(1 + eta*K) <= alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K))"


def proof(b: Builder) -> Step:
    """One certificate."""
    return small_runs(b, CLAIM)


STATEMENT = Statement(
    id="chourasia2021/remark-composition-small-K", title="Composition for few steps", kind="remark", text=__doc__,
    reference=Reference("chourasia2021", "remark in section 4", "section 4"),
    symbols=(*SYMBOLS,),
    assumptions=(*(a for a in BOUNDS if a.name not in ("strong convexity", "contraction")), Assumption("small steps", "eta < 1"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("chourasia2021/eq-baseline", "chourasia2021/theorem-3",),
    checks=(Check("composition is at least (17)", composition_above),),
    spots=(Spot({"alpha": 2, "n": 1, "K": 3, "S": 1, "eta": "1/2", "sigma": 1}),),
)
