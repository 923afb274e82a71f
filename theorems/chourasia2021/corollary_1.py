"""RDP of noisy GD.

Statement
    Let the losses be lam-strongly convex and beta-smooth on a closed convex C, with finite total gradient
    sensitivity S_g, eta < 1/beta and theta_0 ~ Pi_C(N(0, (2 sigma^2/lam) I)). Then noisy GD is (alpha, eps)-RDP
    with eps = (alpha S_g^2/(lam sigma^2 n^2)) (1 - e^(-lam eta K/2)).
Reads as
    The loss converges to alpha S_g^2/(lam sigma^2 n^2). The same steps by shift allocation lose less for every K, see
    pabisym/noisy-gd and pabisym/noisy-gd-below-dynamics: in the limit by the factor (2 - eta lam)/4.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    beta : real, beta >= lam : smoothness of the losses : loss/iterate^2
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
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    strong convexity : lam > 0
    smoothness : beta > 0
    curvatures : lam <= beta
    small steps : eta < 1/beta
    Lipschitz : psi' is (1 - eta lam)-Lipschitz, as gradient steps of such losses are
    other Lipschitz : psi is (1 - eta lam)-Lipschitz
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gap : sup ||psi(x) - psi'(x)|| <= eta S/n
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    start law : X'_0 = x0 + xi
    start noise : xi = N(0, (2 sigma^2/lam) I)
Reference
    chourasia2021, Corollary 1, section 3.3
"""

from pabisym.library.statement import Check, Printed, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ._langevin import CENTRE, CONTRACTING, CURVATURES, CURVED, NUMBERS, OUTPUT, PAIR, START, STRUCTURES, SYMBOLS, corollary_1
from ._langevin_checks import below_exact

BOUND = "alpha*S**2/(lam*sigma**2*n**2)*(1 - exp(-lam*eta*K/2))"


def proof(b: Builder) -> Step:
    """Theorem 2 with the constant of Lemma 5."""
    return corollary_1(b, BOUND)


STATEMENT = Statement(
    id="chourasia2021/corollary-1", title="RDP of noisy GD", kind="corollary", text=__doc__,
    reference=Reference("chourasia2021", "Corollary 1", "section 3.3"),
    symbols=(*SYMBOLS, *CURVATURES,),
    structures=(*STRUCTURES, *CENTRE,),
    assumptions=(*NUMBERS, *CURVED,
                 *CONTRACTING,
                 *PAIR, *START,),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=proof, tightness="upper", printed=Printed("holds"),
    uses=("chourasia2021/theorem-2", "chourasia2021/lemma-5"),
    checks=(Check("exact divergences of quadratic losses stay below", lambda: below_exact("corollary-1")),),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "lam": 1, "beta": 4}),
           Spot({"alpha": 2, "n": 1, "K": 0, "S": 1, "eta": "1/2", "sigma": 1, "lam": 1, "beta": 1}, "0")),
)
