"""Privacy of n epochs of projected noisy SGD.

Statement
    Under the assumptions of Theorem 23, n epochs of projected noisy SGD in a fixed order satisfy (alpha, 4 alpha
    L^2/sigma^2)-RDP. For the record with index t the bound that is proved on the way is (2 alpha L^2/sigma^2) ((n -
    1)/n + 1/(n - t + 1)), and it is the optimum of all shift allocations.
Reads as
    n passes cost at most twice the last pass: what a record adds in one epoch is paid before it adds again. The
    constant 4 is attained by no n; t = n has 4 - 2/n, t = 1 has 2.
"""

from functools import partial

from pabisym.library.checks import at_points, sharper
from pabisym.library.item import item
from pabisym.library.statement import Check, LinearPair, Verdict
from pabisym.proof.build import Builder, Step

from ._multi_epoch import GAP, OPTIMUM, multi_epoch

BOUND, CLAIM = "4*alpha*L**2/sigma**2", "renyi(alpha, 0, push(projection(K), V(n*n)), push(projection(K), W(n*n)), {})"
Q = "(t - 1 + (n - 1)*n)"


def proof(b: Builder) -> Step:
    """A gap in every epoch, paid until the next one; both shares are at most 1."""
    return multi_epoch(b, BOUND)


def optimum() -> tuple[Verdict, str]:
    """The same proof with the bound that depends on the index."""
    return sharper(STATEMENT, CLAIM.format(OPTIMUM), partial(multi_epoch, bound=OPTIMUM))


STATEMENT = item("Theorem 35", "appendix B",
    letters=("n: integer, n >= 1: number of records; role records",
        "t: integer, 1 <= t <= n [first, last]: index of the record that is replaced; role record",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "L: real, L >= 0 [Lipschitz constant]: Lipschitz constant of the losses; unit loss/iterate; role Lipschitz constant",
        "beta: real, beta > 0 [smoothness]: smoothness of the losses; unit loss/iterate^2; role smoothness",
        "eta: real, eta > 0 [step size]: step size; unit iterate^2/loss; role step size",
        "sigma: real, sigma > 0 [noise]: standard deviation of the gradient noise, before the step size; unit loss/iterate; role "
            "gradient noise", "V: law sequence: law of v_k, the unprojected iterate, for the data S; latex v",
        "W: law sequence: law of v_k for the data with record t replaced; latex v'", r"K: set: the domain; latex \mathcal{K}",
        "f: loss sequence: loss of the record that step k uses", "h: loss: loss of the record that replaces the t-th; latex f'",
        "zeta: noise sequence: noise of step k, on the iterate"),
    assumptions=("alpha, t, L, beta, eta, sigma", "small steps: eta <= 2/beta", "domain: convexset(K)",
        "convex: forall(k, 1, n*n, convex(f(k), K))", "smooth: forall(k, 1, n*n, smooth(f(k), beta, K))",
        "Lipschitz: forall(k, 1, n*n, lipschitzloss(f(k), L, K))", "other convex: convex(h, K)", "other smooth: smooth(h, beta, K)",
        "other Lipschitz: lipschitzloss(h, L, K)", "start: equal(V(0), W(0))",
        "first run: forall(k, 1, n*n, equal(V(k), convolve(push(compose(gradient(f(k), eta), projection(K)), V(k - 1)), zeta(k))))",
        "second run: forall(k, 1, n*n, equal(W(k), convolve(push(compose(gradient(cases(k - t, cases(n*floor((k - t)/n) - (k - t), "
            "h, f(k)), f(k)), eta), projection(K)), W(k - 1)), zeta(k)))): the same with the other record at the steps t, t + n, t + 2n, "
            "...", "Gaussian: forall(k, 1, n*n, gaussian(zeta(k), eta**2*sigma**2))"),
    conclusion="renyi(alpha, 0, push(projection(K), V(n*n)), push(projection(K), W(n*n)), 4*alpha*L**2/sigma**2)", bound=BOUND,
    proof=proof, tightness="upper", printed="holds",
    worst_case=LinearPair("n*n", f"cases(k - t, cases(t - k, 0, cases(k - 1 - {Q}, cases({Q} + 1 - k, (n - t + 1)/n, 1), 1)), 1)", GAP,
        "eta**2*sigma**2", inside="contractive noisy iterations with these gaps; it attains the bound for the index"),
    uses=("pabisym/periodic-gap", "feldman2018/algorithm-2"),
    checks=(Check("the optimum for the index, proved", optimum),
        Check("the factor 2 at t = n is never reached",
            lambda: at_points("(n - 1)/n + 1/(n - n + 1) < 2", tuple({"n": n} for n in (1, 2, 3, 10, 1000))))),
    spots=("n=3, t=2, alpha=2, L=1, beta=1, eta=1/10, sigma=4 -> 1/2", "n=1, t=1, alpha=3/2, L=1, beta=1, eta=2, sigma=1 -> 6"))
