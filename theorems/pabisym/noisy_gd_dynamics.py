"""Noisy GD with the sharper log-Sobolev constant.

Statement
    Let every gradient step be |1 - eta lam|-Lipschitz, 0 < eta lam < 2, and the law of the start satisfy the
    log-Sobolev inequality with constant lam (2 - eta lam)/(2 sigma^2), as every point does. Then noisy GD satisfies
    D_alpha <= (alpha S_g^2/(lam (2 - eta lam) sigma^2 n^2)) (1 - e^(-lam (2 - eta lam) eta K/2)).
Reads as
    The stationary variance 2 sigma^2/(lam (2 - eta lam)) in the place of 2 sigma^2/lam: Corollary 1 with half the
    limit for small steps, without smoothness as such. With lam = 1 and a fixed start it is Corollary 2 of the
    paper, for all losses instead of one.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    lam : real, lam > 0 : strong convexity of the losses : loss/iterate^2
    q : real : Lipschitz constant of the gradient steps : 1
    X : law sequence : law of the iterate after k steps, not yet projected
    Y : law sequence : the same for the neighbouring data
    psi : map : projection and gradient step on the data
    phi : map : projection and gradient step on the neighbouring data
    zeta : noise sequence : noise of step k, on the iterate
    C : set : the domain
Assumptions
    order : alpha > 1
    size : n >= 1
    steps : K >= 0
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    strong convexity : lam > 0
    not too large steps : eta lam < 2
    factor : q^2 <= (1 - eta lam)^2
    Lipschitz : psi' is q-Lipschitz
    other Lipschitz : psi is q-Lipschitz
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gap : sup ||psi(x) - psi'(x)|| <= eta S/n
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    start constant : X'_0 satisfies the log-Sobolev inequality with constant lam (2 - eta lam)/(2 sigma^2)
Reference
    chourasia2021, Theorem 2 and Corollary 2, sections 3.3 and 4
"""

from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Symbol

from ..chourasia2021._langevin import CURVATURES, NUMBERS, OUTPUT, PAIR, STRUCTURES, SYMBOLS, sharper
from ..chourasia2021._langevin_checks import below_exact

BOUND = "alpha*S**2/(lam*(2 - eta*lam)*sigma**2*n**2)*(1 - exp(-lam*(2 - eta*lam)*eta*K/2))"

STATEMENT = Statement(
    id="pabisym/noisy-gd-dynamics", title="Noisy GD with the sharper log-Sobolev constant", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 2 and Corollary 2", "sections 3.3 and 4"),
    symbols=(*SYMBOLS, *CURVATURES[:1],
             Symbol("q", "real", "Lipschitz constant of the gradient steps"),),
    structures=(*STRUCTURES,),
    assumptions=(*NUMBERS, Assumption("strong convexity", "lam > 0"), Assumption("not too large steps", "eta*lam < 2"),
                 Assumption("factor", "q**2 <= (1 - eta*lam)**2"), Assumption("Lipschitz", "lipschitz(phi, q)"),
                 Assumption("other Lipschitz", "lipschitz(psi, q)"), *PAIR,
                 Assumption("start constant", "lsi(Y(0), 2*sigma**2/(lam*(2 - eta*lam)))"),),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=sharper, tightness="upper",
    uses=("pabisym/privacy-dynamics", "chourasia2021/definition-3.2"),
    checks=(Check("exact divergences of quadratic losses stay below", lambda: below_exact("sharper")),),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "lam": 1, "q": "49/50"}),
           Spot({"alpha": 2, "n": 1, "K": 0, "S": 1, "eta": "3/2", "sigma": 1, "lam": 1, "q": "1/2"}, "0")),
)
