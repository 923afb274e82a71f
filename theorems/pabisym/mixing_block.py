"""From a bound at one step to one some steps later: what is forgotten, and what is paid.

Statement
    Let two runs have maps at most g_k apart in the steps t + 1..t + m, the first one 1-Lipschitz maps with values at most H apart,
    and noise N(0, v I), and let the g_k^2 add up to at most q. If E_{e^eps}(X_t || Y_t) <= d, then E_{e^(eps + f)}(X_{t+m} || Y_{t+m}) <=
    d theta_{1 + (e^eps - 1)/d}(H/sqrt(m v)) + e^eps theta_{e^f}(sqrt(q/v)).
Reads as
    A third run begins where the second one is and goes on with the maps of the first: X forgets where it was, the third run
    pays for m steps.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing import KEPT, RUN, block
from ._vocabulary import item

LAST = "forall(k, {}, t + m, {})".format
BOUND = f"{KEPT} + exp(epsilon)*theta(exp(f), sqrt(q/v))"

STATEMENT = item("Theorem 3, for two runs", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("m >= 1", "number of steps", "count"),
        "epsilon >= 0: level", real("f >= 0", "what the steps add to the level", "more"),
        real("d > 0", "the bound after step t", "positive"),
        real("q >= 0", "sum of the squares of the gaps of a block", "block gaps", "iterate^2"),
        Structure("g", "real sequence", "gap of the maps of step k"),
        Structure("w", "real sequence", "sum of the squared gaps up to step k"),
        real("H >= 0", "distance of two values of a map", "width", "iterate"), "v", "X, Y", "psi, phi, zeta: same in both"),
    given=("before: dp(X(t), Y(t), epsilon, d)", f"first run: {LAST('t + 1', RUN('psi', 'X'))}",
        f"second run: {LAST('t + 1', RUN('phi', 'Y'))}", f"gaps: {LAST('t + 1', 'gap(psi(k), phi(k), g(k))')}",
        f"amounts: {LAST('t + 1', 'g(k) >= 0')}", f"costs: {LAST('t + 1', 'w(k) == w(k - 1) + g(k)**2')}",
        "spent: w(t + m) - w(t) <= q",
        f"Gaussian: {LAST('t + 1', 'gaussian(zeta(k), v)')}", f"diameters: {LAST('t + 1', 'bounded(psi(k), H)')}",
        f"Lipschitz: {LAST('t + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion=f"dp(X(t + m), Y(t + m), epsilon + f, {BOUND})", bound=BOUND, proof=block, tightness="upper",
    uses=("pabisym/same-maps", "feldman2018/definition-11"), spots="t=3, m=4, epsilon=1, f=1, d=1/2, q=1, H=1, v=1")
