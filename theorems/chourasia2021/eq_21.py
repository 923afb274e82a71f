"""Excess risk of (alpha, eps')-RDP noisy GD.

Statement
    With sigma^2 = 4 alpha L^2/(lam eps' n^2), eta = lam/(2 beta^2) and K >= K* = (2 beta^2/lam^2) log(n^2
    eps'/(alpha d)), E L_D(theta_K) - L_D(theta*) = O(alpha beta d L^2/(eps' lam^2 n^2)): at most 10 times it.
Reads as
    Both terms of Lemma 6 have this order: e^(-lam eta K*) = alpha d/(n^2 eps') makes the first 2 times it, the
    noise the second 8 times.
Letters
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    beta : real, beta >= lam : smoothness of the losses : loss/iterate^2
    d : integer, d >= 1 : dimension : 1
    e : real : mean excess risk of theta_K : loss
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    epsilon : real, epsilon > 0 : privacy level : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
Assumptions
    order : alpha > 1
    size : n >= 1
    steps : K >= 0
    noise : sigma > 0
    strong convexity : lam > 0
    smoothness : beta > 0
    curvatures : lam <= beta
    dimension : d >= 1
    Lipschitz constant : L > 0
    level : eps' > 0
    step : eta = lam/(2 beta^2)
    noise level : sigma^2 = 4 alpha L^2/(lam eps' n^2)
    enough steps : K >= K*
    risk : Lemma 6
Reference
    chourasia2021, Equation (21), section 5
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import CURVATURES, CURVED, NUMBERS, SYMBOLS
from ._langevin_bounds import risk_under_rdp

BOUND = "10*alpha*beta*d*L**2/(epsilon*lam**2*n**2)"


def proof(b: Builder) -> Step:
    """Lemma 6 at K*, term by term."""
    return risk_under_rdp(b, f"e <= {BOUND}")


STATEMENT = Statement(
    id="chourasia2021/eq-21", title="Excess risk of (alpha, eps')-RDP noisy GD", kind="equation", text=__doc__,
    reference=Reference("chourasia2021", "Equation (21)", "section 5"),
    symbols=(*(s for s in SYMBOLS if s.name in ("n", "K", "eta", "sigma")), *CURVATURES, Symbol("d", "integer, d >= 1", "dimension"),
             Symbol("e", "real", "mean excess risk of theta_K", "loss"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("epsilon", "real, epsilon > 0", "privacy level", latex="\\varepsilon"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),),
    assumptions=(*(a for a in NUMBERS if a.name in ("order", "size", "steps", "noise")), *CURVED[:3], Assumption("dimension", "d >= 1"),
                 Assumption("Lipschitz constant", "L > 0"), Assumption("level", "epsilon > 0"),
                 Assumption("step", "eta == lam/(2*beta**2)"),
                 Assumption("noise level", "sigma**2 == 4*alpha*L**2/(lam*epsilon*n**2)"),
                 Assumption("enough steps", "K >= 2*beta**2/lam**2*log(n**2*epsilon/(alpha*d))"),
                 Assumption("risk", "e <= 2*beta*L**2/lam**2*exp(-lam*eta*K) + 2*beta*d*sigma**2/lam"),),
    conclusion=f"e <= {BOUND}", bound=BOUND, proof=proof, tightness="upper", printed=Printed("holds"),
    uses=("chourasia2021/lemma-6", "chourasia2021/corollary-1"),
    spots=(Spot({"alpha": 4, "n": 2, "K": 20, "eta": "1/8", "sigma": 2, "lam": 1, "beta": 2, "L": 1, "epsilon": 1, "d": 1, "e": 0}),),
)
