"""A gap in every epoch of a bounded process: looking back some gaps.

Statement
    Let every step of a noisy iteration of E epochs of n steps have a 1-Lipschitz map that first projects onto K, in
    which the two runs are at most r g apart, noise of variance w, and a gap of at most g at the t-th step of every
    epoch only; the runs start together. With F = alpha g^2/(2 w), m = n - t + 1 and q >= 1, where n r >= n - 1 or q =
    1, D_alpha(X_{En} || X'_{En}) <= F min((E - 1)/n + 1/m, V), V = (r + q)^2/(q n + m - 1) if m (r + q - 1) >= q n - 1,
    and V = (r + q - 1)^2/(q n - 1) + 1/m otherwise.
Reads as
    Pay every gap, or forget all but the last q gaps: then the width of the domain and these gaps are paid at one rate,
    or the last gap apart. For q >= E it is never better to look back.
"""


from ._bounded_epochs import BACK, BASE, RUNS_IN_DOMAIN, look_back
from ._vocabulary import item

STATEMENT = item("Theorem 5.6 from any gap", "section 5.2", key="altschuler2022",
    letters="n: epoch, E, t: place, q >= 1: gaps [look-back], alpha, r, g, w, F: paid, X, Y, psi, phi, zeta, K: onto",
    given=("one step", "wide: (q - 1)*(n*r - n + 1) >= 0", *RUNS_IN_DOMAIN),
    conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), F*min({BASE}, {BACK}))", bound=f"F*min({BASE}, {BACK})", proof=look_back,
    uses=("pabisym/periodic-gap", "pabisym/epochs-after-restart"), spots="n=3, E=5, t=2, q=2, alpha=2, r=1, g=1, w=1, F=1 -> 13/10")
