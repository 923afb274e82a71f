"""Records taken in turn in a bounded domain: the last steps.

Statement
    Let X_k = Pi_K(psi_k(X_{k-1}) + zeta_k) and X'_k = Pi_K(psi'_k(X'_{k-1}) + zeta_k) with noise of variance w and
    1-Lipschitz maps of b records each, which are taken in turn out of n, round and round. Let the maps differ where it is
    the turn of record i, by at most g. If the runs are at most D apart m steps before the end,
    D_alpha(X_T || X'_T) <= (alpha/(2 w)) ((m - 1) (D/m + g b/n)^2 + (D/m + g (1 + (b - 1)/n))^2).
Reads as
    The distance is paid in equal shares, every gap evenly until the next one, and the last step pays what is left of the
    last gap. T and m may be any numbers of steps, not only of whole epochs, and b need not divide n: step k takes the
    records (k - 1) b + 1, ..., k b, counted round. With b = 1 and n steps in an epoch it is a gap in every epoch. With D = 0
    and m = T nothing is forgotten.
Letters
    T : integer, T >= 1 : number of steps : 1
    m : integer, 1 <= m <= T : the look-back, in steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    i : integer, 1 <= i <= n : index of the record that is replaced : 1
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
    records : n >= 1
    batch : b >= 1
    part : b <= n
    first : 1 <= i
    last : i <= n
    width : D >= 0
    size : g >= 0
    variance : w > 0
    domain : K is closed and convex, with non-empty interior
    first run : W_k = Pi_K(psi_k(W_{k-1}) + zeta_k)
    second run : W'_k = Pi_K(psi'_k(W'_{k-1}) + zeta_k)
    Lipschitz : psi_k is 1-Lipschitz
    Gaussian : zeta_k = N(0, w I)
    gaps : at most g where one of the records (k - 1) b + 1..k b is i, counted round, and none elsewhere
    restart : W_infinity of W_{T-m} and W'_{T-m} is at most D
Reference
    altschuler2022, (5.6) for any number of steps, section 5.2
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ..altschuler2022._round_robin import BOUND, DOMAIN, GAP, STRUCTURES, last_steps

STATEMENT = Statement(
    id="pabisym/round-robin", title="Records taken in turn in a bounded domain", kind="theorem", text=__doc__, proof=last_steps,
    reference=Reference("altschuler2022", "(5.6) for any number of steps", "section 5.2"), bound=BOUND,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("m", "integer, 1 <= m <= T", "the look-back, in steps"),
             Symbol("n", "integer, n >= 1", "number of records"), Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("i", "integer, 1 <= i <= n", "index of the record that is replaced"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("D", "real, D >= 0", "distance of the runs before the last m steps", "iterate"),
             Symbol("g", "real, g >= 0", "the gap", "iterate"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2")),
    structures=STRUCTURES,
    assumptions=(Assumption("order", "alpha > 1"), Assumption("look-back", "m >= 1"), Assumption("earliest", "m <= T"),
                 Assumption("records", "n >= 1"), Assumption("batch", "b >= 1"), Assumption("part", "b <= n"),
                 Assumption("first", "1 <= i"), Assumption("last", "i <= n"), Assumption("width", "D >= 0"), Assumption("size", "g >= 0"),
                 Assumption("variance", "w > 0"), *DOMAIN,
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), w))", "zeta_k = N(0, w I)"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))", "at most g where it is the turn of record i"),
                 Assumption("restart", "winf(X(T - m), Y(T - m), D)", "W_infinity of W_{T-m} and W'_{T-m} is at most D")),
    uses=("pabisym/projected-continuation",),
    spots=(Spot({"T": 9, "m": 4, "n": 4, "b": 2, "i": 3, "alpha": 2, "D": 2, "g": 1, "w": 1}, "97/16"),
           Spot({"T": 1, "m": 1, "n": 3, "b": 1, "i": 3, "alpha": 2, "D": 0, "g": "1/2", "w": 2}, "1/8")),
)
