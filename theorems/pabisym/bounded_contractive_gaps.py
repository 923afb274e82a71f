"""Equal gaps and a contraction in a bounded domain: the best restart.

Statement
    Let every step of a noisy iteration have a c-Lipschitz map, c < 1, that first projects onto K, noise of variance v
    and a gap of at most g. Let the two runs be at most u g/(1 - c) apart in K, and start together. Then with F = alpha
    g^2 (1 + c)/(2 v (1 - c)), D_alpha(X_T || X'_T) <= F (1 - c^T)/(1 + c^T); and if r = 1 - u > 0, also <= F (1 - r
    c^m)^2/(1 - c^(2m)) with m = floor(log(h - sqrt(h^2 - c))/log(c)), h = (1 + c)(1 + r^2)/(4 r).
Reads as
    Gaps alone drive the runs g/(1 - c) apart at most. Where the domain is no smaller, it does not help. Else it is
    cheaper, for large T, to forget all but the last m steps.
"""

from pabisym.library.item import real

from ._restarts import CONTRACTIVE_BOUND, contractive_gaps, domain
from ._vocabulary import item

STATEMENT = item("Proposition 5.4 with gaps and the best look-back", "section 5.1", key="altschuler2022",
    letters=("T, alpha, c: number constant", real("s == 1 + c", "one and the contraction", "sum", role="one and the contraction"),
        "u > 0 [ratio], g: step, v, F, X, Y, psi, phi, zeta, K: onto"),
    given=("alpha", ..., "all steps", *domain("u*g/(1 - c)"), "start", "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c))",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v))", "gaps: forall(k, 1, T, gap(psi(k), phi(k), g))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {CONTRACTIVE_BOUND})", bound=CONTRACTIVE_BOUND, proof=contractive_gaps,
    uses=("pabisym/contractive-equal-gaps", "pabisym/contractive-look-back", "pabisym/contractive-too-far", "pabisym/geometric-look-back"),
    spots=("T=9, alpha=2, c=1/2, s=3/2, u=1/2, g=1, v=1, F=3", "T=2, alpha=2, c=1/2, s=3/2, u=2, g=1, v=1, F=3 -> 9/5"))
