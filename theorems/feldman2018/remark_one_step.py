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
Reference
    feldman2018, remark in section 3, section 3
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

RUN = "forall(k, 1, T, equal({X}(k), convolve(push(psi(k), {X}(k - 1)), zeta(k))))"
CLAIM = "renyi(alpha, 0, X({k}), Y({k}), R(alpha, zeta(1), 1))"


@script
def proof(p: Script) -> Step:
    """Contraction and shift reduction by 1 in the first step, by 0 in every other."""

    @script
    def advance(p: Script, k: str, before: Step, paid: str) -> Step:
        moved = p.figure("contraction", before, p.at("contractive", k), p.figure("same-map", f=f"psi({k})"), P=f"X({k} - 1)",
                         Q=f"Y({k} - 1)")
        noisy = p.figure("shift-reduction", moved, z="0", a=paid, Z=f"zeta({k})")
        paid_for = p.figure("monotone", noisy, y="0", d="R(alpha, zeta(1), 1)")
        return p.figure("same-law", paid_for, p.at("first run", k), p.at("second run", k))

    first = p.figure("start", "start")
    with p.induct("k", "1", "T", CLAIM.format(k="k"), advance(p, "1", first, "1")) as later:
        later.have("nothing", later.figure("magnitude-zero", Z="zeta(k)"))
        later.have("same price", certified("R(alpha, zeta(1), 1) + R(alpha, zeta(k), 0) <= R(alpha, zeta(1), 1)",
                                           fact("nothing", times="-1")))
        later.show(advance(later, "k", later.known(later.hypothesis), "0"))
    return p.at(later.step, "T")


STATEMENT = Statement(
    id="feldman2018/remark-one-step", title="One noisy step and post-processing", kind="remark", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "remark in section 3", "section 3"), conclusion=CLAIM.format(k="T"), printed=Printed("holds"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("T", "integer, T >= 1", "number of steps")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k"), Structure("zeta", "noise sequence", "noise of step k")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("start", "winf(X(0), Y(0), 1)"),
                 Assumption("first run", RUN.format(X="X")), Assumption("second run", RUN.format(X="Y")),
                 Assumption("contractive", "forall(k, 1, T, lipschitz(psi(k), 1))")),
    uses=("feldman2018/definition-10", "feldman2018/definition-19", "feldman2018/lemma-20", "feldman2018/lemma-21"),
    spots=(Spot({"alpha": 2, "T": 3}),),
)
