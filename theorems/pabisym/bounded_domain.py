"""One gap in a bounded domain: every step of noise after it contracts what can be told.

Statement
    Two noisy iterations that start together and differ in the map of step t only, by at most g, with maps whose values
    have a diameter of at most r_k and Gaussian noise of variance v_k on the iterate, satisfy
    E_{e^u}(X_T || X'_T) <= d_T for every sequence d with d_t >= theta_{e^u}(g/sqrt(w)), w = v_t, and
    d_k >= theta_{e^u}(r_k/sqrt(v_k)) d_{k-1} for k > t.
Reads as
    The hockey-stick divergence is multiplied by a factor below 1 at every step after the gap: in a bounded domain it
    vanishes geometrically, where the shift calculus alone only spreads the gap over the steps.
Letters
    T : integer, T >= 1 : number of steps : 1
    t : integer, 1 <= t <= T : the step at which the maps differ : 1
    u : real, u >= 0 : level of privacy, epsilon : 1
    g : real, g >= 0 : the gap of the maps of step t : iterate
    w : real, w > 0 : variance of the noise of step t : iterate^2
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    v : real sequence : per-step variance of the noise of step k, on the iterate
    r : real sequence : diameter of the values of the map of step k
    d : real sequence : bound after step k
Assumptions
    horizon : T >= 1
    first : 1 <= t
    last : t <= T
    level : u >= 0
    size : g >= 0
    variance : w > 0
    noise at the gap : v_t = w
    start : W_infinity(X_0, X'_0) <= 0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c_k-Lipschitz
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= g at k = t and 0 elsewhere
    Gaussian : zeta_k = N(0, v_k I)
    noise : v_k > 0
    diameters : the values of psi_k have a diameter of at most r_k
    diameter : r_k >= 0
    first bound : theta_{e^u}(g/sqrt(w)) <= d_t
    later bounds : theta_{e^u}(r_k/sqrt(v_k)) d_{k-1} <= d_k for k > t
Reference
    asoodeh2020, Theorem 1, section III
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

from ._bounded import GAP, proof

RUN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"

STATEMENT = Statement(
    id="pabisym/bounded-domain", title="One gap in a bounded domain", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("asoodeh2020", "Theorem 1", "section III"), conclusion="dp(X(T), Y(T), u, d(T))",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("t", "integer, 1 <= t <= T", "the step at which the maps differ"),
             Symbol("u", "real, u >= 0", "level of privacy, epsilon"),
             Symbol("g", "real, g >= 0", "the gap of the maps of step t", "iterate"),
             Symbol("w", "real, w > 0", "variance of the noise of step t", "iterate^2")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k in the first run"),
                Structure("phi", "map sequence", "map of step k in the second run", r"\psi'"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate, the same in both runs"),
                Structure("c", "real sequence", "Lipschitz constant of step k"),
                Structure("v", "real sequence", "per-step variance of the noise of step k, on the iterate"),
                Structure("r", "real sequence", "diameter of the values of the map of step k"),
                Structure("d", "real sequence", "bound after step k")),
    assumptions=(Assumption("horizon", "T >= 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= T"),
                 Assumption("level", "u >= 0"), Assumption("size", "g >= 0"), Assumption("variance", "w > 0"),
                 Assumption("noise at the gap", "v(t) == w"), Assumption("start", "winf(X(0), Y(0), 0)"),
                 Assumption("first run", RUN.format(X="X", psi="psi")), Assumption("second run", RUN.format(X="Y", psi="phi")),
                 Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), c(k)))"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), v(k)))"), Assumption("noise", "forall(k, 1, T, v(k) > 0)"),
                 Assumption("diameters", "forall(k, 1, T, bounded(psi(k), r(k)))"), Assumption("diameter", "forall(k, 1, T, r(k) >= 0)"),
                 Assumption("first bound", "theta(exp(u), sqrt(g**2/w)) <= d(t)"),
                 Assumption("later bounds", "forall(k, t + 1, T, theta(exp(u), r(k)/sqrt(v(k)))*d(k - 1) <= d(k))")),
    spots=(Spot({"T": 3, "t": 2, "u": 1, "g": 1, "w": 1}),),
)
