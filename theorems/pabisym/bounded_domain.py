"""One gap in a bounded domain.

Statement
    Two noisy iterations that start together and differ in the map of step t only, by at most g, with maps whose values
    have a diameter of at most r_k and Gaussian noise of variance v_k on the iterate, satisfy E_{e^u}(X_T || X'_T) <=
    d_T for every sequence d with d_t >= theta_{e^u}(g/sqrt(w)), w = v_t, and d_k >= theta_{e^u}(r_k/sqrt(v_k)) d_{k-1}
    for k > t.
Reads as
    The hockey-stick divergence is multiplied by a factor below 1 at every step after the gap: in a bounded domain it
    vanishes geometrically, where the shift calculus alone only spreads the gap over the steps.
"""

from pabisym.library.item import real
from pabisym.library.statement import Structure

from ._bounded import proof
from ._vocabulary import item

STATEMENT = item("Theorem 1", "section III", key="asoodeh2020",
    letters=("T, t", real("u >= 0", "level of privacy, epsilon", "level", role="level"),
        real("g >= 0", "the gap of the maps of step t", "size", "iterate", role="gap in the pass"),
        real("w > 0", "variance of the noise of step t", "variance", "iterate^2", role="variance"),
        "X, Y, psi, phi, zeta, c, v: sequence iterate", Structure("r", "real sequence", "diameter of the values of the map of step k"),
        Structure("d", "real sequence", "bound after step k")),
    given=("noise at the gap: v(t) == w", "start, first run, second run, Lipschitz, gaps",
        "Gaussian: forall(k, 1, T, gaussian(zeta(k), v(k)))", "noise: forall(k, 1, T, v(k) > 0)",
        "diameters: forall(k, 1, T, bounded(psi(k), r(k)))", "diameter: forall(k, 1, T, r(k) >= 0)",
        "first bound: theta(exp(u), sqrt(g**2/w)) <= d(t)",
        "later bounds: forall(k, t + 1, T, theta(exp(u), r(k)/sqrt(v(k)))*d(k - 1) <= d(k))"),
    conclusion="dp(X(T), Y(T), u, d(T))", proof=proof, spots="T=3, t=2, u=1, g=1, w=1")
