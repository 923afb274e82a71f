"""Equal gaps in a bounded domain: the best restart.

Statement
    Let every step of a noisy iteration have a 1-Lipschitz map that first projects onto K, noise of variance v and a gap
    of at most g. Let the two runs be at most r g apart in K, and start together. Then with F = alpha g^2/(2 v) and
    m = floor(1/2 + sqrt(1/4 + r^2)), D_alpha(X_T || X'_T) <= F min(T, (r + m)^2/m).
Reads as
    The loss grows with T, until it is cheaper to forget all but the last m steps, at about T = 4 r; from then on it
    stays. No look-back is better than this one, by pabisym/best-look-back.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    r : real, r >= 0 : diameter of the domain over the gap : 1
    g : real, g >= 0 : gap of the maps of a step : iterate
    v : real, v > 0 : per-step variance of the noise, on the iterate : iterate^2
    F : real, F >= 0 : loss of one step alone : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain, onto which every step projects first
Assumptions
    order : alpha > 1
    horizon : T >= 1
    ratio : r >= 0
    size : g >= 0
    variance : v > 0
    one step : F >= alpha g^2/(2 v)
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most r g
    start : W_infinity(X_0, X'_0) <= 0
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, v I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g
Reference
    altschuler2022, (B.1) with the best look-back, appendix B.1
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._iterations import RUNS_ALONE
from ._restarts import EQUAL_BOUND, domain, equal_gaps

STATEMENT = Statement(
    id="pabisym/bounded-equal-gaps", title="Equal gaps in a bounded domain: the best restart", kind="theorem", text=__doc__,
    reference=Reference("altschuler2022", "(B.1) with the best look-back", "appendix B.1"), proof=equal_gaps, bound=EQUAL_BOUND,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {EQUAL_BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("r", "real, r >= 0", "diameter of the domain over the gap"),
             Symbol("g", "real, g >= 0", "gap of the maps of a step", "iterate"),
             Symbol("v", "real, v > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("F", "real, F >= 0", "loss of one step alone")),
    structures=(*RUNS_ALONE, SET),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("ratio", "r >= 0"),
                 Assumption("size", "g >= 0"), Assumption("variance", "v > 0"), Assumption("one step", "F >= alpha*g**2/(2*v)"),
                 *domain("r*g"), Assumption("start", "winf(X(0), Y(0), 0)"),
                 Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), 1))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v))"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), g))")),
    uses=("pabisym/one-block", "pabisym/equal-look-back"),
    spots=(Spot({"T": 9, "alpha": 2, "r": 1, "g": 1, "v": 1, "F": 1}, "4"),
           Spot({"T": 3, "alpha": 2, "r": 5, "g": "1/2", "v": 2, "F": "1/8"}, "3/8")),
)
