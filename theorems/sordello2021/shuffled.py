"""Shuffled PNSGD, for an observer who does not know the order.

Statement
    Let the record be at each of n places with the same probability, let two updates of a point by it be at most 2 eta L
    apart, the later updates be 1-Lipschitz, and the noise of a step be N(0, (eta sigma)^2 I). Then the shuffled pass has
    E_{e^eps} <= (1/n) sum_i theta_{e^eps}(2 L/(sigma sqrt(n - i + 1))), theta the divergence of unit Gaussians.
Reads as
    Given the place k, the n - k + 1 steps from the record on share the distance of 2 eta L: the pass is mu_k-GDP with
    mu_k = 2 L/(sigma sqrt(n - k + 1)), as in sordello2021/given-the-place. Then joint convexity over the hidden place.
    X_{k(n+1)+j} is the law of the first run after j steps with the record at place k. No domain is bounded. The mean is
    far below the worst place, the last: theta(2 L/sigma).
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._places import ROW, SQUARE, given_the_place

TOLD = f"theta(exp(epsilon), sqrt({SQUARE}))"


@script
def proof(p: Script) -> Step:
    """Each place by itself, then the mean of what they tell."""
    with p.generalise("k", "1", "n") as places:
        places.have("given the place", given_the_place(places))
        places.have("later", "n - k + 1 > 0")
        places.have("square", f"{SQUARE.format('k')} >= 0")
        places.show(places.figure("gdp-to-dp", "given the place", e="epsilon"))
    return p.theorem("asoodeh2020/eq-32", {"bounds": places.step}, b=("j", TOLD.format("j")), P=("k", f"X({ROW} + n)"),
                     Q=("k", f"Y({ROW} + n)"))


STATEMENT = item("the theorem on shuffled PNSGD, without a domain",
    letters=("n: integer, n >= 1 [records]: records, and places", "epsilon: real, epsilon >= 0 [level]: privacy level; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the loss of a record; unit loss/iterate",
        "sigma: real, sigma > 0 [noise]: standard deviation of the noise on the gradient; unit loss/iterate",
        "eta: real, eta > 0 [step size]: the step size; unit iterate^2/loss",
        "X: law sequence: law of the first run after j steps with the record at place k, at k (n + 1) + j; latex W",
        "Y: law sequence: the same with the other record; latex W'",
        "A: law sequence: uniform mixture of the outputs with the record at the first k places, first run",
        "B: law sequence: the same in the second run", "f: map sequence: update by the record at place k",
        "g: map sequence: update by the other record at place k", "psi: map sequence: the updates by all others, at k (n + 1) + j",
        "zeta: noise sequence: noise of step k, on the iterate"),
    assumptions=("gap: forall(k, 1, n, gap(f(k), g(k), 2*eta*L))",
        "Lipschitz: forall(k, 1, n, forall(j, k + 1, n, lipschitz(psi(k*(n + 1) + j), 1)))",
        "Gaussian: forall(k, 1, n, gaussian(zeta(k), (eta*sigma)**2))",
        "record: forall(k, 1, n, equal(X(k*(n + 1) + k), convolve(push(f(k), X(k*(n + 1) + k - 1)), zeta(k))))",
        "other record: forall(k, 1, n, equal(Y(k*(n + 1) + k), convolve(push(g(k), X(k*(n + 1) + k - 1)), zeta(k)))): before the record "
            "the runs are the same",
        "later steps: forall(k, 1, n, forall(j, k + 1, n, equal(X(k*(n + 1) + j), convolve(push(psi(k*(n + 1) + j), X(k*(n + 1) + j - "
            "1)), zeta(j)))))",
        "other later steps: forall(k, 1, n, forall(j, k + 1, n, equal(Y(k*(n + 1) + j), convolve(push(psi(k*(n + 1) + j), Y(k*(n + 1) + "
            "j - 1)), zeta(j)))))",
        "first mixture: equal(A(1), X(1*(n + 1) + n)): of one law it is this law", "other first mixture: equal(B(1), Y(1*(n + 1) + n))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, X(k*(n + 1) + n), A(k - 1)))): the k-th with probability 1/k, else one of the "
            "first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Y(k*(n + 1) + n), B(k - 1))))"),
    conclusion="dp(A(n), B(n), epsilon, sum(theta(exp(epsilon), sqrt(4*L**2/(sigma**2*(n - j + 1)))), j, 1, n)/n)",
    bound="sum(theta(exp(epsilon), sqrt(4*L**2/(sigma**2*(n - j + 1)))), j, 1, n)/n", proof=proof, tightness="upper",
    silent="our own optimum for the process of the page, beside the bound that is printed", uses=("asoodeh2020/eq-32",),
    spots="n=4, epsilon=1, L=1, sigma=2, eta=1")
