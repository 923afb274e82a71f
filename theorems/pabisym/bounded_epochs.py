"""A gap in every epoch of a bounded process: the best restart.

Statement
    Let every step of a noisy iteration of E epochs of n steps have a 1-Lipschitz map that first projects onto K, in which
    the two runs are at most r g apart, noise of variance w, and a gap of at most g at the t-th step of every epoch only;
    the runs start together. With F = alpha g^2/(2 w), m = n - t + 1, q = floor(r - (max(n, 2 m) - 2)/n), and for every k
    V_k = (r + k)^2/(k n + m - 1) if m (r + k - 1) >= k n - 1 and V_k = (r + k - 1)^2/(k n - 1) + 1/m otherwise,
    D_alpha(X_{En} || X'_{En}) <= F min((E - 1)/n + 1/m, V), where V = min(V_q, V_(q+1)) if q >= 1; if q < 1,
    V = min(V_1, r^2/(m - 1)) for m >= 2 and V = V_1 for m = 1.
Reads as
    Pay every gap, or forget all but the last of them. The cost of a look-back is smallest about q gaps back. At random
    points this is the exact best restart.
Letters
    n : integer, n >= 1 : steps of an epoch : 1
    E : integer, E >= 1 : number of epochs : 1
    t : integer, 1 <= t <= n : place of the differing step in its epoch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    r : real, r >= 0 : diameter of the domain over the gap : 1
    g : real, g >= 0 : the gap : iterate
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    F : real, F >= 0 : loss of one gap that is paid by one step : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain, onto which every step projects first
Assumptions
    epoch : n >= 1
    epochs : E >= 1
    first : 1 <= t
    last : t <= n
    order : alpha > 1
    ratio : r >= 0
    size : g >= 0
    variance : w > 0
    one step : F >= alpha g^2/(2 w)
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most r g
    start : W_infinity(X_0, X'_0) <= 0
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g once in every epoch
Reference
    altschuler2022, Theorem 5.6 from any gap, section 5.2
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Reference, Spot, Statement

from ._bounded_epochs import EPOCHS, PERIODIC, PLACES, RUNS_IN_DOMAIN, SCALES, SIZES, best
from ._iterations import RUNS_ALONE

STATEMENT = Statement(
    id="pabisym/bounded-epochs", title="A gap in every epoch of a bounded process: the best restart", kind="theorem",
    text=__doc__, proof=best, bound=PERIODIC, conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {PERIODIC})",
    reference=Reference("altschuler2022", "Theorem 5.6 from any gap", "section 5.2"),
    symbols=(*EPOCHS, *SCALES),
    structures=(*RUNS_ALONE, SET),
    assumptions=(*PLACES, *SIZES, *RUNS_IN_DOMAIN),
    uses=("pabisym/periodic-gap", "pabisym/restart-block", "pabisym/epochs-look-back", "pabisym/either-look-back"),
    spots=(Spot({"n": 3, "E": 20, "t": 2, "alpha": 2, "r": 3, "g": 1, "w": 1, "F": 1}, "25/7"),
           Spot({"n": 3, "E": 9, "t": 2, "alpha": 2, "r": "1/2", "g": 1, "w": 1, "F": 1}, "1/4")),
)
