"""A distance at the start and a gap later.

Statement
    A contractive noisy iteration whose two runs start within g of each other and differ later in the map of step t
    only, by at most h, satisfies D_alpha(X_T || X'_T) <= (alpha/2) V. With H = h/P_t: V = g^2/N_{t-1} + H^2/(N_T -
    N_{t-1}) if t >= 2 and H N_{t-1} >= g (N_T - N_{t-1}), and V = (g + H)^2/N_T otherwise.
Reads as
    What comes first is paid before the gap where that is the cheaper rate; else both are paid at one rate.
"""


from pabisym.library.item import real

from ._events import BOUND, GAP, proof
from ._vocabulary import item

STATEMENT = item("Theorem 22 with factors and variances", "section 3.3", key="feldman2018",
    letters=("T, alpha, t, g: starts", real("h >= 0", "the gap of the maps of step t", "later size", "iterate", role="gap in the pass"),
        "X, Y, psi, phi, zeta, c, P, N"),
    given=("alpha, T, unit, first run, second run, Lipschitz", "Gaussian: forall(k, 1, T, gaussian(zeta(k), (N(k) - N(k - 1))*P(k)**2))",
        "noise, product, products", ..., "start: winf(X(0), Y(0), g)", "no noise yet",
        f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAP}))"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, uses=("pabisym/taut-string", "pabisym/rising"),
    spots="T=3, alpha=2, t=2, g=1, h=1")
