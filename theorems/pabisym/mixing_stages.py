"""Restart by mixing in stages, the best form: what is left is forgotten the sooner the less it is.

Statement
    Let two runs have maps at most g_k apart, the first one 1-Lipschitz maps with values at most H apart, and noise N(0, v I), in the
    last K p + J N m of T steps; let the g_k^2 add up to at most q in a block of p steps and to at most r in a stage. Let d_0 be at
    least the total variation of pabisym/mixing-variation after K blocks of p steps, and let stage j = 1..J have N blocks of m steps,
    each of which leaves d theta_{1 + (e^{e_{j-1}} - 1)/d}(H/sqrt(m v)) of d, and add e^{e_{j-1}} theta_{e^{e_j - e_{j-1}}}(sqrt(r/v)).
    Whatever happened before, E_{e^{e_J}}(X_T || Y_T) is at most the last d.
Reads as
    One forward pass over levels 0 <= e_0 <= e_1 <= ... : any numbers d with these inequalities are a bound. In numbers two or three
    stages are enough, and eps grows like kappa log log(1/delta) + s sqrt(log(1/delta)/v), kappa = s H/v for gaps s.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing import FIRST, PAID, RUN, SHARED, stages
from ._vocabulary import item

LAST = "forall(k, {}, T, {})".format
LOW = "T - J*N*m - K*p"

STATEMENT = item("Theorem 3, in stages", "section III", key="asoodeh2020",
    letters=("T []", integer("K >= 0", "number of blocks before the first stage", "blocks", role="plan"),
        integer("p >= 1", "steps of such a block", "count", role="plan"), integer("J >= 0", "number of stages", "stages", role="plan"),
        integer("N >= 1", "blocks of a stage", "parts", role="plan"), integer("m >= 1", "steps of a block of a stage", "size", role="plan"),
        real("q > 0", "sum of the squares of the gaps of a block", "block gaps", "iterate^2", role="plan"),
        real("r >= 0", "sum of the squares of the gaps of a stage", "stage gaps", "iterate^2", role="plan"),
        Structure("g", "real sequence", "gap of the maps of step k", role="plan"),
        Structure("w", "real sequence", "sum of the squared gaps up to step k", role="plan"),
        real("H > 0", "distance of two values of a map", "width", "iterate", role="diameter of the images"), "v",
        Structure("e", "real sequence", "level after stage j", role="plan"),
        Structure("d", "real sequence", "bound after each block, and after each stage", role="plan"), "X, Y",
        "psi, phi, zeta: same in both"),
    given=("levels: forall(j, 0, J, e(j) >= 0)", "rises: forall(j, 1, J, e(j) >= e(j - 1))",
        "positive: forall(i, 0, J*(N + 1), d(i) > 0)", f"at first: {FIRST}",
        f"shares: forall(j, 1, J, forall(i, 1, N, d((j - 1)*(N + 1) + i) >= {SHARED}))",
        f"paid: forall(j, 1, J, d(j*(N + 1)) >= {PAID})", f"first run: {LAST(f'{LOW} + 1', RUN('psi', 'X'))}",
        f"second run: {LAST(f'{LOW} + 1', RUN('phi', 'Y'))}", f"gaps: {LAST(f'{LOW} + 1', 'gap(psi(k), phi(k), g(k))')}",
        f"amounts: {LAST(f'{LOW} + 1', 'g(k) >= 0')}", f"costs: {LAST(f'{LOW} + 1', 'w(k) == w(k - 1) + g(k)**2')}",
        "spent at first: forall(j, 1, K, w(T - J*N*m - K*p + j*p) - w(T - J*N*m - K*p + (j - 1)*p) <= q)",
        "spent: forall(j, 1, J, w(T - J*N*m + j*N*m) - w(T - J*N*m + (j - 1)*N*m) <= r)",
        f"Gaussian: {LAST(f'{LOW} + 1', 'gaussian(zeta(k), v)')}",
        f"diameters: {LAST(f'{LOW} + 1', 'bounded(psi(k), H)')}: the map first projects onto the domain",
        f"Lipschitz: {LAST(f'{LOW} + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion="dp(X(T), Y(T), e(J), d(J*(N + 1)))", proof=stages, tightness="upper",
    uses=("pabisym/mixing-stage", "pabisym/mixing-variation", "feldman2018/definition-11"),
    spots="T=30, K=2, p=4, J=1, N=2, m=3, q=1, r=1, H=1, v=1")
