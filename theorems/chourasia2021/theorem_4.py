"""Private noisy GD with optimal utility.

Statement
    Let the losses be L-Lipschitz, lam-strongly convex and beta-smooth on a bounded closed convex C, eta = lam/(2
    beta^2) and theta_0 ~ Pi_C(N(0, (2 sigma^2/lam) I)). With sigma^2 = 4 alpha L^2/(lam eps' n^2), noisy GD is (alpha,
    eps')-RDP, with the excess risk (21) after K* = (2 beta^2/lam^2) log(n^2 eps'/(alpha d)) steps; for eps <= 2
    log(1/delta) it is (eps, delta)-DP, with (22).
Reads as
    The privacy half for (alpha, eps'), for any number of steps: Corollary 1 with S_g <= 2 L is exactly eps' in the
    limit. The (eps, delta) half is alpha = 1 + 2 log(1/delta)/eps and eps' = eps/2, see (22). K* has to be rounded up,
    and is 0 where it would be negative. By shift allocation half of this noise variance is enough, see
    pabisym/noisy-gd.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Named, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._langevin import STEPS_CONTRACT
from ._langevin_bounds import private_choice


def approximate() -> tuple[Verdict, str]:
    """(eps, delta) from the order alpha = 1 + 2 log(1/delta)/eps, at which the divergence is at most eps/2."""
    kinds = {"alpha": "real", "epsilon": "real", "delta": "real", "P": "law", "Q": "law"}
    assumed = {"order": "alpha > 1", "level": "epsilon > 0", "chance": "delta > 0", "range": "delta < 1", "spread": "log(1/delta) > 0",
               "choice": "alpha == 1 + 2*log(1/delta)/epsilon", "divergence": "renyi(alpha, 0, P, Q, epsilon/2)"}

    @script
    def build(p: Script) -> Step:
        p.have("inside", certified("(alpha - 1)*epsilon == 2*log(1/delta)", fact("choice", factor="epsilon")))
        told = p.figure("renyi-to-dp", "divergence", d="delta")
        p.have("level reached", certified("epsilon/2 + log(1/delta)/(alpha - 1) <= epsilon", fact("inside", factor="1/2"),
                                          multiplier="alpha - 1"))
        return p.figure("dp-widen", told, u="epsilon", v="delta")

    return replayed("dp(P, Q, epsilon, delta)", kinds, assumed, build)


STATEMENT = item("Theorem 4", "section 5",
    quantities=(Named("sigma_squared", "4*alpha*L**2/(lam*epsilon*n**2)", "noise level sigma^2: a step adds 2 eta sigma^2 a coordinate"),
        Named("K_star", "2*beta**2/lam**2*log(n**2*epsilon/(alpha*d))", "steps, to be rounded up; none where negative", ("d > 0",)),),
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "n: integer, n >= 1 [size]: number of records; role records", "K: integer, K >= 0 [steps]: number of steps; role steps",
        "eta: real, eta > 0: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: noise level: the noise of a step has the variance 2 eta sigma^2; unit sqrt(loss); role "
            "noise level",
        r"lam: real, lam > 0 [strong convexity]: strong convexity of the losses; unit loss/iterate^2; latex \lambda; role strong "
            "convexity", "beta: real, beta >= lam: smoothness of the losses; unit loss/iterate^2; role smoothness",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "epsilon: real, epsilon > 0 [level]: privacy level; role level",
        r"X: law sequence: law of the iterate after k steps, not yet projected; latex \theta",
        r"Y: law sequence: the same for the neighbouring data; latex \theta'", "psi: map: projection and gradient step on the data",
        r"phi: map: projection and gradient step on the neighbouring data; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate", r"C: set: the domain; latex \mathcal{C}",
        "x0: vector: mean of the start", "xi: noise: noise of the start"),
    assumptions=("alpha, n, K, sigma, lam", "smoothness: beta > 0", "curvatures: lam <= beta", "L, epsilon",
        "step: eta == lam/(2*beta**2)", "noise level: sigma**2 == 4*alpha*L**2/(lam*epsilon*n**2)",
        "Lipschitz: lipschitz(phi, 1 - eta*lam): as gradient steps of such losses are", "other Lipschitz: lipschitz(psi, 1 - eta*lam)",
        "first run: forall(k, 1, K, equal(X(k), convolve(push(psi, X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, K, equal(Y(k), convolve(push(phi, Y(k - 1)), zeta(k))))", "start: equal(X(0), Y(0))",
        "Gaussian: forall(k, 1, K, gaussian(zeta(k), 2*eta*sigma**2))", "gap: gap(psi, phi, eta*(2*L)/n): as S_g <= 2 L",
        "start law: equal(Y(0), convolve(point(x0), xi))", "start noise: gaussian(xi, 2*sigma**2/lam)"),
    conclusion="renyi(alpha, 0, push(projection(C), X(K)), push(projection(C), Y(K)), epsilon)", bound="epsilon", proof=private_choice,
    clauses=(
        "proved by conclusion: (alpha, eps')-RDP, for any number of steps",
        "cited by the (eps, delta) half: (eps, delta)-DP, for eps <= 2 log(1/delta)",
        "cited by chourasia2021/eq-21: the excess risk (21), which rests on Lemma 6",
        "cited by chourasia2021/eq-22: the excess risk (22), which rests on Lemma 6",
        "open: the utility is optimal, which needs the quoted lower bound for all algorithms"),
    printed="holds in part",
    uses=("chourasia2021/corollary-1", "chourasia2021/lemma-6", "chourasia2021/remark-Sg-lipschitz", "chourasia2021/remark-rdp-dp",
        "chourasia2021/eq-21", "chourasia2021/eq-22"), checks=(STEPS_CONTRACT, Check("the (eps, delta) half", approximate, "holds")),
    spots="alpha=4, n=2, K=20, eta=1/8, sigma=2, lam=1, beta=2, L=1, epsilon=1 -> 1")
