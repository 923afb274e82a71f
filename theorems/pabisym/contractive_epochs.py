"""Epochs of a contraction that are paid at one rate.

Statement
    Let a noisy iteration have c-Lipschitz maps, 0 < c < 1, noise of variance w and, from step t on, gaps of at most g at
    the steps t, t + n, t + 2n, ...; let h = c^{n-1} g/(1 - c^n), and let 0 <= U with U (1 + c^{nF}) <= h. If
    D_alpha(X_{t-1} || X'_{t-1}) = 0, then D_alpha^(y)(X_q || X'_q) <= (alpha/(2 w)) U^2 (1 - c^2) (1 - c^{2nF}) after F
    epochs, q = t - 1 + F n and y = (1 - c^{nF}) (h - U (1 + c^{nF})).
Reads as
    What is left after every epoch is not negative as long as it is not at the last one; with U (1 + c^{nF}) = h nothing is left.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : steps of an epoch : 1
    t : integer, t >= 1 : the first step with a gap : 1
    F : integer, F >= 0 : number of epochs : 1
    c : real, 0 < c < 1 : Lipschitz constant of every step : 1
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    g : real, g >= 0 : the gap : iterate
    h : real, h >= 0 : shift after endless epochs without payments : iterate
    U : real, U >= 0 : rate of payment in the last epoch : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
Assumptions
    order : alpha > 1
    epoch : n >= 1
    first : t >= 1
    epochs : F >= 0
    contraction is positive : c > 0
    contraction : c < 1
    variance : w > 0
    size : g >= 0
    endless : c^{n-1} g = (1 - c^n) h
    no debt : h >= 0
    rate : U >= 0
    slow enough : U (1 + c^{nF}) <= h
    start : D_alpha(X_{t-1} || X'_{t-1}) <= 0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g once in every epoch
Reference
    feldman2018, Theorem 35 with factors and any index, appendix B
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._cyclic import AFTER_ALL, EVERY, PRICE_ALL, epochs
from ._iterations import RUNS_ALONE

ALL = "forall(k, t, t - 1 + F*n, {})".format
RUN = "equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k)))"

STATEMENT = Statement(
    id="pabisym/contractive-epochs", title="Epochs of a contraction that are paid at one rate", kind="lemma", text=__doc__, proof=epochs,
    reference=Reference("feldman2018", "Theorem 35 with factors and any index", "appendix B"),
    conclusion=f"renyi(alpha, {AFTER_ALL}, X(t - 1 + F*n), Y(t - 1 + F*n), {PRICE_ALL})",
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("n", "integer, n >= 1", "steps of an epoch"),
             Symbol("t", "integer, t >= 1", "the first step with a gap"), Symbol("F", "integer, F >= 0", "number of epochs"),
             Symbol("c", "real, 0 < c < 1", "Lipschitz constant of every step"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("g", "real, g >= 0", "the gap", "iterate"),
             Symbol("h", "real, h >= 0", "shift after endless epochs without payments", "iterate"),
             Symbol("U", "real, U >= 0", "rate of payment in the last epoch", "iterate")),
    structures=RUNS_ALONE,
    assumptions=(Assumption("order", "alpha > 1"), Assumption("epoch", "n >= 1"), Assumption("first", "t >= 1"),
                 Assumption("epochs", "F >= 0"), Assumption("contraction is positive", "c > 0"), Assumption("contraction", "c < 1"),
                 Assumption("variance", "w > 0"), Assumption("size", "g >= 0"), Assumption("endless", "c**(n - 1)*g == (1 - c**n)*h"),
                 Assumption("no debt", "h >= 0"), Assumption("rate", "U >= 0"), Assumption("slow enough", "U*(1 + c**(n*F)) <= h"),
                 Assumption("start", "renyi(alpha, 0, X(t - 1), Y(t - 1), 0)"), Assumption("first run", ALL(RUN.format(X="X", psi="psi"))),
                 Assumption("second run", ALL(RUN.format(X="Y", psi="phi"))), Assumption("Lipschitz", ALL("lipschitz(psi(k), c)")),
                 Assumption("Gaussian", ALL("gaussian(zeta(k), w)")), Assumption("gaps", ALL(f"gap(psi(k), phi(k), {EVERY})"))),
    uses=("pabisym/contractive-epoch",),
    spots=(Spot({"alpha": 2, "n": 2, "t": 1, "F": 3, "c": "1/2", "w": 1, "g": "3/2", "h": 1, "U": "1/2"}),),
)
