"""Privacy of the t-th record of PNSGD that skips records.

Statement
    Let K be a convex set and f(., x) a family of convex, L-Lipschitz and beta-smooth functions over K. Then for every
    eta <= 2/beta, sigma > 0, alpha > 1, t in [n], start w_0 and data S, Skip-PNSGD(S, w_0, eta, sigma) satisfies
    (alpha, alpha*eps/(n + 1 - t))-RDP for the point with index t, where eps = 2 L^2/sigma^2.
Reads as
    A run that skips j < t records uses record t at its step t - j of n - j: the same n + 1 - t noises follow. A run
    that skips more never sees it. A mixture of pairs is no worse than the worst of them, for every order.
"""

from pabisym.library.statement import Printed
from pabisym.proof.build import Builder, Step

from ._skipping import skipped
from ._vocabulary import item

BOUND = "2*alpha*L**2/(sigma**2*(n + 1 - t))"


def proof(b: Builder) -> Step:
    """Theorem 23 for each number of skipped records; then the mixture."""
    return skipped(b, BOUND)


STATEMENT = item("Theorem 24", "section 4",
    letters="n, t, alpha, L, beta, eta, sigma, m, V, W, K, f, h, zeta: iterate, M, N",
    given=("alpha", ..., "small steps, skips, m, domain, convex, smooth, Lipschitz, other convex, other smooth, other Lipschitz, start, "
            "first run, second run, Gaussian, first mixture, other first mixture, mixture, other mixture"),
    conclusion=f"renyi(alpha, 0, M(m), N(m), {BOUND})", bound=BOUND, proof=proof, tightness="upper",
    printed=Printed("holds", bound="alpha*(2*L**2/sigma**2)/(n + 1 - t)"),
    uses=("feldman2018/theorem-23", "feldman2018/theorem-22", "feldman2018/definition-skip-pnsgd"),
    spots=("n=10, t=1, alpha=2, L=1, beta=1, eta=1/10, sigma=4, m=5 -> 1/40",
        "n=7, t=7, alpha=3/2, L=2/3, beta=4, eta=1/2, sigma=1/5, m=3"))
