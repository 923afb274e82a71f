"""From a bound at one step to one some blocks of steps later, whatever the Lipschitz constant of the maps.

Statement
    Let two runs have maps at most g_k apart in the steps t + 1..t + K m, the first one maps with values at most H apart that are
    c-Lipschitz within every block of m steps, and noise N(0, v I); let blocks pay for H as in pabisym/same-maps-shares, and let the
    g_k^2 add up to at most q. If E_{e^eps}(X_t || Y_t) <= d_0 and, for j = 1..K,
    d_j >= d_{j-1} theta_{1 + (e^eps - 1)/d_{j-1}}(sqrt(u_m)) > 0, then
    E_{e^(eps + f)}(X_{t + K m} || Y_{t + K m}) <= d_K + e^eps theta_{e^f}(sqrt(q/v)).
Reads as
    pabisym/mixing-stage for contractions, and for blocks of one step for any maps with bounded values.
"""

from pabisym.library.item import integer, real
from pabisym.library.statement import Structure

from ._mixing_shares import GAPS, LETTERS, ROOT, SHARES, gaps, stage, steps
from ._vocabulary import item

LAST = "forall(k, t + 1, t + K*m, {})"

STATEMENT = item("Theorem 3, for stages with shares", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("K >= 1", "number of blocks", "blocks"),
        integer("m >= 1", "steps of a block", "count"), "epsilon >= 0: level", real("f >= 0", "what the steps add to the level", "more"),
        real("q >= 0", "sum of the squares of the gaps of the stage", "stage gaps", "iterate^2"), *GAPS,
        Structure("d", "real sequence", "bound for two runs with the same maps after the j-th block"), *LETTERS, "X, Y",
        "psi, phi, zeta: same in both"),
    given=("before: dp(X(t), Y(t), epsilon, d(0))", "positive: forall(j, 0, K, d(j) > 0)",
        f"levels: forall(j, 1, K, d(j) >= d(j - 1)*theta(1 + (exp(epsilon) - 1)/d(j - 1), {ROOT}))", *SHARES, *steps(LAST), *gaps(LAST),
        "spent: w(t + K*m) - w(t) <= q",
        "Lipschitz: forall(j, 1, K, forall(k, t + (j - 1)*m + 2, t + j*m, lipschitz(psi(k), c)))"),
    conclusion="dp(X(t + K*m), Y(t + K*m), epsilon + f, d(K) + exp(epsilon)*theta(exp(f), sqrt(q/v)))", proof=stage, tightness="upper",
    uses=("pabisym/same-maps-shares", "feldman2018/definition-11"), spots="t=3, K=2, m=4, epsilon=1, f=1, q=1, c=1, H=1, v=1")
