"""Two starts through equal noisy steps.

Statement
    For W_{t+1} = Pi_W(Psi_t(W_t) + sigma_t Z_t) with Z_t ~ N(0, I) and images of diameter at most D, gamma = e^epsilon
    >= 1: E_gamma(mu_{n+1} || mu'_{n+1}) <= E_gamma(mu_1 || mu'_1) prod_{t=1..n} theta_gamma(D/sigma_t).
Reads as
    Every step lets through at most theta_gamma(D/sigma_t) of what could be told before it. Written with p_k = p_{k-1}
    theta_gamma(D/sigma_k), p_0 = 1. X_k is the law of W_{k+1}, zeta_k = sigma_k Z_k; psi_k is a map of the whole space
    with a bounded image, as Psi_k after Pi_W.
"""

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._hockey import equation, plain_ratio, shared_step

SHRUNK = "theta(exp(epsilon), (D)/(sigma(k)))*(delta*p(k - 1))"


@script
def proof(p: Script) -> Step:
    """Induction over the steps: delta*p_k after k of them."""
    first = p.figure("dp-widen", "start", u="epsilon", v="delta*p(0)")
    with p.induct("k", "0", "n", "dp(X(k), Y(k), epsilon, delta*p(k))", first) as more:
        more.have_all({"positive": more.at("noise", "k"), "product": more.at("products", "k")})
        plain_ratio(more, "D", "sigma(k)")
        laws = shared_step(more, more.known(more.hypothesis), delta="delta*p(k - 1)", laws=("X(k - 1)", "Y(k - 1)"), f="psi(k)",
                          noise="zeta(k)", size="D", std="sigma(k)", diameter=more.at("diameter", "k"), gaussian=more.at("Gaussian", "k"))
        named = more.figure("dp-same-law", laws, more.at("first run", "k"), more.at("second run", "k"))
        more.have("paid", equation(f"{SHRUNK} <= delta*p(k)", "product", factor="delta"))
        more.show(more.figure("dp-widen", named, u="epsilon", v="delta*p(k)"))
    return p.at(more.step, "n")


def inside(relation: str, rule: str) -> tuple[Verdict, str]:
    """About theta of any gamma >= 1 and any positive distance."""

    @script
    def build(p: Script) -> Step:
        return p.figure(rule)

    return replayed(relation, {"g": "real", "x": "real"}, {"level": "g >= 1", "distance": "x > 0"}, build)


STATEMENT = item("Theorem 1", "section I",
    letters=("n: integer, n >= 0 [steps]: number of steps; role steps",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "D: real, D >= 0 [size]: diameter of the images of the updates; unit iterate; role diameter of the images",
        "delta: real: E_gamma of the two starts", r"X: law sequence: law of the first run after k steps; latex \mu",
        r"Y: law sequence: law of the second run after k steps; latex \mu'",
        r"psi: map sequence: update of step k, the same in both runs; latex \Psi",
        "zeta: noise sequence: noise of step k, on the iterate",
        "sigma: real sequence: per-step standard deviation of the noise of step k, on the iterate",
        "p: real sequence: product of the coefficients up to step k", r"K: set: the domain W; latex \mathcal{W}"),
    assumptions=("start: dp(X(0), Y(0), epsilon, delta)", "empty product: p(0) == 1", "noise: forall(k, 1, n, sigma(k) > 0)",
        "products: forall(k, 1, n, p(k) == theta(exp(epsilon), D/sigma(k))*p(k - 1))", "diameter: forall(k, 1, n, bounded(psi(k), D))",
        "Gaussian: forall(k, 1, n, gaussian(zeta(k), sigma(k)**2))",
        "first run: forall(k, 1, n, equal(X(k), push(projection(K), convolve(push(psi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, 1, n, equal(Y(k), push(projection(K), convolve(push(psi(k), Y(k - 1)), zeta(k)))))"),
    conclusion="dp(X(n), Y(n), epsilon, delta*p(n))", proof=proof,
    clauses=(
        "proved by conclusion: every step lets through at most theta of what could be told before it",
        "proved by theta is positive; behind Theorem 1: theta is above 0",
        "proved by theta is below 1; behind Theorem 1: theta is below 1"),
    printed="holds", checks=(Check("theta is positive", lambda: inside("theta(g, x) > 0", "theta-positive")),
        Check("theta is below 1", lambda: inside("theta(g, x) < 1", "theta-below-one"))), uses=("feldman2018/definition-11",),
    spots="n=3, epsilon=1, D=2, delta=1")
