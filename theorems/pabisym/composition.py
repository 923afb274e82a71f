"""Composition: a gap in every epoch, paid where it is.

Statement
    A noisy iteration of T steps with noise of variance w, whose two runs start together and differ in the maps of the steps
    t, t + n, t + 2n, ... only, 1 <= t <= n, by at most g, satisfies D_alpha(X_T || X'_T) <= alpha E g^2/(2 w), where
    E = floor((T - t)/n) + 1 counts the gaps.
Reads as
    The noise of a step hides the gap of its maps. No map is Lipschitz, convex or bounded, and all iterates may be seen: this is what holds
    where nothing else is known.
"""

from pabisym.library.item import integer

from ._epochs import GAP, composed
from ._vocabulary import item

RUN = "forall(k, 1, T, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"
BOUND = "alpha*E*g**2/(2*w)"

STATEMENT = item("Proposition 5, for every gap", "section 2", key="feldman2018",
    letters=("n: epoch", integer("E", "number of gaps", role="gaps"), integer("T", "number of steps", role="steps"),
        "t: place, alpha, g, w, X, Y, psi, phi, zeta"),
    given=("count: E == floor((T - t)/n) + 1", "some: T >= t", "start", f"first run: {RUN.format(X='X', psi='psi')}",
        f"second run: {RUN.format(X='Y', psi='phi')}", "Gaussian: forall(k, 1, T, gaussian(zeta(k), w))",
        f"gaps: forall(k, 1, T, gap(psi(k), phi(k), {GAP})): once in every epoch"),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", bound=BOUND, proof=composed, tightness="upper",
    uses=("feldman2018/proposition-5", "feldman2018/eq-gaussian-renyi"), spots="n=4, T=10, E=3, t=2, alpha=2, g=1, w=1 -> 3")
