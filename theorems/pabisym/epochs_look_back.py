"""A gap in every epoch of a bounded process: looking back some gaps.

Statement
    Let every step of a noisy iteration of E epochs of n steps have a 1-Lipschitz map that first projects onto K, in which
    the two runs are at most r g apart, noise of variance w, and a gap of at most g at the t-th step of every epoch only;
    the runs start together. With F = alpha g^2/(2 w), m = n - t + 1 and q >= 1, where n r >= n - 1 or q = 1,
    D_alpha(X_{En} || X'_{En}) <= F min((E - 1)/n + 1/m, V), V = (r + q)^2/(q n + m - 1) if m (r + q - 1) >= q n - 1, and
    V = (r + q - 1)^2/(q n - 1) + 1/m otherwise.
Reads as
    Pay every gap, or forget all but the last q gaps: then the width of the domain and these gaps are paid at one rate, or
    the last gap apart. For q >= E it is never better to look back.
Letters
    n : integer, n >= 1 : steps of an epoch : 1
    E : integer, E >= 1 : number of epochs : 1
    t : integer, 1 <= t <= n : place of the differing step in its epoch : 1
    q : integer, q >= 1 : the look-back, in gaps : 1
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
    look-back : q >= 1
    order : alpha > 1
    ratio : r >= 0
    size : g >= 0
    variance : w > 0
    one step : F >= alpha g^2/(2 w)
    wide : (q - 1) (n r - n + 1) >= 0
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
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._bounded_epochs import BACK, BASE, EPOCHS, PLACES, RUNS_IN_DOMAIN, SCALES, SIZES, look_back
from ._iterations import RUNS_ALONE

STATEMENT = Statement(
    id="pabisym/epochs-look-back", title="A gap in every epoch of a bounded process: looking back some gaps", kind="theorem",
    text=__doc__, proof=look_back, bound=f"F*min({BASE}, {BACK})", conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), F*min({BASE}, {BACK}))",
    reference=Reference("altschuler2022", "Theorem 5.6 from any gap", "section 5.2"),
    symbols=(*EPOCHS, Symbol("q", "integer, q >= 1", "the look-back, in gaps"), *SCALES),
    structures=(*RUNS_ALONE, SET),
    assumptions=(*PLACES, Assumption("look-back", "q >= 1"), *SIZES, Assumption("wide", "(q - 1)*(n*r - n + 1) >= 0"), *RUNS_IN_DOMAIN),
    uses=("pabisym/periodic-gap", "pabisym/epochs-after-restart"),
    spots=(Spot({"n": 3, "E": 5, "t": 2, "q": 2, "alpha": 2, "r": 1, "g": 1, "w": 1, "F": 1}, "13/10"),),
)
