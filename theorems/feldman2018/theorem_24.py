"""Privacy of the t-th record of PNSGD that skips records.

Statement
    Let K be a convex set and f(., x) a family of convex, L-Lipschitz and beta-smooth functions over K. Then for
    every eta <= 2/beta, sigma > 0, alpha > 1, t in [n], start w_0 and data S, Skip-PNSGD(S, w_0, eta, sigma)
    satisfies (alpha, alpha*eps/(n + 1 - t))-RDP for the point with index t, where eps = 2 L^2/sigma^2.
Reads as
    A run that skips j < t records uses record t at its step t - j of n - j: the same n + 1 - t noises follow. A run
    that skips more never sees it. A mixture of pairs is no worse than the worst of them, for every order.
Letters
    n : integer, n >= 1 : number of records : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
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
    order : alpha > 1
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
    feldman2018, Theorem 24, section 4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._pnsgd import LOSSES, NUMBERS, SKIP_STRUCTURES, SYMBOLS
from ._skipping import SKIPS, skipped

BOUND = "2*alpha*L**2/(sigma**2*(n + 1 - t))"


def proof(b: Builder) -> Step:
    """Theorem 23 for each number of skipped records; then the mixture."""
    return skipped(b, BOUND)


STATEMENT = Statement(
    id="feldman2018/theorem-24", title="Privacy of the t-th record of PNSGD that skips records", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 24", "section 4"), bound=BOUND, conclusion=f"renyi(alpha, 0, M(m), N(m), {BOUND})",
    symbols=(*SYMBOLS, Symbol("m", "integer, m >= 0", "the largest number of skipped records")),
    structures=SKIP_STRUCTURES,
    assumptions=(*NUMBERS, Assumption("skips", "m == floor(n/2)"), Assumption("none", "m >= 0"), *LOSSES, *SKIPS), tightness="upper",
    printed=Printed("holds", bound="alpha*(2*L**2/sigma**2)/(n + 1 - t)"),
    uses=("feldman2018/theorem-23", "feldman2018/theorem-22", "feldman2018/definition-skip-pnsgd"),
    spots=(Spot({"n": 10, "t": 1, "alpha": 2, "L": 1, "beta": 1, "eta": "1/10", "sigma": 4, "m": 5}, "1/40"),
           Spot({"n": 7, "t": 7, "alpha": "3/2", "L": "2/3", "beta": 4, "eta": "1/2", "sigma": "1/5", "m": 3})),
)
