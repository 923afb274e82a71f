"""Restart by mixing: the square of what is paid by allocation, where the loss is small.

Statement
    Let the maps psi_k of the last W steps of a noisy iteration have values at most H apart, let the maps of the two runs
    be at most s apart there, and the noise have variance v. Whatever happened before, E_{e^eps}(X_T || X'_T) <=
    theta_1(H/sqrt(v))^W + theta_{e^eps}(s sqrt(W)/sqrt(v)) for every W = 1..T.
Reads as
    A third run V takes the second one's place W steps before the end and goes on with the maps of the first. X and V
    have the same maps and forget where they were, each step leaving theta_1 = 2 Phi(H/(2 sqrt(v))) - 1 of their total
    variation; V and X' start from one law and pay for W steps. P(O) <= V(O) + TV <= e^eps X'(O) + delta + TV. No map
    is convex or Lipschitz. For privacy the maps of both runs have to be so, for either may be the first.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing import BOUND, NEXT, proof
from ._vocabulary import item

LAST = "forall(k, T - W + 1, T, {})".format

STATEMENT = item("Theorem 1 through a third law", "section III", key="asoodeh2020",
    letters=("T []", integer("W >= 1 and W <= T", "the look-back, in steps", "look-back, earliest", role="choice"), "epsilon >= 0: level",
        real("s >= 0", "gap of the maps of a step", "size", "iterate", role="gap"),
        real("H > 0", "distance of two values of a map", "width", "iterate", role="diameter of the images"), "v", "X, Y",
        Structure("V", "law sequence", "law of a third run, which goes from the second one to the maps of the first"),
        "psi, phi, zeta: same in both"),
    given=("third start: equal(V(T - W), Y(T - W))",
        f"first run: {LAST('equal(X(k), ' + NEXT.format(f='psi', X='X') + ')')}",
        f"second run: {LAST('equal(Y(k), ' + NEXT.format(f='phi', X='Y') + ')')}",
        f"third run: {LAST('equal(V(k), ' + NEXT.format(f='psi', X='V') + ')')}",
        f"Gaussian: {LAST('gaussian(zeta(k), v)')}", f"gaps: {LAST('gap(psi(k), phi(k), s)')}",
        f"diameters: {LAST('bounded(psi(k), H)')}: the map first projects onto the domain"),
    conclusion=f"dp(X(T), Y(T), epsilon, {BOUND})", bound=BOUND, proof=proof, tightness="upper",
    uses=("asoodeh2020/eq-30", "feldman2018/definition-11"), spots="T=9, W=4, epsilon=1, s=1, H=1, v=1")
