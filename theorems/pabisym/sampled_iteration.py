"""Shift allocation with random steps that differ a little in law.

Statement
    Let X_k = K_k(X_{k-1}) + zeta_k and X'_k = K'_k(X'_{k-1}) + zeta_k with random steps K_k and K'_k. Let W_infinity
    of
    K_k(x) and K_k(y) be at most c_k ||x - y||, D_alpha(K_k(x) || K'_k(x)) <= q_k at every point x, and
    W_infinity(X_0, X'_0) <= z_0. If a_k, z_k >= 0 and z_k = c_k z_{k-1} - a_k, and
    b_k - b_{k-1} >= q_k + R_alpha(zeta_k, a_k) with b_0 = 0, then D_alpha^(z_T)(X_T || X'_T) <= b_T.
Reads as
    Amplification by iteration and amplification by sampling in one induction: at every step a part of the noise,
    inside K_k,
    hides that the record was sampled, at the price q_k, and the rest, zeta_k, pays for a part of the shift. Nothing
    is
    conditioned on, so that the noises need not be independent of anything but the past.
Letters
    T : integer, T >= 0 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    K : mechanism sequence : random step k of the first run
    J : mechanism sequence : random step k of the second run
    zeta : noise sequence : further noise of step k, on the iterate, the same in both runs
    c : real sequence : factor by which step k brings coupled points together
    q : real sequence : divergence of the two random steps from one point
    a : real sequence : shift paid at step k
    z : real sequence : shift left after step k
    b : real sequence : bound after step k
Assumptions
    order : alpha > 1
    horizon : T >= 0
    first run : X_k = K_k(X_{k-1}) + zeta_k
    second run : X'_k = K'_k(X'_{k-1}) + zeta_k
    steady : W_infinity(K_k(x), K_k(y)) <= c_k ||x - y||
    sampling : D_alpha(K_k(x) || K'_k(x)) <= q_k at every point x
    start : W_infinity(X_0, X'_0) <= z_0
    free start : b_0 = 0
    amounts : a_k >= 0
    shift : z_k >= 0
    balance : z_k = c_k z_{k-1} - a_k
    price : q_k + R_alpha(zeta_k, a_k) <= b_k - b_{k-1}
Reference
    altschuler2022, Theorem 3.1, steps 1 to 3 in one induction, section 3.2
"""

from pabisym.library.statement import Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..altschuler2022._sampling import AMOUNTS, PAIR, SAMPLED, sampled_step

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


STATEMENT = Statement(
    id="pabisym/sampled-iteration", title="Shift allocation with random steps that differ a little in law", kind="theorem", text=__doc__,
    reference=Reference("altschuler2022", "Theorem 3.1, steps 1 to 3 in one induction", "section 3.2"), conclusion=CLAIM.format(k="T"),
    proof=proof, symbols=(Symbol("T", "integer, T >= 0", "number of steps"), Symbol("alpha", "real, alpha > 1",
    "order of the Rényi divergence")),
    structures=(*PAIR, Structure("a", "real sequence", "shift paid at step k"), Structure("z", "real sequence", "shift left after step k"),
                Structure("b", "real sequence", "bound after step k")),
    assumptions=(*SAMPLED, *AMOUNTS), uses=("altschuler2022/lemma-5.5", "feldman2018/lemma-20"), spots=(Spot({"T": 3, "alpha": 2}),),
)
