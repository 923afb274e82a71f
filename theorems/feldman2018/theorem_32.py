"""Many convex problems on one data set.

Statement
    For eps in (0, 1), delta in (0, 1/2), q = max{2 k H_n/n, 2 ln(1/delta)}, sigma = 4 L sqrt(q ln(1/delta))/eps and
    eta <= 2/beta, the outputs of Stop-PNSGD on k problems, with independent randomness, are together (eps, delta)-DP.
    For eta = 4 R/sqrt(n (L^2 + d sigma^2)) every excess loss is at most (4 R L/sqrt(n)) sqrt(1 + 16 d q ln(1/delta)/eps^2).
    The paper has ln n for H_n = 1 + 1/2 + ... + 1/n, which for n = 1 says that any number of problems is free.
Reads as
    Up to n ln(1/delta)/H_n problems cost no more than one. Proved for q at least the maximum and sigma at least so large;
    p stands for k.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    p : integer, p >= 1 : number of problems : 1
    q : real, q > 0 : share of a problem : 1
    n : integer, n >= 1 : number of records : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    beta : real, beta > 0 : smoothness of the losses : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    V : law sequence : law of v_k in run i, at i*(n + 1) + k
    W : law sequence : the same with record t replaced
    K : set : the domain
    f : loss sequence : loss of record k in problem i, at i*(n + 1) + k
    h : loss sequence : loss in problem i of the record that replaces the t-th
    zeta : noise sequence : noise of step k of run i, at i*(n + 1) + k
    M : law sequence : uniform mixture of the outputs of run i after 1..k steps, at i*(n + 1) + k
    N : law sequence : the same with record t replaced
    X : law sequence : outputs of the first i runs
    Y : law sequence : the same with record t replaced
Assumptions
    level : eps > 0
    at most one : eps <= 1
    chance : delta > 0
    half : delta <= 1/2
    problems : p >= 1
    size : n >= 1
    share : q >= 2 p H_n/n
    large share : q >= 2 ln(1/delta)
    enough noise : sigma >= 4 L sqrt(q ln(1/delta))/eps
    first : 1 <= t
    last : t <= n
    Lipschitz constant : L >= 0
    smoothness : beta > 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta <= 2/beta
    domain : K is convex
    convex : every loss of every problem is convex
    smooth : and beta-smooth
    Lipschitz : and L-Lipschitz
    other convex : so is the loss of the other record in every problem
    other smooth : so is it
    other Lipschitz : so is it
    start : every run starts at the same point for both data
    first run : v_k = w_{k-1} - eta*grad f(w_{k-1}, x_k) + zeta_k in every run
    second run : the same with record t replaced
    Gaussian : zeta_k = N(0, (eta*sigma)^2 I)
    first mixture : of one stopping time it is w_1
    other first mixture : the same in the second run
    mixture : the first k stopping times: w_k with probability 1/k, else one of the first k - 1
    other mixture : the same in the second run
    nothing yet : before the first answer both are the same
    answers : the first i outputs are the first i - 1 and, independently, that of run i
    other answers : the same for the other data
Reference
    feldman2018, Theorem 32, section 5.4
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._levels import LEVEL
from ._pnsgd import NUMBERS, SYMBOLS
from ._problems import HARMONIC, PROBLEMS, STRUCTURES, answers
from ._utility import majority, many_problems


def proof(b: Builder) -> Step:
    """Theorem 26 for each problem, additivity, and Lemma 14 at alpha = 4 ln(1/delta)/eps."""
    return answers(b)


STATEMENT = Statement(
    id="feldman2018/theorem-32", title="Many convex problems on one data set", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Theorem 32", "section 5.4"), conclusion="dp(X(p), Y(p), epsilon, delta)",
    symbols=(*LEVEL, Symbol("p", "integer, p >= 1", "number of problems", latex="k"), Symbol("q", "real, q > 0", "share of a problem"),
             *(s for s in SYMBOLS if s.name != "alpha")),
    structures=STRUCTURES,
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("at most one", "epsilon <= 1"), Assumption("chance", "delta > 0"),
                 Assumption("half", "delta <= 1/2"), Assumption("problems", "p >= 1"), Assumption("size", "n >= 1"),
                 Assumption("share", f"q >= 2*p*{HARMONIC}/n"), Assumption("large share", "q >= 2*log(1/delta)"),
                 Assumption("enough noise", "sigma >= 4*L*sqrt(q*log(1/delta))/epsilon"), *NUMBERS[1:], *PROBLEMS),
    uses=("feldman2018/theorem-26", "feldman2018/lemma-14", "feldman2018/lemma-15", "feldman2018/eq-32-conversion",
        "feldman2018/theorem-28"),
    printed=Printed("corrected",
        difference="ln n stands for the harmonic number in q; at n = 1, k = 127, eps = 1/2, delta = 1/4 the outputs "
                    "tell two records apart, with the printed sigma, better than (eps, delta)"),
    checks=(Check("the excess loss", many_problems), Check("as printed it fails at n = 1", lambda: majority(127))),
    spots=(Spot({"epsilon": "1/2", "delta": "1/4", "p": 3, "q": 6, "n": 2, "t": 1, "L": 1, "beta": 1, "eta": "1/10", "sigma": 30}),),
)
