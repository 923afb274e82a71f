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
    finite : R_alpha(zeta_k, a_k) is finite
    shift : z_k >= 0
    balance : z_k = c_k z_{k-1} + s_k - a_k
    price : R_alpha(zeta_k, a_k) <= b_k - b_{k-1}
Reference
    feldman2018, Theorem 22 with factors, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"
RUN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


def proof(b: Builder) -> Step:
    """Induction on k: contraction by c_k with gap s_k, shift reduction by a_k, price at most b_k - b_{k-1}."""

    def advance(b: Builder, before: str) -> Step:
        moved = b.figure("contraction", b.known(before), b.at("Lipschitz", "k"), b.at("gaps", "k"), alpha="alpha", z="z(k - 1)",
                         c="c(k)", s="s(k)", b="b(k - 1)", P="X(k - 1)", Q="Y(k - 1)", f="psi(k)", g="phi(k)")
        laws = {"P": "push(psi(k), X(k - 1))", "Q": "push(phi(k), Y(k - 1))"}
        inside, outside = "c(k)*z(k - 1) + s(k)", {"P": f"convolve({laws['P']}, zeta(k))", "Q": f"convolve({laws['Q']}, zeta(k))"}
        paid = "b(k - 1) + R(alpha, zeta(k), a(k))"
        facts = {"a_k": b.at("amounts", "k"), "z_k": b.at("shift", "k"), "balance_k": b.at("balance", "k"), "price_k": b.at("price", "k")}

        def reduce(b: Builder) -> Step:
            exact = b.figure("monotone", moved, alpha="alpha", z=inside, y="z(k) + a(k)", b="b(k - 1)", d="b(k - 1)", **laws)
            reduced = b.figure("shift-reduction", exact, alpha="alpha", z="z(k)", a="a(k)", b="b(k - 1)", Z="zeta(k)", **laws)
            priced = b.figure("monotone", reduced, alpha="alpha", z="z(k)", y="z(k)", b=paid, d="b(k)", **outside)
            return b.figure("same-law", priced, b.at("first run", "k"), b.at("second run", "k"), alpha="alpha", z="z(k)", b="b(k)",
                            V="X(k)", W="Y(k)", **outside)

        return b.suppose_all(facts, reduce)

    def base(b: Builder) -> Step:
        first = b.at("shift", "0")
        return b.have("z_0", first, lambda b: b.figure(
            "monotone", b.figure("start", b.known("start"), alpha="alpha", z="z(0)", P="X(0)", Q="Y(0)"), alpha="alpha", z="z(0)", y="z(0)",
            b="0", d="b(0)", P="X(0)", Q="Y(0)"))

    return b.at(b.induction("k", "0", "T", CLAIM.format(k="k"), base, advance), "T")


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
                 Assumption("finite", "forall(k, 1, T, finite(alpha, zeta(k), a(k)))"),
                 Assumption("shift", "forall(k, 0, T, z(k) >= 0)"),
                 Assumption("balance", "forall(k, 1, T, z(k) == c(k)*z(k - 1) + s(k) - a(k))"),
                 Assumption("price", "forall(k, 1, T, R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))")),
    uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), spots=(Spot({"T": 3, "alpha": 2}),),
)
