"""Gap between Corollary 1 and the lower bound.

Statement
    For the squared loss the bound of Corollary 1, (alpha S_g^2/(sigma^2 n^2)) (1 - e^(-eta K/2)), matches the lower
    bound (17) at every K up to a constant 4.
Reads as
    The ratio is 4/(1 + e^(-eta K/2)), between 2 and 4. The two are about different starts: Corollary 1 about N(0, 2
    sigma^2), (17) about a point. From N(0, 2 sigma^2) the exact value of one step is eta^2/(4 ((1 - eta)^2 + eta))
    in that unit, and the ratio about 2/eta; from a point the bound holds as well, and the factor 4 is right.
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
from ._langevin_bounds import gap_4
from ._langevin_checks import gap_4_exact, gap_of_one_start
from ._langevin_comparisons import BOUNDS

CLAIM = "alpha*S**2/(sigma**2*n**2)*(1 - exp(-eta*K/2)) <= 4*(alpha*S**2/(4*sigma**2*n**2)*(1 - exp(-eta*K)))"


def proof(b: Builder) -> Step:
    """One certificate."""
    return gap_4(b, CLAIM)


STATEMENT = Statement(
    id="chourasia2021/remark-gap-4", title="Gap between Corollary 1 and the lower bound", kind="remark", text=__doc__,
    reference=Reference("chourasia2021", "remark in section 4", "section 4"),
    symbols=(*SYMBOLS,),
    assumptions=(*(a for a in BOUNDS if a.name not in ("strong convexity", "contraction")), Assumption("small steps", "eta < 1"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("chourasia2021/corollary-1", "chourasia2021/theorem-3",),
    checks=(Check("the ratio is 4/(1 + exp(-eta K/2))", gap_4_exact),
            Check("from the start of Corollary 1 it exceeds 4", gap_of_one_start)),
    spots=(Spot({"alpha": 2, "n": 1, "K": 3, "S": 1, "eta": "1/2", "sigma": 1}),),
)
