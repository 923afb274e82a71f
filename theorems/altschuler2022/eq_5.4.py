"""The earlier bound for cyclic batches.

Statement
    E epochs of N = n/b steps with noise of variance (eta sigma)^2 and a record in the t-th batch satisfy D_alpha <= (2
    alpha L^2/sigma^2) (1/b^2 + T/n^2), T = E N.
Reads as
    A gap of 2 eta L/b in every epoch, each paid until the next one and the last one by the steps that are left
    (pabisym/periodic-gap); the constant that the page leaves out is 2.
"""

from pabisym.library.item import item
from pabisym.library.statement import Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

BOUND = "2*alpha*L**2/sigma**2*(1/b**2 + E*n/(n*b)**2)"
EXACT = "alpha*(2*eta*L/b)**2*((E - 1)/n + 1/(n - t + 1))/(2*(eta**2*sigma**2))"


@script
def proof(p: Script) -> Step:
    """(E - 1)/n <= E/n and 1/(n - t + 1) <= 1."""
    names = {"g": "2*eta*L/b", "w": "eta**2*sigma**2"}
    own = p.theorem("pabisym/periodic-gap", {}, **names)
    terms = fact("order", "last low", "long", times="2", square="L"), fact("last low", "long", times="2", square="L"), fact(
        "order", "left", times="2", square="L"), fact("left", times="2", square="L")
    p.have_all({"left": "n - t + 1 > 0", "last low": "n - t >= 0", "long": "n > 0"})
    p.have("worth", certified(f"{EXACT} <= {BOUND}", *terms, multiplier="b**2*sigma**2*n*(n - t + 1)"))
    return p.figure("monotone", own, y="0", d=BOUND)


STATEMENT = item("(5.4)", "section 5.2",
    letters=("n: integer, n >= 1 [epoch]: N, the steps of an epoch; role steps of an epoch",
        "E: integer, E >= 1 [epochs]: number of epochs; role epochs",
        "t: integer, 1 <= t <= n [first, last]: batch of the record; role place in the epoch",
        "b: integer, b >= 1 [batch]: size of a batch; role batch",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise; unit loss/iterate; role gradient noise",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs"),
    assumptions=("start: winf(X(0), Y(0), 0): both runs start at the same point",
        "first run: forall(k, 1, E*n, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, E*n, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, E*n, lipschitz(psi(k), 1)): lemma 2.1",
        "Gaussian: forall(k, 1, E*n, gaussian(zeta(k), eta**2*sigma**2))",
        "gaps: forall(k, 1, E*n, gap(psi(k), phi(k), cases(k - t, cases(n*floor((k - t)/n) - (k - t), 2*eta*L/b, 0), 0))): once in "
            "every epoch"), conclusion="renyi(alpha, 0, X(E*n), Y(E*n), 2*alpha*L**2/sigma**2*(1/b**2 + E*n/(n*b)**2))", bound=BOUND,
    proof=proof, tightness="upper", clauses=(
        "proved by conclusion: whole epochs of equal batches",
        "open: every number of iterations and every batch size"),
    printed=Printed("holds in part", note="printed up to a constant, which is 2"),
    uses=("pabisym/periodic-gap", "feldman2018/theorem-35"), spots="n=2, E=3, t=1, b=1, alpha=2, L=1, eta=1, sigma=1 -> 10")
