"""Equal gaps and a contraction in a bounded domain: the best restart.

Statement
    Let every step of a noisy iteration have a c-Lipschitz map, c < 1, that first projects onto K, noise of variance v and
    a gap of at most g. Let the two runs be at most u g/(1 - c) apart in K, and start together. Then with
    F = alpha g^2 (1 + c)/(2 v (1 - c)), D_alpha(X_T || X'_T) <= F (1 - c^T)/(1 + c^T); and if r = 1 - u > 0, also
    <= F (1 - r c^m)^2/(1 - c^(2m)) with m = floor(log(h - sqrt(h^2 - c))/log(c)), h = (1 + c)(1 + r^2)/(4 r).
Reads as
    Gaps alone drive the runs g/(1 - c) apart at most. Where the domain is no smaller, it does not help. Else it is cheaper,
    for large T, to forget all but the last m steps.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : Lipschitz constant of every step : 1
    s : real, s == 1 + c : one and the contraction : 1
    u : real, u > 0 : diameter of the domain over g/(1 - c) : 1
    g : real, g >= 0 : gap of the maps of a step : iterate
    v : real, v > 0 : per-step variance of the noise, on the iterate : iterate^2
    F : real, F >= 0 : loss of infinitely many steps : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain, onto which every step projects first
Assumptions
    order : alpha > 1
    horizon : T >= 1
    contraction is positive : c > 0
    contraction : c < 1
    sum : s = 1 + c
    ratio : u > 0
    size : g >= 0
    variance : v > 0
    all steps : F >= alpha g^2 (1 + c)/(2 v (1 - c))
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most u g/(1 - c)
    start : W_infinity(X_0, X'_0) <= 0
    Lipschitz : psi_k is c-Lipschitz
    Gaussian : zeta_k = N(0, v I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g
Reference
    altschuler2022, Proposition 5.4 with gaps and the best look-back, section 5.1
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._iterations import RUNS_ALONE
from ._restarts import CONTRACTIVE_BOUND, contractive_gaps, domain

STATEMENT = Statement(
    id="pabisym/bounded-contractive-gaps", title="Equal gaps and a contraction in a bounded domain: the best restart", kind="theorem",
    text=__doc__, reference=Reference("altschuler2022", "Proposition 5.4 with gaps and the best look-back", "section 5.1"),
    proof=contractive_gaps, bound=CONTRACTIVE_BOUND, conclusion=f"renyi(alpha, 0, X(T), Y(T), {CONTRACTIVE_BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, 0 < c < 1", "Lipschitz constant of every step"), Symbol("s", "real, s == 1 + c", "one and the contraction"),
             Symbol("u", "real, u > 0", "diameter of the domain over g/(1 - c)"),
             Symbol("g", "real, g >= 0", "gap of the maps of a step", "iterate"),
             Symbol("v", "real, v > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("F", "real, F >= 0", "loss of infinitely many steps")),
    structures=(*RUNS_ALONE, SET),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("contraction is positive", "c > 0"),
                 Assumption("contraction", "c < 1"), Assumption("sum", "s == 1 + c"), Assumption("ratio", "u > 0"),
                 Assumption("size", "g >= 0"), Assumption("variance", "v > 0"),
                 Assumption("all steps", "F >= alpha*g**2*(1 + c)/(2*v*(1 - c))"), *domain("u*g/(1 - c)"),
                 Assumption("start", "winf(X(0), Y(0), 0)"), Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), c))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v))"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), g))")),
    uses=("pabisym/contractive-equal-gaps", "pabisym/contractive-look-back", "pabisym/contractive-too-far", "pabisym/geometric-look-back"),
    spots=(Spot({"T": 9, "alpha": 2, "c": "1/2", "s": "3/2", "u": "1/2", "g": 1, "v": 1, "F": 3}),
           Spot({"T": 2, "alpha": 2, "c": "1/2", "s": "3/2", "u": 2, "g": 1, "v": 1, "F": 3}, "9/5")),
)
