"""Log-Sobolev constant of noisy GD.

Statement
    Let the losses be lam-strongly convex and beta-smooth on a closed convex C, eta < 1/beta and Theta_0 ~ Pi_C(N(0,
    (2 sigma^2/lam) I)). Then the coupled tracing diffusions of noisy GD on neighbouring data satisfy c-LSI for all
    t >= 0 with c = lam/(2 sigma^2).
Reads as
    A gradient step shrinks the law by 1 - eta lam, the noise widens it by at most 2 eta sigma^2, and together they
    keep (1 - eta lam)^2 v + 2 eta sigma^2 <= v = 2 sigma^2/lam. X'_k is the iterate before its projection, and the
    maps project first; a gradient step of such losses is (1 - eta lam)-Lipschitz on C.
Letters
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    beta : real, beta >= lam : smoothness of the losses : loss/iterate^2
    Y : law sequence : the same for the neighbouring data
    psi : map : projection and gradient step on the data
    phi : map : projection and gradient step on the neighbouring data
    zeta : noise sequence : noise of step k, on the iterate
    x0 : vector : mean of the start
    xi : noise : noise of the start
Assumptions
    steps : K >= 0
    step size : eta > 0
    noise : sigma > 0
    strong convexity : lam > 0
    smoothness : beta > 0
    curvatures : lam <= beta
    small steps : eta < 1/beta
    Lipschitz : psi' is (1 - eta lam)-Lipschitz, as gradient steps of such losses are
    other Lipschitz : psi is (1 - eta lam)-Lipschitz
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    start law : X'_0 = x0 + xi
    start noise : xi = N(0, (2 sigma^2/lam) I)
Reference
    chourasia2021, Lemma 5, section 3.3
"""

from pabisym.library.statement import Check, Printed, Reference, Spot, Statement

from ._langevin import CENTRE, CONTRACTING, CURVATURES, CURVED, NUMBERS, PAIR, START, STRUCTURES, SYMBOLS, lemma_5
from ._langevin_checks import variances_stay_below

STATEMENT = Statement(
    id="chourasia2021/lemma-5", title="Log-Sobolev constant of noisy GD", kind="lemma", text=__doc__,
    reference=Reference("chourasia2021", "Lemma 5", "section 3.3"),
    symbols=(*(s for s in SYMBOLS if s.name in ("K", "eta", "sigma")), *CURVATURES,),
    structures=(*(s for s in STRUCTURES if s.name not in ("X", "C")), *CENTRE,),
    assumptions=(*(a for a in NUMBERS if a.name in ("steps", "step size", "noise")), *CURVED,
                 *CONTRACTING,
                 *(a for a in PAIR if a.name in ("second run", "Gaussian")), *START,),
    conclusion="forall(k, 1, K, traced(Y(k - 1), psi, phi, zeta(k), 2*sigma**2/lam))", proof=lemma_5, printed=Printed("holds"),
    uses=("chourasia2021/definition-3.2", "chourasia2021/definition-3.1"),
    checks=(Check("variances of quadratic losses, at the ends of a step and inside", variances_stay_below),),
    spots=(Spot({"K": 100, "eta": "1/50", "sigma": "1/50", "lam": 1, "beta": 4}),),
)
