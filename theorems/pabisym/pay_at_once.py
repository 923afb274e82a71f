"""Gaps paid at once.

Statement
    A contractive noisy iteration whose two runs start together and have gaps P_k d_k (N_k - N_{k-1}) satisfies
    D_alpha(X_T || X'_T) <= (alpha/2) sum_k d_k^2 (N_k - N_{k-1}), with P_k = c_1...c_k and N_k - N_{k-1} the variance of
    the noise of step k over P_k^2: the sum of the squared gaps over the variances.
Reads as
    Every step hides its own gap. This is the composition bound; it is the best one when the d_k rise, as with equal
    gaps and factors above one.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
    d : real sequence : gap of step k per noise, without contractions
Assumptions
    order : alpha > 1
    horizon : T >= 1
    unit : P_0 = 1
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c_k-Lipschitz
    Gaussian : zeta_k = N(0, (N_k - N_{k-1}) P_k^2 I)
    noise : N_{k-1} < N_k
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    start : W_infinity(X_0, X'_0) <= 0
    slopes : d_k >= 0
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= P_k d_k (N_k - N_{k-1})
Reference
    feldman2018, Theorem 22 with factors and variances, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import ASSUMPTIONS, SAME, STRUCTURES, SYMBOLS, at, string_premises

GAP, SHIFT = "P(k)*d(k)*(N(k) - N(k - 1))", "sum(d(i)*(N(i) - N(i - 1)), i, 1, k)"
PRICE = "sum(d(i)**2*(N(i) - N(i - 1)), i, 1, k)"
BOUND = f"alpha*{at(PRICE, 'T')}/2"


@script
def proof(p: Script) -> Step:
    """The string is the accumulated shift itself."""
    premises = string_premises(p, SHIFT, SHIFT, PRICE, gap=GAP, facts=("noise", "product", "slopes")) | {
        "below": p.generalise("k", "0", "T", f"{SHIFT} <= {SHIFT}"), "start": p.figure("winf-widen", "start", y=at(SHIFT, "0"))}
    result = p.theorem("pabisym/taut-string", premises, **SAME, s=("k", GAP), S=("k", SHIFT), A=("k", SHIFT), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = Statement(
    id="pabisym/pay-at-once", title="Gaps paid at once", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 22 with factors and variances", "section 3.3"), symbols=SYMBOLS,
    structures=(*STRUCTURES, Structure("d", "real sequence", "gap of step k per noise, without contractions")),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    assumptions=(*ASSUMPTIONS, Assumption("start", "winf(X(0), Y(0), 0)"), Assumption("slopes", "forall(k, 1, T, d(k) >= 0)"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))")),
    uses=("pabisym/taut-string",), spots=(Spot({"T": 3, "alpha": 2}),),
)
