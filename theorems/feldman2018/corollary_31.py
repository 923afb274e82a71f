"""Public data at the end.

Statement
    As in Theorem 30, with the last p records public and sigma = 2 L sqrt(2 ln(1.25/delta)/p)/eps: Skip-PNSGD is
    (eps, delta)-DP for the private records, and its excess loss is at most
    (4 sqrt(2) R L/sqrt(n)) sqrt(1 + 8 d ln(1.25/delta)/(p eps^2)). The paper writes m for p and prints
    sigma = 2 L sqrt(ln(1.25/delta))/m/eps, which is too little from m = 2 on; proved for eps <= 2 ln(1.25).
Reads as
    p public records at the end divide the variance of the noise by p.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    p : integer, p >= 1 : number of public records : 1
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
    small : eps <= 2 ln(1.25)
    public : p >= 1
    private : t <= n - p
    enough noise : sigma >= 2 L sqrt(2 ln(1.25/delta)/p)/eps
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
    feldman2018, Corollary 31, section 5.3
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._calibration import LARGEST, NOISE
from ._levels import LEVEL, LEVELS, with_public
from ._pnsgd import LOSSES, NUMBERS, SKIP_STRUCTURES, SYMBOLS
from ._skipping import SKIPS
from ._utility import half_average, public_instance


def proof(b: Builder) -> Step:
    """Theorem 24 for an index that p + 1 noises follow; the calibration with per = p."""
    return with_public(b)


STATEMENT = Statement(
    id="feldman2018/corollary-31", title="Public data at the end", kind="corollary", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Corollary 31", "section 5.3"), conclusion="dp(M(m), N(m), epsilon, delta)",
    symbols=(*LEVEL, Symbol("p", "integer, p >= 1", "number of public records", latex="m"), *(s for s in SYMBOLS if s.name != "alpha"),
             Symbol("m", "integer, m >= 0", "the largest number of skipped records", latex="m_0")),
    structures=SKIP_STRUCTURES,
    assumptions=(*LEVELS, Assumption("small", f"epsilon <= {LARGEST}"), Assumption("public", "p >= 1"), Assumption("private", "t <= n - p"),
                 Assumption("enough noise", NOISE.format(per="p")), *NUMBERS[1:], Assumption("skips", "m == floor(n/2)"),
                 Assumption("none", "m >= 0"), *LOSSES, *SKIPS),
    uses=("feldman2018/theorem-24", "feldman2018/theorem-30", "pabisym/calibration", "pabisym/calibration-order",
          "pabisym/calibration-noise", "feldman2018/theorem-28"),
    printed=Printed("corrected", difference="sigma is printed as 2 L sqrt(ln(1.25/delta))/m/eps; with m = 7 public records, eps = 2/5, "
                    "delta = 1/10 the exact delta of linear losses then exceeds 1/10; m belongs under the root, with a factor 2"),
    checks=(Check("the excess loss", lambda: half_average("p")), Check("as printed it fails at m = 7", lambda: public_instance(7))),
    spots=(Spot({"epsilon": "2/5", "delta": "1/10", "p": 4, "n": 10, "t": 6, "L": 1, "beta": 1, "eta": "1/10", "sigma": 6, "m": 5}),),
)
