"""The classical Gaussian calibration, from Rényi divergence alone.

Statement
    If D_alpha(mu || nu) <= alpha rho at the order alpha = 1 + (2 a - c)/eps, with a = ln(1.25/delta), c = ln 1.25 and
    rho <= eps^2/(4 a), then mu, nu are (eps, delta)-close, for every eps <= 2 c and delta in (0, 1).
Reads as
    Gaussian noise of standard deviation sqrt(2 ln(1.25/delta)) times the sensitivity over eps is (eps, delta)-private
    for eps up to 2 ln 1.25 = 0.446..., and whatever has the same divergences is so as well.
"""

from pabisym.library.item import real
from pabisym.proof.build import Builder, Step

from ..feldman2018._calibration import ORDER, A, calibration
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Lemma 14 at that order; what is left of eps is (2 c - eps)(2 a - c) + c^2 over something positive."""
    return calibration(b)


STATEMENT = item("used with Lemma 27", "section 4", key="feldman2018",
    letters=("epsilon: level, delta", real("rho", "divergence per order"), "P: output, Q"),
    given=("small, delta", f"rate: 4*{A}*rho <= epsilon**2",
        f"divergence: renyi({ORDER}, 0, P, Q, ({ORDER})*rho): at one order"),
    conclusion="dp(P, Q, epsilon, delta)", proof=proof, uses=("feldman2018/lemma-14",), spots="epsilon=2/5, delta=1/2, rho=1/100",
    models="divergence")
