"""RDP of noisy GD under a log-Sobolev inequality.

Statement
    Let the coupled tracing diffusions of noisy GD on neighbouring data satisfy c-LSI for 0 <= t <= eta K, and let
    the total gradient sensitivity S_g be finite. Then noisy GD on a closed convex C is (alpha, eps)-RDP with eps =
    (alpha S_g^2/(2 c sigma^4 n^2)) (1 - e^(-sigma^2 c eta K)).
Reads as
    A log-Sobolev inequality makes the diffusion forget: the loss converges instead of growing with K. The maps psi
    are the projection onto C and a gradient step, X_k is what is projected next. traced() says c-LSI of what leads
    through step k.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    c : real, c > 0 : log-Sobolev constant : 1/iterate^2
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
    constant : c > 0
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gap : sup ||psi(x) - psi'(x)|| <= eta S/n
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    traced : the diffusions of step k satisfy c-LSI
Reference
    chourasia2021, Theorem 2, section 3.3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._langevin import NUMBERS, OUTPUT, PAIR, STRUCTURES, SYMBOLS, traced_bound

BOUND = "alpha*S**2/(2*c*sigma**4*n**2)*(1 - exp(-sigma**2*c*eta*K))"


@script
def proof(p: Script) -> Step:
    """The dynamics with gamma = 1/2 and v = 1/c, at one order; the last projection is post-processing."""
    p.have("inverse", "1/c > 0")
    return traced_bound(p, "1/c", p.known("traced"), BOUND)


STATEMENT = Statement(
    id="chourasia2021/theorem-2", title="RDP of noisy GD under a log-Sobolev inequality", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 2", "section 3.3"),
    symbols=(*SYMBOLS, Symbol("c", "real, c > 0", "log-Sobolev constant", "1/iterate^2"),),
    structures=(*STRUCTURES,),
    assumptions=(*NUMBERS, Assumption("constant", "c > 0"), *PAIR,
                 Assumption("traced", "forall(k, 1, K, traced(Y(k - 1), psi, phi, zeta(k), 1/c))"),),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=proof, tightness="upper", printed=Printed("holds"),
    uses=("pabisym/privacy-dynamics", "chourasia2021/definition-3.1", "chourasia2021/definition-3.2", "feldman2018/proposition-5"),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "c": 1250}),
           Spot({"alpha": 2, "n": 1, "K": 0, "S": 1, "eta": 1, "sigma": 1, "c": 1}, "0")),
)
