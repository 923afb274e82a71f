"""From a Rényi bound proportional to the order to approximate differential privacy.

Statement
    If D_alpha(mu || nu) <= alpha rho at the order alpha = 1 + sqrt(ln(1/delta)/rho), rho > 0, then mu, nu are
    (rho + 2 sqrt(rho ln(1/delta)), delta)-close, for every delta in (0, 1).
Reads as
    Concentrated differential privacy at one delta: lemma 14 of Feldman et al. at its best order.
Letters
    rho : real, rho > 0 : divergence per order : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    P : law : output for the data
    Q : law : output for neighbouring data
Assumptions
    rate : rho > 0
    chance : delta > 0
    range : delta < 1
    divergence : D_alpha(mu || nu) <= alpha rho at that order
Reference
    bun2016, Proposition 1.3, section 1
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._between_notions import ROOT, concentrated


def proof(b: Builder) -> Step:
    """Lemma 14; with r = sqrt(rho ln(1/delta)) both parts of what it gives are r, up to rho."""
    return concentrated(b)


STATEMENT = Statement(
    id="pabisym/zcdp-to-dp", title="From a Rényi bound proportional to the order to approximate differential privacy", kind="lemma",
    text=__doc__, reference=Reference("bun2016", "Proposition 1.3", "section 1"), proof=proof,
    conclusion=f"dp(P, Q, rho + 2*{ROOT}, delta)",
    symbols=(Symbol("rho", "real, rho > 0", "divergence per order"), Symbol("delta", "real, 0 < delta < 1", "additive slack")),
    structures=(Structure("P", "law", "output for the data", r"\mu"), Structure("Q", "law", "output for neighbouring data", r"\nu")),
    assumptions=(Assumption("rate", "rho > 0"), Assumption("chance", "delta > 0"), Assumption("range", "delta < 1"),
                 Assumption("divergence", f"renyi(1 + {ROOT}/rho, 0, P, Q, (1 + {ROOT}/rho)*rho)")),
    uses=("feldman2018/lemma-14",), spots=(Spot({"rho": "1/2", "delta": "1/100000"}),),
)
