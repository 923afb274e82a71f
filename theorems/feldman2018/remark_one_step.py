"""One noisy step and post-processing.

Statement
    If W_infinity(X_0, X'_0) <= 1 then D_alpha(X_1 || X'_1) <= R_alpha(zeta, 1), and hence D_alpha(X_T || X'_T) <=
    R_alpha(zeta, 1) for all T >= 1.
Reads as
    The first noise alone hides the start; what happens later cannot undo that. Theorem 22 improves on it by letting the
    later noises take their share.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

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


STATEMENT = item("remark in section 3", "section 3",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "T: integer, T >= 1 [horizon]: number of steps; role steps", "X: law sequence: law of the first run after k steps",
        "Y: law sequence: law of the second run after k steps; latex X'", "psi: map sequence: map of step k",
        "zeta: noise sequence: noise of step k"),
    assumptions=("start: winf(X(0), Y(0), 1)", "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(psi(k), Y(k - 1)), zeta(k))))",
        "contractive: forall(k, 1, T, lipschitz(psi(k), 1))", "finite: finite(alpha, zeta(1), 1)"),
    conclusion="renyi(alpha, 0, X(T), Y(T), R(alpha, zeta(1), 1))", proof=proof,
    clauses=(
        "proved by conclusion: D_alpha(X_T || X'_T) <= R_alpha(zeta, 1) for starts within 1",
        "proved by feldman2018/theorem-1: with Gaussian noise T steps lower it to alpha/(2 T sigma^2), T times",
        "open: other noise lowers it too"),
    printed="holds in part",
    uses=("feldman2018/definition-10", "feldman2018/definition-19", "feldman2018/lemma-20", "feldman2018/lemma-21"), spots="alpha=2, T=3")
