"""One noisy step and post-processing.

Statement
    If W_infinity(X_0, X'_0) <= 1 then D_alpha(X_1 || X'_1) <= R_alpha(zeta, 1), and hence
    D_alpha(X_T || X'_T) <= R_alpha(zeta, 1) for all T >= 1.
Reads as
    The first noise alone hides the start; what happens later cannot undo that. Theorem 22 improves on it by letting
    the later noises take their share.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    T : integer, T >= 1 : number of steps : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k
    zeta : noise sequence : noise of step k
Assumptions
    order : alpha > 1
    horizon : T >= 1
    start : W_infinity(X_0, X'_0) <= 1
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : the same from X'_0
    contractive : psi_k is 1-Lipschitz
    finite : R_alpha(zeta_1, 1) is finite
Reference
    feldman2018, remark in section 3, section 3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

RUN = "forall(k, 1, T, equal({X}(k), convolve(push(psi(k), {X}(k - 1)), zeta(k))))"
CLAIM = "renyi(alpha, 0, X({k}), Y({k}), R(alpha, zeta(1), 1))"


def proof(b: Builder) -> Step:
    """Contraction and shift reduction by 1 in the first step, by 0 in every other."""

    def advance(b: Builder, k: str, before: Step, shift: str, paid: str, price: str) -> Step:
        pushed = {"P": f"push(psi({k}), X({k} - 1))", "Q": f"push(psi({k}), Y({k} - 1))"}
        moved = b.figure("contraction", before, b.at("contractive", k), b.figure("same-map", f=f"psi({k})"), alpha="alpha", z=shift, c="1",
                         s="0", b=price, P=f"X({k} - 1)", Q=f"Y({k} - 1)", f=f"psi({k})", g=f"psi({k})")
        noisy = b.figure("shift-reduction", moved, alpha="alpha", z="0", a=paid, b=price, Z=f"zeta({k})", **pushed)
        laws = {"P": f"convolve({pushed['P']}, zeta({k}))", "Q": f"convolve({pushed['Q']}, zeta({k}))"}
        whole = f"{price} + R(alpha, zeta({k}), {paid})"
        paid_for = b.figure("monotone", noisy, alpha="alpha", z="0", y="0", b=whole, d="R(alpha, zeta(1), 1)", **laws)
        return b.figure("same-law", paid_for, b.at("first run", k), b.at("second run", k), alpha="alpha", z="0", conclude=CLAIM.format(k=k),
                        b="R(alpha, zeta(1), 1)", **laws, V=f"X({k})", W=f"Y({k})")

    def later(b: Builder, before: str) -> Step:
        return b.have("nothing", b.figure("magnitude-zero", alpha="alpha", Z="zeta(k)"), lambda b: b.have(
            "same price", certified("R(alpha, zeta(1), 1) + R(alpha, zeta(k), 0) <= R(alpha, zeta(1), 1)", fact("nothing", times="-1")),
            lambda b: advance(b, "k", b.known(before), "0", "0", "R(alpha, zeta(1), 1)")))

    first = b.figure("start", b.known("start"), alpha="alpha", z="1", P="X(0)", Q="Y(0)")
    return b.at(b.induction("k", "1", "T", CLAIM.format(k="k"), lambda b: advance(b, "1", first, "1", "1", "0"), later), "T")


STATEMENT = Statement(
    id="feldman2018/remark-one-step", title="One noisy step and post-processing", kind="remark", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "remark in section 3", "section 3"), conclusion=CLAIM.format(k="T"), printed=Printed("holds"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("T", "integer, T >= 1", "number of steps")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k"), Structure("zeta", "noise sequence", "noise of step k")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("start", "winf(X(0), Y(0), 1)"),
                 Assumption("first run", RUN.format(X="X")), Assumption("second run", RUN.format(X="Y")),
                 Assumption("contractive", "forall(k, 1, T, lipschitz(psi(k), 1))"), Assumption("finite", "finite(alpha, zeta(1), 1)")),
    uses=("feldman2018/definition-10", "feldman2018/definition-19", "feldman2018/lemma-20", "feldman2018/lemma-21"),
    spots=(Spot({"alpha": 2, "T": 3}),),
)
