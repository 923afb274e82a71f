"""Privacy of a person, and utility, of PNSGD that skips records.

Statement
    As in Theorem 24, with sigma = 2 L sqrt(2 ln(1.25/delta))/eps and K in a ball of radius R: for
    eta = sqrt(8) R/sqrt(n (L^2 + d sigma^2)) <= 2/beta, Skip-PNSGD is locally (eps, delta)-DP and
    (eps/sqrt(n - t + 1), delta)-DP at index t; for i.i.d. data its excess loss is at most
    (4 sqrt(2) R L/sqrt(n)) sqrt(1 + 8 d ln(1.25/delta)/eps^2). The paper prints sqrt(8 R) for sqrt(8) R and every
    eps > 0; proved here for eps/sqrt(n - t + 1) <= 2 ln(1.25), and any larger sigma and smaller eta.
Reads as
    The level falls with the square root of the number of noises that follow a record. The loss is that of Theorem 29
    for half of the data.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    n : integer, n >= 1 : number of records : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    beta : real, beta > 0 : smoothness of the losses : loss/iterate^2
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
    first : 1 <= t
    last : t <= n
    Lipschitz constant : L >= 0
    smoothness : beta > 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta <= 2/beta
    skips : m = floor(n/2)
    none : m >= 0
    domain : K is convex
    convex : f(., x_k) is convex
    smooth : f(., x_k) is beta-smooth
    Lipschitz : f(., x_k) is L-Lipschitz
    other convex : so is the loss of the other record
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
    feldman2018, Theorem 30, section 5.2
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._calibration import LARGEST, NOISE
from ._levels import LEVEL, LEVELS, ROOT, at_index
from ._pnsgd import LOSSES, NUMBERS, SKIP_STRUCTURES, SYMBOLS
from ._skipping import SKIPS
from ._utility import clipped_instance, half_average


def proof(b: Builder) -> Step:
    """Theorem 24 at one order; the calibration at the level eps/sqrt(n + 1 - t)."""
    return at_index(b)


STATEMENT = Statement(
    id="feldman2018/theorem-30", title="Privacy of a person, and utility, of PNSGD that skips records", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "Theorem 30", "section 5.2"), proof=proof, conclusion=f"dp(M(m), N(m), epsilon/{ROOT}, delta)",
    symbols=(*LEVEL, *(s for s in SYMBOLS if s.name != "alpha"), Symbol("m", "integer, m >= 0", "the largest number of skipped records")),
    structures=SKIP_STRUCTURES,
    assumptions=(*LEVELS, Assumption("small", f"epsilon <= {LARGEST}*{ROOT}"), Assumption("enough noise", NOISE.format(per="1")),
                 *NUMBERS[1:], Assumption("skips", "m == floor(n/2)"), Assumption("none", "m >= 0"), *LOSSES, *SKIPS),
    uses=("feldman2018/theorem-24", "feldman2018/lemma-27", "pabisym/calibration", "pabisym/calibration-order", "pabisym/calibration-noise",
          "feldman2018/theorem-28", "feldman2018/definition-stop-half"),
    printed=Printed("corrected", difference="printed for every eps > 0, and eta with sqrt(8 R) in place of sqrt(8) R; at n = 1, R = L = 1, "
                    "eps = 7, delta = 1/2 the exact delta on K = [-1, 1] exceeds 1/2"),
    checks=(Check("the excess loss", lambda: half_average("1")), Check("as printed it fails at eps = 7",
        lambda: clipped_instance(7, "1/2"))),
    spots=(Spot({"epsilon": 1, "delta": "1/10", "n": 10, "t": 1, "L": 1, "beta": 1, "eta": "1/10", "sigma": 5, "m": 5}),
           Spot({"epsilon": "2/5", "delta": "1/2", "n": 1, "t": 1, "L": 1, "beta": 1, "eta": 2, "sigma": 7, "m": 0})),
)
