"""From a bound at one step to one some blocks of steps later: what is forgotten in each, and what is paid in all.

Statement
    Let two runs have maps at most g_k apart in the steps t + 1..t + K m, the first one 1-Lipschitz maps with values at most H apart,
    and noise N(0, v I), and let the g_k^2 add up to at most q. If E_{e^eps}(X_t || Y_t) <= d_0 and, for j = 1..K,
    d_j >= d_{j-1} theta_{1 + (e^eps - 1)/d_{j-1}}(H/sqrt(m v)) > 0, then
    E_{e^(eps + f)}(X_{t + K m} || Y_{t + K m}) <= d_K + e^eps theta_{e^f}(sqrt(q/v)).
Reads as
    The less is left, the sooner it is forgotten: the order 1 + (e^eps - 1)/d_j grows from block to block. Stages follow each
    other, each with a higher level, the first from the total variation.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing import RUN, stage
from ._vocabulary import item

LAST = "forall(k, {}, t + K*m, {})".format
BOUND = "d(K) + exp(epsilon)*theta(exp(f), sqrt(q/v))"

STATEMENT = item("Theorem 3, for stages of two runs", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("K >= 1", "number of blocks", "blocks"),
        integer("m >= 1", "steps of a block", "count"), "epsilon >= 0: level",
        real("f >= 0", "what the steps add to the level", "more"),
        real("q >= 0", "sum of the squares of the gaps of the stage", "stage gaps", "iterate^2"),
        Structure("g", "real sequence", "gap of the maps of step k"),
        Structure("w", "real sequence", "sum of the squared gaps up to step k"),
        real("H >= 0", "distance of two values of a map", "width", "iterate"), "v",
        Structure("d", "real sequence", "bound for two runs with the same maps after the j-th block"), "X, Y",
        "psi, phi, zeta: same in both"),
    given=("before: dp(X(t), Y(t), epsilon, d(0))", "positive: forall(j, 0, K, d(j) > 0)",
        "levels: forall(j, 1, K, d(j) >= d(j - 1)*theta(1 + (exp(epsilon) - 1)/d(j - 1), sqrt(H**2/(m*v))))",
        f"first run: {LAST('t + 1', RUN('psi', 'X'))}",
        f"second run: {LAST('t + 1', RUN('phi', 'Y'))}", f"gaps: {LAST('t + 1', 'gap(psi(k), phi(k), g(k))')}",
        f"amounts: {LAST('t + 1', 'g(k) >= 0')}", f"costs: {LAST('t + 1', 'w(k) == w(k - 1) + g(k)**2')}",
        "spent: w(t + K*m) - w(t) <= q",
        f"Gaussian: {LAST('t + 1', 'gaussian(zeta(k), v)')}", f"diameters: {LAST('t + 1', 'bounded(psi(k), H)')}",
        f"Lipschitz: {LAST('t + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion=f"dp(X(t + K*m), Y(t + K*m), epsilon + f, {BOUND})", proof=stage, tightness="upper",
    uses=("pabisym/same-maps", "feldman2018/definition-11"), spots="t=3, K=2, m=4, epsilon=1, f=1, q=1, H=1, v=1")
