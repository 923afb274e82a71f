"""Equal gaps and a contraction.

Statement
    Let every step of a noisy iteration have a c-Lipschitz map, c < 1, noise of variance v and a gap of at most g. If
    the runs start together, then with F = alpha g^2 (1 + c)/(2 v (1 - c)), D_alpha(X_T || X'_T) <= F (1 - c^T)/(1 +
    c^T).
Reads as
    The loss grows with T and stays below F.
"""

from pabisym.library.statement import LinearPair

from ._restarts import FROM_START, contractive_from_start
from ._vocabulary import item

BOUND = f"F*({FROM_START})"

STATEMENT = item("Theorem 22 with factors", "section 3.3", key="feldman2018",
    letters="T, alpha, c: number constant, g: step, v, F, X, Y, psi, phi, zeta",
    given=("alpha", ..., "all steps, first run, second run, start", "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), g))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=contractive_from_start, tightness="exact",
    worst_case=LinearPair("T", "c", "g", "v", inside="contractive noisy iterations with these gaps"), uses=("pabisym/one-block",),
    spots="T=2, alpha=2, c=1/2, g=1, v=1, F=3 -> 9/5")
