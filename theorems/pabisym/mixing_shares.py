"""Restart by mixing in stages, for contractions and for losses that are not convex.

Statement
    Let two runs have maps at most g_k apart, the first one maps with values at most H apart that are c-Lipschitz within every block of
    m steps, and noise N(0, v I), in the last (K + J N) m of T steps; let blocks pay for H as in pabisym/same-maps-shares, and let the g_k^2
    add up to at most q in each of the first K blocks and to at most r in a stage. With theta = theta_1(sqrt(u_m)) let
    d_0 >= theta^K + (1 - theta^K) theta_1(sqrt(q/v))/(1 - theta), and let stage j = 1..J have N blocks, each of which leaves
    d theta_{1 + (e^{e_{j-1}} - 1)/d}(sqrt(u_m)) of d, and add e^{e_{j-1}} theta_{e^{e_j - e_{j-1}}}(sqrt(r/v)).
    Whatever happened before, E_{e^{e_J}}(X_T || Y_T) is at most the last d.
Reads as
    pabisym/mixing-stages with the shares of a plan. In blocks of one step no map needs to be Lipschitz or convex; else c < 1 is a
    contraction, and 1 + eta M is enough of losses that are only smooth.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing_shares import FIRST, GAPS, LETTERS, LIPSCHITZ, LOW, PAID, SHARED, SHARES, gaps, stages, steps
from ._vocabulary import item

LAST = f"forall(k, {LOW} + 1, T, {{}})"

STATEMENT = item("Theorem 3, in stages with shares", "section III", key="asoodeh2020",
    letters=("T []", integer("K >= 0", "number of blocks before the first stage", "blocks", role="plan"),
        integer("J >= 0", "number of stages", "stages", role="plan"), integer("N >= 1", "blocks of a stage", "parts", role="plan"),
        integer("m >= 1", "steps of a block", "size", role="plan"),
        real("q > 0", "sum of the squares of the gaps of a block", "block gaps", "iterate^2", role="plan"),
        real("r >= 0", "sum of the squares of the gaps of a stage", "stage gaps", "iterate^2", role="plan"), *GAPS,
        Structure("e", "real sequence", "level after stage j", role="plan"),
        Structure("d", "real sequence", "bound after each block, and after each stage", role="plan"), *LETTERS, "X, Y",
        "psi, phi, zeta: same in both"),
    given=("levels: forall(j, 0, J, e(j) >= 0)", "rises: forall(j, 1, J, e(j) >= e(j - 1))",
        "positive: forall(i, 0, J*(N + 1), d(i) > 0)", "some price: u(m) > 0", f"at first: {FIRST}",
        f"left over: forall(j, 1, J, forall(i, 1, N, d((j - 1)*(N + 1) + i) >= {SHARED}))",
        f"paid: forall(j, 1, J, d(j*(N + 1)) >= {PAID})", *SHARES, *steps(LAST), *gaps(LAST),
        f"spent at first: forall(j, 1, K, w({LOW} + j*m) - w({LOW} + (j - 1)*m) <= q)",
        "spent: forall(j, 1, J, w(T - J*N*m + j*N*m) - w(T - J*N*m + (j - 1)*N*m) <= r)", f"Lipschitz: {LIPSCHITZ}"),
    conclusion="dp(X(T), Y(T), e(J), d(J*(N + 1)))", proof=stages, tightness="upper",
    uses=("pabisym/mixing-shares-stage", "feldman2018/definition-11"),
    spots="T=30, K=2, J=1, N=2, m=3, q=1, r=1, c=1, H=1, v=1")
