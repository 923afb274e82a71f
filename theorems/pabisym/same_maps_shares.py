"""What two runs with the same maps forget in m steps, whatever the Lipschitz constant of the maps.

Statement
    Let X and Y go on with the same c-Lipschitz maps and noise N(0, v I) in the steps t + 1..t + m, the values of a map at most H apart,
    and let shares a_i >= 0 leave z_1 >= H - a_1, z_i >= c z_{i-1} - a_i >= 0, z_m = 0, at the price u_m = sum of a_i^2/v. If
    E_{e^eps}(X_t || Y_t) <= d, then E_{e^eps}(X_{t+m} || Y_{t+m}) <= d theta_{1 + (e^eps - 1)/d}(sqrt(u_m)).
Reads as
    pabisym/same-maps with the share of the distance that each step pays. Contractions forget sooner: in the best shares
    u_m = H^2 c^(2(m-1)) (1 - c^2)/((1 - c^(2m)) v), with which losses that are only smooth, c > 1, forget too. For m = 1 no map needs to
    be Lipschitz.
"""

from pabisym.library.item import integer, real

from ._mixing_shares import KEPT, LETTERS, SHARES, same_maps, steps
from ._vocabulary import item

STATEMENT = item("Theorem 3, for steps with shares", "section III", key="asoodeh2020",
    letters=(integer("t", "the step after which a bound is known"), integer("m >= 1", "number of steps", "count"), "epsilon >= 0: level",
        real("d > 0", "the bound after step t", "positive"), *LETTERS, "X, Y", "psi, zeta: same in both"),
    given=("before: dp(X(t), Y(t), epsilon, d)", *SHARES, *steps("forall(k, t + 1, t + m, {})", "psi"),
        "Lipschitz: forall(k, t + 2, t + m, lipschitz(psi(k), c))"),
    conclusion=f"dp(X(t + m), Y(t + m), epsilon, {KEPT})", proof=same_maps, tightness="upper",
    uses=("feldman2018/definition-11",), spots="t=3, m=4, epsilon=1, d=1/2, c=1, H=1, v=1")
