"""The order of the Gaussian calibration is above one.

Statement
    For 0 < delta < 1 and eps > 0: (2 ln(1.25/delta) - ln 1.25)/eps > 0.
Reads as
    The order at which a divergence is converted to (eps, delta) in the calibration.
Letters
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
Assumptions
    level : eps > 0
    chance : delta > 0
    range : delta < 1
Reference
    feldman2018, used with Lemma 27, section 4
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ..feldman2018._calibration import A, C, order_above_one


def proof(b: Builder) -> Step:
    """ln(1.25/delta) = ln 1.25 + ln(1/delta), both positive."""
    return order_above_one(b)


STATEMENT = Statement(
    id="pabisym/calibration-order", title="The order of the Gaussian calibration is above one", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "used with Lemma 27", "section 4"), conclusion=f"(2*{A} - {C})/epsilon > 0",
    symbols=(Symbol("epsilon", "real, epsilon > 0", "privacy level"), Symbol("delta", "real, 0 < delta < 1", "additive slack")),
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("chance", "delta > 0"), Assumption("range", "delta < 1")),
    spots=(Spot({"epsilon": 1, "delta": "1/2"}),),
)
