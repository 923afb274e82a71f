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
from pabisym.library.statement import Check, LinearPair, Verdict
from pabisym.proof.build import Builder, Step

from ._multi_epoch import GAP, LOSSES, OPTIMUM, multi_epoch
from ._vocabulary import item

BOUND, CLAIM = "4*alpha*L**2/sigma**2", "renyi(alpha, 0, push(projection(K), V(n*n)), push(projection(K), W(n*n)), {})"
Q = "(t - 1 + (n - 1)*n)"


def proof(b: Builder) -> Step:
    """A gap in every epoch, paid until the next one; both shares are at most 1."""
    return multi_epoch(b, BOUND)


def optimum() -> tuple[Verdict, str]:
    """The same proof with the bound that depends on the index."""
    return sharper(STATEMENT, CLAIM.format(OPTIMUM), partial(multi_epoch, bound=OPTIMUM))


STATEMENT = item("Theorem 35", "appendix B",
    letters="n, t, alpha, L, beta, eta, sigma, V: iterate, W: v_k, K, f: uses, h, zeta: iterate",
    given=("alpha", ..., "small steps", *LOSSES),
    conclusion=CLAIM.format(BOUND), bound=BOUND, proof=proof, tightness="upper", printed="holds",
    worst_case=LinearPair("n*n", f"cases(k - t, cases(t - k, 0, cases(k - 1 - {Q}, cases({Q} + 1 - k, (n - t + 1)/n, 1), 1)), 1)", GAP,
        "eta**2*sigma**2", inside="contractive noisy iterations with these gaps; it attains the bound for the index"),
    uses=("pabisym/periodic-gap", "feldman2018/algorithm-2"), checks=(Check("the optimum for the index, proved", optimum),
        Check("the factor 2 at t = n is never reached",
            lambda: at_points("(n - 1)/n + 1/(n - n + 1) < 2", tuple({"n": n} for n in (1, 2, 3, 10, 1000))))),
    spots=("n=3, t=2, alpha=2, L=1, beta=1, eta=1/10, sigma=4 -> 1/2", "n=1, t=1, alpha=3/2, L=1, beta=1, eta=2, sigma=1 -> 6"))
