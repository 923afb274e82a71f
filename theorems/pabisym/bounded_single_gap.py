"""A single gap in a bounded domain: paid, or forgotten.

Statement
    Let every step of a contractive noisy iteration first project onto K, in which the two runs are at most D apart. Let
    the runs start together and differ in the map of step t only, by at most g. Then D_alpha(X_T || X'_T) is at most
    A = alpha g^2/(2 P_t^2 (N_T - N_{t-1})), and if t < T, also at most B = alpha D^2/(2 P_t^2 (N_T - N_t)), with
    P_k = c_1...c_k and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    The gap is paid from its step on, or the domain's width from the next step on. A restart before the gap would pay the
    width and the gap; one later still pays the same width with less noise, where P_k does not grow.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    t : integer, 1 <= t <= T : the step at which the maps differ : 1
    g : real, g >= 0 : the gap of its maps : iterate
    D : real, D >= 0 : diameter of the domain : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
    K : set : the domain, onto which every step projects first
Assumptions
    order : alpha > 1
    horizon : T >= 1
    unit : P_0 = 1
    Lipschitz : psi_k is c_k-Lipschitz
    Gaussian : zeta_k = N(0, (N_k - N_{k-1}) P_k^2 I)
    noise : N_{k-1} < N_k
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    first : 1 <= t
    last : t <= T
    size : g >= 0
    width : D >= 0
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most D
    start : W_infinity(X_0, X'_0) <= 0
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g at k = t and 0 elsewhere
Reference
    altschuler2022, Proposition 3.2 from any step, section 3.1
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Reference, Spot, Statement

from ._bounded_events import GAP, GAP_IN_DOMAIN, SMALLER, proof
from ._iterations import ASSUMPTIONS, STRUCTURES, SYMBOLS
from ._restarts import domain

STATEMENT = Statement(
    id="pabisym/bounded-single-gap", title="A single gap in a bounded domain: paid, or forgotten", kind="theorem", text=__doc__,
    proof=proof, reference=Reference("altschuler2022", "Proposition 3.2 from any step", "section 3.1"), structures=(*STRUCTURES, SET),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {SMALLER})",
    symbols=(*SYMBOLS, *GAP_IN_DOMAIN),
    assumptions=(*(a for a in ASSUMPTIONS if not a.name.endswith("run")), Assumption("first", "1 <= t"), Assumption("last", "t <= T"),
                 Assumption("size", "g >= 0"), Assumption("width", "D >= 0"), *domain(), Assumption("start", "winf(X(0), Y(0), 0)"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))")),
    uses=("pabisym/single-gap", "pabisym/restart-block", "pabisym/rising"),
    spots=(Spot({"T": 3, "alpha": 2, "t": 2, "g": 1, "D": 1}),),
)
