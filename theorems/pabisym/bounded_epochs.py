"""A gap in every epoch of a bounded process: the best restart.

Statement
    Let every step of a noisy iteration of E epochs of n steps have a 1-Lipschitz map that first projects onto K, in
    which the two runs are at most r g apart, noise of variance w, and a gap of at most g at the t-th step of every
    epoch only; the runs start together. With F = alpha g^2/(2 w), m = n - t + 1, q = floor(r - (max(n, 2 m) - 2)/n),
    and for every k V_k = (r + k)^2/(k n + m - 1) if m (r + k - 1) >= k n - 1 and V_k = (r + k - 1)^2/(k n - 1) + 1/m
    otherwise, D_alpha(X_{En} || X'_{En}) <= F min((E - 1)/n + 1/m, V), where V = min(V_q, V_(q+1)) if q >= 1; if q < 1,
    V = min(V_1, r^2/(m - 1)) for m >= 2 and V = V_1 for m = 1.
Reads as
    Pay every gap, or forget all but the last of them. The cost of a look-back is smallest about q gaps back. At random
    points this is the exact best restart.
"""


from ._bounded_epochs import PERIODIC, RUNS_IN_DOMAIN, best
from ._vocabulary import item

STATEMENT = item("Theorem 5.6 from any gap", "section 5.2", key="altschuler2022",
    letters="n: epoch, E, t: place, alpha, r, g, w, F: paid, X, Y, psi, phi, zeta, K: onto",
    given=("one step", *RUNS_IN_DOMAIN),
    conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {PERIODIC})", bound=PERIODIC, proof=best,
    uses=("pabisym/periodic-gap", "pabisym/restart-block", "pabisym/epochs-look-back", "pabisym/either-look-back"),
    spots=("n=3, E=20, t=2, alpha=2, r=3, g=1, w=1, F=1 -> 25/7", "n=3, E=9, t=2, alpha=2, r=1/2, g=1, w=1, F=1 -> 1/4"))
