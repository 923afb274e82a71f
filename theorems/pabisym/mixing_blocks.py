"""Restart by mixing in blocks of several steps, for wider domains.

Statement
    Let two runs have maps at most s apart in the last K m of T steps, the first one 1-Lipschitz maps with values at most H apart,
    and noise N(0, v I). Whatever happened before, E_{e^eps}(X_T || Y_T) <= theta_1(H/sqrt(m v))^K + theta_{e^eps}(s sqrt(K m/v)).
Reads as
    pabisym/mixing with blocks of m steps in place of single ones: the noise of a block pays for H in equal parts, so that it leaves
    theta_1(H/sqrt(m v)) of the total variation of two runs with the same maps. Most is forgotten per step near m = H^2/(4.5 v).
"""

from pabisym.library.item import integer, real

from ._mixing import BLOCKS, RUN, in_blocks
from ._vocabulary import item

LAST = "forall(k, {}, T, {})".format

STATEMENT = item("Theorem 3, in blocks of two runs", "section III", key="asoodeh2020",
    letters=("T []", integer("K >= 1", "number of blocks", "blocks"), integer("m >= 1", "steps of a block", "count"), "epsilon >= 0: level",
        real("s >= 0", "gap of the maps of a step", "size", "iterate", role="gap"),
        real("H > 0", "distance of two values of a map", "width", "iterate", role="diameter of the images"), "v", "X, Y",
        "psi, phi, zeta: same in both"),
    given=(f"first run: {LAST('T - K*m + 1', RUN('psi', 'X'))}", f"second run: {LAST('T - K*m + 1', RUN('phi', 'Y'))}",
        f"gaps: {LAST('T - K*m + 1', 'gap(psi(k), phi(k), s)')}", f"Gaussian: {LAST('T - K*m + 1', 'gaussian(zeta(k), v)')}",
        f"diameters: {LAST('T - K*m + 1', 'bounded(psi(k), H)')}: the map first projects onto the domain",
        f"Lipschitz: {LAST('T - K*m + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion=f"dp(X(T), Y(T), epsilon, {BLOCKS})", bound=BLOCKS, proof=in_blocks, tightness="upper",
    uses=("pabisym/mixing-stage", "feldman2018/definition-11"), spots="T=30, K=2, m=4, epsilon=1, s=1, H=1, v=1")
