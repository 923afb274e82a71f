"""A gap in every epoch, and a contraction.

Statement
    A noisy iteration of T = t - 1 + (E - 1) n + m steps, 1 <= m <= n, with c-Lipschitz maps, 0 < c < 1, and noise of
    variance w, whose two runs start together and differ in the maps of the steps t, t + n, ..., t + (E - 1) n only, by
    at most g, satisfies D_alpha(X_T || X'_T) <= (alpha g^2 (1 - c^2)/(2 w c^2)) V. With R = c^{n (E-1)}, V is c^{2m} (1
    - c^n R)^2/((1 - c^n)^2 (1 - c^{2m} R^2)) where c^{2m} (1 + R - c^n R) <= c^n, and c^{2n} (1 - R)/((1 - c^n)^2 (1 +
    R)) + c^{2m}/(1 - c^{2m}) elsewhere.
Reads as
    All gaps but the last are paid at one rate, in units that do not contract; the last one with them, or faster.
"""


from pabisym.library.item import integer

from ._cyclic import GAPS, PERIODIC, all_epochs
from ._vocabulary import item

STATEMENT = item("Theorem 35 with factors and any index", "appendix B", key="feldman2018",
    letters=("n: epoch, E: gaps, t >= 1: step [first]",
        integer("m >= 1 and m <= n", "steps from the last gap on", "rest, last", role="steps from the last gap on"),
        integer("T", "number of steps", role="steps"), "alpha, c: number constant, g, w, X, Y, psi, phi, zeta"),
    given=("horizon: T == t - 1 + (E - 1)*n + m", "alpha, c, g, w, start, first run, second run",
        "Lipschitz: forall(k, 1, T, lipschitz(psi(k), c))", "Gaussian: forall(k, 1, T, gaussian(zeta(k), w))",
        f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAPS})): once in every epoch"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {PERIODIC})", bound=PERIODIC, proof=all_epochs,
    uses=("pabisym/continuation", "pabisym/contractive-epoch", "pabisym/contractive-epochs"),
    spots="n=2, E=2, t=1, m=2, T=4, alpha=2, c=1/2, g=1, w=1")
