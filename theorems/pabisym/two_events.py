"""A distance at the start and a gap later: two blocks, or one.

Statement
    A contractive noisy iteration whose two runs start within g of each other and differ later in the map of step t
    only, by at most h, satisfies D_alpha(X_T || X'_T) <= (alpha/2) V. With H = h/P_t: V = g^2/N_{t-1} + H^2/(N_T - N_{t-1})
    if t >= 2 and H N_{t-1} >= g (N_T - N_{t-1}), and V = (g + H)^2/N_T otherwise.
Reads as
    What comes first is paid before the gap where that is the cheaper rate; else both are paid at one rate.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    t : integer, 1 <= t <= T : the step at which the maps differ : 1
    g : real, g >= 0 : distance of the starts : iterate
    h : real, h >= 0 : the gap of the maps of step t : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
Assumptions
    order : alpha > 1
    horizon : T >= 1
    unit : P_0 = 1
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    Lipschitz : psi_k is c_k-Lipschitz
    Gaussian : zeta_k = N(0, (N_k - N_{k-1}) P_k^2 I)
    noise : N_{k-1} < N_k
    product : P_k > 0
    products : P_k = c_k P_{k-1}
    first : 1 <= t
    last : t <= T
    size : g >= 0
    later size : h >= 0
    start : W_infinity(X_0, X'_0) <= g
    no noise yet : N_0 = 0
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= h at k = t and 0 elsewhere
Reference
    feldman2018, Theorem 22 with factors and variances, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

from ._events import BOUND, GAP, proof
from ._iterations import ASSUMPTIONS, STRUCTURES, SYMBOLS

STATEMENT = Statement(
    id="pabisym/two-events", title="A distance at the start and a gap later", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 22 with factors and variances", "section 3.3"), structures=STRUCTURES,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(*SYMBOLS, Symbol("t", "integer, 1 <= t <= T", "the step at which the maps differ"),
             Symbol("g", "real, g >= 0", "distance of the starts", "iterate"), Symbol("h", "real, h >= 0", "the gap of the maps of step t",
             "iterate")),
    assumptions=(*ASSUMPTIONS, Assumption("first", "1 <= t"), Assumption("last", "t <= T"), Assumption("size", "g >= 0"),
                 Assumption("later size", "h >= 0"), Assumption("start", "winf(X(0), Y(0), g)"), Assumption("no noise yet", "N(0) == 0"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))")),
    uses=("pabisym/taut-string", "pabisym/rising"), spots=(Spot({"T": 3, "alpha": 2, "t": 2, "g": 1, "h": 1}),),
)
