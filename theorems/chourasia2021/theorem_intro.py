"""The main theorem, simplified.

Statement
    For 1-strongly convex, beta-smooth losses of total gradient sensitivity 1, eta < 1/beta and theta_0 ~ Pi_C(N(0,
    2 sigma^2 I)), noisy GD is (alpha, eps)-RDP with eps = O((alpha/(sigma^2 n^2)) (1 - e^(-eta K/2))).
Reads as
    Corollary 1 with lam = S_g = 1; the constant is 1.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    beta : real, beta >= 1 : smoothness of the losses : loss/iterate^2
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
    step size : eta > 0
    noise : sigma > 0
    smoothness : beta > 0
    curvatures : 1 <= beta
    small steps : eta < 1/beta
    Lipschitz : psi' is (1 - eta)-Lipschitz, as gradient steps of such losses are
    other Lipschitz : psi is (1 - eta)-Lipschitz
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    gap : sup ||psi(x) - psi'(x)|| <= eta/n
    start law : X'_0 = x0 + xi
    start noise : xi = N(0, 2 sigma^2 I)
Reference
    chourasia2021, theorem in section 1, section 1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import CENTRE, LETTERS, NUMBERS, OUTPUT, PAIR, SAME, START, STRUCTURES, SYMBOLS

BOUND = "alpha/(sigma**2*n**2)*(1 - exp(-eta*K/2))"


def proof(b: Builder) -> Step:
    """Corollary 1 with lam = 1 and S_g = 1."""
    own = {x: x for x in (*LETTERS, "beta", "x0", "xi")} | {"S": "1", "lam": "1"}
    return b.theorem("chourasia2021/corollary-1", {}, conclude=OUTPUT.format(bound=BOUND), **own, **SAME)


STATEMENT = Statement(
    id="chourasia2021/theorem-intro", title="The main theorem, simplified", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "theorem in section 1", "section 1"),
    symbols=(*(s for s in SYMBOLS if s.name != "S"), Symbol("beta", "real, beta >= 1", "smoothness of the losses", "loss/iterate^2"),),
    structures=(*STRUCTURES, *CENTRE,),
    assumptions=(*(a for a in NUMBERS if a.name != "sensitivity"), Assumption("smoothness", "beta > 0"),
                 Assumption("curvatures", "1 <= beta"),
                 Assumption("small steps", "eta < 1/beta"), Assumption("Lipschitz", "lipschitz(phi, 1 - eta)"),
                 Assumption("other Lipschitz", "lipschitz(psi, 1 - eta)"), *(a for a in PAIR if a.name != "gap"),
                 Assumption("gap", "gap(psi, phi, eta/n)"), START[0], Assumption("start noise", "gaussian(xi, 2*sigma**2)"),),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=proof, tightness="upper", printed=Printed("holds"),
    uses=("chourasia2021/corollary-1",),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "eta": "1/50", "sigma": "1/50", "beta": 4}),),
)
