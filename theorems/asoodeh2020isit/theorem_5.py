"""Randomly stopped PNSGD.

Statement
    With c the Lipschitz constant of a gradient step, (14), T uniform on [n], Gaussian noise: (epsilon, delta)-DP with
    delta = theta_{e^epsilon}(2 L/sigma)/(n (1 - theta_{e^epsilon}(c D/(eta sigma)))).
Reads as
    Equation (16), for every index and eta <= 2/(beta + rho), as (14) asks. Joint convexity, nothing for T < i, and theorem 4 for
    T >= i. The formula is restored: the source lost its formulas.
"""

from pabisym.library.checks import sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..asoodeh2020._hockey import random_stopping
from ..asoodeh2020._no_gap import one_point_images, stopped_without_gap
from ..feldman2018._at_points import at_a_point
from ._steps import STEPS
from .lemma_4 import COERCIVE

BOUND = "theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), c*D/(eta*sigma))))"


@script
def proof(p: Script) -> Step:
    """Theorem 4 for every stopping time, mixed."""
    p.have("size of the image", "c*D > 0")
    return random_stopping(p, BOUND, gap="2*eta*L", size="c*D", std="eta*sigma")


def point_images() -> tuple[Verdict, str]:
    """After the step that differs both runs go on from one point, and only a run that stops there tells anything."""
    return sharper(STATEMENT, "dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)/n)", one_point_images,
                   {"diameter": "forall(k, i + 1, n, bounded(phi(k), 0))"}, dropped=("contraction", "size"),
                   theorems=("asoodeh2020/eq-32", "asoodeh2020isit/eq-24"))


STATEMENT = item("Theorem 5", "section IV-E",
    letters=("n: integer, n >= 1 [count]: number of records and of steps; role records and steps",
        "i: integer, 1 <= i <= n [first, last]: index of the record that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "D: real, D > 0 [size]: diameter of W; unit iterate; role diameter",
        "c: real, c > 0 and c <= 1 [contraction, ]: Lipschitz constant of a gradient step, M of the page; role contraction",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "M: law: law of W_i, the same in both runs", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps",
        "A: law sequence: uniform mixture of the laws after 1..k steps; role stopped", "B: law sequence: the same in the second run",
        "f: map: update of step i in the first run", "g: map: update of step i in the second run",
        "phi: map sequence: update of step k, the same in both runs", "zeta: noise sequence: noise of step k, on the iterate",
        "K: set: the domain W"),
    assumptions=("before: forall(k, 1, i - 1, equal(X(k), Y(k))): the runs are the same before the change",
        "gap: gap(f, g, 2*eta*L): two updates of one point are at most that far apart",
        "diameter: forall(k, i + 1, n, bounded(phi(k), c*D))", "Gaussian: forall(k, i, n, gaussian(zeta(k), (eta*sigma)**2))",
        "first start: equal(X(i), push(projection(K), convolve(push(f, M), zeta(i))))",
        "second start: equal(Y(i), push(projection(K), convolve(push(g, M), zeta(i))))",
        "first run: forall(k, i + 1, n, equal(X(k), push(projection(K), convolve(push(phi(k), X(k - 1)), zeta(k)))))",
        "second run: forall(k, i + 1, n, equal(Y(k), push(projection(K), convolve(push(phi(k), Y(k - 1)), zeta(k)))))",
        "first mixture: equal(A(1), X(1)): of one law it is this law", "other first mixture: equal(B(1), Y(1))",
        "mixture: forall(k, 2, n, equal(A(k), mix(1/k, X(k), A(k - 1)))): the k-th with probability 1/k, else one of the first k - 1",
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), c*D/(eta*sigma)))))", bound=BOUND,
    proof=proof, uses=("asoodeh2020isit/theorem-4", "asoodeh2020isit/theorem-1", "asoodeh2020/eq-32", "asoodeh2020/eq-20"),
    spots="n=4, i=2, epsilon=1, L=1, D=1, c=1, eta=1/10, sigma=4",
    clauses=(
        "proved by conclusion: (16), for every index, for updates 2 eta L apart and images of diameter c D > 0",
        "proved by images that are points: for c = 0 or D = 0 too, where theta is 0 and (16) is theta(2 L/sigma)/n",
        "proved by updates that do not differ: for L = 0 nothing is told, as theta is 0 there",
        "proved by two updates of L-Lipschitz losses: gradient steps are 2 eta L apart, on a closed W with inner points",
        "proved by at any point: and on a flat one, with the gradients inside its affine hull",
        "proved by the image of W: c D is the diameter for steps that are c-Lipschitz on a W with inner points",
        "proved by asoodeh2020isit/lemma-4: gradient steps are that for eta <= 2/(beta + rho) and beta > rho, with c = M, where a "
            "loss less rho ||w||^2/2 is convex and (beta - rho)-smooth",
        "cited by the same from co-coercivity: and for all such losses, beta = rho and a flat W with its image, by co-coercivity"),
    printed={"verdict": "holds", "note": "as restored: the source lost its formulas"},
    checks=(*STEPS, Check("images that are points", point_images), Check("updates that do not differ", stopped_without_gap),
        Check("at any point where both gradients have a norm of at most L", at_a_point), COERCIVE))
