"""Shuffled PNSGD, for an observer who does not know the order.

Statement
    Let the record be at each of n places with the same probability, and let the pass with the record at place i be
    mu_i-GDP with mu_i = 2 L/(sigma sqrt(n - i + 1)). Then the shuffled pass has E_{e^eps} <= (1/n) sum_i
    theta_{e^eps}(2 L/(sigma sqrt(n - i + 1))), theta the divergence of unit Gaussians.
Reads as
    Joint convexity over the hidden place; what is assumed of each place is sordello2021/given-the-place, for Gaussian
    privacy. No domain is bounded. The mean is far below the worst place, the last: theta(2 L/sigma).
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

SQUARE = "4*L**2/(sigma**2*(n - {} + 1))"
TOLD = f"theta(exp(epsilon), sqrt({SQUARE}))"


@script
def proof(p: Script) -> Step:
    """Each place by itself, then the mean of what they tell."""
    with p.generalise("k", "1", "n") as places:
        places.have("later", "n - k + 1 > 0")
        places.have("square", f"{SQUARE.format('k')} >= 0")
        places.show(places.figure("gdp-to-dp", places.at("given the place", "k"), e="epsilon"))
    return p.theorem("asoodeh2020/eq-32", {"bounds": places.step}, b=("j", TOLD.format("j")))


STATEMENT = item("the theorem on shuffled PNSGD, without a domain",
    letters=("n: integer, n >= 1 [records]: records, and places", "epsilon: real, epsilon >= 0 [level]: privacy level; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the loss of a record; unit loss/iterate",
        "sigma: real, sigma > 0 [noise]: standard deviation of the noise on the gradient; unit loss/iterate",
        "P: law sequence: output of the first run with the record at place k",
        "Q: law sequence: output of the second run with the record at place k",
        "A: law sequence: uniform mixture of the first k of them, first run", "B: law sequence: the same in the second run"),
    assumptions=("given the place: forall(k, 1, n, gdp(0, P(k), Q(k), 4*L**2/(sigma**2*(n - k + 1))))",
        "first mixture: equal(A(1), P(1)): of one law it is this law", "other first mixture: equal(B(1), Q(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, P(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Q(k), B(k - 1))))"),
    conclusion="dp(A(n), B(n), epsilon, sum(theta(exp(epsilon), sqrt(4*L**2/(sigma**2*(n - j + 1)))), j, 1, n)/n)",
    bound="sum(theta(exp(epsilon), sqrt(4*L**2/(sigma**2*(n - j + 1)))), j, 1, n)/n", proof=proof, tightness="upper",
    silent="our own optimum for the process of the page, beside the bound that is printed", uses=("asoodeh2020/eq-32",),
    spots="n=4, epsilon=1, L=1, sigma=2")
