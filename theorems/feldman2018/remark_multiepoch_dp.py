"""Approximate privacy of n epochs.

Statement
    With alpha = 2 ln(1/delta)/eps and alpha >= 5, n epochs of projected noisy SGD are (eps, delta)-DP for
    sigma = 5 L sqrt(ln(1/delta))/eps. Here for every sigma that is at least so large.
Reads as
    Theorem 35 at one order, then Lemma 14: 4 alpha L^2/sigma^2 is at most 0.32 eps, and ln(1/delta)/(alpha - 1) at
    most 0.625 eps at alpha = 5 and less beyond. 0.055 eps is left over.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    n : integer, n >= 1 : number of records : 1
    t : integer, 1 <= t <= n : index of the record that is replaced : 1
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
    level : eps > 0
    chance : delta > 0
    range : delta < 1
    large order : 2 ln(1/delta)/eps >= 5
    enough noise : sigma >= 5 L sqrt(ln(1/delta))/eps
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
    feldman2018, remark in appendix B, appendix B
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Structure
from pabisym.proof.build import Builder, Step

from ._levels import EPOCHS, LEVEL, LEVELS, multi_epoch_dp
from ._pnsgd import NUMBERS, STRUCTURES, SYMBOLS

SUM = "8/25 + alpha/(2*(alpha - 1)) <= 1"


def proof(b: Builder) -> Step:
    """The condition on the noise squared; Theorem 35; Lemma 14."""
    return multi_epoch_dp(b)


STATEMENT = Statement(
    id="feldman2018/remark-multiepoch-dp", title="Approximate privacy of n epochs", kind="remark", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "remark in appendix B", "appendix B"), printed=Printed("holds"),
    conclusion="dp(push(projection(K), V(n*n)), push(projection(K), W(n*n)), epsilon, delta)",
    symbols=(*LEVEL, *(s for s in SYMBOLS if s.name != "alpha")),
    structures=tuple(Structure(s.name, s.kind, "loss of the record that step k uses" if s.name == "f" else s.meaning, s.latex)
                     for s in STRUCTURES),
    assumptions=(*LEVELS, Assumption("large order", "2*log(1/delta)/epsilon >= 5"),
                 Assumption("enough noise", "sigma >= 5*L*sqrt(log(1/delta))/epsilon"), *NUMBERS[1:], *EPOCHS),
    uses=("feldman2018/theorem-35", "feldman2018/lemma-14"),
    checks=(Check("the two parts at alpha = 5 and beyond", lambda: at_points(SUM, tuple({"alpha": a} for a in (5, 6, 100, 10**9)))),
            Check("at alpha = 3 they exceed eps", lambda: at_points(SUM, ({"alpha": 3},), "false"))),
    spots=(Spot({"epsilon": 1, "delta": "1/1000", "n": 3, "t": 2, "L": 1, "beta": 1, "eta": "1/10", "sigma": 14}),),
)
