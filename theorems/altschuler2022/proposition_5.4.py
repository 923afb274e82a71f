"""A bound for strong contractions that is not vacuous for many steps.

Statement
    Let X_k = phi_k(X_{k-1}) + Z_k and X'_k = phi'_k(X'_{k-1}) + Z_k with random maps that are c-Lipschitz almost
    surely and
    differ by at most s_k, Z_k ~ N(0, sigma_k^2 I), and W_infinity(X_tau, X'_tau) <= D. For reals a_k such that
    z_k = c^(k - tau) D + sum over i of c^(k - i)(s_i - a_i) is not negative and z_T = 0,
    D_alpha(X_T || X'_T) <= (alpha/2) sum over k > tau of a_k^2/sigma_k^2.
Reads as
    The recursion z_k = c z_{k-1} + s_k - a_k from z_tau = D. A negative amount only enlarges the shift, which costs
    nothing.
    With equal noise, no gaps and the best amounts it is D^2 (1 - c^2)/(sigma^2 (c^(-2k) - 1)) for k steps, what a
    linear pair has.
Letters
    T : integer, T >= 1 : number of steps : 1
    h : integer, 0 <= h < T : the step tau of the restart : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 <= c < 1 : contraction : 1
    D : real, D >= 0 : distance of the runs at the restart : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    K : mechanism sequence : random map of step k in the first run
    J : mechanism sequence : random map of step k in the second run
    zeta : noise sequence : noise of step k
    s : real sequence : gap of the maps of step k
    a : real sequence : shift paid at step k
    z : real sequence : shift left after step k
    v : real sequence : variance of the noise of step k
    b : real sequence : price up to step k, the sum of alpha a_i^2/(2 v_i) so far
Assumptions
    order : alpha > 1
    early : h >= 0
    restart before the end : h <= T - 1
    contraction : c >= 0
    restart : W_infinity(X_tau, X'_tau) <= D
    first run : X_k = phi_k(X_{k-1}) + Z_k
    second run : X'_k = phi'_k(X'_{k-1}) + Z_k
    Lipschitz : phi_k is c-Lipschitz almost surely
    gaps : phi_k and phi'_k can be coupled within s_k
    gap sizes : s_k >= 0
    Gaussian : Z_k = N(0, v_k I)
    variance : v_k > 0
    start : z_tau = D
    shift : z_k >= 0
    balance : z_k = c z_{k-1} + s_k - a_k
    free start : b_tau = 0
    price : b_k = b_{k-1} + alpha a_k^2/(2 v_k)
    nothing left : z_T = 0
Reference
    altschuler2022, Proposition 5.4, section 5.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._sampling import gaps_step

BOUND = "b(T)"
RUN = "forall(k, h + 1, T, equal({X}(k), convolve(through({K}(k), {X}(k - 1)), zeta(k))))"
CLAIM = "renyi(alpha, z(k), X(k), Y(k), b(k))"


@script
def proof(p: Script) -> Step:
    """Induction from the restart on."""

    @script
    def base(p: Script) -> Step:
        near = p.figure("winf-widen", "restart", y="z(h)")
        p.have("z_h", p.at("shift", "h"))
        return p.figure("monotone", p.figure("start", near), y="z(h)", d="b(h)")

    with p.induct("k", "h", "T", CLAIM, base) as every:
        every.show(gaps_step(every))
    last = p.at(every.step, "T")
    return p.figure("monotone", last, y="0", d="b(T)")


STATEMENT = Statement(
    id="altschuler2022/proposition-5.4", title="A bound for strong contractions that is not vacuous for many steps", kind="proposition",
    text=__doc__, reference=Reference("altschuler2022", "Proposition 5.4", "section 5.1"), proof=proof,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("h", "integer, 0 <= h < T", "the step tau of the restart", latex=r"\tau"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("c", "real, 0 <= c < 1", "contraction"),
             Symbol("D", "real, D >= 0", "distance of the runs at the restart", "iterate")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("K", "mechanism sequence", "random map of step k in the first run", r"\phi"),
                Structure("J", "mechanism sequence", "random map of step k in the second run", r"\phi'"),
                Structure("zeta", "noise sequence", "noise of step k", "Z"), Structure("s", "real sequence", "gap of the maps of step k"),
                Structure("a", "real sequence", "shift paid at step k"), Structure("z", "real sequence", "shift left after step k"),
                Structure("v", "real sequence", "variance of the noise of step k", r"\sigma^2"),
                Structure("b", "real sequence", "price up to step k, the sum of alpha a_i^2/(2 v_i) so far")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("early", "h >= 0"), Assumption("restart before the end", "h <= T - 1"),
                 Assumption("contraction", "c >= 0"), Assumption("restart", "winf(X(h), Y(h), D)", "W_infinity(X_tau, X'_tau) <= D"),
                 Assumption("first run", RUN.format(X="X", K="K"), "X_k = phi_k(X_{k-1}) + Z_k"),
                 Assumption("second run", RUN.format(X="Y", K="J"), "X'_k = phi'_k(X'_{k-1}) + Z_k"),
                 Assumption("Lipschitz", "forall(k, h + 1, T, steady(K(k), c))", "phi_k is c-Lipschitz almost surely"),
                 Assumption("gaps", "forall(k, h + 1, T, near(K(k), J(k), s(k)))", "phi_k and phi'_k can be coupled within s_k"),
                 Assumption("gap sizes", "forall(k, h + 1, T, s(k) >= 0)", "s_k >= 0"),
                 Assumption("Gaussian", "forall(k, h + 1, T, gaussian(zeta(k), v(k)))", "Z_k = N(0, v_k I)"),
                 Assumption("variance", "forall(k, h + 1, T, v(k) > 0)", "v_k > 0"),
                 Assumption("start", "z(h) == D", "z_tau = D"), Assumption("shift", "forall(k, h, T, z(k) >= 0)", "z_k >= 0"),
                 Assumption("balance", "forall(k, h + 1, T, z(k) == c*z(k - 1) + s(k) - a(k))", "z_k = c z_{k-1} + s_k - a_k"),
                 Assumption("free start", "b(h) == 0", "b_tau = 0"),
                 Assumption("price", "forall(k, h + 1, T, b(k) == b(k - 1) + alpha*a(k)**2/(2*v(k)))",
                            "b_k = b_{k-1} + alpha a_k^2/(2 v_k)"),
                 Assumption("nothing left", "z(T) == 0", "z_T = 0")),
    uses=("altschuler2022/lemma-5.5", "feldman2018/lemma-20"), printed=Printed("holds"), tightness="upper",
    spots=(Spot({"T": 3, "h": 1, "alpha": 2, "c": "1/2", "D": 1}),),
)
