"""A gap in every epoch of a bounded domain: the last steps.

Statement
    Let X_k = Pi_K(psi_k(X_{k-1}) + zeta_k) and X'_k = Pi_K(psi'_k(X'_{k-1}) + zeta_k) with 1-Lipschitz maps that differ in
    the steps t, t + n, t + 2 n, ... only, by at most g, and with noise of variance w. If the runs are at most D apart m
    steps before the end, D_alpha(X_T || X'_T) <= (alpha/(2 w)) ((m - 1) (D/m + g/n)^2 + (D/m + g)^2).
Reads as
    The distance is paid in equal shares, every gap evenly until the next one, and the last step pays what is left of the
    last gap, which is less than g. T and m may be any numbers of steps, not only of whole epochs. With D = 0 and m = T
    nothing is forgotten.
Letters
    T : integer, T >= 1 : number of steps : 1
    m : integer, 1 <= m <= T : the look-back, in steps : 1
    n : integer, n >= 1 : steps of an epoch : 1
    t : integer, 1 <= t <= n : place of the differing step in its epoch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    D : real, D >= 0 : distance of the runs before the last m steps : iterate
    g : real, g >= 0 : the gap : iterate
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    X : law sequence : law of the iterate of the first run after k steps
    Y : law sequence : law of the iterate of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain
Assumptions
    order : alpha > 1
    look-back : m >= 1
    earliest : m <= T
    epoch : n >= 1
    first : 1 <= t
    last : t <= n
    width : D >= 0
    size : g >= 0
    variance : w > 0
    domain : K is closed and convex, with non-empty interior
    first run : X_k = Pi_K(psi_k(X_{k-1}) + zeta_k)
    second run : X'_k = Pi_K(psi'_k(X'_{k-1}) + zeta_k)
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g once in every epoch
    restart : W_infinity of X_{T-m} and X'_{T-m} is at most D
Reference
    altschuler2022, (5.6) for any number of steps, section 5.2
"""

from pabisym.proof.cyclic_restart import BOUND, DOMAIN, STRUCTURES, last_steps
from pabisym.proof.epochs import GAP
from pabisym.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="pabisym/bounded-periodic-gap", title="A gap in every epoch of a bounded domain", kind="theorem", text=__doc__, proof=last_steps,
    reference=Reference("altschuler2022", "(5.6) for any number of steps", "section 5.2"), bound=BOUND,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("m", "integer, 1 <= m <= T", "the look-back, in steps"),
             Symbol("n", "integer, n >= 1", "steps of an epoch"),
             Symbol("t", "integer, 1 <= t <= n", "place of the differing step in its epoch"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("D", "real, D >= 0", "distance of the runs before the last m steps", "iterate"),
             Symbol("g", "real, g >= 0", "the gap", "iterate"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2")),
    structures=STRUCTURES,
    assumptions=(Assumption("order", "alpha > 1"), Assumption("look-back", "m >= 1"), Assumption("earliest", "m <= T"),
                 Assumption("epoch", "n >= 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"), Assumption("width", "D >= 0"),
                 Assumption("size", "g >= 0"), Assumption("variance", "w > 0"), *DOMAIN,
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), w))", "zeta_k = N(0, w I)"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))", "at most g once in every epoch"),
                 Assumption("restart", "winf(X(T - m), Y(T - m), D)", "W_infinity of X_{T-m} and X'_{T-m} is at most D")),
    uses=("pabisym/projected-continuation",),
    spots=(Spot({"T": 9, "m": 4, "n": 2, "t": 1, "alpha": 2, "D": 2, "g": 1, "w": 1}, "21/4"),
           Spot({"T": 1, "m": 1, "n": 3, "t": 3, "alpha": 2, "D": 0, "g": "1/2", "w": 2}, "1/8")),
)
