"""Approximate privacy of n epochs.

Statement
    With alpha = 2 ln(1/delta)/eps and alpha >= 5, n epochs of projected noisy SGD are (eps, delta)-DP for sigma = 5 L
    sqrt(ln(1/delta))/eps. Here for every sigma that is at least so large.
Reads as
    Theorem 35 at one order, then Lemma 14: 4 alpha L^2/sigma^2 is at most 0.32 eps, and ln(1/delta)/(alpha - 1) at most
    0.625 eps at alpha = 5 and less beyond. 0.055 eps is left over.
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

from ._levels import EPOCHS, multi_epoch_dp
from ._vocabulary import item

SUM = "8/25 + alpha/(2*(alpha - 1)) <= 1"


def proof(b: Builder) -> Step:
    """The condition on the noise squared; Theorem 35; Lemma 14."""
    return multi_epoch_dp(b)


STATEMENT = item("remark in appendix B", "appendix B",
    letters="epsilon: level, delta, n, t, L, beta, eta, sigma, V: iterate, W: v_k, K, f: uses, h, zeta: iterate",
    given=("epsilon, delta", "large order: 2*log(1/delta)/epsilon >= 5", "enough noise: sigma >= 5*L*sqrt(log(1/delta))/epsilon", ...,
        "small steps", *EPOCHS),
    conclusion="dp(push(projection(K), V(n*n)), push(projection(K), W(n*n)), epsilon, delta)", proof=proof, printed="holds",
    uses=("feldman2018/theorem-35", "feldman2018/lemma-14"), checks=(
        Check("the two parts at alpha = 5 and beyond", lambda: at_points(SUM, tuple({"alpha": a} for a in (5, 6, 100, 10**9)))),
        Check("at alpha = 3 they exceed eps", lambda: at_points(SUM, ({"alpha": 3},), "false"))),
    spots="epsilon=1, delta=1/1000, n=3, t=2, L=1, beta=1, eta=1/10, sigma=14")
