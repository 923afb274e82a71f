"""Privacy amplification by iteration, for random contractions.

Statement
    Let X_T, X'_T be the outputs of contractive noisy iterations with random contractions phi_t, phi'_t from the same
    X_0, noise N(0, v_t I), and s_t = sup_x ||phi_t(x) - phi'_t(x)||. If z_t = sum_{i<=t} (s_i - a_i) >= 0 for all t
    and z_T = 0, then D_alpha(X_T || X'_T) <= (alpha/2) sum_t a_t^2/v_t.
Reads as
    The statement (unrolled) from the start on, where nothing is to be paid. For random maps s_t bounds their distance
    under a coupling.
Letters
    T : integer, T >= 0 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
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
    horizon : T >= 0
    same start : X_0 and X'_0 have the same law
    first run : X_k = phi_k(X_{k-1}) + Z_k
    second run : X'_k = phi'_k(X'_{k-1}) + Z_k
    contraction : phi_k(x) and phi_k(y) are within ||x - y||
    gaps : phi_k(x) and phi'_k(x) can be coupled within s_k
    gap sizes : s_k >= 0
    Gaussian : Z_k = N(0, v_k I)
    variance : v_k > 0
    shift : z_k >= 0
    price : p_k = p_{k-1} + alpha a_k^2/(2 v_k)
    nothing paid : p_0 = 0
    nothing left : z_T = 0
Reference
    altschuler2022, Proposition 2.17, section 2.4
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Unroll down to the start."""
    start = b.figure("start", b.figure("same-start", "same start"))
    names = ("first run", "second run", "contraction", "gaps", "gap sizes", "Gaussian", "variance", "shift", "price")
    found = b.theorem("altschuler2022/eq-unroll", {name: b.known(name) for name in names} | {"before": start}, h="0", z="0", r="0")
    return b.figure("monotone", found, z="0 + sum(s(i), i, 1, T) - sum(a(i), i, 1, T)", y="0", d="p(T)")


STATEMENT = Statement(
    id="altschuler2022/proposition-2.17", title="Privacy amplification by iteration, for random contractions",
    kind="proposition", text=__doc__, reference=Reference("altschuler2022", "Proposition 2.17", "section 2.4"),
    symbols=(Symbol("T", "integer, T >= 0", "number of steps"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),),
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
                 Assumption("horizon", "T >= 0"),
                 Assumption("same start", "equal(X(0), Y(0))", "X_0 and X'_0 have the same law"),
                 Assumption("first run", "forall(k, 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
                            "X_k = phi_k(X_{k-1}) + Z_k"),
                 Assumption("second run", "forall(k, 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
                            "X'_k = phi'_k(X'_{k-1}) + Z_k"),
                 Assumption("contraction", "forall(k, 1, T, steady(K(k), 1))", "phi_k(x) and phi_k(y) are within ||x - y||"),
                 Assumption("gaps", "forall(k, 1, T, near(K(k), J(k), s(k)))", "phi_k(x) and phi'_k(x) can be coupled within s_k"),
                 Assumption("gap sizes", "forall(k, 1, T, s(k) >= 0)"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v(k)))", "Z_k = N(0, v_k I)"),
                 Assumption("variance", "forall(k, 1, T, v(k) > 0)"),
                 Assumption("shift", "forall(k, 0, T, sum(s(i), i, 1, k) - sum(a(i), i, 1, k) >= 0)"),
                 Assumption("price", "forall(k, 1, T, p(k) == p(k - 1) + alpha*a(k)**2/(2*v(k)))"),
                 Assumption("nothing paid", "p(0) == 0"),
                 Assumption("nothing left", "sum(s(i), i, 1, T) - sum(a(i), i, 1, T) == 0"),),
    conclusion="renyi(alpha, 0, X(T), Y(T), p(T))", proof=proof, printed=Printed("holds"), tightness="exact",
    uses=("altschuler2022/definition-2.13", "altschuler2022/eq-unroll", "feldman2018/theorem-22"),
    worst_case=LinearPair("T", "1", "1", "1", inside="identity maps, gaps and noises of size 1, a_k = 1", bound="alpha*T/2"),
    spots=(Spot({"T": 4, "alpha": 2}), Spot({"T": 1, "alpha": "3/2"})),
)
