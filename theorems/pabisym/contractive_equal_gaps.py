"""Equal gaps and a contraction.

Statement
    Let every step of a noisy iteration have a c-Lipschitz map, c < 1, noise of variance v and a gap of at most g. If the
    runs start together, then with F = alpha g^2 (1 + c)/(2 v (1 - c)), D_alpha(X_T || X'_T) <= F (1 - c^T)/(1 + c^T).
Reads as
    The loss grows with T and stays below F.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : Lipschitz constant of every step : 1
    g : real, g >= 0 : gap of the maps of a step : iterate
    v : real, v > 0 : per-step variance of the noise, on the iterate : iterate^2
    F : real, F >= 0 : loss of infinitely many steps : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
Assumptions
    order : alpha > 1
    horizon : T >= 1
    contraction is positive : c > 0
    contraction : c < 1
    size : g >= 0
    variance : v > 0
    all steps : F >= alpha g^2 (1 + c)/(2 v (1 - c))
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    start : W_infinity(X_0, X'_0) <= 0
    Lipschitz : psi_k is c-Lipschitz
    Gaussian : zeta_k = N(0, v I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g
Reference
    feldman2018, Theorem 22 with factors, section 3.3
"""

from pabisym.library.statement import Assumption, LinearPair, Reference, Spot, Statement, Symbol

from ._iterations import RUN, RUNS_ALONE
from ._restarts import FROM_START, contractive_from_start

BOUND = f"F*({FROM_START})"

STATEMENT = Statement(
    id="pabisym/contractive-equal-gaps", title="Equal gaps and a contraction", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 22 with factors", "section 3.3"), proof=contractive_from_start, bound=BOUND,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, 0 < c < 1", "Lipschitz constant of every step"),
             Symbol("g", "real, g >= 0", "gap of the maps of a step", "iterate"),
             Symbol("v", "real, v > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("F", "real, F >= 0", "loss of infinitely many steps")),
    structures=RUNS_ALONE,
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("contraction is positive", "c > 0"),
                 Assumption("contraction", "c < 1"), Assumption("size", "g >= 0"), Assumption("variance", "v > 0"),
                 Assumption("all steps", "F >= alpha*g**2*(1 + c)/(2*v*(1 - c))"), Assumption("first run", RUN.format(X="X", psi="psi")),
                 Assumption("second run", RUN.format(X="Y", psi="phi")), Assumption("start", "winf(X(0), Y(0), 0)"),
                 Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), c))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v))"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), g))")),
    worst_case=LinearPair("T", "c", "g", "v", inside="contractive noisy iterations with these gaps"), tightness="exact",
    uses=("pabisym/one-block",), spots=(Spot({"T": 2, "alpha": 2, "c": "1/2", "g": 1, "v": 1, "F": 3}, "9/5"),),
)
