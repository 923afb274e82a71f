"""What two runs with the same maps forget in m steps.

Statement
    Let X and Y go on with the same 1-Lipschitz maps and noise N(0, v I) in the steps t + 1..t + m, the values of a map at most
    H apart. If E_{e^eps}(X_t || Y_t) <= d, then E_{e^eps}(X_{t+m} || Y_{t+m}) <= d theta_{1 + (e^eps - 1)/d}(H/sqrt(m v)).
Reads as
    P - e^eps Q = d U - (d + e^eps - 1) V for two laws U and V, which go through the same steps: from wherever they begin, the
    noise of every step pays for H/m, and they end H/sqrt(m v) apart. What is rare is forgotten much sooner than the total
    variation. For m = 1 no map needs to be Lipschitz.
"""

from pabisym.library.item import integer, real

from ._mixing import KEPT, RUN, same_maps
from ._vocabulary import item

LAST = "forall(k, {}, t + m, {})".format

STATEMENT = item("Theorem 3, for the steps of a run", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("m >= 1", "number of steps", "count", role="steps"),
        "epsilon >= 0: level", real("d > 0", "the bound after step t", "positive"),
        real("H >= 0", "distance of two values of a map", "width", "iterate", role="diameter of the images"), "v", "X, Y",
        "psi, zeta: same in both"),
    given=("before: dp(X(t), Y(t), epsilon, d)",
        f"first run: {LAST('t + 1', RUN('psi', 'X'))}",
        f"second run: {LAST('t + 1', RUN('psi', 'Y'))}",
        f"Gaussian: {LAST('t + 1', 'gaussian(zeta(k), v)')}", f"diameters: {LAST('t + 1', 'bounded(psi(k), H)')}",
        f"Lipschitz: {LAST('t + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion=f"dp(X(t + m), Y(t + m), epsilon, {KEPT})", bound=KEPT, proof=same_maps, tightness="upper",
    uses=("feldman2018/definition-11",), spots="t=3, m=4, epsilon=1, d=1/2, H=1, v=1")
