"""PNSGD with Gaussian noise.

Statement
    With c the Lipschitz constant of a gradient step, (14): W of diameter D, gradient noise of standard deviation sigma,
    eta <= 2/(beta + rho): (epsilon, delta)-DP for the i-th input with delta = theta_{e^epsilon}(2 L/sigma)
    theta_{e^epsilon}(c D/(eta sigma))^(n - i).
Reads as
    The images of W under a gradient step have diameter at most c D; phi_k is a gradient step after a projection. The
    formula is restored: the source lost its formulas. n counts the steps, one for every record; where a step takes the
    mean of a batch, it counts batches, and one record changes a gradient by at most 2 L/b, so that L/b stands for L.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..asoodeh2020._hockey import per_index
from ._steps import STEPS

BOUND = "theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), c*D/(eta*sigma))**({k} - i)"


@script
def proof(p: Script) -> Step:
    """A Gaussian mechanism of gap 2*eta*L at step i, then one contraction per step."""
    p.have_all({"size of the image": "c*D > 0", "ratio": "c*D/(eta*sigma) > 0"})
    p.have("coefficient", p.figure("theta-positive", g="exp(epsilon)", x="c*D/(eta*sigma)"))
    return p.at(per_index(p, size="c*D", std="eta*sigma", bound=BOUND, gap="2*eta*L"), "n")


STATEMENT = item("Theorem 4", "section IV-D",
    letters=("n: integer, n >= 1 [count]: number of steps, one for every record; role steps",
        "i: integer, 1 <= i <= n [first, last]: step that sees the record that is replaced; role place in the pass",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses, of one record's share in a step; unit loss/iterate; "
            "role Lipschitz constant of one record in a step", "D: real, D > 0 [size]: diameter of W; unit iterate; role diameter",
        "c: real, c > 0 and c <= 1 [contraction, ]: Lipschitz constant of a gradient step, M of the page; role contraction",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "M: law: law of W_i, the same in both runs", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps", "f: map: update of step i in the first run",
        "g: map: update of step i in the second run", "phi: map sequence: update of step k, the same in both runs",
        "zeta: noise sequence: noise of step k, on the iterate", "K: set: the domain W"),
    assumptions=("gap: gap(f, g, 2*eta*L): two updates of one point are at most that far apart",
        "diameter: forall(k, i + 1, n, bounded(phi(k), c*D))", "Gaussian: forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))",
        "first start: equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))",
        "second start: equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))"),
    conclusion="dp(X(n), Y(n), epsilon, theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), c*D/(eta*sigma))**(n - i))",
    bound="theta(exp(epsilon), 2*L/sigma)*theta(exp(epsilon), c*D/(eta*sigma))**(n - i)", proof=proof,
    uses=("asoodeh2020isit/eq-22", "asoodeh2020isit/eq-23", "asoodeh2020isit/eq-24", "asoodeh2020isit/lemma-4", "asoodeh2020/theorem-4"),
    spots="n=4, i=2, epsilon=1, L=1, D=1, c=1, eta=1/10, sigma=4",
    clauses=(
        "proved by conclusion: (epsilon, delta)-DP for the i-th input, with Gaussian noise",
        "open; section IV-D: Gaussian noise has the better utility in high dimension",
        "open; section IV-D: the bound is smaller than those from Rényi divergence for small epsilon, and for late records"),
    printed={"verdict": "holds in part", "note": "as restored: the source lost its formulas"}, checks=STEPS)
