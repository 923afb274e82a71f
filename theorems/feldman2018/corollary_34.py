"""Privacy of a person without smoothness.

Statement
    For convex L-Lipschitz losses on K in a ball of radius R, with sigma = 2 L sqrt(2 ln(1.25/delta))/eps and
    eta = sqrt(8) R/sqrt(n (L^2 + d sigma^2)), Skip-PNSGD on the losses smoothed by lambda = R eps/(2 sqrt(n ln(1/delta))) is
    (eps/sqrt(n - t + 1), delta)-DP at index t, and its excess loss is at most
    (2 sqrt(2) R L/sqrt(n)) sqrt(1 + 8 d ln(1.25/delta)/eps^2) + 2 L lambda sqrt(d), that is R L eps sqrt(d)/sqrt(n ln(1/delta))
    for the second part. The paper has twice the first part, and ln(1.25/delta) without its root in the second.
Reads as
    Theorem 30 with beta = L/lambda. For delta below 3^(-8) the second part that is printed is smaller than the error which
    the smoothing is shown to have.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    lam : real, lam > 0 : standard deviation of the smoothing : iterate
    n : integer, n >= 1 : number of records : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    m : integer, m >= 0 : the largest number of skipped records : 1
    V : law sequence : law of v_k in the run that skips j, at j*(n + 1) + k
    W : law sequence : the same with record t replaced
    K : set : the domain
    f : loss sequence : loss of record k
    h : loss : loss of the record that replaces the t-th
    zeta : noise sequence : noise of step k, on the iterate
    M : law sequence : uniform mixture of the outputs of the runs that skip 0..j
    N : law sequence : the same with record t replaced
Assumptions
    level : eps > 0
    chance : delta > 0
    range : delta < 1
    small : eps <= 2 ln(1.25) sqrt(n + 1 - t)
    enough noise : sigma >= 2 L sqrt(2 ln(1.25/delta))/eps
    scale : lambda > 0
    first : 1 <= t
    last : t <= n
    Lipschitz constant : L > 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta <= 2 lambda/L
    skips : m = floor(n/2)
    none : m >= 0
    domain : K is convex
    convex : the smoothed losses are convex
    smooth : and L/lambda-smooth (Theorem 33)
    Lipschitz : and L-Lipschitz
    other convex : so is the smoothed loss of the other record
    other smooth : so is it
    other Lipschitz : so is it
    start : the run that skips j starts at the same point for both data
    first run : the law after record k > j, from the one before it
    second run : the same with record t replaced
    Gaussian : zeta_k = N(0, (eta*sigma)^2 I)
    first mixture : of the runs that skip nothing there is one
    other first mixture : the same for the second run
    mixture : the run that skips j with probability 1/(j + 1), else one that skips less
    other mixture : the same for the second run
Reference
    feldman2018, Corollary 34, section 5.5
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._calibration import LARGEST, NOISE
from ._levels import LEVEL, LEVELS, ROOT, smoothed
from ._pnsgd import LOSSES, NUMBERS, SKIP_STRUCTURES, SYMBOLS
from ._skipping import SKIPS
from ._utility import half_average

SECOND = "epsilon/sqrt(log(1/delta)) <= 4*sqrt(2)*epsilon/(2*log(5/(4*delta)))"
SMOOTH = tuple(Assumption(a.name, a.holds.replace("beta", "L/lam")) for a in LOSSES)


def proof(b: Builder) -> Step:
    """Theorem 30 with beta = L/lambda."""
    return smoothed(b)


STATEMENT = Statement(
    id="feldman2018/corollary-34", title="Privacy of a person without smoothness", kind="corollary", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Corollary 34", "section 5.5"), conclusion=f"dp(M(m), N(m), epsilon/{ROOT}, delta)",
    symbols=(*LEVEL, Symbol("lam", "real, lam > 0", "standard deviation of the smoothing", "iterate", r"\lambda"),
             *(s for s in SYMBOLS if s.name not in ("alpha", "beta")), Symbol("m", "integer, m >= 0",
                 "the largest number of skipped records")),
    structures=SKIP_STRUCTURES,
    assumptions=(*LEVELS, Assumption("small", f"epsilon <= {LARGEST}*{ROOT}"), Assumption("enough noise", NOISE.format(per="1")),
                 Assumption("scale", "lam > 0"), *(a for a in NUMBERS[1:3]), Assumption("Lipschitz constant", "L > 0"),
                 Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"), Assumption("small steps", "eta <= 2*lam/L"),
                 Assumption("skips", "m == floor(n/2)"), Assumption("none", "m >= 0"), *SMOOTH, *SKIPS),
    uses=("feldman2018/theorem-30", "feldman2018/theorem-33", "feldman2018/remark-smoothing-parameters"),
    printed=Printed("corrected", difference="the privacy half as in Theorem 30; the error of the smoothing is printed with "
                    "eps sqrt(d)/(2 ln(1.25/delta)) where 2 L lambda sqrt(d) has ln(1/delta) under the root"),
    checks=(Check("the excess loss of the smoothed problem", lambda: half_average("1")),
            Check("the printed error covers 2 L lambda sqrt(d) at delta = 1/100", lambda: at_points(SECOND, (
                {"epsilon": 1, "delta": "1/100"},))),
            Check("it does not at delta = 3^(-8)", lambda: at_points(SECOND, ({"epsilon": 1, "delta": "1/6561"},), "false"))),
    spots=(Spot({"epsilon": 1, "delta": "1/10", "lam": 1, "n": 10, "t": 1, "L": 1, "eta": "1/10", "sigma": 5, "m": 5}),),
)
