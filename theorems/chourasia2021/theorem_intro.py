"""The main theorem, simplified.

Statement
    For 1-strongly convex, beta-smooth losses of total gradient sensitivity 1, eta < 1/beta and theta_0 ~ Pi_C(N(0, 2
    sigma^2 I)), noisy GD is (alpha, eps)-RDP with eps = O((alpha/(sigma^2 n^2)) (1 - e^(-eta K/2))).
Reads as
    Corollary 1 with lam = S_g = 1; the constant is 1. A flat C is the same statement inside its affine hull.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._langevin import CONVEX_PART, LETTERS, NEIGHBOURING, OUTPUT, SAME, STEPS_CONTRACT

BOUND = "alpha/(sigma**2*n**2)*(1 - exp(-eta*K/2))"
COMPOSED = "alpha/(4*n**2*sigma**2)*(eta*({K}))"
NUMBERS = dict.fromkeys(("alpha", "sigma", "n", "eta", "K"), "real")
POSITIVE = {"noise": "sigma > 0", "size": "n > 0"}


def proof(b: Builder) -> Step:
    """Corollary 1 with lam = 1 and S_g = 1."""
    own = {x: x for x in (*LETTERS, "beta", "x0", "xi")} | {"S": "1", "lam": "1"}
    return b.theorem("chourasia2021/corollary-1", {}, conclude=OUTPUT.format(bound=BOUND), **own, **SAME)


STATEMENT = item("theorem in section 1", "section 1",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 1 [size]: number of records; role records", "K: integer, K >= 0 [steps]: number of steps; role steps",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: noise level: the noise of a step has the variance 2 eta sigma^2; unit sqrt(loss); role "
            "noise level", "beta: real, beta >= 1: smoothness of the losses; unit loss/iterate^2; role smoothness",
        r"X: law sequence: law of the iterate after k steps, not yet projected; latex \theta",
        r"Y: law sequence: the same for the neighbouring data; latex \theta'", "psi: map: projection and gradient step on the data",
        r"phi: map: projection and gradient step on the neighbouring data; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate", r"C: set: the domain; latex \mathcal{C}",
        "x0: vector: mean of the start", "xi: noise: noise of the start"),
    assumptions=("smoothness: beta > 0", "curvatures: 1 <= beta", "small steps: eta < 1/beta",
        "Lipschitz: lipschitz(phi, 1 - eta): as gradient steps of such losses are", "other Lipschitz: lipschitz(psi, 1 - eta)",
        "first run: forall(k, 1, K, equal(X(k), convolve(push(psi, X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, K, equal(Y(k), convolve(push(phi, Y(k - 1)), zeta(k))))", "start: equal(X(0), Y(0))",
        "Gaussian: forall(k, 1, K, gaussian(zeta(k), 2*eta*sigma**2))", "gap: gap(psi, phi, eta/n)",
        "start law: equal(Y(0), convolve(point(x0), xi))", "start noise: gaussian(xi, 2*sigma**2)"),
    conclusion="renyi(alpha, 0, push(projection(C), X(K)), push(projection(C), Y(K)), alpha/(sigma**2*n**2)*(1 - exp(-eta*K/2)))",
    bound=BOUND, proof=proof, tightness="upper", clauses=(
        "proved by conclusion: the bound, where gradient steps are (1 - eta)-Lipschitz",
        "proved by gradient steps of: they are, where the mean loss less ||w||^2/2 is convex and (beta - 1)-smooth",
        "cited by pabisym/batch-lipschitz: or where each loss is such a one, as the mean of the steps of all records",
        "proved by w - eta grad f is: the step of the loss is 1 - eta times that of such a function",
        "proved by it converges: the bound converges exponentially in K, to alpha/(sigma^2 n^2), less the share exp(-eta K/2)",
        "proved by composition grows: instead of growing in proportion to K, as composition of the steps does",
        "proved by gradient steps on neighbouring data: they are eta/n apart, as mean gradients are 1/n apart"),
    printed="holds", uses=("chourasia2021/corollary-1", "pabisym/batch-lipschitz"), checks=(STEPS_CONTRACT, CONVEX_PART, NEIGHBOURING,
        Check("it converges", lambda: replayed(
            f"alpha/(sigma**2*n**2) - ({BOUND}) == alpha/(sigma**2*n**2)*exp(-eta*K/2)", NUMBERS, POSITIVE)),
        Check("composition grows by the same in every step, that of its bound", lambda: replayed(
            f"{COMPOSED.format(K='K + 1')} - {COMPOSED.format(K='K')} == {COMPOSED.format(K='1')}", NUMBERS, POSITIVE))),
    spots="alpha=10, n=5000, K=100, eta=1/50, sigma=1/50, beta=4")
