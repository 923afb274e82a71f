"""The smooth case of Corollary 1.

Statement
    With beta-smooth losses and eta <= 2/beta besides: delta = theta_{e^epsilon}(2 L/sigma)/(n (1 -
    theta_{e^epsilon}(1/(eta sigma)))).
Reads as
    A gradient step with eta <= 2/beta moves no two points apart, (41), so that the images have diameter at most 1,
    (42). On a flat W both are said of gradients inside its affine hull.
"""

from pabisym.library.checks import at_points, replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._no_gap import stopped_without_gap
from ._stopped_pnsgd import kept_images, stopped_pnsgd

BOUND = "theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), 1/(eta*sigma))))"


def proof(b: Builder) -> Step:
    """Theorem 5 with images of diameter 1."""
    return stopped_pnsgd(b, BOUND, "1", kept_images(b))


LESS = "q/(n*(1 - theta(g, x))) <= q/(n*(1 - theta(g, y)))"


@script
def grows(p: Script) -> Step:
    """Theta grows with the distance, and is below 1."""
    p.have("farther", "y >= 0")
    p.have_all({"grows": p.figure("theta-monotone"), "first below": p.figure("theta-below-one", x="x"),
                "second below": p.figure("theta-below-one", x="y")})
    return certified(LESS, fact("grows", "told"), multiplier="n*(1 - theta(g, x))*(1 - theta(g, y))")


def smaller() -> tuple[Verdict, str]:
    """The bound for images of diameter x and of diameter y >= x, from what the step that differs tells."""
    kinds = dict.fromkeys(("g", "x", "y", "q"), "real") | {"n": "integer"}
    assumed = {"level": "g >= 1", "distance": "x >= 0", "larger": "x <= y", "told": "q >= 0", "count": "n >= 1"}
    return replayed(LESS, kinds, assumed, grows)


STATEMENT = item("Equation (20)", "section V",
    letters=("n: integer, n >= 1 [count]: number of steps; role steps",
        "i: integer, 1 <= i <= n [first, last]: index of the cost that is replaced; role record",
        "epsilon: real, epsilon >= 0 [level]: logarithm of gamma; role level",
        "L: real, L > 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "beta: real, beta > 0 [smoothness]: smoothness of the losses; unit loss/iterate^2; role smoothness",
        "M: law: law of W_i, the same in both runs", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps",
        "A: law sequence: uniform mixture of the laws after 1..k steps; role stopped", "B: law sequence: the same in the second run",
        "f: loss sequence: loss of record k", "h: loss: loss of the record that replaces the i-th; latex f'",
        "zeta: noise sequence: noise of step k, on the iterate", "K: set: the domain W"),
    assumptions=("small steps: eta <= 2/beta", "before: forall(k, 1, i - 1, equal(X(k), Y(k))): the runs are the same before the change",
        "domain: convexset(K)", "diameter: bounded(projection(K), 1): the diameter of W", "convex: forall(k, 1, n, convex(f(k), K))",
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
        "other mixture: forall(k, 2, n, equal(B(k), mix(1/k, Y(k), B(k - 1))))", "smooth: forall(k, 1, n, smooth(f(k), beta, K))",
        "other smooth: smooth(h, beta, K)"),
    conclusion="dp(A(n), B(n), epsilon, theta(exp(epsilon), 2*L/sigma)/(n*(1 - theta(exp(epsilon), 1/(eta*sigma)))))", bound=BOUND,
    proof=proof, clauses=(
        "proved by conclusion: (20), for a closed W with inner points",
        "proved by no larger than (19): it is at most (19), with any L, eta and sigma",
        "instance by below (19): at these parameters it is smaller",
        "proved by asoodeh2020isit/theorem-5: (20) from updates 2 eta L apart and images of diameter 1, on a flat W too",
        "proved by updates that do not differ: for L = 0 nothing is told, as theta is 0 there"),
    checks=(Check("no larger than (19)", smaller),
        Check("below (19): with L = eta = sigma = 1 and epsilon = 0, 1 and 2", lambda: at_points(
            "theta(exp(e), 1) < theta(exp(e), 3)", tuple({"e": e} for e in (0, 1, 2)))),
        Check("updates that do not differ", stopped_without_gap)), printed="holds",
    uses=("asoodeh2020/theorem-5", "asoodeh2020/corollary-1", "asoodeh2020/eq-36", "asoodeh2020/eq-41"),
    spots="n=100, i=1, epsilon=2, L=1, eta=1/10, sigma=3, beta=1")
