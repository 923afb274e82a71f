"""Private noisy GD with optimal utility.

Statement
    Let the losses be L-Lipschitz, lam-strongly convex and beta-smooth on a bounded closed convex C, eta = lam/(2
    beta^2) and theta_0 ~ Pi_C(N(0, (2 sigma^2/lam) I)). With sigma^2 = 4 alpha L^2/(lam eps' n^2), noisy GD is
    (alpha, eps')-RDP, with the excess risk (21) after K* = (2 beta^2/lam^2) log(n^2 eps'/(alpha d)) steps; for eps
    <= 2 log(1/delta) it is (eps, delta)-DP, with (22).
Reads as
    The privacy half for (alpha, eps'), for any number of steps: Corollary 1 with S_g <= 2 L is exactly eps' in the
    limit. The (eps, delta) half is alpha = 1 + 2 log(1/delta)/eps and eps' = eps/2, see (22). K* has to be rounded
    up, and is 0 where it would be negative. By shift allocation half of this noise variance is enough, see
    pabisym/noisy-gd.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    beta : real, beta >= lam : smoothness of the losses : loss/iterate^2
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    epsilon : real, epsilon > 0 : privacy level : 1
    X : law sequence : law of the iterate after k steps, not yet projected
    Y : law sequence : the same for the neighbouring data
    psi : map : projection and gradient step on the data
    phi : map : projection and gradient step on the neighbouring data
    zeta : noise sequence : noise of step k, on the iterate
    C : set : the domain
    x0 : vector : mean of the start
    xi : noise : noise of the start
Assumptions
    order : alpha > 1
    size : n >= 1
    steps : K >= 0
    noise : sigma > 0
    strong convexity : lam > 0
    smoothness : beta > 0
    curvatures : lam <= beta
    Lipschitz constant : L > 0
    level : eps' > 0
    step : eta = lam/(2 beta^2)
    noise level : sigma^2 = 4 alpha L^2/(lam eps' n^2)
    Lipschitz : psi' is (1 - eta lam)-Lipschitz, as gradient steps of such losses are
    other Lipschitz : psi is (1 - eta lam)-Lipschitz
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    gap : sup ||psi(x) - psi'(x)|| <= 2 eta L/n, as S_g <= 2 L
    start law : X'_0 = x0 + xi
    start noise : xi = N(0, (2 sigma^2/lam) I)
Reference
    chourasia2021, Theorem 4, section 5
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

from ._langevin import CENTRE, CONTRACTING, CURVATURES, CURVED, NUMBERS, OUTPUT, PAIR, START, STRUCTURES, SYMBOLS
from ._langevin_bounds import private_choice

STATEMENT = Statement(
    id="chourasia2021/theorem-4", title="Private noisy GD with optimal utility", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 4", "section 5"),
    symbols=(*(s for s in SYMBOLS if s.name != "S"), *CURVATURES,
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("epsilon", "real, epsilon > 0", "privacy level", latex="\\varepsilon"),),
    structures=(*STRUCTURES, *CENTRE,),
    assumptions=(*(a for a in NUMBERS if a.name not in ("sensitivity", "step size")), *CURVED[:3],
                 Assumption("Lipschitz constant", "L > 0"), Assumption("level", "epsilon > 0"),
                 Assumption("step", "eta == lam/(2*beta**2)"),
                 Assumption("noise level", "sigma**2 == 4*alpha*L**2/(lam*epsilon*n**2)"), *CONTRACTING,
                 *(a for a in PAIR if a.name != "gap"), Assumption("gap", "gap(psi, phi, eta*(2*L)/n)"), *START,),
    conclusion=OUTPUT.format(bound="epsilon"), bound="epsilon", proof=private_choice, printed=Printed("holds"),
    uses=("chourasia2021/corollary-1", "chourasia2021/lemma-6", "chourasia2021/remark-Sg-lipschitz", "chourasia2021/remark-rdp-dp",
          "chourasia2021/eq-21", "chourasia2021/eq-22"),
    spots=(Spot({"alpha": 4, "n": 2, "K": 20, "eta": "1/8", "sigma": 2, "lam": 1, "beta": 2, "L": 1, "epsilon": 1}, "1"),),
)
