"""Noisy GD with the sharper log-Sobolev constant.

Statement
    Let every gradient step be |1 - eta lam|-Lipschitz, 0 < eta lam < 2, and the law of the start satisfy the
    log-Sobolev inequality with constant lam (2 - eta lam)/(2 sigma^2), as every point does. Then noisy GD satisfies
    D_alpha <= (alpha S_g^2/(lam (2 - eta lam) sigma^2 n^2)) (1 - e^(-lam (2 - eta lam) eta K/2)).
Reads as
    The stationary variance 2 sigma^2/(lam (2 - eta lam)) in the place of 2 sigma^2/lam: Corollary 1 with half the limit
    for small steps, without smoothness as such. With lam = 1 and a fixed start it is Corollary 2 of the paper, for all
    losses instead of one.
"""

from pabisym.library.item import real
from pabisym.library.statement import Check

from ..chourasia2021._langevin import OUTPUT, PAIR, sharper
from ..chourasia2021._langevin_checks import below_exact
from ._vocabulary import item

BOUND = "alpha*S**2/(lam*(2 - eta*lam)*sigma**2*n**2)*(1 - exp(-lam*(2 - eta*lam)*eta*K/2))"

STATEMENT = item("Theorem 2 and Corollary 2", "sections 3.3 and 4", key="chourasia2021",
    letters=("alpha, n, K: steps, S, eta, sigma: level, lam", real("q", "Lipschitz constant of the gradient steps", role="contraction"),
        "X: projected, Y: neighbouring, psi: gradient, phi: gradient, zeta: iterate, C"),
    given=("not too large steps: eta*lam < 2", "factor: q**2 <= (1 - eta*lam)**2", "Lipschitz: lipschitz(phi, q)",
        "other Lipschitz: lipschitz(psi, q)", *PAIR, "start constant: lsi(Y(0), 2*sigma**2/(lam*(2 - eta*lam)))"),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=sharper, tightness="upper",
    uses=("pabisym/privacy-dynamics", "chourasia2021/definition-3.2"),
    checks=(Check("exact divergences of quadratic losses stay below", lambda: below_exact("sharper")),),
    spots=("alpha=10, n=5000, K=100, S=4, eta=1/50, sigma=1/50, lam=1, q=49/50",
        "alpha=2, n=1, K=0, S=1, eta=3/2, sigma=1, lam=1, q=1/2 -> 0"), models="start constant")
