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

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._langevin import NEIGHBOURING, traced_bound

BOUND = "alpha*S**2/(2*c*sigma**4*n**2)*(1 - exp(-sigma**2*c*eta*K))"


@script
def proof(p: Script) -> Step:
    """The dynamics with gamma = 1/2 and v = 1/c, at one order; the last projection is post-processing."""
    p.have("inverse", "1/c > 0")
    return traced_bound(p, "1/c", p.known("traced"), BOUND)


STATEMENT = item("Theorem 2", "section 3.3",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 1 [size]: number of records; role records", "K: integer, K >= 0 [steps]: number of steps; role steps",
        "S: real, S >= 0 [sensitivity]: sensitivity of the total gradient; unit loss/iterate; latex S_g; role total sensitivity",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: noise level: the noise of a step has the variance 2 eta sigma^2; unit sqrt(loss); role "
            "noise level", "c: real, c > 0 [constant]: log-Sobolev constant; unit 1/iterate^2",
        r"X: law sequence: law of the iterate after k steps, not yet projected; latex \theta",
        r"Y: law sequence: the same for the neighbouring data; latex \theta'", "psi: map: projection and gradient step on the data",
        r"phi: map: projection and gradient step on the neighbouring data; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate", r"C: set: the domain; latex \mathcal{C}"),
    assumptions=("first run: forall(k, 1, K, equal(X(k), convolve(push(psi, X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, K, equal(Y(k), convolve(push(phi, Y(k - 1)), zeta(k))))", "start: equal(X(0), Y(0))",
        "gap: gap(psi, phi, eta*S/n)", "Gaussian: forall(k, 1, K, gaussian(zeta(k), 2*eta*sigma**2))",
        "traced: forall(k, 1, K, traced(Y(k - 1), psi, phi, zeta(k), 1/c))"),
    conclusion="renyi(alpha, 0, push(projection(C), X(K)), push(projection(C), Y(K)), alpha*S**2/(2*c*sigma**4*n**2)*(1 - "
                   "exp(-sigma**2*c*eta*K)))", bound=BOUND, proof=proof, tightness="upper",
    clauses=(
        "cited by conclusion: the bound, from the rate under c-LSI of every step",
        "proved by gradient steps on neighbouring data: they are eta S_g/n apart, as mean gradients are S_g/n apart"),
    printed="holds", checks=(NEIGHBOURING,),
    uses=("pabisym/privacy-dynamics", "chourasia2021/definition-3.1", "chourasia2021/definition-3.2", "feldman2018/proposition-5"),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, c=1250", "alpha=2, n=1, K=0, S=1, eta=1, sigma=1, c=1 -> 0"))
