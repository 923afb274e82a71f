"""What two runs that draw the same batches forget in m steps.

Statement
    Let X and Y project, take the same random steps and add noise N(0, v I) in the steps t + 1..t + m, where a random step brings coupled
    points together by the factor c. In a domain of diameter D let shares a_i >= 0 leave z_0 >= D, z_i >= c z_{i-1} - a_i >= 0, z_m = 0,
    at the price u_m = sum of a_i^2/v. If E_{e^eps}(X_t || Y_t) <= d, then
    E_{e^eps}(X_{t+m} || Y_{t+m}) <= d theta_{1 + (e^eps - 1)/d}(sqrt(u_m)).
Reads as
    pabisym/same-maps for batches that are drawn, with the shares of the distance that each step pays: c < 1 for contractions, which
    forget sooner, c = 1 for convex losses, c > 1 for others. One batch is drawn for both.
"""

from pabisym.library.item import integer, real

from ._mixing_sampled import KEPT, LETTERS, PLAN, SHARES, runs, same_random_steps
from ._vocabulary import item

STATEMENT = item("Theorem 3, for random steps", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("m >= 1", "number of steps", "count"),
        "epsilon >= 0: level", real("d > 0", "the bound after step t", "positive"), *PLAN, *LETTERS),
    given=("before: dp(X(t), Y(t), epsilon, d)", *SHARES, *runs("forall(k, t + 1, t + m, {})")),
    conclusion=f"dp(X(t + m), Y(t + m), epsilon, {KEPT})", proof=same_random_steps, tightness="upper",
    uses=("pabisym/random-step-told", "feldman2018/definition-11"), spots="t=3, m=4, epsilon=1, d=1/2, c=1, D=1, v=1")
