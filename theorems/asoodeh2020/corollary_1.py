"""Privacy of randomly stopped PNSGD.

Statement
    W of diameter 1, losses convex and L-Lipschitz: randomly stopped PNSGD is (epsilon, delta)-DP with delta =
    theta_{e^epsilon}(2 L/sigma)/(n (1 - theta_{e^epsilon}((1 + 2 eta L)/(eta sigma)))).
Reads as
    Theorem 5 with psi <= 2 eta L, (36), and D <= 1 + 2 eta L, (38), where the iterate receives eta sigma Z. Equation
    (19) of the paper is this one. No condition on sigma. sigma is before the step size.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._no_gap import stopped_without_gap
from ._stopped_pnsgd import stopped_pnsgd, wide_images
from .eq_20 import smaller

BOUND = "theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), (1 + 2*eta*L)/(eta*sigma))))"


def proof(b: Builder) -> Step:
    """Theorem 5 with the sensitivity and the diameter of a gradient step."""
    return stopped_pnsgd(b, BOUND, "1 + 2*eta*L", wide_images(b))


STATEMENT = item("Corollary 1", "section V",
    letters=("n: integer, n >= 1 [count]: number of steps; role steps",
        "i: integer, 1 <= i <= n [first, last]: index of the cost that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "M: law: law of W_i, the same in both runs", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps",
        "A: law sequence: uniform mixture of the laws after 1..k steps; role stopped", "B: law sequence: the same in the second run",
        "f: loss sequence: loss of record k", "h: loss: loss of the record that replaces the i-th; latex f'",
        "zeta: noise sequence: noise of step k, on the iterate", "K: set: the domain W"),
    assumptions=("before: forall(k, 1, i - 1, equal(X(k), Y(k))): the runs are the same before the change", "domain: convexset(K)",
        "diameter: bounded(projection(K), 1): the diameter of W", "convex: forall(k, 1, n, convex(f(k), K))",
        "Lipschitz: forall(k, 1, n, lipschitzloss(f(k), L, K))", "other convex: convex(h, K)", "other Lipschitz: lipschitzloss(h, L, K)",
        "Gaussian: forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))",
        "first start: equal(X(i), push(projection(K), convolve(push(compose(gradient(f(i), eta), projection(K)), M), zeta(i)))): the "
            "gradient is taken at W_i, which lies in W",
        "second start: equal(Y(i), push(projection(K), convolve(push(compose(gradient(h, eta), projection(K)), M), zeta(i))))",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(compose(gradient(f(k), eta), projection(K)), "
            "X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(compose(gradient(f(k), eta), projection(K)), "
            "Y(k - 1)), zeta(k)))))", "first mixture: equal(A(1), X(1)): of one law it is this law",
        "other first mixture: equal(B(1), Y(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), (1 + 2*eta*L)/(eta*sigma)))))",
    bound=BOUND, proof=proof,
    clauses=(
        "proved by conclusion: (19), for every sigma > 0, for a closed W with inner points",
        "proved by asoodeh2020isit/theorem-5: (19) from updates 2 eta L apart and images of diameter 1 + 2 eta L, on a flat W too",
        "proved by updates that do not differ: for L = 0 nothing is told, as theta is 0 there",
        "proved by with smaller images; section VII: the bound is no larger for smooth losses, whose images have diameter 1, (20)",
        "open; section VII: its guarantee is stronger than those of earlier analyses"),
    printed="holds in part",
    checks=(Check("with smaller images the bound is no larger", smaller), Check("updates that do not differ", stopped_without_gap)),
    uses=("asoodeh2020/eq-34", "asoodeh2020/theorem-5", "asoodeh2020/eq-36", "asoodeh2020/eq-38", "asoodeh2020/algorithm-2"),
    steps=("asoodeh2020/eq-35",), spots="n=100, i=1, epsilon=2, L=1, eta=1/10, sigma=3")
