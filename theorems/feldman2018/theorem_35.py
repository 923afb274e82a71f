"""Privacy of n epochs of projected noisy SGD.

Statement
    Under the assumptions of Theorem 23, n epochs of projected noisy SGD in a fixed order satisfy
    (alpha, 4 alpha L^2/sigma^2)-RDP. For the record with index t the bound that is proved on the way is
    (2 alpha L^2/sigma^2) ((n - 1)/n + 1/(n - t + 1)), and it is the optimum of all shift allocations.
Reads as
    n passes cost at most twice the last pass: what a record adds in one epoch is paid before it adds again. The
    constant 4 is attained by no n; t = n has 4 - 2/n, t = 1 has 2.
Letters
    n : integer, n >= 1 : number of records : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    beta : real, beta > 0 : smoothness of the losses : loss/iterate^2
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    V : law sequence : law of v_k, the unprojected iterate, for the data S
    W : law sequence : law of v_k for the data with record t replaced
    K : set : the domain
    f : loss sequence : loss of the record that step k uses
    h : loss : loss of the record that replaces the t-th
    zeta : noise sequence : noise of step k, on the iterate
Assumptions
    order : alpha > 1
    first : 1 <= t
    last : t <= n
    Lipschitz constant : L >= 0
    smoothness : beta > 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta <= 2/beta
    domain : K is convex
    convex : the loss of every step is convex
    smooth : and beta-smooth
    Lipschitz : and L-Lipschitz
    other convex : so is the loss of the other record
    other smooth : so is it
    other Lipschitz : so is it
    start : w_0 is the same
    first run : v_k = w_{k-1} - eta*grad f_k(w_{k-1}) + zeta_k, w_{k-1} the projection of v_{k-1}
    second run : the same with the other record at the steps t, t + n, t + 2n, ...
    Gaussian : zeta_k = N(0, (eta*sigma)^2 I)
Reference
    feldman2018, Theorem 35, appendix B
"""

from functools import partial

from pabisym.library.checks import at_points, sharper
from pabisym.library.statement import Check, LinearPair, Printed, Reference, Spot, Statement, Structure, Verdict
from pabisym.proof.build import Builder, Step

from ._multi_epoch import GAP, LOSSES, OPTIMUM, multi_epoch
from ._pnsgd import NUMBERS, STRUCTURES, SYMBOLS

BOUND, CLAIM = "4*alpha*L**2/sigma**2", "renyi(alpha, 0, push(projection(K), V(n*n)), push(projection(K), W(n*n)), {})"
Q = "(t - 1 + (n - 1)*n)"


def proof(b: Builder) -> Step:
    """A gap in every epoch, paid until the next one; both shares are at most 1."""
    return multi_epoch(b, BOUND)


def optimum() -> tuple[Verdict, str]:
    """The same proof with the bound that depends on the index."""
    return sharper(STATEMENT, CLAIM.format(OPTIMUM), partial(multi_epoch, bound=OPTIMUM))


STATEMENT = Statement(
    id="feldman2018/theorem-35", title="Privacy of n epochs of projected noisy SGD", kind="theorem", text=__doc__, proof=proof, bound=BOUND,
    reference=Reference("feldman2018", "Theorem 35", "appendix B"), conclusion=CLAIM.format(BOUND), symbols=SYMBOLS, tightness="upper",
    structures=tuple(Structure(s.name, s.kind, "loss of the record that step k uses" if s.name == "f" else s.meaning, s.latex)
                     for s in STRUCTURES),
    assumptions=(*NUMBERS, *LOSSES), printed=Printed("holds"), uses=("pabisym/periodic-gap", "feldman2018/algorithm-2"),
    worst_case=LinearPair("n*n", f"cases(k - t, cases(t - k, 0, cases(k - 1 - {Q}, cases({Q} + 1 - k, (n - t + 1)/n, 1), 1)), 1)", GAP,
                          "eta**2*sigma**2", inside="contractive noisy iterations with these gaps; it attains the bound for the index"),
    checks=(Check("the optimum for the index, proved", optimum),
            Check("the factor 2 at t = n is never reached", lambda: at_points(
                "(n - 1)/n + 1/(n - n + 1) < 2", tuple({"n": n} for n in (1, 2, 3, 10, 1000))))),
    spots=(Spot({"n": 3, "t": 2, "alpha": 2, "L": 1, "beta": 1, "eta": "1/10", "sigma": 4}, "1/2"),
           Spot({"n": 1, "t": 1, "alpha": "3/2", "L": 1, "beta": 1, "eta": 2, "sigma": 1}, "6")),
)
