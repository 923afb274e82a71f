"""The differential inequality of the privacy loss.

Statement
    Under c-LSI of Theta'_t, R(alpha, t) = R_alpha(Theta_t || Theta'_t) satisfies dR/dt <= alpha S_v^2/(4 gamma
    sigma^2) - 2 (1 - gamma) sigma^2 c (R/alpha + (alpha - 1) dR/dalpha), and R(alpha, 0) = 0.
Reads as
    Lemma 2 with what Lemma 3 says of I/E; 0 < gamma <= 1. In u = R/alpha it is u' <= S_v^2/(4 gamma sigma^2) - r u
    along alpha - 1 = (alpha_0 - 1) e^(r t), r = 2 (1 - gamma) sigma^2 c, which is how it is solved.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, c > 0 : log-Sobolev constant : 1/iterate^2
    D : real, R >= 0 : R_alpha(Theta_t || Theta'_t) : 1
    dD : real : its derivative in alpha : 1
    q : real : I_alpha/E_alpha of the two laws : 1/iterate^2
    gamma : real, 0 < gamma <= 1 : how Lemma 2 splits the rate : 1
    S : real, S >= 0 : largest distance of the drifts : iterate/time
    sigma : real, sigma > 0 : noise level : iterate/sqrt(time)
    rate : real : derivative of D in time : 1/time
Assumptions
    order : alpha > 1
    constant : c > 0
    split : gamma > 0
    split at most : gamma <= 1
    noise : sigma > 0
    rate : Lemma 2
    log-Sobolev : Lemma 3
Reference
    chourasia2021, Equation (13), section 3.2
"""

from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._diffusion_checks import characteristics
from ._langevin_bounds import slower

CLAIM = "rate <= alpha*S**2/(4*gamma*sigma**2) - 2*(1 - gamma)*sigma**2*c*(D/alpha + (alpha - 1)*dD)"


def proof(b: Builder) -> Step:
    """Lemma 3 times 2 (1 - gamma) sigma^2 c/alpha."""
    return slower(b, CLAIM)


STATEMENT = Statement(
    id="chourasia2021/eq-13", title="The differential inequality of the privacy loss", kind="inequality", text=__doc__,
    reference=Reference("chourasia2021", "Equation (13)", "section 3.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, c > 0", "log-Sobolev constant", "1/iterate^2"),
             Symbol("D", "real, R >= 0", "R_alpha(Theta_t || Theta'_t)"), Symbol("dD", "real", "its derivative in alpha"),
             Symbol("q", "real", "I_alpha/E_alpha of the two laws", "1/iterate^2"),
             Symbol("gamma", "real, 0 < gamma <= 1", "how Lemma 2 splits the rate"),
             Symbol("S", "real, S >= 0", "largest distance of the drifts", "iterate/time", "S_v"),
             Symbol("sigma", "real, sigma > 0", "noise level", "iterate/sqrt(time)"),
             Symbol("rate", "real", "derivative of D in time", "1/time"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("constant", "c > 0"), Assumption("split", "gamma > 0"),
                 Assumption("split at most", "gamma <= 1"), Assumption("noise", "sigma > 0"),
                 Assumption("rate", "rate <= alpha*S**2/(4*gamma*sigma**2) - (1 - gamma)*sigma**2*alpha*q"),
                 Assumption("log-Sobolev", "D + alpha*(alpha - 1)*dD <= alpha**2/(2*c)*q"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("chourasia2021/lemma-2", "chourasia2021/lemma-3",),
    checks=(Check("along its characteristics", characteristics),),
    spots=(Spot({"alpha": 2, "c": 1, "D": 1, "dD": "1/2", "q": 1, "gamma": "1/2", "S": 1, "sigma": 1, "rate": 0}),),
)
