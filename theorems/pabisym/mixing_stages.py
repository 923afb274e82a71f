"""Restart by mixing in stages, the best form: what is left is forgotten the sooner the less it is.

Statement
    Let two runs have maps at most s apart, the first one 1-Lipschitz maps with values at most H apart, and noise N(0, v I), in the
    last K p + J N m of T steps. Let d_0 be at least the total variation of pabisym/mixing-variation after K blocks of p steps, and
    let stage j = 1..J have N blocks of m steps, each of which leaves d theta_{1 + (e^{e_{j-1}} - 1)/d}(H/sqrt(m v)) of d, and add
    e^{e_{j-1}} theta_{e^{e_j - e_{j-1}}}(s sqrt(N m/v)). Whatever happened before, E_{e^{e_J}}(X_T || Y_T) is at most the last d.
Reads as
    One forward pass over levels 0 <= e_0 <= e_1 <= ... : any numbers d with these inequalities are a bound. In numbers two or three
    stages are enough, and eps grows like kappa log log(1/delta) + s sqrt(log(1/delta)/v), kappa = s H/v.
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
        real("s > 0", "gap of the maps of a step", "gap", "iterate", role="gap"),
        real("H > 0", "distance of two values of a map", "width", "iterate", role="diameter of the images"), "v",
        Structure("e", "real sequence", "level after stage j", role="plan"),
        Structure("d", "real sequence", "bound after each block, and after each stage", role="plan"), "X, Y",
        "psi, phi, zeta: same in both"),
    given=("levels: forall(j, 0, J, e(j) >= 0)", "rises: forall(j, 1, J, e(j) >= e(j - 1))",
        "positive: forall(i, 0, J*(N + 1), d(i) > 0)", f"at first: {FIRST}",
        f"shares: forall(j, 1, J, forall(i, 1, N, d((j - 1)*(N + 1) + i) >= {SHARED}))",
        f"paid: forall(j, 1, J, d(j*(N + 1)) >= {PAID})", f"first run: {LAST(f'{LOW} + 1', RUN('psi', 'X'))}",
        f"second run: {LAST(f'{LOW} + 1', RUN('phi', 'Y'))}", f"gaps: {LAST(f'{LOW} + 1', 'gap(psi(k), phi(k), s)')}",
        f"Gaussian: {LAST(f'{LOW} + 1', 'gaussian(zeta(k), v)')}",
        f"diameters: {LAST(f'{LOW} + 1', 'bounded(psi(k), H)')}: the map first projects onto the domain",
        f"Lipschitz: {LAST(f'{LOW} + 2', 'lipschitz(psi(k), 1)')}"),
    conclusion="dp(X(T), Y(T), e(J), d(J*(N + 1)))", proof=stages, tightness="upper",
    uses=("pabisym/mixing-stage", "pabisym/mixing-variation", "feldman2018/definition-11"),
    spots="T=30, K=2, p=4, J=1, N=2, m=3, s=1, H=1, v=1")
