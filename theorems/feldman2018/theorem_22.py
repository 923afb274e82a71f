"""Privacy amplification by iteration.

Statement
    Let X_T, X'_T be the states of two contractive noisy iterations with maps psi_t, psi'_t and the same noises zeta_t,
    and let W_infinity(X_0, X'_0) <= z_0. Let s_t = sup_x ||psi_t(x) - psi'_t(x)||, a_t >= 0 and z_t = z_0 + sum_{i<=t}
    s_i - sum_{i<=t} a_i. If z_t >= 0 for all t, then D_alpha^(z_T)(X_T || X'_T) <= sum_{t=1}^T R_alpha(zeta_t, a_t).
    The paper has X_0 = X'_0, that is z_0 = 0.
Reads as
    Whatever shift the two runs have to be charged with can be paid for step by step, each step at the price of its own
    noise; once everything is paid (z_T = 0) the plain divergence is bounded.
"""

from pabisym.library.item import item
from pabisym.library.statement import LinearPair, Printed
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

SHIFT, COST = "z0 + sum(s(i), i, 1, {k}) - sum(a(i), i, 1, {k})", "sum(R(alpha, zeta(i), a(i)), i, 1, {k})"
CLAIM = f"renyi(alpha, {SHIFT}, X({{k}}), Y({{k}}), {COST})"


@script
def proof(p: Script) -> Step:
    """Induction on k: contraction with gap s_k, then shift reduction by a_k."""
    start = p.figure("start", "start", conclude=CLAIM.format(k="0"))
    with p.induct("k", "0", "T", CLAIM.format(k="k"), start) as advance:
        moved = advance.figure("contraction", advance.hypothesis, advance.at("contractive", "k"), advance.at("gaps", "k"))
        advance.have_all({"a_k": advance.at("amounts", "k"), "z_k": advance.at("shift", "k")})
        advance.show(advance.figure("same-law", advance.figure("shift-reduction", moved, z=SHIFT.format(k="k"), a="a(k)", Z="zeta(k)"),
                                    advance.at("first run", "k"), advance.at("second run", "k"), b=COST.format(k="k")))
    return p.at(advance.step, "T")


STATEMENT = item("Theorem 22", "section 3.3",
    letters=("T: integer, T >= 0 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "z0: real, z0 >= 0 [distance]: W_infinity distance of the starts; unit iterate; latex z_0",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "s: real sequence: gap of the maps of step k",
        "a: real sequence: shift paid at step k"),
    assumptions=("alpha, T, z0", "start: winf(X(0), Y(0), z0)",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "contractive: forall(k, 1, T, lipschitz(psi(k), 1))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), s(k)))",
        "amounts: forall(k, 1, T, a(k) >= 0)", "finite: forall(k, 1, T, finite(alpha, zeta(k), a(k)))",
        "shift: forall(k, 1, T, z0 + sum(s(i), i, 1, k) - sum(a(i), i, 1, k) >= 0): z_k >= 0"),
    conclusion="renyi(alpha, z0 + sum(s(i), i, 1, T) - sum(a(i), i, 1, T), X(T), Y(T), sum(R(alpha, zeta(i), a(i)), i, 1, T))",
    proof=proof, tightness="exact",
    clauses=(
        "proved by conclusion: the shifted divergence is at most the sum, in R^d; for z_T = 0 this is the divergence",
        "open; section 2.2: in every Banach space"),
    printed=Printed("holds in part", note="real a_t are printed; R_alpha(zeta, a) is defined for a > 0, so that a_t >= 0 is meant"),
    worst_case=LinearPair("T", "1", "0", "1", "z0", "contractive noisy iterations: identity maps, unit Gaussian noise, a_t = z_0/T",
        "sum(alpha*(z0/T)**2/2, i, 1, T)"), uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), steps=("feldman2018/eq-22-induction",),
    spots=("T=4, alpha=2, z0=3/2", "T=1, alpha=11/10, z0=0"))
