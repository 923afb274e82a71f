"""RDP of noisy GD.

Statement
    Let the losses be lam-strongly convex and beta-smooth on a closed convex C, with finite total gradient sensitivity
    S_g, eta < 1/beta and theta_0 ~ Pi_C(N(0, (2 sigma^2/lam) I)). Then noisy GD is (alpha, eps)-RDP with eps = (alpha
    S_g^2/(lam sigma^2 n^2)) (1 - e^(-lam eta K/2)).
Reads as
    The loss converges to alpha S_g^2/(lam sigma^2 n^2). Proved without diffusions: the same steps by shift allocation lose
    less for every K, see pabisym/noisy-gd and pabisym/noisy-gd-below-dynamics, in the limit by the factor (2 - eta lam)/4.
    The page has it from Theorem 2 with the constant of Lemma 5, for the start that is assumed here. A flat C is the same
    statement inside its affine hull. A loss is lam-strongly convex and beta-smooth exactly where it is convex and (beta -
    lam)-smooth without lam ||w||^2/2.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._langevin import CONVEX_PART, NEIGHBOURING, STEPS_CONTRACT, corollary_1
from ._langevin_checks import below_exact

BOUND = "alpha*S**2/(lam*sigma**2*n**2)*(1 - exp(-lam*eta*K/2))"


def proof(b: Builder) -> Step:
    """Shift allocation, and that it is below the dynamics."""
    return corollary_1(b, BOUND)


STATEMENT = item("Corollary 1", "section 3.3",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 1 [size]: number of records; role records", "K: integer, K >= 0 [steps]: number of steps; role steps",
        "S: real, S >= 0 [sensitivity]: sensitivity of the total gradient; unit loss/iterate; latex S_g; role total sensitivity",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: noise level: the noise of a step has the variance 2 eta sigma^2; unit sqrt(loss); role "
            "noise level",
        r"lam: real, lam > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2; latex \lambda; role strong "
            "convexity", "beta: real, beta >= lam: smoothness of the losses; unit loss/iterate^2; role smoothness",
        r"X: law sequence: law of the iterate after k steps, not yet projected; latex \theta",
        r"Y: law sequence: the same for the neighbouring data; latex \theta'", "psi: map: projection and gradient step on the data",
        r"phi: map: projection and gradient step on the neighbouring data; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate", r"C: set: the domain; latex \mathcal{C}",
        "x0: vector: mean of the start", "xi: noise: noise of the start"),
    assumptions=("smoothness: beta > 0", "curvatures: lam <= beta", "small steps: eta < 1/beta",
        "Lipschitz: lipschitz(phi, 1 - eta*lam): as gradient steps of such losses are", "other Lipschitz: lipschitz(psi, 1 - eta*lam)",
        "first run: forall(k, 1, K, equal(X(k), convolve(push(psi, X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, K, equal(Y(k), convolve(push(phi, Y(k - 1)), zeta(k))))", "start: equal(X(0), Y(0))",
        "gap: gap(psi, phi, eta*S/n)", "Gaussian: forall(k, 1, K, gaussian(zeta(k), 2*eta*sigma**2))",
        "start law: equal(Y(0), convolve(point(x0), xi))", "start noise: gaussian(xi, 2*sigma**2/lam)"),
    conclusion="renyi(alpha, 0, push(projection(C), X(K)), push(projection(C), Y(K)), alpha*S**2/(lam*sigma**2*n**2)*(1 - "
                   "exp(-lam*eta*K/2)))", bound=BOUND, proof=proof, tightness="upper",
    clauses=(
        "proved by conclusion: the bound, where gradient steps are (1 - eta lam)-Lipschitz",
        "proved by gradient steps of: they are, where the mean loss less lam ||w||^2/2 is convex and (beta - lam)-smooth",
        "cited by pabisym/batch-lipschitz: or where each loss is such a one, as the mean of the steps of all records",
        "proved by w - eta grad f is: the step of the loss is 1 - eta lam times that of such a function",
        "proved by gradient steps on neighbouring data: they are eta S_g/n apart, as mean gradients are S_g/n apart"),
    printed="holds",
    uses=("pabisym/noisy-gd", "pabisym/noisy-gd-below-dynamics", "pabisym/batch-lipschitz", "chourasia2021/lemma-5"),
    checks=(STEPS_CONTRACT, CONVEX_PART, NEIGHBOURING,
        Check("exact divergences of quadratic losses stay below", lambda: below_exact("corollary-1")),),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1, beta=4",
        "alpha=2, n=1, K=0, S=1, eta=1/2, sigma=1, lam=1, beta=1 -> 0"))
