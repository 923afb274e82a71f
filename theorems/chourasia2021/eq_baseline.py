"""Composition of the steps, for comparison.

Statement
    Composition of the K steps gives (alpha, eps)-RDP of noisy GD with eps = (alpha S_g^2/(4 n^2 sigma^2)) eta K.
Reads as
    Each step moves the mean by at most eta S_g/n under noise of variance 2 eta sigma^2, and pays for that at once.
    No strong convexity is needed; some Lipschitz constant q stands here because the proof is by contraction. The
    fraction is restored, the source lost it.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    q : real : a Lipschitz constant of the gradient steps : 1
    X : law sequence : law of the iterate after k steps, not yet projected
    Y : law sequence : the same for the neighbouring data
    psi : map : projection and gradient step on the data
    phi : map : projection and gradient step on the neighbouring data
    zeta : noise sequence : noise of step k, on the iterate
    C : set : the domain
Assumptions
    order : alpha > 1
    size : n >= 1
    steps : K >= 0
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    other Lipschitz : psi is q-Lipschitz, for some q
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gap : sup ||psi(x) - psi'(x)|| <= eta S/n
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
Reference
    chourasia2021, caption of Figure 1, section 3.3
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import NUMBERS, OUTPUT, PAIR, STRUCTURES, SYMBOLS
from ._langevin_bounds import composed

BOUND = "alpha*S**2/(4*n**2*sigma**2)*(eta*K)"


def proof(b: Builder) -> Step:
    """Shift reduction by the whole gap in every step."""
    return composed(b, BOUND)


STATEMENT = Statement(
    id="chourasia2021/eq-baseline", title="Composition of the steps, for comparison", kind="equation", text=__doc__,
    reference=Reference("chourasia2021", "caption of Figure 1", "section 3.3"),
    symbols=(*SYMBOLS, Symbol("q", "real", "a Lipschitz constant of the gradient steps"),),
    structures=(*STRUCTURES,),
    assumptions=(*NUMBERS, Assumption("other Lipschitz", "lipschitz(psi, q)"), *PAIR,),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=proof, printed=Printed("holds"), tightness="exact",
    uses=("chourasia2021/theorem-1", "feldman2018/eq-gaussian-renyi"),
    worst_case=LinearPair("K", "1", "eta*S/n", "2*eta*sigma**2", inside="linear losses, gradients S/n apart"),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "q": 1}, "1/125"),),
)
