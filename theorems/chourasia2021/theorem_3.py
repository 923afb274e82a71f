"""Lower bound on the privacy loss of noisy GD.

Statement
    There are neighbouring data D, D', a start theta_0 and a smooth loss on R^d with finite total gradient
    sensitivity S_g, such that for every step size eta < 1, noise sigma^2 > 0 and K, R_alpha(Theta_{eta K} ||
    Theta'_{eta K}) >= (alpha S_g^2/(4 sigma^2 n^2)) (1 - e^(-eta K)).
Reads as
    The squared loss, the means of the records S_g/n apart, theta_0 = 0. apart() of mu^2 says that the pair is at
    least as easy to tell apart as N(0, 1) and N(mu, 1), whose divergence is alpha mu^2/2. The exact value is mu^2 =
    S_g^2 (2 - eta) (1 - p)/(2 sigma^2 n^2 (1 + p)) with p = (1 - eta)^K <= e^(-eta K).
Letters
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    S : real, S >= 0 : sensitivity of the total gradient : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    m : real : mean of the records of D : iterate
    u : real : mean of the records of D' : iterate
    X : law sequence : law of theta_k
    Y : law sequence : law of theta'_k
Assumptions
    size : n >= 1
    sensitivity : S >= 0
    step size : eta > 0
    noise : sigma > 0
    steps : K >= 1
    small steps : eta < 1
    sensitive : x-bar - x-bar' = S_g/n
    first start : theta_0 = 0
    second start : theta'_0 = 0
    first run : theta_k = (1 - eta) theta_{k-1} + eta x-bar + N(0, 2 eta sigma^2)
    second run : the same with x-bar'
Reference
    chourasia2021, Theorem 3, section 4
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure, Symbol

from ._langevin import NUMBERS, SYMBOLS
from ._langevin_bounds import lower_bound
from ._langevin_checks import above_printed

RUN = "forall(k, 1, K, equal({X}(k), convolve(push(affine(1 - eta, eta*{m}), {X}(k - 1)), white(2*eta*sigma**2))))"
BOUND = "S**2/(2*sigma**2*n**2)*(1 - exp(-eta*K))"

STATEMENT = Statement(
    id="chourasia2021/theorem-3", title="Lower bound on the privacy loss of noisy GD", kind="theorem", text=__doc__,
    reference=Reference("chourasia2021", "Theorem 3", "section 4"),
    symbols=(*(s for s in SYMBOLS if s.name != "alpha"), Symbol("m", "real", "mean of the records of D", "iterate", "\\bar x"),
             Symbol("u", "real", "mean of the records of D'", "iterate", "\\bar x'"),),
    structures=(Structure("X", "law sequence", "law of theta_k"), Structure("Y", "law sequence", "law of theta'_k"),),
    assumptions=(*(a for a in NUMBERS if a.name not in ("order", "steps")), Assumption("steps", "K >= 1"),
                 Assumption("small steps", "eta < 1"),
                 Assumption("sensitive", "m - u == S/n"), Assumption("first start", "equal(X(0), normallaw(0, 0))"),
                 Assumption("second start", "equal(Y(0), normallaw(0, 0))"),
                 Assumption("first run", RUN.format(X="X", m="m")), Assumption("second run", RUN.format(X="Y", m="u")),),
    conclusion=f"apart(X(K), Y(K), {BOUND})", bound=BOUND, proof=lower_bound, tightness="lower", printed=Printed("holds"),
    uses=("chourasia2021/construction-lower",),
    checks=(Check("the exact divergence is above it", above_printed),),
    spots=(Spot({"n": 10, "K": 5, "S": 1, "eta": "1/10", "sigma": 1, "m": "1/10", "u": 0}),),
)
