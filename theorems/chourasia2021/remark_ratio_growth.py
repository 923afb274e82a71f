"""The rate falls as the loss grows.

Statement
    Under c-LSI I_alpha/E_alpha grows with R_alpha, as dR_alpha/dalpha >= 0: it is at least 2 c R_alpha/alpha^2. So
    the rate in Lemma 2 drops while loss accumulates.
Reads as
    From Lemma 3. For normal laws of variance 1/c it is I/E = 2 c R/alpha.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, c > 0 : log-Sobolev constant : 1/iterate^2
    D : real, R >= 0 : R_alpha(Theta_t || Theta'_t) : 1
    dD : real : its derivative in alpha : 1
    q : real : I_alpha/E_alpha of the two laws : 1/iterate^2
Assumptions
    order : alpha > 1
    constant : c > 0
    growth : R_alpha grows with alpha
    log-Sobolev : Lemma 3
Reference
    chourasia2021, remark in section 3.2, section 3.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin_bounds import throttled

CLAIM = "2*c*D/alpha**2 <= q"


def proof(b: Builder) -> Step:
    """One certificate."""
    return throttled(b, CLAIM)


STATEMENT = Statement(
    id="chourasia2021/remark-ratio-growth", title="The rate falls as the loss grows", kind="remark", text=__doc__,
    reference=Reference("chourasia2021", "remark in section 3.2", "section 3.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, c > 0", "log-Sobolev constant", "1/iterate^2"),
             Symbol("D", "real, R >= 0", "R_alpha(Theta_t || Theta'_t)"), Symbol("dD", "real", "its derivative in alpha"),
             Symbol("q", "real", "I_alpha/E_alpha of the two laws", "1/iterate^2"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("constant", "c > 0"), Assumption("growth", "dD >= 0"),
                 Assumption("log-Sobolev", "D + alpha*(alpha - 1)*dD <= alpha**2/(2*c)*q"),),
    conclusion=CLAIM, proof=proof, printed=Printed("holds"),
    uses=("chourasia2021/lemma-3", "chourasia2021/lemma-2",),
    spots=(Spot({"alpha": 2, "c": 1, "D": 1, "dD": "1/2", "q": 1}),),
)
