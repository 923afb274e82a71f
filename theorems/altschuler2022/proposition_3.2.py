"""Amplification by iteration from a restart on.

Statement
    Let X_T, X'_T and s_t be as in Proposition 2.17. If W_infinity(X_tau, X'_tau) <= D for some tau < T, z_t = D +
    sum_{tau < i <= t} (s_i - a_i) >= 0 for t > tau, and z_T = 0, then D_alpha(X_T || X'_T) <= (alpha/2) sum_{tau < t <=
    T} a_t^2/v_t.
Reads as
    However the two runs came to be as far apart as D at step tau, nothing before has to be paid for.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, LinearPair
from pabisym.proof.build import Builder, Step

from ._order_one import by_steps


def proof(b: Builder) -> Step:
    """Unroll down to step tau, where the shift is as large as the distance."""
    start = b.figure("start", "restart")
    names = ("first run", "second run", "contraction", "gaps", "gap sizes", "Gaussian", "variance", "shift", "price")
    found = b.theorem("altschuler2022/eq-unroll", {name: b.known(name) for name in names} | {"before": start}, z="D", r="0")
    return b.figure("monotone", found, y="0", d="p(T)")


STATEMENT = item("Proposition 3.2", "section 3.1",
    letters=("T: integer, T >= 1: number of steps; role steps",
        r"h: integer, h >= 0 and h < T [early, ]: the step tau of the restart; latex \tau",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "D: real, D >= 0 [distance]: distance of the runs at step tau; unit iterate",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        r"K: mechanism sequence: random contraction of step k in the first run; latex \phi",
        r"J: mechanism sequence: random contraction of step k in the second run; latex \phi'",
        "zeta: noise sequence: noise of step k; latex Z", "s: real sequence: gap of the contractions of step k",
        "a: real sequence: shift paid at step k", r"v: real sequence: variance of the noise of step k; latex \sigma^2",
        "p: real sequence: price up to step k, the sum of alpha a_i^2/(2 v_i) so far"),
    assumptions=("alpha, h", "before the end: h <= T - 1", "D", "restart: winf(X(h), Y(h), D)",
        "first run: forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "contraction: forall(k, h + 1, T, steady(K(k), 1))", "gaps: forall(k, h + 1, T, near(K(k), J(k), s(k)))",
        "gap sizes: forall(k, h + 1, T, s(k) >= 0)", "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), v(k)))",
        "variance: forall(k, h + 1, T, v(k) > 0)",
        "shift: forall(k, h, T, D + sum(s(i), i, h + 1, k) - sum(a(i), i, h + 1, k) >= 0): z_k >= 0",
        "price: forall(k, h + 1, T, p(k) == p(k - 1) + alpha*a(k)**2/(2*v(k)))", "nothing paid: p(h) == 0",
        "nothing left: D + sum(s(i), i, h + 1, T) - sum(a(i), i, h + 1, T) == 0: z_T = 0"),
    conclusion="renyi(alpha, 0, X(T), Y(T), p(T))", proof=proof, tightness="exact", clauses=(
        "proved by conclusion: runs that are at most D apart at step tau pay for what comes after it only",
        "open; section 3.1: bounds from the start on are tight for few steps, and vacuous as T grows",
        "open; section 3.1: the runs are at most D apart wherever both are kept in a set of diameter D",
        "proved by at the order 1: at the order 1 too, by continuity"),
    checks=(Check("at the order 1: above it by less than any e > 0, at an order near it",
        lambda: by_steps(STATEMENT, "p", "h", "nothing paid")),),
    printed="holds in part",
    worst_case=LinearPair("T - h", "1", "0", "1", "D",
        inside="identity maps without gaps, points D apart at step tau, equal noises, a_k = D/(T - tau)",
        bound="(T - h)*alpha*(D/(T - h))**2/2"), uses=("altschuler2022/proposition-2.17", "altschuler2022/eq-unroll"),
    spots=("T=4, h=1, alpha=2, D=3", "T=1, h=0, alpha=3/2, D=1"))
