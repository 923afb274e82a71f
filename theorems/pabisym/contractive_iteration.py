"""Shift allocation for a contractive noisy iteration.

Statement
    Let X_k = psi_k(X_{k-1}) + zeta_k and X'_k = psi'_k(X'_{k-1}) + zeta_k with psi_k c_k-Lipschitz, sup ||psi_k -
    psi'_k|| <= s_k and W_infinity(X_0, X'_0) <= z_0. If a_k, z_k >= 0 and z_k = c_k z_{k-1} + s_k - a_k, and b_k -
    b_{k-1} >= R_alpha(zeta_k, a_k) with b_0 = 0, then D_alpha^(z_T)(X_T || X'_T) <= b_T.
Reads as
    The local form of amplification by iteration: every step contracts the shift, adds its gap, and pays for a part of
    the shift with its noise. Factors may exceed 1, noises may differ, and only the step before is looked at.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import carry

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"


@script
def proof(p: Script) -> Step:
    """Induction on k: contraction by c_k with gap s_k, shift reduction by a_k, price at most b_k - b_{k-1}."""

    @script
    def base(p: Script) -> Step:
        p.have("z_0", p.at("shift", "0"))
        return p.figure("monotone", p.figure("start", "start"), y="z(0)", d="b(0)")

    with p.induct("k", "0", "T", CLAIM.format(k="k"), base) as advance:
        priced = carry(advance, advance.hypothesis, "{}_k")
        advance.show(advance.figure("same-law", priced, advance.at("first run", "k"), advance.at("second run", "k")))
    return p.at(advance.step, "T")


STATEMENT = item("Theorem 22 with factors", "section 3.3",
    key="feldman2018",
    letters=("T: integer, T >= 0 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "psi: map sequence: map of step k in the first run", r"phi: map sequence: map of step k in the second run; latex \psi'",
        "zeta: noise sequence: noise of step k, on the iterate, the same in both runs", "c: real sequence: Lipschitz constant of step k",
        "s: real sequence: gap of the maps of step k", "a: real sequence: shift paid at step k",
        "z: real sequence: shift left after step k", "b: real sequence: bound after step k"),
    assumptions=("alpha, T", "start: winf(X(0), Y(0), z(0))", "free start: b(0) == 0",
        "first run: forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c(k)))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), s(k)))",
        "amounts: forall(k, 1, T, a(k) >= 0)", "finite: forall(k, 1, T, finite(alpha, zeta(k), a(k)))",
        "shift: forall(k, 0, T, z(k) >= 0)", "balance: forall(k, 1, T, z(k) == c(k)*z(k - 1) + s(k) - a(k))",
        "price: forall(k, 1, T, R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))"), conclusion="renyi(alpha, z(T), X(T), Y(T), b(T))",
    proof=proof, uses=("feldman2018/lemma-20", "feldman2018/lemma-21"), spots="T=3, alpha=2")
