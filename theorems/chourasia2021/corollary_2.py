"""RDP of noisy GD for the squared loss.

Statement
    For the squared loss ||theta - x||^2/2 on R^d with finite total gradient sensitivity S_g, any neighbouring data,
    start theta_0, step size eta, noise sigma^2 and K, R_alpha(Theta_{eta K} || Theta'_{eta K}) <= (alpha S_g^2/((2
    - eta) sigma^2 n^2)) (1 - e^(-(2 - eta) eta K/2)).
Reads as
    All laws on the way are Gaussian with variance at most 2 sigma^2/(2 - eta). This needs eta < 2: at eta = 2 the
    formula divides by zero, and the chain has no limit from there on. C is R^d, so that the last projection is the
    identity.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    q : real : Lipschitz constant of the gradient steps, |1 - eta| : 1
    X : law sequence : law of the iterate after k steps, not yet projected
    Y : law sequence : the same for the neighbouring data
    psi : map : projection and gradient step on the data
    phi : map : projection and gradient step on the neighbouring data
    zeta : noise sequence : noise of step k, on the iterate
    C : set : the domain
    x0 : vector : the start
Assumptions
    order : alpha > 1
    size : n >= 1
    steps : K >= 0
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    not too large steps : eta < 2
    factor : q = |1 - eta|
    Lipschitz : psi' is q-Lipschitz
    other Lipschitz : psi is q-Lipschitz
    first run : X_k = psi(X_{k-1}) + zeta_k
    second run : X'_k = psi'(X'_{k-1}) + zeta_k
    start : X_0 and X'_0 have the same law
    gap : sup ||psi(x) - psi'(x)|| <= eta S/n
    Gaussian : zeta_k = N(0, 2 eta sigma^2 I)
    start law : theta'_0 = x0
Reference
    chourasia2021, Corollary 2, section 4
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import NUMBERS, OUTPUT, PAIR, STRUCTURES, SYMBOLS, corollary_2
from ._langevin_checks import below_exact

BOUND = "alpha*S**2/((2 - eta)*sigma**2*n**2)*(1 - exp(-(2 - eta)*eta*K/2))"


def proof(b: Builder) -> Step:
    """The sharper constant, with lam = 1, from a point."""
    return corollary_2(b, BOUND)


STATEMENT = Statement(
    id="chourasia2021/corollary-2", title="RDP of noisy GD for the squared loss", kind="corollary", text=__doc__,
    reference=Reference("chourasia2021", "Corollary 2", "section 4"),
    symbols=(*SYMBOLS, Symbol("q", "real", "Lipschitz constant of the gradient steps, |1 - eta|"),),
    structures=(*STRUCTURES, Structure("x0", "vector", "the start"),),
    assumptions=(*NUMBERS, Assumption("not too large steps", "eta < 2"),
                 Assumption("factor", "q**2 == (1 - eta)**2"), Assumption("Lipschitz", "lipschitz(phi, q)"),
                 Assumption("other Lipschitz", "lipschitz(psi, q)"), *PAIR, Assumption("start law", "equal(Y(0), point(x0))"),),
    conclusion=OUTPUT.format(bound=BOUND), bound=BOUND, proof=proof, tightness="upper",
    printed=Printed("corrected", difference="printed for any step size; proved for 0 < eta < 2, as (18) has no value at eta = 2"),
    uses=("pabisym/noisy-gd-dynamics", "chourasia2021/theorem-2", "chourasia2021/construction-lower"),
    checks=(Check("exact divergences of the squared loss stay below", lambda: below_exact("corollary-2")),
            Check("beyond eta = 2 as well, at the points tried", lambda: below_exact("beyond"))),
    spots=(Spot({"alpha": 10, "n": 5000, "K": 100, "S": 4, "eta": "1/50", "sigma": "1/50", "q": "49/50"}),
           Spot({"alpha": 2, "n": 1, "K": 0, "S": 1, "eta": "3/2", "sigma": 1, "q": "1/2"}, "0")),
)
