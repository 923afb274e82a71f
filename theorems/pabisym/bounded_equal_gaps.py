"""Equal gaps in a bounded domain: the best restart.

Statement
    Let every step of a noisy iteration have a 1-Lipschitz map that first projects onto K, noise of variance v and a gap
    of at most g. Let the two runs be at most r g apart in K, and start together. Then with F = alpha g^2/(2 v) and m =
    floor(1/2 + sqrt(1/4 + r^2)), D_alpha(X_T || X'_T) <= F min(T, (r + m)^2/m).
Reads as
    The loss grows with T, until it is cheaper to forget all but the last m steps, at about T = 4 r; from then on it
    stays. No look-back is better than this one, by pabisym/best-look-back.
"""


from ._restarts import EQUAL_BOUND, domain, equal_gaps
from ._vocabulary import item

STATEMENT = item("(B.1) with the best look-back", "appendix B.1", key="altschuler2022",
    letters="T, alpha, r, g: step, v, F: loss, X, Y, psi, phi, zeta, K: onto",
    given=("alpha", ..., "one step: F >= alpha*g**2/(2*v)", *domain("r*g"), "start", "Lipschitz: forall(k, 1, T, lipschitz(psi(k), 1))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), g))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {EQUAL_BOUND})", bound=EQUAL_BOUND, proof=equal_gaps,
    uses=("pabisym/one-block", "pabisym/equal-look-back"),
    spots=("T=9, alpha=2, r=1, g=1, v=1, F=1 -> 4", "T=3, alpha=2, r=5, g=1/2, v=2, F=1/8 -> 3/8"))
