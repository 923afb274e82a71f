"""A distance at the start: one block over all steps.

Statement
    A contractive noisy iteration whose two runs have the same maps and start within g of each other satisfies
    D_alpha(X_T || X'_T) <= alpha g^2/(2 N_T), with P_k = c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of the noise
    of step k over P_k^2.
Reads as
    The distance is paid in proportion to the noise, counted without contractions.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    g : real, g >= 0 : distance of the starts : iterate
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
    size : g >= 0
    start : W_infinity(X_0, X'_0) <= g
    no noise yet : N_0 = 0
    same maps : psi_k = psi'_k
Reference
    feldman2018, Theorem 22 with factors and variances, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._iterations import ASSUMPTIONS, SAME, STRUCTURES, SYMBOLS, rising, string_premises

STRING, PRICE, BOUND = "g*N(k)/N(T)", "(g/N(T))**2*N(k)", "alpha*g**2/(2*N(T))"


@script
def proof(p: Script) -> Step:
    """The string is straight."""
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "T"))
    p.have("some noise", "N(T) > 0")
    premises = string_premises(p, "g", STRING, PRICE, gap="0")
    with p.generalise("k", "0", "T") as below:
        below.have("later", rising(below, "k", "T"))
        below.show(f"{STRING} <= g")
    premises |= {"below": below.step}
    result = p.theorem("pabisym/taut-string", premises, **SAME, s=("k", "0"), S=("k", "g"), A=("k", STRING), b=("k", PRICE))
    return p.figure("monotone", result, y="0", d=BOUND)


STATEMENT = Statement(
    id="pabisym/start-shift", title="A distance at the start: one block over all steps", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 22 with factors and variances", "section 3.3"), structures=STRUCTURES,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", symbols=(*SYMBOLS, Symbol("g", "real, g >= 0", "distance of the starts",
        "iterate")),
    assumptions=(*ASSUMPTIONS, Assumption("size", "g >= 0"), Assumption("start", "winf(X(0), Y(0), g)"), Assumption("no noise yet",
                 "N(0) == 0"),
                 Assumption("same maps", "forall(k, 1, T, gap(psi(k), phi(k), 0))")),
    uses=("pabisym/taut-string", "pabisym/rising"), spots=(Spot({"T": 3, "alpha": 2, "g": 1}),),
)
