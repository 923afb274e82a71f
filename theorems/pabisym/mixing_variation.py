"""The total variation that the gaps of a bounded iteration cause, however many there are.

Statement
    Let two runs have maps at most g_k apart in the last K m of T steps, the first one 1-Lipschitz maps with values at most H apart,
    and noise N(0, v I), and let the g_k^2 of a block of m steps add up to at most q. Whatever happened before,
    TV(X_T, Y_T) <= theta^K + (1 - theta^K) theta_1(sqrt(q/v))/(1 - theta), theta = theta_1(H/sqrt(m v)).
Reads as
    A block of m steps keeps the share theta of what there was and adds at most what its gaps cause. With m near (H/sqrt(v))^2/2 the
    second part is of order s H/v for gaps s in every step, uniformly in T.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing import RUN, VARIATION, variation
from ._vocabulary import item

LAST = "forall(k, {}, T, {})".format

STATEMENT = item("Theorem 3, in blocks", "section III", key="asoodeh2020",
    letters=("T []", integer("K >= 0", "number of blocks", "blocks"), integer("m >= 1", "steps of a block", "count"),
        real("q > 0", "sum of the squares of the gaps of a block", "block gaps", "iterate^2"),
        Structure("g", "real sequence", "gap of the maps of step k"),
        Structure("w", "real sequence", "sum of the squared gaps up to step k"),
        real("H > 0", "distance of two values of a map", "width", "iterate"), "v", "X, Y", "psi, phi, zeta: same in both"),
    given=(f"first run: {LAST('T - K*m + 1', RUN('psi', 'X'))}", f"second run: {LAST('T - K*m + 1', RUN('phi', 'Y'))}",
        f"gaps: {LAST('T - K*m + 1', 'gap(psi(k), phi(k), g(k))')}",
        f"amounts: {LAST('T - K*m + 1', 'g(k) >= 0')}", f"costs: {LAST('T - K*m + 1', 'w(k) == w(k - 1) + g(k)**2')}",
        "spent: forall(j, 1, K, w(T - K*m + j*m) - w(T - K*m + (j - 1)*m) <= q)",
        f"Gaussian: {LAST('T - K*m + 1', 'gaussian(zeta(k), v)')}",
        f"diameters: {LAST('T - K*m + 1', 'bounded(psi(k), H)')}", f"Lipschitz: {LAST('T - K*m + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion=f"dp(X(T), Y(T), 0, {VARIATION})", bound=VARIATION, proof=variation, tightness="upper",
    uses=("pabisym/mixing-block", "feldman2018/definition-11"), spots="T=30, K=2, m=4, q=1, H=1, v=1")
