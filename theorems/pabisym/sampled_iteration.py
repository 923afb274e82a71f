"""Shift allocation with random steps that differ a little in law.

Statement
    Let X_k = K_k(X_{k-1}) + zeta_k and X'_k = K'_k(X'_{k-1}) + zeta_k with random steps K_k and K'_k. Let W_infinity of
    K_k(x) and K_k(y) be at most c_k ||x - y||, D_alpha(K_k(x) || K'_k(x)) <= q_k at every point x, and W_infinity(X_0,
    X'_0) <= z_0. If a_k, z_k >= 0 and z_k = c_k z_{k-1} - a_k, and b_k - b_{k-1} >= q_k + R_alpha(zeta_k, a_k) with b_0
    = 0, then D_alpha^(z_T)(X_T || X'_T) <= b_T.
Reads as
    Amplification by iteration and amplification by sampling in one induction: at every step a part of the noise, inside
    K_k, hides that the record was sampled, at the price q_k, and the rest, zeta_k, pays for a part of the shift.
    Nothing is conditioned on, so that the noises need not be independent of anything but the past.
"""

from pabisym.library.item import item
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..altschuler2022._sampling import sampled_step

CLAIM = "renyi(alpha, z({k}), X({k}), Y({k}), b({k}))"


@script
def proof(p: Script) -> Step:
    """Induction on k: a random step, then shift reduction by a_k."""

    @script
    def base(p: Script) -> Step:
        p.have("z_0", p.at("shift", "0"))
        return p.figure("monotone", p.figure("start", "start"), y="z(0)", d="b(0)")

    with p.induct("k", "0", "T", CLAIM.format(k="k"), base) as every:
        every.show(sampled_step(every, every.hypothesis))
    return p.at(every.step, "T")


STATEMENT = item("Theorem 3.1, steps 1 to 3 in one induction", "section 3.2",
    key="altschuler2022",
    letters=("T: integer, T >= 0 [horizon]: number of steps; role steps",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first run after k steps", "Y: law sequence: law of the second run after k steps; latex X'",
        "K: mechanism sequence: random step k of the first run", "J: mechanism sequence: random step k of the second run; latex K'",
        "zeta: noise sequence: further noise of step k, on the iterate, the same in both runs",
        "c: real sequence: factor by which step k brings coupled points together",
        "q: real sequence: divergence of the two random steps from one point", "a: real sequence: shift paid at step k",
        "z: real sequence: shift left after step k", "b: real sequence: bound after step k"),
    assumptions=("alpha, T", "first run: forall(k, 1, T, equal(X(k), convolve(through(K(k), X(k - 1)), zeta(k))))",
        "second run: forall(k, 1, T, equal(Y(k), convolve(through(J(k), Y(k - 1)), zeta(k))))",
        "steady: forall(k, 1, T, steady(K(k), c(k)))", "sampling: forall(k, 1, T, close(alpha, K(k), J(k), q(k)))",
        "start: winf(X(0), Y(0), z(0))", "free start: b(0) == 0", "amounts: forall(k, 1, T, a(k) >= 0)",
        "finite: forall(k, 1, T, finite(alpha, zeta(k), a(k)))", "shift: forall(k, 0, T, z(k) >= 0)",
        "balance: forall(k, 1, T, z(k) == c(k)*z(k - 1) - a(k))",
        "price: forall(k, 1, T, q(k) + R(alpha, zeta(k), a(k)) <= b(k) - b(k - 1))"), conclusion="renyi(alpha, z(T), X(T), Y(T), b(T))",
    proof=proof, uses=("altschuler2022/lemma-5.5", "feldman2018/lemma-20"), spots="T=3, alpha=2")
