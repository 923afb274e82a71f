"""Privacy of the t-th record of one pass of PNSGD.

Statement
    Let K be a convex set and f(., x) a family of convex, L-Lipschitz and beta-smooth functions over K. Then for every
    eta <= 2/beta, sigma > 0, alpha > 1, t in [n], start w_0 in K and data S, PNSGD(S, w_0, eta, sigma) satisfies
    (alpha, alpha*eps/(n + 1 - t))-RDP for its t-th input, where eps = 2 L^2 / sigma^2.
Reads as
    A record is protected by all the noise that is added after it was used: the first one by n steps, the last one by a
    single step. K is closed with non-empty interior; a flat K is the same statement inside its affine hull.
"""

from pabisym.library.statement import LinearPair, Printed
from pabisym.proof.build import Builder, Step

from ._recipes import pnsgd_bound
from ._vocabulary import item

OTHER = "cases(k - t, cases(t - k, h, f(k)), f(k))"
RUN = "forall(k, 1, n, equal({X}(k), convolve(push(compose(gradient({f}, eta), projection(K)), {X}(k - 1)), zeta(k))))"
BOUND = "2*alpha*L**2/(sigma**2*(n + 1 - t))"


def proof(b: Builder) -> Step:
    """Theorem 22 with the whole gap 2*eta*L at step t, paid evenly over the steps t..n; then project."""
    return pnsgd_bound(b, OTHER, BOUND)


STATEMENT = item("Theorem 23", "section 4",
    letters="n: records steps [], t, alpha, L, beta, eta, sigma, V: iterate, W: v_k, K, f, h, zeta: iterate",
    given=("alpha", ..., "small steps, domain, convex, smooth, Lipschitz, other convex, other smooth, other Lipschitz",
        "start: equal(V(0), W(0))", f"first run: {RUN.format(X='V', f='f(k)')}", f"second run: {RUN.format(X='W', f=OTHER)}", "Gaussian"),
    conclusion=f"renyi(alpha, 0, push(projection(K), V(n)), push(projection(K), W(n)), {BOUND})", bound=BOUND, proof=proof,
    tightness="exact", printed=Printed("holds", bound="alpha*(2*L**2/sigma**2)/(n + 1 - t)"),
    worst_case=LinearPair("n", "cases(k - t, cases(t - k, 0, 1), 1)", "cases(k - t, cases(t - k, 2*eta*L, 0), 0)", "eta**2*sigma**2",
        inside="contractive noisy iterations with one gap 2*eta*L at step t; for t = 1 it is PNSGD with opposite linear losses on the "
            "line"), uses=("feldman2018/theorem-22",), spots=("n=10, t=1, alpha=2, L=1, beta=1, eta=1/10, sigma=4 -> 1/40",
        "n=7, t=7, alpha=3/2, L=2/3, beta=4, eta=1/2, sigma=1/5", "n=1000, t=10, alpha=8, L=1, beta=1, eta=2, sigma=4"))
