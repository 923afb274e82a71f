"""Privacy amplification by iteration.

Statement
    Let X_T, X'_T be the states of two contractive noisy iterations with maps psi_t, psi'_t and the same noises
    zeta_t, and let W_infinity(X_0, X'_0) <= z_0. Let s_t = sup_x ||psi_t(x) - psi'_t(x)||, a_t >= 0 and
    z_t = z_0 + sum_{i<=t} s_i - sum_{i<=t} a_i. If z_t >= 0 for all t, then
    D_alpha^(z_T)(X_T || X'_T) <= sum_{t=1}^T R_alpha(zeta_t, a_t).
    The paper has X_0 = X'_0, that is z_0 = 0.
Reads as
    Whatever shift the two runs have to be charged with can be paid for step by step, each step at the price of
    its own noise; once everything is paid (z_T = 0) the plain divergence is bounded.
Letters
    T : integer, T >= 0 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    z0 : real, z0 >= 0 : W_infinity distance of the starts : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    s : real sequence : gap of the maps of step k
    a : real sequence : shift paid at step k
Assumptions
    order : alpha > 1
    horizon : T >= 0
    distance : z0 >= 0
    start : W_infinity(X_0, X'_0) <= z_0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    contractive : psi_k is 1-Lipschitz
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= s_k
    amounts : a_k >= 0
    finite : R_alpha(zeta_k, a_k) is finite
    shift : z_k >= 0
Reference
    feldman2018, Theorem 22, section 3.3
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

SHIFT, COST = "z0 + sum(s(i), i, 1, {k}) - sum(a(i), i, 1, {k})", "sum(R(alpha, zeta(i), a(i)), i, 1, {k})"
CLAIM = f"renyi(alpha, {SHIFT}, X({{k}}), Y({{k}}), {COST})"
RUN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


def proof(b: Builder) -> Step:
    """Induction on k: contraction with gap s_k, then shift reduction by a_k."""

    def advance(b: Builder, before: str) -> Step:
        z, c = SHIFT.format(k="k - 1"), COST.format(k="k - 1")
        moved = b.figure("contraction", b.known(before), b.at("contractive", "k"), b.at("gaps", "k"),
                         alpha="alpha", z=z, c="1", s="s(k)", b=c, P="X(k - 1)", Q="Y(k - 1)", f="psi(k)", g="phi(k)")
        laws = {"P": "push(psi(k), X(k - 1))", "Q": "push(phi(k), Y(k - 1))"}
        return b.suppose_all({"a_k": b.at("amounts", "k"), "z_k": b.at("shift", "k")}, lambda b: b.figure(
            "same-law", b.figure("shift-reduction", moved, alpha="alpha", z=SHIFT.format(k="k"), a="a(k)", b=c, Z="zeta(k)", **laws),
            b.at("first run", "k"), b.at("second run", "k"), conclude=CLAIM.format(k="k"), alpha="alpha", z=SHIFT.format(k="k"),
            b=COST.format(k="k"), P=f"convolve({laws['P']}, zeta(k))", Q=f"convolve({laws['Q']}, zeta(k))", V="X(k)", W="Y(k)"))

    start = b.figure("start", b.known("start"), alpha="alpha", z="z0", P="X(0)", Q="Y(0)", conclude=CLAIM.format(k="0"))
    return b.at(b.induction("k", "0", "T", CLAIM.format(k="k"), lambda _: start, advance), "T")


STATEMENT = Statement(
    id="feldman2018/theorem-22", title="Privacy amplification by iteration", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 22", "section 3.3"), conclusion=CLAIM.format(k="T"),
    symbols=(Symbol("T", "integer, T >= 0", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("z0", "real, z0 >= 0", "W_infinity distance of the starts", "iterate", "z_0")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k in the first run"),
                Structure("phi", "map sequence", "map of step k in the second run", r"\psi'"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate, the same in both runs"),
                Structure("s", "real sequence", "gap of the maps of step k"), Structure("a", "real sequence", "shift paid at step k")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 0"), Assumption("distance", "z0 >= 0"),
                 Assumption("start", "winf(X(0), Y(0), z0)"), Assumption("first run", RUN.format(X="X", psi="psi")),
                 Assumption("second run", RUN.format(X="Y", psi="phi")), Assumption("contractive", "forall(k, 1, T, lipschitz(psi(k), 1))"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), s(k)))"), Assumption("amounts", "forall(k, 1, T, a(k) >= 0)"),
                 Assumption("finite", "forall(k, 1, T, finite(alpha, zeta(k), a(k)))"),
                 Assumption("shift", f"forall(k, 1, T, {SHIFT.format(k='k')} >= 0)")),
    uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), proof=proof, steps=("feldman2018/eq-22-induction",), tightness="exact",
    printed=Printed("corrected", difference="printed for real a_t, but R_alpha(zeta, a) is defined for a > 0 only: proved for a_t >= 0, where it is finite"),
    worst_case=LinearPair("T", "1", "0", "1", "z0", "contractive noisy iterations: identity maps, unit Gaussian noise, a_t = z_0/T",
                          "sum(alpha*(z0/T)**2/2, i, 1, T)"),
    spots=(Spot({"T": 4, "alpha": 2, "z0": "3/2"}), Spot({"T": 1, "alpha": "11/10", "z0": 0})),
)
