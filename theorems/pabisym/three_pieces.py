"""Three pieces of accumulated shift, each above its chord: the best string.

Statement
    For a contractive noisy iteration with gaps P_k (S_k - S_{k-1}), let 0 <= p <= q < T and 0 <= u = S_p <= v = S_q <=
    w = S_T, and let S lie above its chord over each of 0..p (from height 0), p..q and q..T, in units of accumulated noise
    N. Then D_alpha(X_T || X'_T) <= (alpha/2) V, where V is the sum of (rise)^2/(noise) over the blocks that are left when
    neighbours of which the first is the steeper are pooled.
Reads as
    At most three rates are ever paid: which of them, the order of the slopes decides.
Letters
    T : integer, T >= 1 : number of steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    p : integer, 0 <= p : end of the first piece : 1
    q : integer, p <= q <= T - 1 : end of the second piece : 1
    u : real, u >= 0 : accumulated shift at step p : iterate
    v : real, v >= u : accumulated shift at step q : iterate
    w : real, w >= v : accumulated shift at the end : iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    c : real sequence : Lipschitz constant of step k
    P : real sequence : product of the Lipschitz constants up to step k
    N : real sequence : accumulated noise, without contractions
    S : real sequence : accumulated shift, without contractions
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
    no noise yet : N_0 = 0
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= P_k (S_k - S_{k-1})
    start : W_infinity(X_0, X'_0) <= S_0
    start size : S_0 >= 0
    first end : 0 <= p
    second end : p <= q
    last piece : q <= T - 1
    first rise : 0 <= u
    second rise : u <= v
    last rise : v <= w
    first height : S_p = u
    second height : S_q = v
    last height : S_T = w
    first chord : u N_k <= S_k N_p
    second chord : (v - u) (N_k - N_p) <= (S_k - u) (N_q - N_p)
    third chord : (w - v) (N_k - N_q) <= (S_k - v) (N_T - N_q)
Reference
    feldman2018, Theorem 22 in scaled coordinates, section 3.3
"""

from pabisym.proof.iterations import ASSUMPTIONS, STRUCTURES, SYMBOLS
from pabisym.proof.pieces import GAP, conclusion, proof
from pabisym.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

STATEMENT = Statement(
    id="pabisym/three-pieces", title="Three pieces of accumulated shift, each above its chord: the best string", kind="theorem",
    text=__doc__, proof=proof, reference=Reference("feldman2018", "Theorem 22 in scaled coordinates", "section 3.3"),
    conclusion=conclusion(),
    symbols=(*SYMBOLS, Symbol("p", "integer, 0 <= p", "end of the first piece"),
             Symbol("q", "integer, p <= q <= T - 1", "end of the second piece"),
             Symbol("u", "real, u >= 0", "accumulated shift at step p", "iterate"),
             Symbol("v", "real, v >= u", "accumulated shift at step q", "iterate"),
             Symbol("w", "real, w >= v", "accumulated shift at the end", "iterate")),
    structures=(*STRUCTURES, Structure("S", "real sequence", "accumulated shift, without contractions")),
    assumptions=(*ASSUMPTIONS, Assumption("no noise yet", "N(0) == 0"), Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAP}))"),
                 Assumption("start", "winf(X(0), Y(0), S(0))"), Assumption("start size", "S(0) >= 0"), Assumption("first end", "0 <= p"),
                 Assumption("second end", "p <= q"), Assumption("last piece", "q <= T - 1"), Assumption("first rise", "0 <= u"),
                 Assumption("second rise", "u <= v"), Assumption("last rise", "v <= w"), Assumption("first height", "S(p) == u"),
                 Assumption("second height", "S(q) == v"), Assumption("last height", "S(T) == w"),
                 Assumption("first chord", "forall(k, 0, p, u*N(k) <= S(k)*N(p))"),
                 Assumption("second chord", "forall(k, p, q, (v - u)*(N(k) - N(p)) <= (S(k) - u)*(N(q) - N(p)))"),
                 Assumption("third chord", "forall(k, q, T, (w - v)*(N(k) - N(q)) <= (S(k) - v)*(N(T) - N(q)))")),
    uses=("pabisym/block", "pabisym/merged-chords", "pabisym/rising"),
    spots=(Spot({"T": 4, "alpha": 2, "p": 1, "q": 3, "u": 1, "v": 2, "w": 3}),),
)
