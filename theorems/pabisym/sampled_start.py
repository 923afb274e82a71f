"""Random steps that differ a little in law, and a distance at the start: one block over all steps.

Statement
    Two runs X_k = K_k(X_{k-1}) + zeta_k and X'_k = K'_k(X'_{k-1}) + zeta_k whose random steps bring coupled points
    together by
    c_k, differ by at most Q in D_alpha from any point, and start within g of each other, satisfy
    D_alpha(X_T || X'_T) <= T Q + alpha g^2/(2 N_T), with P_k = c_1...c_k, N_0 = 0 and N_k - N_{k-1} the variance of
    zeta_k
    over P_k^2.
Reads as
    Every step pays Q for the record that it may have sampled, and the distance is paid in proportion to the rest of
    the
    noise, counted without contractions. All T noises help, where Altschuler and Talwar use T - 1 of them.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    g : real, g >= 0 : distance of the starts : iterate
    Q : real : divergence of the random steps : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    K : mechanism sequence : random step k of the first run
    J : mechanism sequence : random step k of the second run
    zeta : noise sequence : further noise of step k, on the iterate, the same in both runs
    c : real sequence : factor by which step k brings coupled points together
    P : real sequence : product of the factors up to step k
    N : real sequence : accumulated noise, without contractions
Assumptions
    order : alpha > 1
    horizon : T >= 1
    size : g >= 0
    start : W_infinity(X_0, X'_0) <= g
    unit : P_0 = 1
    no noise yet : N_0 = 0
    noise : N_{k-1} < N_k
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    Gaussian : zeta_k = N(0, (N_k - N_{k-1}) P_k^2 I)
    first run : X_k = K_k(X_{k-1}) + zeta_k
    second run : X'_k = K'_k(X'_{k-1}) + zeta_k
    steady : W_infinity(K_k(x), K_k(y)) <= c_k ||x - y||
    sampling : D_alpha(K_k(x) || K'_k(x)) <= Q at every point x
Reference
    altschuler2022, (3.7) and (B.3) in one form, section 3.2
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..altschuler2022._sampling import COORDINATES, PAIR, SAMPLED, straight
from ._iterations import rising

BOUND = "T*Q + alpha*g**2/(2*N(T))"


@script
def proof(p: Script) -> Step:
    """The string is straight."""
    p.have("first noise", p.at("noise", "1"))
    p.have("more noise", rising(p, "1", "T"))
    p.have("some noise", "N(T) > 0")
    return straight(p)


STATEMENT = Statement(
    id="pabisym/sampled-start", title="Random steps that differ a little in law, and a distance at the start", kind="theorem", text=__doc__,
    reference=Reference("altschuler2022", "(3.7) and (B.3) in one form", "section 3.2"), proof=proof, bound="",
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("g", "real, g >= 0", "distance of the starts", "iterate"), Symbol("Q", "real", "divergence of the random steps")),
    structures=(*(s for s in PAIR if s.name != "q"), Structure("P", "real sequence", "product of the factors up to step k"),
                Structure("N", "real sequence", "accumulated noise, without contractions")),
    assumptions=(*COORDINATES, *(a for a in SAMPLED if a.name in ("first run", "second run", "steady")), Assumption(
        "sampling", "forall(k, 1, T, close(alpha, K(k), J(k), Q))", "D_alpha(K_k(x) || K'_k(x)) <= Q at every point x")),
    uses=("pabisym/sampled-iteration", "pabisym/rising"), spots=(Spot({"T": 3, "alpha": 2, "g": 1, "Q": 0}),),
)
