"""Privacy of randomly stopped PNSGD.

Statement
    W of diameter 1, losses convex and L-Lipschitz: randomly stopped PNSGD is (epsilon, delta)-DP with delta =
    theta_{e^epsilon}(2 L/sigma)/(n (1 - theta_{e^epsilon}((1 + 2 eta L)/(eta sigma)))).
Reads as
    Theorem 5 with psi <= 2 eta L, (36), and D <= 1 + 2 eta L, (38), where the iterate receives eta sigma Z. Equation
    (19) of the paper is this one. No condition on sigma. sigma is before the step size.
"""

from pabisym.library.statement import Structure
from pabisym.proof.build import Builder, Step

from ._hockey import stopped
from ._vocabulary import item

BOUND = "theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), (1 + 2*eta*L)/(eta*sigma))))"


def proof(b: Builder) -> Step:
    """Theorem 5 with the sensitivity and the diameter of a gradient step."""
    return stopped(b, BOUND, gap="2*eta*L", size="1 + 2*eta*L", std="eta*sigma")


STATEMENT = item("Corollary 1", "section V",
    letters=("n: steps, i, epsilon, L, eta > 0, sigma: step, M: runs, X",
        Structure("Y", "law sequence", "law of the second run after k steps"),
        "A: laws, B: second, f, g: map step, phi: runs, zeta: iterate, K: W"),
    given=("before", "gap: gap(f, g, 2*eta*L): two updates of one point are at most that far apart",
        "diameter: forall(k, i + 1, n, bounded(phi(k), 1 + 2*eta*L))",
        "Gaussian: forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))", "first start, second start",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))",
        "first mixture: equal(A(1), X(1)): of one law it is this law", "other first mixture: equal(B(1), Y(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))"),
    conclusion=f"dp(A(n), B(n), epsilon, {BOUND})",
    bound=BOUND, proof=proof, printed="holds",
    uses=("asoodeh2020/eq-34", "asoodeh2020/theorem-5", "asoodeh2020/eq-36", "asoodeh2020/eq-38", "asoodeh2020/algorithm-2"),
    steps=("asoodeh2020/eq-35",), spots="n=100, i=1, epsilon=2, L=1, eta=1/10, sigma=3")
