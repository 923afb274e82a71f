"""A single gap in a bounded domain, without a contraction.

Statement
    Let every step of a noisy iteration have a 1-Lipschitz map that first projects onto K, in which the two runs are at
    most D apart, and noise of variance v. Let the runs start together and differ in the map of step t only, by at most
    g. Then with F = alpha/(2 v), D_alpha(X_T || X'_T) <= F g^2 if t = T, and <= F min(g^2/(T - t + 1), D^2/(T - t)) if
    t < T.
Reads as
    Where the domain is enough narrower than the gap, it is better to forget the gap: its step's own noise is lost, but
    no more than the width is to be paid. A restart before the gap would pay both, and a later one the width with less
    noise.
"""

from pabisym.library.item import real

from ._bounded_events import EQUAL, GAP, equal
from ._restarts import uniform
from ._vocabulary import item

STATEMENT = item("Proposition 3.2 from any step", "section 3.1", key="altschuler2022",
    letters=("T, alpha, t, g: maps, D >= 0 [width], v", real("F >= 0", "loss of one step that pays a shift of size one", unit="iterate^-2"),
        "X, Y, psi, phi, zeta, K: onto"),
    given=("alpha", ..., "price: F >= alpha/(2*v)",
        "domain, first run, second run, first run projected, second run projected, diameter, start",
        *uniform("1", "v", GAP)),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {EQUAL})", bound=EQUAL, proof=equal, uses=("pabisym/single-gap", "pabisym/restart-block"),
    spots=("T=5, alpha=2, t=3, g=2, D=1, v=1, F=1 -> 1/2", "T=5, alpha=2, t=5, g=2, D=1, v=1, F=1 -> 4"))
