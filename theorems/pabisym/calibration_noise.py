"""What the classical Gaussian noise makes of a squared sensitivity.

Statement
    If sigma >= 2 L sqrt(2 ln(1.25/delta)/per)/eps then 4 ln(1.25/delta) (2 L^2/sigma^2) <= per eps^2.
Reads as
    The calibration as a bound on the Rényi divergence per order; with per = 1 it is the classical one.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    L : real, L >= 0 : half the sensitivity : loss/iterate
    sigma : real, sigma > 0 : standard deviation of the noise : loss/iterate
    per : real, per > 0 : how many noises are at least added up : 1
Assumptions
    level : eps > 0
    chance : delta > 0
    range : delta < 1
    Lipschitz constant : L >= 0
    noise : sigma > 0
    share : per > 0
    enough noise : sigma >= 2 L sqrt(2 ln(1.25/delta)/per)/eps
Reference
    feldman2018, used with Lemma 27, section 4
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ..feldman2018._calibration import NOISE, A, noise_level


def proof(b: Builder) -> Step:
    """Both sides of the condition squared."""
    return noise_level(b)


STATEMENT = Statement(
    id="pabisym/calibration-noise", title="What the classical Gaussian noise makes of a squared sensitivity", kind="lemma", text=__doc__,
    reference=Reference("feldman2018", "used with Lemma 27", "section 4"), proof=proof,
    conclusion=f"4*{A}*(2*L**2/sigma**2) <= per*epsilon**2",
    symbols=(Symbol("epsilon", "real, epsilon > 0", "privacy level"), Symbol("delta", "real, 0 < delta < 1", "additive slack"),
             Symbol("L", "real, L >= 0", "half the sensitivity", "loss/iterate"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the noise", "loss/iterate"),
             Symbol("per", "real, per > 0", "how many noises are at least added up")),
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("chance", "delta > 0"), Assumption("range", "delta < 1"),
                 Assumption("Lipschitz constant", "L >= 0"), Assumption("noise", "sigma > 0"), Assumption("share", "per > 0"),
                 Assumption("enough noise", NOISE.format(per="per"))),
    spots=(Spot({"epsilon": 1, "delta": "1/2", "L": 1, "sigma": 3, "per": 1}),),
)
