"""A gap in every epoch of a bounded process: two rates after a restart.

Statement
    Let every step of a noisy iteration of E epochs of n steps have a 1-Lipschitz map that first projects onto K, in which
    the two runs are at most D apart, noise of variance w, and a gap of at most g at the t-th step of every epoch only. Let
    u, x >= 0 and 1 <= q <= E - 1 with u (q n - 1) <= D + (q - 1) g, u (q n - 1) + x (n - t + 1) = D + q g, and u n >= g or
    q = 1. Then D_alpha(X_{En} || X'_{En}) <= alpha (u^2 (q n - 1) + x^2 (n - t + 1))/(2 w).
Reads as
    Forget everything up to the gap before the last q gaps, with its step. From then on every step pays u, and from the
    last gap on x.
Letters
    n : integer, n >= 1 : steps of an epoch : 1
    E : integer, E >= 1 : number of epochs : 1
    t : integer, 1 <= t <= n : place of the differing step in its epoch : 1
    q : integer, 1 <= q <= E - 1 : the look-back, in gaps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    g : real, g >= 0 : the gap : iterate
    D : real, D >= 0 : diameter of the domain : iterate
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    u : real, u >= 0 : shift that every step pays before the last gap : iterate
    x : real, x >= 0 : shift that every step pays from the last gap on : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain, onto which every step projects first
Assumptions
    epoch : n >= 1
    first : 1 <= t
    last : t <= n
    look-back : q >= 1
    earliest : q <= E - 1
    order : alpha > 1
    size : g >= 0
    width : D >= 0
    variance : w > 0
    rate : u >= 0
    last rate : x >= 0
    slow enough : u (q n - 1) <= D + (q - 1) g
    fast enough : (q - 1) (u n - g) >= 0
    all : u (q n - 1) + x (n - t + 1) = D + q g
    domain : K is closed and convex, with non-empty interior
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    first run projected : X_k = psi_k(the projection of X_{k-1}) + zeta_k
    second run projected : X'_k = psi'_k(the projection of X'_{k-1}) + zeta_k
    diameter : W_infinity of the projections of X_k and X'_k is at most D
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g once in every epoch
Reference
    altschuler2022, Theorem 5.6 from any gap, section 5.2
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._bounded_epochs import EPOCHS, TWO_RATES, after_restart
from ._epochs import GAP
from ._iterations import RUNS_ALONE
from ._restarts import domain, uniform

STATEMENT = Statement(
    id="pabisym/epochs-after-restart", title="A gap in every epoch of a bounded process: two rates after a restart", kind="theorem",
    text=__doc__, proof=after_restart, bound=TWO_RATES, conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {TWO_RATES})",
    reference=Reference("altschuler2022", "Theorem 5.6 from any gap", "section 5.2"),
    symbols=(*EPOCHS, Symbol("q", "integer, 1 <= q <= E - 1", "the look-back, in gaps"), Symbol("alpha", "real, alpha > 1",
             "order of the Rényi divergence"), Symbol("g", "real, g >= 0", "the gap", "iterate"),
             Symbol("D", "real, D >= 0", "diameter of the domain", "iterate"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("u", "real, u >= 0", "shift that every step pays before the last gap", "iterate"),
             Symbol("x", "real, x >= 0", "shift that every step pays from the last gap on", "iterate")),
    structures=(*RUNS_ALONE, SET),
    assumptions=(Assumption("epoch", "n >= 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"),
                 Assumption("look-back", "q >= 1"), Assumption("earliest", "q <= E - 1"), Assumption("order", "alpha > 1"),
                 Assumption("size", "g >= 0"), Assumption("width", "D >= 0"), Assumption("variance", "w > 0"), Assumption("rate", "u >= 0"),
                 Assumption("last rate", "x >= 0"), Assumption("slow enough", "u*(q*n - 1) <= D + (q - 1)*g"),
                 Assumption("fast enough", "(q - 1)*(u*n - g) >= 0"), Assumption("all", "u*(q*n - 1) + x*(n - t + 1) == D + q*g"),
                 *domain(steps="E*n"), *uniform("1", "w", GAP, "E*n")),
    uses=("pabisym/taut-string",),
    spots=(Spot({"n": 3, "E": 3, "t": 2, "q": 1, "alpha": 2, "g": 1, "D": 1, "w": 1, "u": "1/2", "x": "1/2"}, "1"),),
)
