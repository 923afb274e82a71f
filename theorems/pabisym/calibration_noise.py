"""What the classical Gaussian noise makes of a squared sensitivity.

Statement
    If sigma >= 2 L sqrt(2 ln(1.25/delta)/per)/eps then 4 ln(1.25/delta) (2 L^2/sigma^2) <= per eps^2.
Reads as
    The calibration as a bound on the Rényi divergence per order; with per = 1 it is the classical one.
"""

from pabisym.library.item import real
from pabisym.proof.build import Builder, Step

from ..feldman2018._calibration import NOISE, A, noise_level
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """Both sides of the condition squared."""
    return noise_level(b)


STATEMENT = item("used with Lemma 27", "section 4", key="feldman2018", kind="lemma",
    letters=("epsilon: level, delta", real("L >= 0", "half the sensitivity", "Lipschitz constant", "loss/iterate"),
        real("sigma > 0", "standard deviation of the noise", "noise", "loss/iterate"),
        real("per > 0", "how many noises are at least added up", "share")),
    given=f"enough noise: {NOISE.format(per='per')}",
    conclusion=f"4*{A}*(2*L**2/sigma**2) <= per*epsilon**2", proof=proof, spots="epsilon=1, delta=1/2, L=1, sigma=3, per=1")
