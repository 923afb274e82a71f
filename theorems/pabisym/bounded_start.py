"""A distance at the start, in a bounded domain.

Statement
    Let every step of a contractive noisy iteration first project onto K, in which the two runs are at most D apart. Let
    the runs start at most g apart, and have the same maps. Then D_alpha(X_T || X'_T) <= alpha min(g, D)^2/(2 N_T), with
    P_k = c_1...c_k and N_k - N_{k-1} the variance of the noise of step k over P_k^2.
Reads as
    The first step projects, so that the distance is at most the domain's width. A restart later pays the width with
    less noise, where P_k does not grow.
"""


from ._bounded_events import NEARER, start
from ._vocabulary import item

STATEMENT = item("Proposition 3.2 from any step", "section 3.1", key="altschuler2022",
    letters="T, alpha, g: starts, D >= 0 [width], X, Y, psi, phi, zeta, c, P, N, K: onto",
    given=("alpha, T, unit, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products", ..., "domain, first run, second run, first run projected, second run projected, diameter",
        "start: winf(X(0), Y(0), g)", "no noise yet, same maps"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {NEARER})", proof=start,
    uses=("pabisym/start-shift", "pabisym/restart-block", "pabisym/rising"), spots="T=3, alpha=2, g=1, D=1")
