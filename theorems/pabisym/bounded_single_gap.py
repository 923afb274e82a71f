"""A single gap in a bounded domain: paid, or forgotten.

Statement
    Let every step of a contractive noisy iteration first project onto K, in which the two runs are at most D apart. Let
    the runs start together and differ in the map of step t only, by at most g. Then D_alpha(X_T || X'_T) is at most A =
    alpha g^2/(2 P_t^2 (N_T - N_{t-1})), and if t < T, also at most B = alpha D^2/(2 P_t^2 (N_T - N_t)), with P_k =
    c_1...c_k and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    The gap is paid from its step on, or the domain's width from the next step on. A restart before the gap would pay
    the width and the gap; one later still pays the same width with less noise, where P_k does not grow.
"""


from ._bounded_events import SMALLER, proof
from ._vocabulary import item

STATEMENT = item("Proposition 3.2 from any step", "section 3.1", key="altschuler2022",
    letters="T, alpha, t, g: maps, D >= 0 [width], X, Y, psi, phi, zeta, c, P, N, K: onto",
    given=("alpha, T, unit, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products", ..., "domain, first run, second run, first run projected, second run projected, diameter, start, gaps"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {SMALLER})", proof=proof,
    uses=("pabisym/single-gap", "pabisym/restart-block", "pabisym/rising"), spots="T=3, alpha=2, t=2, g=1, D=1")
