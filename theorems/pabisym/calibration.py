"""The classical Gaussian calibration, from Rényi divergence alone.

Statement
    If D_alpha(mu || nu) <= alpha rho at the order alpha = 1 + (2 a - c)/eps, with a = ln(1.25/delta), c = ln 1.25 and
    rho <= eps^2/(4 a), then mu, nu are (eps, delta)-close, for every eps <= 2 c and delta in (0, 1).
Reads as
    Gaussian noise of standard deviation sqrt(2 ln(1.25/delta)) times the sensitivity over eps is (eps, delta)-private for
    eps up to 2 ln 1.25 = 0.446..., and whatever has the same divergences is so as well.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    rho : real : divergence per order : 1
    P : law : output for the data
    Q : law : output for neighbouring data
Assumptions
    level : eps > 0
    small : eps <= 2 ln 1.25
    chance : delta > 0
    range : delta < 1
    rate : 4 ln(1.25/delta) rho <= eps^2
    divergence : D_alpha(mu || nu) <= alpha rho at one order
Reference
    feldman2018, used with Lemma 27, section 4
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ..feldman2018._calibration import LARGEST, ORDER, A, calibration


def proof(b: Builder) -> Step:
    """Lemma 14 at that order; what is left of eps is (2 c - eps)(2 a - c) + c^2 over something positive."""
    return calibration(b)


STATEMENT = Statement(
    id="pabisym/calibration", title="The classical Gaussian calibration, from Rényi divergence alone", kind="theorem", text=__doc__,
    reference=Reference("feldman2018", "used with Lemma 27", "section 4"), proof=proof, conclusion="dp(P, Q, epsilon, delta)",
    symbols=(Symbol("epsilon", "real, epsilon > 0", "privacy level"), Symbol("delta", "real, 0 < delta < 1", "additive slack"),
             Symbol("rho", "real", "divergence per order")),
    structures=(Structure("P", "law", "output for the data", r"\mu"), Structure("Q", "law", "output for neighbouring data", r"\nu")),
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("small", f"epsilon <= {LARGEST}"), Assumption("chance", "delta > 0"),
                 Assumption("range", "delta < 1"), Assumption("rate", f"4*{A}*rho <= epsilon**2"),
                 Assumption("divergence", f"renyi({ORDER}, 0, P, Q, ({ORDER})*rho)")),
    uses=("feldman2018/lemma-14",), spots=(Spot({"epsilon": "2/5", "delta": "1/2", "rho": "1/100"}),),
)
