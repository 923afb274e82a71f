"""Shuffled PNSGD in a bounded domain, for an observer who does not know the order.

Statement
    Let the record be at each of n places with the same probability, and let the pass with the record at place i have
    E_{e^eps} <= A B^(n - i), with A = theta(2 L/sigma) and B = theta(D/(eta sigma)). Then the shuffled pass has
    E_{e^eps} <= A (1 - B^n)/(n (1 - B)).
Reads as
    Joint convexity over the hidden place, and a geometric sum. That each later step lets through B is Theorem 4 of
    Asoodeh, Diaz and Calmon (2020). For large D the bound of sordello2021/shuffled is the smaller one.
"""

from pabisym.library.item import item
from pabisym.library.statement import Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

FIRST, KEPT = "theta(exp(epsilon), 2*L/sigma)", "theta(exp(epsilon), D/(eta*sigma))"
TOLD = f"{FIRST}*{KEPT}**(n - {{}})"
BOUND = f"{FIRST}*(1 - {KEPT}**n)/(n*(1 - {KEPT}))"


@script
def proof(p: Script) -> Step:
    """The mean of what the places tell, and the sum of a geometric sequence from its end."""
    p.have_all({"gap": "2*L/sigma > 0", "size": "D/(eta*sigma) > 0"})
    p.have_all({"kept": p.figure("theta-positive", g="exp(epsilon)", x="D/(eta*sigma)"),
                "below one": p.figure("theta-below-one", g="exp(epsilon)", x="D/(eta*sigma)"),
                "first": p.figure("theta-positive", g="exp(epsilon)", x="2*L/sigma")})
    p.have("forgotten", f"1 - {KEPT} > 0")
    mean = p.theorem("asoodeh2020/eq-32", {"bounds": "given the place"}, b=("j", TOLD.format("j")))
    total = "sum(" + TOLD.format("j") + ", j, 1, {})"
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
        "P: law sequence: output of the first run with the record at place k",
        "Q: law sequence: output of the second run with the record at place k",
        "A: law sequence: uniform mixture of the first k of them, first run", "B: law sequence: the same in the second run"),
    assumptions=(
        "given the place: forall(k, 1, n, dp(P(k), Q(k), epsilon, theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), "
            "D/(eta*sigma))**(n - k)))", "first mixture: equal(A(1), P(1)): of one law it is this law",
        "other first mixture: equal(B(1), Q(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, P(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Q(k), B(k - 1))))"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)*(1 - theta(exp(epsilon), D/(eta*sigma))**n)/(n*(1 - "
                   "theta(exp(epsilon), D/(eta*sigma)))))",
    bound="theta(exp(epsilon), 2*L/sigma)*(1 - theta(exp(epsilon), D/(eta*sigma))**n)/(n*(1 - theta(exp(epsilon), D/(eta*sigma))))",
    proof=proof, tightness="upper",
    clauses=(
        "cited by conclusion: the mean over the hidden place, from the bound of each place",
        "open: the bound of each place, for these runs"),
    printed=Printed("holds in part", seen="remembered"), uses=("asoodeh2020/eq-32",),
    spots="n=4, epsilon=1, D=1, eta=1, L=1, sigma=2")
