"""Log-Sobolev constant of noisy GD.

Statement
    Let the losses be lam-strongly convex and beta-smooth on a closed convex C with inner points, eta < 1/beta and Theta_0 ~
    Pi_C(N(0, (2 sigma^2/lam) I)). Then the coupled tracing diffusions of noisy GD on neighbouring data satisfy c-LSI for all t >= 0
    with c = lam/(2 sigma^2).
Reads as
    A gradient step shrinks the law by 1 - eta lam, the noise widens it by at most 2 eta sigma^2, and together they keep
    (1 - eta lam)^2 v + 2 eta sigma^2 <= v = 2 sigma^2/lam. X'_k is the iterate before its projection, and the maps
    project first; a gradient step of such losses is (1 - eta lam)-Lipschitz on a C with inner points. A normal law has the constant
    that its largest variance says. Corollary 1 does not depend on this, and holds on a flat C too.
"""

from pabisym.library.checks import page_broken
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict

from ._langevin import STEPS_CONTRACT, after_projections, lemma_5, of_first_run
from ._langevin_checks import variances_stay_below

STRETCHED = "(1 - 2*eta*lam + eta**2*beta**2)*(2*sigma**2/lam) + 2*eta*sigma**2 <= 2*sigma**2/lam"
"""The largest variance at the end of the first step, of lam x^2/2 + sqrt(beta^2 - lam^2) x y on R x {0}, beside that of the start."""


def flat_domain() -> tuple[Verdict, str]:
    """The first step of 3 x^2/2 + 4 x y on the line y = 0, with noise of variance 2 eta sigma^2 from a normal start of 2 sigma^2/lam.

    The gradients at two points of the line, d = (1, 0) apart, are H d = (3, 4) apart: ``inner`` is <d, H d>, ``h`` the square of H d.
    """
    at = {"lam": 3, "beta": 5, "eta": "1/6", "sigma": 1, "K": 1, "inner": 3, "h": 25}
    dropped = ("Lipschitz", "other Lipschitz", "second run", "Gaussian", "start law", "start noise")
    return page_broken(STATEMENT, at, STRETCHED, given=("inner >= lam", "h <= beta**2"), dropped=dropped)


STATEMENT = item("Lemma 5", "section 3.3",
    letters=("K: integer, K >= 0 [steps]: number of steps; role steps",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: noise level: the noise of a step has the variance 2 eta sigma^2; unit sqrt(loss); role "
            "noise level",
        r"lam: real, lam > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2; latex \lambda; role strong "
            "convexity", "beta: real, beta >= lam: smoothness of the losses; unit loss/iterate^2; role smoothness",
        r"Y: law sequence: the same for the neighbouring data; latex \theta'", "psi: map: projection and gradient step on the data",
        r"phi: map: projection and gradient step on the neighbouring data; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate", "x0: vector: mean of the start", "xi: noise: noise of the start"),
    assumptions=("smoothness: beta > 0", "curvatures: lam <= beta", "small steps: eta < 1/beta",
        "Lipschitz: lipschitz(phi, 1 - eta*lam): as gradient steps of such losses are", "other Lipschitz: lipschitz(psi, 1 - eta*lam)",
        "second run: forall(k, 1, K, equal(Y(k), convolve(push(phi, Y(k - 1)), zeta(k))))",
        "Gaussian: forall(k, 1, K, gaussian(zeta(k), 2*eta*sigma**2))", "start law: equal(Y(0), convolve(point(x0), xi))",
        "start noise: gaussian(xi, 2*sigma**2/lam)"), conclusion="forall(k, 1, K, traced(Y(k - 1), psi, phi, zeta(k), 2*sigma**2/lam))",
    proof=lemma_5,
    clauses=(
        "proved by conclusion: within every step the second run satisfies c-LSI, c = lam/(2 sigma^2), for (1 - eta lam)-Lipschitz steps",
        "proved by gradient steps of: gradient steps are so, where a loss less lam ||w||^2/2 is convex and (beta - lam)-smooth",
        "proved by the first run: so does the first run",
        "refuted by the loss 3 x^2/2 + 4 x y: gradient steps are so on every closed convex C, and the laws satisfy c-LSI",
        "proved by after every projection: and both after the projection at the end of a step, and at the start"),
    printed=Printed("corrected", error="hypothesis",
        difference="proved for C with inner points; on a flat C the part of a gradient across C may stretch the law"),
    uses=("chourasia2021/definition-3.2", "chourasia2021/definition-3.1"),
    checks=(STEPS_CONTRACT, Check("the first run, by exchanging the data", lambda: of_first_run(STATEMENT)),
        Check("the loss 3 x^2/2 + 4 x y on the line y = 0, 3-strongly convex and 5-smooth there: a step of 1/6 ends wider than 2/3",
            flat_domain, "corrected"),
        Check("after every projection", lambda: after_projections(STATEMENT)),
        Check("variances of quadratic losses, at the ends of a step and inside", variances_stay_below),),
    spots="K=100, eta=1/50, sigma=1/50, lam=1, beta=4")
