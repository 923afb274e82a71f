"""Privacy amplification by iteration, for random contractions.

Statement
    Let X_T, X'_T be the outputs of contractive noisy iterations with random contractions phi_t, phi'_t from the same
    X_0, noise N(0, v_t I), and s_t = sup_x ||phi_t(x) - phi'_t(x)||. If z_t = sum_{i<=t} (s_i - a_i) >= 0 for all t and
    z_T = 0, then D_alpha(X_T || X'_T) <= (alpha/2) sum_t a_t^2/v_t.
Reads as
    The statement (unrolled) from the start on, where nothing is to be paid. For random maps s_t bounds their distance
    under a coupling.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, LinearPair
from pabisym.proof.build import Builder, Step

from ._order_one import by_steps


def proof(b: Builder) -> Step:
    """Unroll down to the start."""
    start = b.figure("start", b.figure("same-start", "same start"))
    names = ("first run", "second run", "contraction", "gaps", "gap sizes", "Gaussian", "variance", "shift", "price")
    found = b.theorem("altschuler2022/eq-unroll", {name: b.known(name) for name in names} | {"before": start}, h="0", z="0", r="0")
    return b.figure("monotone", found, z="0 + sum(s(i), i, 1, T) - sum(a(i), i, 1, T)", y="0", d="p(T)")


STATEMENT = item("Proposition 2.17", "section 2.4",
    letters=("T: integer, T >= 0 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        r"K: mechanism sequence: random contraction of step k in the first run; latex \phi",
        r"J: mechanism sequence: random contraction of step k in the second run; latex \phi'",
        "zeta: noise sequence: noise of step k; latex Z", "s: real sequence: gap of the contractions of step k",
        "a: real sequence: shift paid at step k", r"v: real sequence: variance of the noise of step k; latex \sigma^2",
        "p: real sequence: price up to step k, the sum of alpha a_i^2/(2 v_i) so far"),
    assumptions=("alpha, T", "same start: equal(X(0), Y(0))",
        "first run: forall(k, 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "contraction: forall(k, 1, T, steady(K(k), 1))", "gaps: forall(k, 1, T, near(K(k), J(k), s(k)))",
        "gap sizes: forall(k, 1, T, s(k) >= 0)", "Gaussian: forall(k, 1, T, gaussian(zeta(k), v(k)))",
        "variance: forall(k, 1, T, v(k) > 0)", "shift: forall(k, 0, T, sum(s(i), i, 1, k) - sum(a(i), i, 1, k) >= 0): z_k >= 0",
        "price: forall(k, 1, T, p(k) == p(k - 1) + alpha*a(k)**2/(2*v(k)))", "nothing paid: p(0) == 0",
        "nothing left: sum(s(i), i, 1, T) - sum(a(i), i, 1, T) == 0: z_T = 0"), conclusion="renyi(alpha, 0, X(T), Y(T), p(T))",
    proof=proof, tightness="exact",
    clauses=(
        "proved by conclusion: for orders above 1 and maps that do not depend on what was before",
        "proved by at the order 1: at the order 1 too, by continuity"),
    printed="holds", checks=(Check("at the order 1: above it by less than any e > 0, at an order near it",
        lambda: by_steps(STATEMENT, "p", "0", "nothing paid")),),
    worst_case=LinearPair("T", "1", "1", "1", inside="identity maps, gaps and noises of size 1, a_k = 1", bound="alpha*T/2"),
    uses=("altschuler2022/definition-2.13", "altschuler2022/eq-unroll", "feldman2018/theorem-22"),
    spots=("T=4, alpha=2", "T=1, alpha=3/2"))
