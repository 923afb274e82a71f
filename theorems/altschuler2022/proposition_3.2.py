"""Amplification by iteration from a restart on.

Statement
    Let X_T, X'_T and s_t be as in Proposition 2.17. If W_infinity(X_tau, X'_tau) <= D for some tau < T, z_t = D +
    sum_{tau < i <= t} (s_i - a_i) >= 0 for t > tau, and z_T = 0, then D_alpha(X_T || X'_T) <= (alpha/2) sum_{tau < t <=
    T} a_t^2/v_t.
Reads as
    However the two runs came to be as far apart as D at step tau, nothing before has to be paid for.
"""

from pabisym.library.item import real
from pabisym.library.statement import LinearPair
from pabisym.proof.build import Builder, Step

from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Unroll down to step tau, where the shift is as large as the distance."""
    start = b.figure("start", "restart")
    names = ("first run", "second run", "contraction", "gaps", "gap sizes", "Gaussian", "variance", "shift", "price")
    found = b.theorem("altschuler2022/eq-unroll", {name: b.known(name) for name in names} | {"before": start}, z="D", r="0")
    return b.figure("monotone", found, y="0", d="p(T)")


STATEMENT = item("Proposition 3.2", "section 3.1",
    letters=("T [], h, alpha", real("D >= 0", "distance of the runs at step tau", "distance", "iterate"), "X, Y, K, J, zeta, s, a, v, p"),
    given=("h", "before the end: h <= T - 1", "D, restart",
        "first run: forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))", "contraction, gaps, gap sizes",
        "Gaussian: forall(k, h + 1, T, gaussian(zeta(k), v(k)))", "variance",
        "shift: forall(k, h, T, D + sum(s(i), i, h + 1, k) - sum(a(i), i, h + 1, k) >= 0): z_k >= 0", "price, nothing paid",
        "nothing left: D + sum(s(i), i, h + 1, T) - sum(a(i), i, h + 1, T) == 0: z_T = 0"),
    conclusion="renyi(alpha, 0, X(T), Y(T), p(T))", proof=proof, tightness="exact", printed="holds",
    worst_case=LinearPair("T - h", "1", "0", "1", "D",
        inside="identity maps without gaps, points D apart at step tau, equal noises, a_k = D/(T - tau)",
        bound="(T - h)*alpha*(D/(T - h))**2/2"), uses=("altschuler2022/proposition-2.17", "altschuler2022/eq-unroll"),
    spots=("T=4, h=1, alpha=2, D=3", "T=1, h=0, alpha=3/2, D=1"))
