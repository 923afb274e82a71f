"""A gap in every epoch.

Statement
    A noisy iteration of E epochs of n steps with 1-Lipschitz maps and noise of variance w, whose two runs start
    together and differ in the maps of the steps t, t + n, ..., t + (E - 1) n only, by at most g, satisfies
    D_alpha(X_{En} || X'_{En}) <= (alpha g^2/(2 w)) ((E - 1)/n + 1/(n - t + 1)).
Reads as
    Every gap is paid evenly until the next one; the last one by the n - t + 1 steps that are left.
Letters
    n : integer, n >= 1 : steps of an epoch : 1
    E : integer, E >= 1 : number of epochs : 1
    t : integer, 1 <= t <= n : place of the differing step in its epoch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
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
    first : 1 <= t
    last : t <= n
    order : alpha > 1
    size : g >= 0
    variance : w > 0
    start : W_infinity(X_0, X'_0) <= 0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g once in every epoch
Reference
    feldman2018, Theorem 35 with any index, appendix B
"""

from pabisym.library.statement import Assumption, LinearPair, Reference, Spot, Statement, Symbol

from ._epochs import BOUND, GAP, Q, proof
from ._iterations import RUNS_ALONE

RUN = "forall(k, 1, E*n, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


STATEMENT = Statement(
    id="pabisym/periodic-gap", title="A gap in every epoch", kind="theorem", text=__doc__, proof=proof, bound=BOUND, tightness="exact",
    reference=Reference("feldman2018", "Theorem 35 with any index", "appendix B"), conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {BOUND})",
    symbols=(Symbol("n", "integer, n >= 1", "steps of an epoch"), Symbol("E", "integer, E >= 1", "number of epochs"),
             Symbol("t", "integer, 1 <= t <= n", "place of the differing step in its epoch"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("g", "real, g >= 0", "the gap", "iterate"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2")),
    structures=RUNS_ALONE,
    assumptions=(Assumption("epoch", "n >= 1"), Assumption("epochs", "E >= 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"),
                 Assumption("order", "alpha > 1"), Assumption("size", "g >= 0"), Assumption("variance", "w > 0"),
                 Assumption("start", "winf(X(0), Y(0), 0)"), Assumption("first run", RUN.format(X="X", psi="psi")),
                 Assumption("second run", RUN.format(X="Y", psi="phi")), Assumption("Lipschitz", "forall(k, 1, E*n, lipschitz(psi(k), 1))"),
                 Assumption("Gaussian", "forall(k, 1, E*n, gaussian(zeta(k), w))"),
                 Assumption("gaps", f"forall(k, 1, E*n, gap(psi(k), phi(k), {GAP}))")),
    worst_case=LinearPair("E*n", f"cases(k - t, cases(t - k, 0, cases(k - 1 - {Q}, cases({Q} + 1 - k, (n - t + 1)/n, 1), 1)), 1)", GAP, "w",
                          inside="contractive noisy iterations with these gaps"),
    uses=("pabisym/taut-string",),
    spots=(Spot({"n": 4, "E": 3, "t": 2, "alpha": 2, "g": 1, "w": 1}, "5/6"), Spot({"n": 3, "E": 1, "t": 3, "alpha": 2, "g": "1/2",
           "w": 2})),
)
