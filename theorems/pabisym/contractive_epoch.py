"""One epoch with its gap at the first step, and a contraction.

Statement
    Let D_alpha^(z)(X_p || X'_p) <= b, and let the m steps after step p have c-Lipschitz maps, 0 < c < 1, noise of variance
    w, and no gap but one of at most g at the step p + 1. If u >= 0 and y = c^m z + c^{m-1} g - u (1 - c^{2m}) >= 0, then
    D_alpha^(y)(X_{p+m} || X'_{p+m}) <= b + (alpha/(2 w)) u^2 (1 - c^2) (1 - c^{2m}).
Reads as
    The steps of an epoch pay at the rate that is best for what arrives at its end.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    p : integer : the step before the epoch : 1
    m : integer, m >= 1 : steps of the epoch : 1
    c : real, 0 < c < 1 : Lipschitz constant of every step : 1
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    g : real, g >= 0 : the gap : iterate
    z : real, z >= 0 : shift before the epoch : iterate
    u : real, u >= 0 : rate of payment : iterate
    b : real : bound before the epoch : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
Assumptions
    order : alpha > 1
    steps : m >= 1
    contraction is positive : c > 0
    contraction : c < 1
    variance : w > 0
    size : g >= 0
    shift : z >= 0
    rate : u >= 0
    left : c^m z + c^{m-1} g - u (1 - c^{2m}) >= 0
    start : D_alpha^(z)(X_p || X'_p) <= b
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g at step p + 1, and 0 after it
Reference
    feldman2018, Theorem 22 with factors, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._cyclic import END, EPOCH, ONE_GAP, one_epoch
from ._iterations import RUNS_ALONE

RUN = "forall(k, p + 1, p + m, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"

STATEMENT = Statement(
    id="pabisym/contractive-epoch", title="One epoch with its gap at the first step, and a contraction", kind="lemma", text=__doc__,
    proof=one_epoch, reference=Reference("feldman2018", "Theorem 22 with factors", "section 3.3"),
    conclusion=f"renyi(alpha, {END}, X(p + m), Y(p + m), {EPOCH})",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("p", "integer", "the step before the epoch"),
             Symbol("m", "integer, m >= 1", "steps of the epoch"), Symbol("c", "real, 0 < c < 1", "Lipschitz constant of every step"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("g", "real, g >= 0", "the gap", "iterate"), Symbol("z", "real, z >= 0", "shift before the epoch", "iterate"),
             Symbol("u", "real, u >= 0", "rate of payment", "iterate"), Symbol("b", "real", "bound before the epoch")),
    structures=RUNS_ALONE,
    assumptions=(Assumption("order", "alpha > 1"), Assumption("steps", "m >= 1"), Assumption("contraction is positive", "c > 0"),
                 Assumption("contraction", "c < 1"), Assumption("variance", "w > 0"), Assumption("size", "g >= 0"),
                 Assumption("shift", "z >= 0"), Assumption("rate", "u >= 0"), Assumption("left", f"{END} >= 0"),
                 Assumption("start", "renyi(alpha, z, X(p), Y(p), b)"), Assumption("first run", RUN.format(X="X", psi="psi")),
                 Assumption("second run", RUN.format(X="Y", psi="phi")),
                 Assumption("Lipschitz", "forall(k, p + 1, p + m, lipschitz(psi(k), c))"),
                 Assumption("Gaussian", "forall(k, p + 1, p + m, gaussian(zeta(k), w))"),
                 Assumption("gaps", f"forall(k, p + 1, p + m, gap(psi(k), phi(k), {ONE_GAP}))")),
    uses=("pabisym/continuation",),
    spots=(Spot({"alpha": 2, "p": 1, "m": 2, "c": "1/2", "w": 1, "g": 1, "z": 1, "u": "1/2", "b": 0}),),
)
