"""Amplification by iteration from a restart on.

Statement
    Let X_T, X'_T and s_t be as in Proposition 2.17. If W_infinity(X_tau, X'_tau) <= D for some tau < T, z_t = D +
    sum_{tau < i <= t} (s_i - a_i) >= 0 for t > tau, and z_T = 0, then D_alpha(X_T || X'_T) <= (alpha/2) sum_{tau < t
    <= T} a_t^2/v_t.
Reads as
    However the two runs came to be as far apart as D at step tau, nothing before has to be paid for.
Letters
    T : integer, T >= 1 : number of steps : 1
    h : integer, 0 <= h < T : the step tau of the restart : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    D : real, D >= 0 : distance of the runs at step tau : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    K : mechanism sequence : random contraction of step k in the first run
    J : mechanism sequence : random contraction of step k in the second run
    zeta : noise sequence : noise of step k
    s : real sequence : gap of the contractions of step k
    a : real sequence : shift paid at step k
    v : real sequence : variance of the noise of step k
    p : real sequence : price up to step k, the sum of alpha a_i^2/(2 v_i) so far
Assumptions
    order : alpha > 1
    early : tau >= 0
    before the end : tau <= T - 1
    distance : D >= 0
    restart : W_infinity(X_tau, X'_tau) <= D
    first run : X_k = phi_k(X_{k-1}) + Z_k
    second run : X'_k = phi'_k(X'_{k-1}) + Z_k
    contraction : phi_k(x) and phi_k(y) are within ||x - y||
    gaps : phi_k(x) and phi'_k(x) can be coupled within s_k
    gap sizes : s_k >= 0
    Gaussian : Z_k = N(0, v_k I)
    variance : v_k > 0
    shift : z_k >= 0
    price : p_k = p_{k-1} + alpha a_k^2/(2 v_k)
    nothing paid : p_tau = 0
    nothing left : z_T = 0
Reference
    altschuler2022, Proposition 3.2, section 3.1
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Unroll down to step tau, where the shift is as large as the distance."""
    start = b.figure("start", "restart")
    names = ("first run", "second run", "contraction", "gaps", "gap sizes", "Gaussian", "variance", "shift", "price")
    found = b.theorem("altschuler2022/eq-unroll", {name: b.known(name) for name in names} | {"before": start}, z="D", r="0")
    return b.figure("monotone", found, y="0", d="p(T)")


STATEMENT = Statement(
    id="altschuler2022/proposition-3.2", title="Amplification by iteration from a restart on",
    kind="proposition", text=__doc__, reference=Reference("altschuler2022", "Proposition 3.2", "section 3.1"),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("h", "integer, 0 <= h < T", "the step tau of the restart", "1", r"\tau"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("D", "real, D >= 0", "distance of the runs at step tau", "iterate"),),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("K", "mechanism sequence", "random contraction of step k in the first run", r"\phi"),
                Structure("J", "mechanism sequence", "random contraction of step k in the second run", r"\phi'"),
                Structure("zeta", "noise sequence", "noise of step k", "Z"),
                Structure("s", "real sequence", "gap of the contractions of step k"),
                Structure("a", "real sequence", "shift paid at step k"),
                Structure("v", "real sequence", "variance of the noise of step k", r"\sigma^2"),
                Structure("p", "real sequence", "price up to step k, the sum of alpha a_i^2/(2 v_i) so far"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("early", "h >= 0"),
                 Assumption("before the end", "h <= T - 1"),
                 Assumption("distance", "D >= 0"),
                 Assumption("restart", "winf(X(h), Y(h), D)", "W_infinity(X_tau, X'_tau) <= D"),
                 Assumption("first run", "forall(k, h + 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
                            "X_k = phi_k(X_{k-1}) + Z_k"),
                 Assumption("second run", "forall(k, h + 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
                            "X'_k = phi'_k(X'_{k-1}) + Z_k"),
                 Assumption("contraction", "forall(k, h + 1, T, steady(K(k), 1))", "phi_k(x) and phi_k(y) are within ||x - y||"),
                 Assumption("gaps", "forall(k, h + 1, T, near(K(k), J(k), s(k)))", "phi_k(x) and phi'_k(x) can be coupled within s_k"),
                 Assumption("gap sizes", "forall(k, h + 1, T, s(k) >= 0)"),
                 Assumption("Gaussian", "forall(k, h + 1, T, gaussian(zeta(k), v(k)))", "Z_k = N(0, v_k I)"),
                 Assumption("variance", "forall(k, h + 1, T, v(k) > 0)"),
                 Assumption("shift", "forall(k, h, T, D + sum(s(i), i, h + 1, k) - sum(a(i), i, h + 1, k) >= 0)"),
                 Assumption("price", "forall(k, h + 1, T, p(k) == p(k - 1) + alpha*a(k)**2/(2*v(k)))"),
                 Assumption("nothing paid", "p(h) == 0"),
                 Assumption("nothing left", "D + sum(s(i), i, h + 1, T) - sum(a(i), i, h + 1, T) == 0"),),
    conclusion="renyi(alpha, 0, X(T), Y(T), p(T))", proof=proof, printed=Printed("holds"), tightness="exact",
    uses=("altschuler2022/proposition-2.17", "altschuler2022/eq-unroll"),
    worst_case=LinearPair("T - h", "1", "0", "1", "D", inside="identity maps without gaps, points D apart at step tau, equal noises, a_k = "
                          "D/(T - tau)", bound="(T - h)*alpha*(D/(T - h))**2/2"),
    spots=(Spot({"T": 4, "h": 1, "alpha": 2, "D": 3}), Spot({"T": 1, "h": 0, "alpha": "3/2", "D": 1})),
)
