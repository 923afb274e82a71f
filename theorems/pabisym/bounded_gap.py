"""A single gap in a bounded domain, without a contraction.

Statement
    Let every step of a noisy iteration have a 1-Lipschitz map that first projects onto K, in which the two runs are at most
    D apart, and noise of variance v. Let the runs start together and differ in the map of step t only, by at most g. Then
    with F = alpha/(2 v), D_alpha(X_T || X'_T) <= F g^2 if t = T, and <= F min(g^2/(T - t + 1), D^2/(T - t)) if t < T.
Reads as
    Where the domain is enough narrower than the gap, it is better to forget the gap: its step's own noise is lost, but no
    more than the width is to be paid. A restart before the gap would pay both, and a later one the width with less noise.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    t : integer, 1 <= t <= T : the step at which the maps differ : 1
    g : real, g >= 0 : the gap of its maps : iterate
    D : real, D >= 0 : diameter of the domain : iterate
    v : real, v > 0 : per-step variance of the noise, on the iterate : iterate^2
    F : real, F >= 0 : loss of one step that pays a shift of size one : iterate^-2
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain, onto which every step projects first
Assumptions
    order : alpha > 1
    horizon : T >= 1
    first : 1 <= t
    last : t <= T
    size : g >= 0
    width : D >= 0
    variance : v > 0
    price : F >= alpha/(2 v)
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most D
    start : W_infinity(X_0, X'_0) <= 0
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, v I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g at k = t and 0 elsewhere
Reference
    altschuler2022, Proposition 3.2 from any step, section 3.1
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._bounded_events import EQUAL, GAP, GAP_IN_DOMAIN, equal
from ._iterations import RUNS_ALONE, SYMBOLS
from ._restarts import START, domain, uniform

STATEMENT = Statement(
    id="pabisym/bounded-gap", title="A single gap in a bounded domain, without a contraction", kind="theorem", text=__doc__,
    proof=equal, bound=EQUAL, conclusion=f"renyi(alpha, 0, X(T), Y(T), {EQUAL})",
    reference=Reference("altschuler2022", "Proposition 3.2 from any step", "section 3.1"),
    structures=(*RUNS_ALONE, SET),
    symbols=(*SYMBOLS, *GAP_IN_DOMAIN,
             Symbol("v", "real, v > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("F", "real, F >= 0", "loss of one step that pays a shift of size one", "iterate^-2")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("first", "1 <= t"),
                 Assumption("last", "t <= T"), Assumption("size", "g >= 0"), Assumption("width", "D >= 0"), Assumption("variance", "v > 0"),
                 Assumption("price", "F >= alpha/(2*v)"), *domain(), START, *uniform("1", "v", GAP)),
    uses=("pabisym/single-gap", "pabisym/restart-block"),
    spots=(Spot({"T": 5, "alpha": 2, "t": 3, "g": 2, "D": 1, "v": 1, "F": 1}, "1/2"),
           Spot({"T": 5, "alpha": 2, "t": 5, "g": 2, "D": 1, "v": 1, "F": 1}, "4")),
)
