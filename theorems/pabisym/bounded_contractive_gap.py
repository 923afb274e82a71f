"""A single gap in a bounded domain, and a contraction.

Statement
    Let every step of a noisy iteration have a c-Lipschitz map, 0 < c < 1, that first projects onto K, in which the two
    runs are at most D apart, and noise of variance v. Let the runs start together and differ in the map of step t only,
    by at most g. With F = alpha (1 - c^2)/(2 v) and m = T - t, D_alpha(X_T || X'_T) <= F g^2/(1 - c^2) if m = 0, and <=
    F c^(2m) min(g^2/(1 - c^(2m+2)), D^2/(1 - c^(2m))) if m > 0.
Reads as
    Where the domain is enough narrower than the gap, it is better to forget the gap: its step's own noise is lost, but
    no more than the width is to be paid. A restart before the gap would pay both, and a later one the width with less
    noise.
"""

from pabisym.library.item import real

from ._bounded_events import GAP, POWERS, contractive
from ._restarts import uniform
from ._vocabulary import item

STATEMENT = item("Proposition 3.2 from any step", "section 3.1", key="altschuler2022",
    letters=("T, alpha, t, c: number constant, g: maps, D >= 0 [width], v",
        real("F >= 0", "this loss for the noise of endlessly many steps", unit="iterate^-2"), "X, Y, psi, phi, zeta, K: onto"),
    given=("alpha", ..., "price: F >= alpha*(1 - c**2)/(2*v)",
        "domain, first run, second run, first run projected, second run projected, diameter, start",
        *uniform("c", "v", GAP)),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {POWERS})", bound=POWERS, proof=contractive,
    uses=("pabisym/single-gap", "pabisym/restart-block"),
    spots=("T=3, alpha=2, t=2, c=1/2, g=2, D=1, v=1, F=3/4 -> 1/4", "T=3, alpha=2, t=3, c=1/2, g=2, D=1, v=1, F=3/4 -> 4"))
