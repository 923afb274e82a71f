"""From a bound at one step to one some blocks of random steps later.

Statement
    Let two runs project, take random steps that differ by at most Q in D_alpha at every point, noise N(0, v I) included, and let blocks
    of m steps forget as in pabisym/same-random-steps. If E_{e^eps}(X_t || Y_t) <= d_0 and, for j = 1..K,
    d_j >= d_{j-1} theta_{1 + (e^eps - 1)/d_{j-1}}(sqrt(u_m)) > 0, then E_{e^(eps + f)}(X_{t + K m} || Y_{t + K m}) <= d_K + e^eps w for
    f >= K m Q + log((alpha - 1)/alpha) - (log w + log alpha)/(alpha - 1).
Reads as
    A third run begins where the second one is and draws what the first one draws. The third run and the second one pay for
    K m steps with the accountant of sampled steps at the order alpha.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing_sampled import LETTERS, PLAN, PRICE, SHARES, TOLD, runs, stage
from ._vocabulary import item

LAST = "forall(k, t + 1, t + K*m, {})"

STATEMENT = item("Theorem 3, for stages of random steps", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("K >= 1", "number of blocks", "blocks"),
        integer("m >= 1", "steps of a block", "count"), "epsilon >= 0: level", "alpha", real("f", "what the steps add to the level"),
        real("w > 0 and w < 1", "slack of the stage", "slack, small"), real("Q", "divergence of two random steps from one point"),
        Structure("d", "real sequence", "bound for two runs with the same random steps after the j-th block"), *PLAN, *LETTERS,
        Structure("B", "mechanism sequence", "random step of the second run", "A'")),
    given=("before: dp(X(t), Y(t), epsilon, d(0))", "positive: forall(j, 0, K, d(j) > 0)",
        f"levels: forall(j, 1, K, d(j) >= d(j - 1)*theta(1 + (exp(epsilon) - 1)/d(j - 1), sqrt({PRICE})))", f"price: f >= {TOLD}", *SHARES,
        *runs(LAST, "B"), f"sampling: {LAST.format('close(alpha, withnoise(A(k), zeta(k)), withnoise(B(k), zeta(k)), Q)')}"),
    conclusion="dp(X(t + K*m), Y(t + K*m), epsilon + f, d(K) + exp(epsilon)*w)", proof=stage, tightness="upper",
    uses=("pabisym/same-random-steps", "pabisym/renyi-to-dp", "pabisym/noise-in-two", "feldman2018/definition-11"),
    spots="t=3, K=2, m=4, epsilon=1, alpha=2, f=1, w=1/2, Q=0, c=1, D=1, v=1")
