"""Equal gaps in a bounded domain: a restart.

Statement
    Let every step of a noisy iteration have a 1-Lipschitz map that first projects onto K, noise of variance v and a gap
    of at most g. Let the two runs be at most r g apart in K. Then with F = alpha g^2/(2 v), D_alpha(X_T || X'_T) <= F
    (r + m)^2/m for every m = 1..T.
Reads as
    Forget all but the last m steps; before them the runs are as far apart as the domain is wide.
"""


from ._restarts import EQUAL_BACK, domain, equal_look_back
from ._vocabulary import item

BOUND = f"F*({EQUAL_BACK})"

STATEMENT = item("(B.1) with any look-back", "appendix B.1", key="altschuler2022",
    letters="T [], m, alpha, r, g: step, v, F: loss, X, Y, psi, phi, zeta, K: onto",
    given=("alpha", ..., "one step: F >= alpha*g**2/(2*v)", *domain("r*g"), "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), g))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=equal_look_back, uses=("pabisym/restart-block",),
    spots="T=9, m=2, alpha=2, r=2, g=1, v=1, F=1 -> 8")
