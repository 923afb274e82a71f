"""A gap in every epoch, and a contraction.

Statement
    A noisy iteration of T = t - 1 + (E - 1) n + m steps, 1 <= m <= n, with c-Lipschitz maps, 0 < c < 1, and noise of variance
    w, whose two runs start together and differ in the maps of the steps t, t + n, ..., t + (E - 1) n only, by at most g,
    satisfies D_alpha(X_T || X'_T) <= (alpha g^2 (1 - c^2)/(2 w c^2)) V. With R = c^{n (E-1)}, V is
    c^{2m} (1 - c^n R)^2/((1 - c^n)^2 (1 - c^{2m} R^2)) where c^{2m} (1 + R - c^n R) <= c^n, and
    c^{2n} (1 - R)/((1 - c^n)^2 (1 + R)) + c^{2m}/(1 - c^{2m}) elsewhere.
Reads as
    All gaps but the last are paid at one rate, in units that do not contract; the last one with them, or faster.
Letters
    n : integer, n >= 1 : steps of an epoch : 1
    E : integer, E >= 1 : number of gaps : 1
    t : integer, t >= 1 : the first step with a gap : 1
    m : integer, 1 <= m <= n : steps from the last gap on : 1
    T : integer : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : Lipschitz constant of every step : 1
    g : real, g >= 0 : the gap : iterate
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
Assumptions
    epoch : n >= 1
    epochs : E >= 1
    first : t >= 1
    rest : m >= 1
    last : m <= n
    horizon : T = t - 1 + (E - 1) n + m
    order : alpha > 1
    contraction is positive : c > 0
    contraction : c < 1
    size : g >= 0
    variance : w > 0
    start : W_infinity(X_0, X'_0) <= 0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g once in every epoch
Reference
    feldman2018, Theorem 35 with factors and any index, appendix B
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._cyclic import GAPS, PERIODIC, all_epochs
from ._iterations import RUN, RUNS_ALONE

STATEMENT = Statement(
    id="pabisym/contractive-periodic-gap", title="A gap in every epoch, and a contraction", kind="theorem", text=__doc__, proof=all_epochs,
    reference=Reference("feldman2018", "Theorem 35 with factors and any index", "appendix B"), bound=PERIODIC,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {PERIODIC})",
    symbols=(Symbol("n", "integer, n >= 1", "steps of an epoch"), Symbol("E", "integer, E >= 1", "number of gaps"),
             Symbol("t", "integer, t >= 1", "the first step with a gap"),
             Symbol("m", "integer, 1 <= m <= n", "steps from the last gap on"), Symbol("T", "integer", "number of steps"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, 0 < c < 1", "Lipschitz constant of every step"), Symbol("g", "real, g >= 0", "the gap", "iterate"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2")),
    structures=RUNS_ALONE,
    assumptions=(Assumption("epoch", "n >= 1"), Assumption("epochs", "E >= 1"), Assumption("first", "t >= 1"), Assumption("rest", "m >= 1"),
                 Assumption("last", "m <= n"), Assumption("horizon", "T == t - 1 + (E - 1)*n + m"), Assumption("order", "alpha > 1"),
                 Assumption("contraction is positive", "c > 0"), Assumption("contraction", "c < 1"), Assumption("size", "g >= 0"),
                 Assumption("variance", "w > 0"), Assumption("start", "winf(X(0), Y(0), 0)"),
                 Assumption("first run", RUN.format(X="X", psi="psi")), Assumption("second run", RUN.format(X="Y", psi="phi")),
                 Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), c))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), w))"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAPS}))")),
    uses=("pabisym/continuation", "pabisym/contractive-epoch", "pabisym/contractive-epochs"),
    spots=(Spot({"n": 2, "E": 2, "t": 1, "m": 2, "T": 4, "alpha": 2, "c": "1/2", "g": 1, "w": 1}),),
)
