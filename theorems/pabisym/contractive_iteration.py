"""Shift allocation for a contractive noisy iteration.

Statement
    Let X_k = psi_k(X_{k-1}) + zeta_k and X'_k = psi'_k(X'_{k-1}) + zeta_k with psi_k c_k-Lipschitz,
    sup ||psi_k - psi'_k|| <= s_k and W_infinity(X_0, X'_0) <= z_0. If a_k, z_k >= 0 and
    z_k = c_k z_{k-1} + s_k - a_k, and b_k - b_{k-1} >= R_alpha(zeta_k, a_k) with b_0 = 0, then
    D_alpha^(z_T)(X_T || X'_T) <= b_T.
Reads as
    The local form of amplification by iteration: every step contracts the shift, adds its gap, and pays for a part
    of the shift with its noise. Factors may exceed 1, noises may differ, and only the step before is looked at.
Letters
    T : integer, T >= 0 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    s : real sequence : gap of the maps of step k
    a : real sequence : shift paid at step k
    z : real sequence : shift left after step k
    b : real sequence : bound after step k
Assumptions
    order : alpha > 1
    horizon : T >= 0
    start : W_infinity(X_0, X'_0) <= z_0
    free start : b_0 = 0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c_k-Lipschitz
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= s_k
    amounts : a_k >= 0
    shift : z_k >= 0
    balance : z_k = c_k z_{k-1} + s_k - a_k
    price : R_alpha(zeta_k, a_k) <= b_k - b_{k-1}
Reference
    feldman2018, Theorem 22 with factors, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"
RUN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


@script
def proof(p: Script) -> Step:
    """Induction on k: contraction by c_k with gap s_k, shift reduction by a_k, price at most b_k - b_{k-1}."""

    @script
    def base(p: Script) -> Step:
        p.have("z_0", p.at("shift", "0"))
        return p.figure("monotone", p.figure("start", "start"), y="z(0)", d="b(0)")

    with p.induct("k", "0", "T", CLAIM.format(k="k"), base) as advance:
        moved = advance.figure("contraction", advance.hypothesis, advance.at("Lipschitz", "k"), advance.at("gaps", "k"))
        advance.have_all({"a_k": advance.at("amounts", "k"), "z_k": advance.at("shift", "k"), "balance_k": advance.at("balance", "k"),
                          "price_k": advance.at("price", "k")})
        exact = advance.figure("monotone", moved, y="z(k) + a(k)", d="b(k - 1)")
        reduced = advance.figure("shift-reduction", exact, Z="zeta(k)")
        priced = advance.figure("monotone", reduced, y="z(k)", d="b(k)")
        advance.show(advance.figure("same-law", priced, advance.at("first run", "k"), advance.at("second run", "k")))
    return p.at(advance.step, "T")


STATEMENT = Statement(
    id="pabisym/contractive-iteration", title="Shift allocation for a contractive noisy iteration", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 22 with factors", "section 3.3"), conclusion=CLAIM.format(k="T"), proof=proof,
    symbols=(Symbol("T", "integer, T >= 0", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k in the first run"),
                Structure("phi", "map sequence", "map of step k in the second run", r"\psi'"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate, the same in both runs"),
                Structure("c", "real sequence", "Lipschitz constant of step k"), Structure("s", "real sequence",
                "gap of the maps of step k"),
                Structure("a", "real sequence", "shift paid at step k"), Structure("z", "real sequence", "shift left after step k"),
                Structure("b", "real sequence", "bound after step k")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 0"), Assumption("start", "winf(X(0), Y(0), z(0))"),
                 Assumption("free start", "b(0) == 0"), Assumption("first run", RUN.format(X="X", psi="psi")),
                 Assumption("second run", RUN.format(X="Y", psi="phi")), Assumption("Lipschitz",
                 "forall(k, 1, T, lipschitz(psi(k), c(k)))"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), s(k)))"), Assumption("amounts", "forall(k, 1, T, a(k) >= 0)"),
                 Assumption("shift", "forall(k, 0, T, z(k) >= 0)"),
                 Assumption("balance", "forall(k, 1, T, z(k) == c(k)*z(k - 1) + s(k) - a(k))"),
                 Assumption("price", "forall(k, 1, T, R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))")),
    uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), spots=(Spot({"T": 3, "alpha": 2}),),
)
