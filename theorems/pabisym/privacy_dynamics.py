"""Privacy dynamics of noisy steps with log-Sobolev constants.

Statement
    Let X_k = psi_k(X_{k-1}) + zeta_k and X'_k = psi'_k(X'_{k-1}) + zeta_k start from one law, the maps of a step s
    apart and zeta_k = N(0, w I). Let the coupled diffusions that trace the steps satisfy the log-Sobolev inequality
    with constant 1/v throughout. Then, for every y > 0, D_alpha(X_T || X'_T) <= alpha A (1 - e^(-x T)) for all alpha >
    1, with A = s^2 v (1 + y)^2/(2 y w^2) and x = y w/((1 + y) v).
Reads as
    What was told is forgotten at the rate x, while every step tells at most alpha s^2 (1 + y)/(2 w). The split y = 1,
    gamma = 1/2 in the paper, has the smallest limit, A = 2 s^2 v/w^2.
"""


from pabisym.library.item import real

from ..chourasia2021._langevin import LEVEL, RATE, dynamics
from ._vocabulary import item

BOUND = f"{LEVEL}*(1 - exp(-{RATE}*T))"

STATEMENT = item("Theorem 2", "section 3.3", key="chourasia2021",
    letters=("T >= 0", real("s >= 0", "gap of the maps of a step", "size", "iterate", role="gap"), "w",
        real("v > 0", "inverse of the log-Sobolev constant", "constant", "iterate^2"),
        real("y > 0", "how the rate is split, gamma = 1/(1 + y)", "split"), "X, Y, psi, phi, zeta: iterate"),
    given=("first run, second run", "start: equal(X(0), Y(0))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), s))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), w))", "traced: forall(k, 1, T, traced(Y(k - 1), psi(k), phi(k), zeta(k), v))"),
    conclusion=f"zcdp(X(T), Y(T), {BOUND})", bound=BOUND, proof=dynamics, tightness="upper",
    uses=("chourasia2021/eq-15", "chourasia2021/lemma-4"), spots=("T=10, s=1, w=2, v=3, y=1", "T=0, s=1, w=2, v=3, y=1/2 -> 0"))
