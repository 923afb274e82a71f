"""Gap between Corollary 2 and the lower bound.

Statement
    Corollary 2, (alpha S_g^2/((2 - eta) sigma^2 n^2)) (1 - e^(-(2 - eta) eta K/2)), matches the lower bound (17) at
    every K up to the constant 4/(2 - eta), about 2.
Reads as
    The ratio to (17) is at most 4/(2 - eta), which is 2 only for small eta and tends to 4 as eta to 1; it is
    reached as K grows. The ratio to the exact value tends to 4/(2 - eta)^2.
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
from ._langevin_bounds import gap_2
from ._langevin_checks import gap_2_reached
from ._langevin_comparisons import BOUNDS

CLAIM = ("alpha*S**2/((2 - eta)*sigma**2*n**2)*(1 - exp(-(2 - eta)*eta*K/2)) <= 4/(2 - "
         "eta)*(alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K)))")


def proof(b: Builder) -> Step:
    """One certificate."""
    return gap_2(b, CLAIM)


STATEMENT = Statement(
    id="chourasia2021/remark-gap-2", title="Gap between Corollary 2 and the lower bound", kind="remark", text=__doc__,
    reference=Reference("chourasia2021", "remark in section 4", "section 4"),
    symbols=(*SYMBOLS,),
    assumptions=(*(a for a in BOUNDS if a.name not in ("strong convexity", "contraction")), Assumption("small steps", "eta < 1"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("chourasia2021/corollary-2", "chourasia2021/theorem-3",),
    checks=(Check("the constant is reached", gap_2_reached),),
    spots=(Spot({"alpha": 2, "n": 1, "K": 3, "S": 1, "eta": "1/2", "sigma": 1}),),
)
