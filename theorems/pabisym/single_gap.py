"""A single gap: one block from its step to the end.

Statement
    A contractive noisy iteration whose two runs start together and differ in the map of step t only, by at most g,
    satisfies D_alpha(X_T || X'_T) <= alpha g^2/(2 P_t^2 (N_T - N_{t-1})), with P_k = c_1...c_k and
    N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    The gap is paid in proportion to the noise that is added after it, counted without contractions.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    t : integer, 1 <= t <= T : the step at which the maps differ : 1
    g : real, g >= 0 : the gap of its maps : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
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
    first : 1 <= t
    last : t <= T
    size : g >= 0
    start : W_infinity(X_0, X'_0) <= 0
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g at k = t and 0 elsewhere
Reference
    feldman2018, Theorem 23 with factors and variances, section 4
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import ASSUMPTIONS, SAME, STRUCTURES, SYMBOLS, here, rising, string_premises

GAP = "cases(k - t, cases(t - k, g, 0), 0)"
SHIFT, STRING = "cases(k - t, g/P(t), 0)", "cases(k - t, g/P(t)*(N(k) - N(t - 1))/(N(T) - N(t - 1)), 0)"
PRICE = "cases(k - t, (g/P(t)/(N(T) - N(t - 1)))**2*(N(k) - N(t - 1)), 0)"
BOUND = "alpha*g**2/(2*P(t)**2*(N(T) - N(t - 1)))"


@script
def proof(p: Script) -> Step:
    """The string is straight from the step of the gap to the end."""
    p.have("P_t", p.at("product", "t"))
    p.have("before", rising(p, "t - 1", "T - 1"))
    with p.proof() as room:
        room.have_all(here(room, ("noise",), "T"))
        room.show("N(t - 1) < N(T)")
    p.have("room", room.step)
    premises = string_premises(p, SHIFT, STRING, PRICE, gap=GAP)
    with p.generalise("k", "0", "T") as below:
        claim = f"{STRING} <= {SHIFT}"
        with below.case("k - t", claim) as after:
            after.have("later", rising(after, "k", "T"))
        below.show(claim)
    start = p.figure("winf-widen", "start", y="cases(0 - t, g/P(t), 0)")
    premises |= {"below": below.step, "start": start}
    result = p.theorem("pabisym/taut-string", premises, **SAME, s=("k", GAP), S=("k", SHIFT), A=("k", STRING), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = Statement(
    id="pabisym/single-gap", title="A single gap: one block from its step to the end", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 23 with factors and variances", "section 4"),
        conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(*SYMBOLS, Symbol("t", "integer, 1 <= t <= T", "the step at which the maps differ"),
             Symbol("g", "real, g >= 0", "the gap of its maps", "iterate")),
    structures=STRUCTURES,
    assumptions=(*ASSUMPTIONS, Assumption("first", "1 <= t"), Assumption("last", "t <= T"), Assumption("size", "g >= 0"),
                 Assumption("start", "winf(X(0), Y(0), 0)"), Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))")),
    uses=("pabisym/taut-string", "pabisym/rising"), spots=(Spot({"T": 3, "alpha": 2, "t": 2, "g": 1}),),
)
