"""RDP of noisy GD under a log-Sobolev inequality.

Statement
    Let the coupled tracing diffusions of noisy GD on neighbouring data satisfy c-LSI for 0 <= t <= eta K, and let the
    total gradient sensitivity S_g be finite. Then noisy GD on a closed convex C is (alpha, eps)-RDP with eps = (alpha
    S_g^2/(2 c sigma^4 n^2)) (1 - e^(-sigma^2 c eta K)).
Reads as
    A log-Sobolev inequality makes the diffusion forget: the loss converges instead of growing with K. The maps psi are
    the projection onto C and a gradient step, X_k is what is projected next. traced() says c-LSI of what leads through
    step k.
"""

from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._langevin import OUTPUT, PAIR, traced_bound
from ._vocabulary import item

BOUND = "alpha*S**2/(2*c*sigma**4*n**2)*(1 - exp(-sigma**2*c*eta*K))"


@script
def proof(p: Script) -> Step:
    """The dynamics with gamma = 1/2 and v = 1/c, at one order; the last projection is post-processing."""
    p.have("inverse", "1/c > 0")
    return traced_bound(p, "1/c", p.known("traced"), BOUND)


STATEMENT = item("Theorem 2", "section 3.3",
    letters="alpha, n, K: steps, S: total, eta, sigma: variance, c, X: projected, Y: neighbouring, psi: gradient, phi: gradient, "
        "zeta: iterate, C",
    given=(*PAIR, "traced: forall(k, 1, K, traced(Y(k - 1), psi, phi, zeta(k), 1/c))"),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=proof, tightness="upper", printed="holds",
    uses=("pabisym/privacy-dynamics", "chourasia2021/definition-3.1", "chourasia2021/definition-3.2", "feldman2018/proposition-5"),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, c=1250", "alpha=2, n=1, K=0, S=1, eta=1, sigma=1, c=1 -> 0"),
    models="traced")
