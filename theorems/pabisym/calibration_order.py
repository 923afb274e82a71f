"""The order of the Gaussian calibration is above one.

Statement
    For 0 < delta < 1 and eps > 0: (2 ln(1.25/delta) - ln 1.25)/eps > 0.
Reads as
    The order at which a divergence is converted to (eps, delta) in the calibration.
"""

from pabisym.proof.build import Builder, Step

from ..feldman2018._calibration import A, C, order_above_one
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """ln(1.25/delta) = ln 1.25 + ln(1/delta), both positive."""
    return order_above_one(b)


STATEMENT = item("used with Lemma 27", "section 4", key="feldman2018", kind="lemma",
    letters="epsilon: level, delta",
    conclusion=f"(2*{A} - {C})/epsilon > 0", proof=proof, spots="epsilon=1, delta=1/2")
