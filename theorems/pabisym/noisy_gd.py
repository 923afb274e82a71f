"""Noisy GD by shift allocation.

Statement
    Let the gradient steps be (1 - eta lam)-Lipschitz, 0 < eta lam < 1, and the two runs of noisy GD have one start.
    Then D_alpha <= (alpha S_g^2 (2 - eta lam)/(4 lam sigma^2 n^2)) (1 - p)/(1 + p) with p = (1 - eta lam)^K, for any
    start, and losses h theta^2/2 + b theta with h = lam attain it from a point.
Reads as
    In the letters of pabisym/contractive-equal-gaps c = 1 - eta lam, g = eta S_g/n and v = 2 eta sigma^2: the noise of
    Chourasia et al. has the variance 2 eta sigma^2 on the iterate, that of Feldman et al. (eta sigma)^2, so that sigma
    there is sigma sqrt(2/eta) here. At most alpha S_g^2/(2 lam sigma^2 n^2) for every K.
"""

from pabisym.library.statement import LinearPair

from ..chourasia2021._langevin import CONTRACTING, OUTPUT, PAIR
from ..chourasia2021._langevin_bounds import allocated
from ._vocabulary import item

BOUND = "alpha*S**2*(2 - eta*lam)/(4*lam*sigma**2*n**2)*(1 - (1 - eta*lam)**K)/(1 + (1 - eta*lam)**K)"

STATEMENT = item("Corollary 1 by the taut string", "section 3.3", key="chourasia2021",
    letters="alpha, n, K: steps [], S, eta, sigma: level, lam, X: projected, Y: neighbouring, psi: gradient, phi: gradient, zeta: iterate, "
        "C",
    given=("steps, lam", "not too large steps: eta*lam < 1", *CONTRACTING, *PAIR),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=allocated, tightness="exact",
    worst_case=LinearPair("K", "1 - eta*lam", "eta*S/n", "2*eta*sigma**2", inside="quadratic losses of curvature lam, from a point"),
    uses=("pabisym/contractive-equal-gaps",),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1", "alpha=2, n=1, K=1, S=1, eta=1/2, sigma=1, lam=1 -> 1/4"))
