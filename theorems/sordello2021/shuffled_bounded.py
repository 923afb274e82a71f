"""Shuffled PNSGD in a bounded domain, for an observer who does not know the order.

Statement
    Let the record be at each of n places with the same probability, let two updates of a point by it be at most 2 eta L
    apart, the images of the other updates have a diameter of at most D, and the noise of a step be N(0, (eta sigma)^2
    I). Then the shuffled pass has E_{e^eps} <= A (1 - B^n)/(n (1 - B)), with A = theta(2 L/sigma) and B = theta(D/(eta
    sigma)).
Reads as
    Given the place k the pass has A B^(n - k), by Theorem 4 of Asoodeh, Diaz and Calmon (2020): each later step lets
    through B. Then joint convexity over the hidden place, and a geometric sum. X_{k(n+1)+j} is the law of the first run
    after j steps with the record at place k. For large D the bound of sordello2021/shuffled is the smaller one.
"""

from pabisym.library.item import item
from pabisym.library.statement import Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._places import FIRST, KEPT, KEPT_BY_PLACE, ROW, every_place

BOUND = f"{FIRST}*(1 - {KEPT}**n)/(n*(1 - {KEPT}))"


@script
def proof(p: Script) -> Step:
    """The mean of what the places tell, and the sum of a geometric sequence from its end."""
    p.have_all({"gap size": "2*L/sigma > 0", "size": "D/(eta*sigma) > 0"})
    p.have_all({"kept": p.figure("theta-positive", g="exp(epsilon)", x="D/(eta*sigma)"),
                "below one": p.figure("theta-below-one", g="exp(epsilon)", x="D/(eta*sigma)"),
                "first": p.figure("theta-positive", g="exp(epsilon)", x="2*L/sigma")})
    p.have("forgotten", f"1 - {KEPT} > 0")
    mean = p.theorem("asoodeh2020/eq-32", {"bounds": every_place(p)}, b=("j", KEPT_BY_PLACE.format("j")), P=("k", f"X({ROW} + n)"),
                     Q=("k", f"Y({ROW} + n)"))
    total = "sum(" + KEPT_BY_PLACE.format("j") + ", j, 1, {})"
    claim = f"(1 - {KEPT})*{total.format('k')} == {FIRST}*{KEPT}**(n - k)*(1 - {KEPT}**k)"
    with p.induct("k", "0", "n", claim) as more:
        more.show(certified(claim, fact(more.hypothesis)))
    p.have("all places", p.at(more.step, "n"))
    p.have("mean", certified(f"{total.format('n')}/n <= {BOUND}", fact("all places", factor="-1"), multiplier=f"n*(1 - {KEPT})"))
    return p.figure("dp-widen", mean, u="epsilon", v=BOUND)


STATEMENT = item("the theorem on shuffled PNSGD",
    letters=("n: integer, n >= 1 [records]: records, and places", "epsilon: real, epsilon >= 0 [level]: privacy level; role level",
        "D: real, D > 0 [width]: diameter of the images of the updates; unit iterate",
        "eta: real, eta > 0 [step size]: the step size; unit iterate^2/loss",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the loss of a record; unit loss/iterate",
        "sigma: real, sigma > 0 [noise]: standard deviation of the noise on the gradient; unit loss/iterate",
        "X: law sequence: law of the first run after j steps with the record at place k, at k (n + 1) + j; latex W",
        "Y: law sequence: the same with the other record; latex W'",
        "A: law sequence: uniform mixture of the outputs with the record at the first k places, first run",
        "B: law sequence: the same in the second run", "f: map sequence: update by the record at place k",
        "g: map sequence: update by the other record at place k", "phi: map sequence: the updates by all others, at k (n + 1) + j",
        "zeta: noise sequence: noise of step k, on the iterate", r"K: set: the domain; latex \mathcal{K}"),
    assumptions=("gap: forall(k, 1, n, gap(f(k), g(k), 2*eta*L))",
        "diameter: forall(k, 1, n, forall(j, k + 1, n, bounded(phi(k*(n + 1) + j), D)))",
        "Gaussian: forall(k, 1, n, gaussian(zeta(k), (eta*sigma)**2))",
        "record: forall(k, 1, n, equal(X(k*(n + 1) + k), push(projection(K), convolve(push(f(k), X(k*(n + 1) + k - 1)), zeta(k)))))",
        "other record: forall(k, 1, n, equal(Y(k*(n + 1) + k), push(projection(K), convolve(push(g(k), X(k*(n + 1) + k - 1)), zeta(k))))): "
            "before the record the runs are the same",
        "later steps: forall(k, 1, n, forall(j, k + 1, n, equal(X(k*(n + 1) + j), push(projection(K), convolve(push(phi(k*(n + 1) + j), "
            "X(k*(n + 1) + j - 1)), zeta(j))))))",
        "other later steps: forall(k, 1, n, forall(j, k + 1, n, equal(Y(k*(n + 1) + j), push(projection(K), convolve(push(phi(k*(n + 1) + "
            "j), Y(k*(n + 1) + j - 1)), zeta(j))))))",
        "first mixture: equal(A(1), X(1*(n + 1) + n)): of one law it is this law", "other first mixture: equal(B(1), Y(1*(n + 1) + n))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, X(k*(n + 1) + n), A(k - 1)))): the k-th with probability 1/k, else one of the "
            "first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Y(k*(n + 1) + n), B(k - 1))))"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)*(1 - theta(exp(epsilon), D/(eta*sigma))**n)/(n*(1 - "
                   "theta(exp(epsilon), D/(eta*sigma)))))",
    bound="theta(exp(epsilon), 2*L/sigma)*(1 - theta(exp(epsilon), D/(eta*sigma))**n)/(n*(1 - theta(exp(epsilon), D/(eta*sigma))))",
    proof=proof, tightness="upper",
    printed=Printed("holds", seen="remembered"), uses=("asoodeh2020/eq-32", "asoodeh2020/theorem-4"),
    spots="n=4, epsilon=1, D=1, eta=1, L=1, sigma=2")
