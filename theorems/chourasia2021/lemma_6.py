"""Excess empirical risk of noisy GD.

Statement
    Let the losses be L-Lipschitz, lam-strongly convex and beta-smooth on a closed convex C, eta <= lam/(2 beta^2),
    theta_0 ~ Pi_C(N(0, (2 sigma^2/lam) I)) and the minimiser theta* of L_D in the relative interior of C. Then E
    L_D(theta_K) - L_D(theta*) <= (2 beta L^2/lam^2) e^(-lam eta K) + 2 beta d sigma^2/lam.
Reads as
    The squared distance shrinks by 1 - 2 eta lam + eta^2 beta^2 <= 1 - eta lam in a step, and the noise adds 2 eta
    d sigma^2. Strong convexity and the Lipschitz constant leave no point of C farther than 2 L/lam from theta*.
    What one step gives, and these two, are the assumptions; the rest is proved, with 4 d sigma^2/lam where 4/3 of
    it would do.
Letters
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    beta : real, beta >= lam : smoothness of the losses : loss/iterate^2
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    d : integer, d >= 0 : dimension : 1
    e : real : mean excess risk of theta_K : loss
    r : real sequence : mean squared distance of theta_k to theta*
Assumptions
    steps : K >= 0
    step size : eta > 0
    noise : sigma > 0
    strong convexity : lam > 0
    smoothness : beta > 0
    curvatures : lam <= beta
    small steps : eta <= lam/(2 beta^2)
    Lipschitz constant : L >= 0
    dimension : d >= 0
    diameter : ||theta_0 - theta*|| <= 2 L/lam, as L_D is L-Lipschitz and lam-strongly convex on C
    sign : r_k >= 0
    descent : ||theta - eta grad L_D(theta) - theta*||^2 <= (1 - 2 eta lam + eta^2 beta^2) ||theta - theta*||^2, and the noise
    smooth excess : L_D(theta) - L_D(theta*) <= (beta/2) ||theta - theta*||^2
Reference
    chourasia2021, Lemma 6, section 5
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import CURVATURES, CURVED, NUMBERS, SYMBOLS
from ._langevin_bounds import risk
from ._langevin_checks import risk_of_quadratics

BOUND = "2*beta*L**2/lam**2*exp(-lam*eta*K) + 2*beta*d*sigma**2/lam"


def proof(b: Builder) -> Step:
    """Induction over the steps with the rate 1 - eta lam <= exp(-eta lam)."""
    return risk(b, f"e <= {BOUND}")


STATEMENT = Statement(
    id="chourasia2021/lemma-6", title="Excess empirical risk of noisy GD", kind="lemma", text=__doc__,
    reference=Reference("chourasia2021", "Lemma 6", "section 5"),
    symbols=(*(s for s in SYMBOLS if s.name in ("K", "eta", "sigma")), *CURVATURES,
             Symbol("L", "real, L >= 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("d", "integer, d >= 0", "dimension"),
             Symbol("e", "real", "mean excess risk of theta_K", "loss"),),
    structures=(Structure("r", "real sequence", "mean squared distance of theta_k to theta*"),),
    assumptions=(*(a for a in NUMBERS if a.name in ("steps", "step size", "noise")), *CURVED[:3],
                 Assumption("small steps", "eta <= lam/(2*beta**2)"), Assumption("Lipschitz constant", "L >= 0"),
                 Assumption("dimension", "d >= 0"), Assumption("diameter", "r(0) <= 4*L**2/lam**2"),
                 Assumption("sign", "forall(k, 0, K, r(k) >= 0)"),
                 Assumption("descent", "forall(k, 1, K, r(k) <= (1 - 2*eta*lam + eta**2*beta**2)*r(k - 1) + 2*eta*d*sigma**2)"),
                 Assumption("smooth excess", "e <= beta*r(K)/2"),),
    conclusion=f"e <= {BOUND}", bound=BOUND, proof=proof, tightness="upper", printed=Printed("holds"),
    uses=("chourasia2021/algorithm-1", "chourasia2021/eq-19"),
    checks=(Check("exact risk of quadratic losses", risk_of_quadratics),),
    spots=(Spot({"K": 10, "eta": "1/8", "sigma": 1, "lam": 1, "beta": 2, "L": 1, "d": 3, "e": 0}),),
)
