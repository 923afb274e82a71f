"""Restart by mixing in stages for random steps.

Statement
    Let two runs project onto a domain of diameter D, take random steps that differ by at most Q in D_alpha at every point, noise
    N(0, v I) included, in the last J N m of T steps, and let blocks of m steps pay for D as in pabisym/same-random-steps. Let d_0 >= 1,
    and let stage j = 1..J have N blocks, each of which leaves d theta_{1 + (e^{e_{j-1}} - 1)/d}(sqrt(u_m)) of d, and add
    e^{e_{j-1}} w_j, with e_j - e_{j-1} >= N m Q + log((alpha - 1)/alpha) - (log w_j + log alpha)/(alpha - 1). Whatever happened before,
    E_{e^{e_J}}(X_T || Y_T) is at most the last d.
Reads as
    pabisym/mixing-stages with the accountant of sampled steps in place of the gaps, contractions and losses that are not convex
    included: any numbers that satisfy these inequalities are a bound.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing_sampled import BEGIN, LETTERS, PAID, PLAN, PRICE, RISES, SHARED, SHARES, runs, stages
from ._vocabulary import item

LAST = f"forall(k, {BEGIN} + 1, T, {{}})"

STATEMENT = item("Theorem 3, in stages of random steps", "section III", key="asoodeh2020",
    letters=("T []", integer("J >= 0", "number of stages", "stages"), integer("N >= 1", "blocks of a stage", "parts"),
        integer("m >= 1", "steps of a block", "size"), "alpha", real("Q", "divergence of two random steps from one point"),
        Structure("e", "real sequence", "level after stage j"), Structure("d", "real sequence", "bound after each block and each stage"),
        Structure("w", "real sequence", "slack of stage j"), *PLAN, *LETTERS,
        Structure("B", "mechanism sequence", "random step of the second run", "A'")),
    given=("levels: forall(j, 0, J, e(j) >= 0)", "positive: forall(i, 0, J*(N + 1), d(i) > 0)", "at first: d(0) >= 1",
        "slacks: forall(j, 1, J, w(j) > 0)", "small slacks: forall(j, 1, J, w(j) < 1)", f"rises: forall(j, 1, J, {RISES(Q='Q')})",
        f"left over: forall(j, 1, J, forall(i, 1, N, d((j - 1)*(N + 1) + i) >= {SHARED(price=PRICE)}))",
        f"paid: forall(j, 1, J, {PAID})", *SHARES,
        *runs(LAST, "B"), f"sampling: {LAST.format('close(alpha, withnoise(A(k), zeta(k)), withnoise(B(k), zeta(k)), Q)')}"),
    conclusion="dp(X(T), Y(T), e(J), d(J*(N + 1)))", proof=stages, tightness="upper",
    uses=("pabisym/mixing-sampled-stage", "feldman2018/definition-11"),
    spots="T=30, J=1, N=2, m=3, alpha=2, Q=0, c=1, D=1, v=1")
