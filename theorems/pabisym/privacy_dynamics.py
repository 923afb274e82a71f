"""Privacy dynamics of noisy steps with log-Sobolev constants.

Statement
    Let X_k = psi_k(X_{k-1}) + zeta_k and X'_k = psi'_k(X'_{k-1}) + zeta_k start from one law, the maps of a step s apart
    and zeta_k = N(0, w I). Let the coupled diffusions that trace the steps satisfy the log-Sobolev inequality with
    constant 1/v throughout. Then, for every y > 0, D_alpha(X_T || X'_T) <= alpha A (1 - e^(-x T)) for all alpha > 1,
    with A = s^2 v (1 + y)^2/(2 y w^2) and x = y w/((1 + y) v).
Reads as
    What was told is forgotten at the rate x, while every step tells at most alpha s^2 (1 + y)/(2 w). The split y = 1,
    gamma = 1/2 in the paper, has the smallest limit, A = 2 s^2 v/w^2.
Letters
    T : integer, T >= 0 : number of steps : 1
    s : real, s >= 0 : gap of the maps of a step : iterate
    w : real, w > 0 : per-step variance of the noise, on the iterate : iterate^2
    v : real, v > 0 : inverse of the log-Sobolev constant : iterate^2
    y : real, y > 0 : how the rate is split, gamma = 1/(1 + y) : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate
Assumptions
    horizon : T >= 0
    size : s >= 0
    variance : w > 0
    constant : v > 0
    split : y > 0
    first run : X_k = psi_k(X_{k-1}) + zeta_k
    second run : X'_k = psi'_k(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gaps : sup_x ||psi_k(x) - psi'_k(x)|| <= s
    Gaussian : zeta_k = N(0, w I)
    traced : the diffusions of step k satisfy the log-Sobolev inequality with constant 1/v
Reference
    chourasia2021, Theorem 2, section 3.3
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol

from ..chourasia2021._langevin import LEVEL, RATE, RUN, dynamics

BOUND = f"{LEVEL}*(1 - exp(-{RATE}*T))"

STATEMENT = Statement(
    id="pabisym/privacy-dynamics", title="Privacy dynamics of noisy steps with log-Sobolev constants", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 2", "section 3.3"), proof=dynamics, bound=BOUND, conclusion=f"zcdp(X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 0", "number of steps"), Symbol("s", "real, s >= 0", "gap of the maps of a step", "iterate"),
             Symbol("w", "real, w > 0", "per-step variance of the noise, on the iterate", "iterate^2"),
             Symbol("v", "real, v > 0", "inverse of the log-Sobolev constant", "iterate^2"),
             Symbol("y", "real, y > 0", "how the rate is split, gamma = 1/(1 + y)")),
    structures=(Structure("X", "law sequence", "law of the first run after k steps"),
                Structure("Y", "law sequence", "law of the second run after k steps", "X'"),
                Structure("psi", "map sequence", "map of step k in the first run"),
                Structure("phi", "map sequence", "map of step k in the second run", "\\psi'"),
                Structure("zeta", "noise sequence", "noise of step k, on the iterate")),
    assumptions=(Assumption("horizon", "T >= 0"), Assumption("size", "s >= 0"), Assumption("variance", "w > 0"),
                 Assumption("constant", "v > 0"), Assumption("split", "y > 0"), Assumption("first run", RUN.format(T="T", X="X",
                     f="psi(k)")),
                 Assumption("second run", RUN.format(T="T", X="Y", f="phi(k)")), Assumption("start", "equal(X(0), Y(0))"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), s))"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), w))"),
                 Assumption("traced", "forall(k, 1, T, traced(Y(k - 1), psi(k), phi(k), zeta(k), v))")),
    uses=("chourasia2021/eq-15", "chourasia2021/lemma-4"), tightness="upper",
    spots=(Spot({"T": 10, "s": 1, "w": 2, "v": 3, "y": 1}), Spot({"T": 0, "s": 1, "w": 2, "v": 3, "y": "1/2"}, "0")),
)
