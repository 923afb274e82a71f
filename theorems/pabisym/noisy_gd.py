"""Noisy GD by shift allocation.

Statement
    Let the gradient steps be (1 - eta lam)-Lipschitz, 0 < eta lam < 1, and the two runs of noisy GD have one start.
    Then D_alpha <= (alpha S_g^2 (2 - eta lam)/(4 lam sigma^2 n^2)) (1 - p)/(1 + p) with p = (1 - eta lam)^K, for
    any start, and losses h theta^2/2 + b theta with h = lam attain it from a point.
Reads as
    In the letters of pabisym/contractive-equal-gaps c = 1 - eta lam, g = eta S_g/n and v = 2 eta sigma^2: the noise
    of Chourasia et al. has the variance 2 eta sigma^2 on the iterate, that of Feldman et al. (eta sigma)^2, so that
    sigma there is sigma sqrt(2/eta) here. At most alpha S_g^2/(2 lam sigma^2 n^2) for every K.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    X : law sequence : law of the iterate after k steps, not yet projected
    Y : law sequence : the same for the neighbouring data
    psi : map : projection and gradient step on the data
    phi : map : projection and gradient step on the neighbouring data
    zeta : noise sequence : noise of step k, on the iterate
    C : set : the domain
Assumptions
    order : alpha > 1
    size : n >= 1
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    steps : K >= 1
    strong convexity : lam > 0
    not too large steps : eta lam < 1
    Lipschitz : psi' is (1 - eta lam)-Lipschitz, as gradient steps of such losses are
    other Lipschitz : psi is (1 - eta lam)-Lipschitz
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gap : sup ||psi(x) - psi'(x)|| <= eta S/n
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
Reference
    chourasia2021, Corollary 1 by the taut string, section 3.3
"""

from pabisym.library.statement import Assumption, LinearPair, Reference, Spot, Statement

from ..chourasia2021._langevin import CONTRACTING, CURVATURES, NUMBERS, OUTPUT, PAIR, STRUCTURES, SYMBOLS
from ..chourasia2021._langevin_bounds import allocated

BOUND = "alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)*(1 - (1 - eta*lam)**K)/(1 + (1 - eta*lam)**K)"

STATEMENT = Statement(
    id="pabisym/noisy-gd", title="Noisy GD by shift allocation", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Corollary 1 by the taut string", "section 3.3"),
    symbols=(*SYMBOLS, *CURVATURES[:1],),
    structures=(*STRUCTURES,),
    assumptions=(*(a for a in NUMBERS if a.name != "steps"), Assumption("steps", "K >= 1"),
                 Assumption("strong convexity", "lam > 0"), Assumption("not too large steps", "eta*lam < 1"),
                 *CONTRACTING, *PAIR,),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=allocated, tightness="exact", uses=("pabisym/contractive-equal-gaps",),
    worst_case=LinearPair("K", "1 - eta*lam", "eta*S/n", "2*eta*sigma**2", inside="quadratic losses of curvature lam, from a point"),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "lam": 1}),
           Spot({"alpha": 2, "n": 1, "K": 1, "S": 1, "eta": "1/2", "sigma": 1, "lam": 1}, "1/4")),
)
