"""From a Rényi bound proportional to the order to approximate differential privacy.

Statement
    If D_alpha(mu || nu) <= alpha rho at the order alpha = 1 + sqrt(ln(1/delta)/rho), rho > 0, then mu, nu are (rho + 2
    sqrt(rho ln(1/delta)), delta)-close, for every delta in (0, 1).
Reads as
    Concentrated differential privacy at one delta: lemma 14 of Feldman et al. at its best order.
"""

from pabisym.proof.build import Builder, Step

from ._between_notions import ROOT, concentrated
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Lemma 14; with r = sqrt(rho ln(1/delta)) both parts of what it gives are r, up to rho."""
    return concentrated(b)


STATEMENT = item("Proposition 1.3", "section 1", key="bun2016", kind="lemma",
    letters="rho, delta, P: output, Q",
    given=f"divergence: renyi(1 + {ROOT}/rho, 0, P, Q, (1 + {ROOT}/rho)*rho): at one order",
    conclusion=f"dp(P, Q, rho + 2*{ROOT}, delta)", proof=proof, uses=("feldman2018/lemma-14",), spots="rho=1/2, delta=1/100000",
    models="divergence")
