"""Gaussian approximation of the auxiliary walk.

Statement
    Given the event E, w''_T >= Z + D/10, where Z is the sum of the noises. The page prints Z + 10/D.
Reads as
    No projection happens on E, so that w''_T = -D/2 + Y + Z, and Y >= 0.85 * 0.75 D = 0.6375 D. 10/D is no length;
    for D = 1 it is
    more than the whole domain.
Letters
    D : real, D > 0 : diameter of the domain : iterate
    Z : real : sum of the noises since the auxiliary walk starts : iterate
    Y : real : sum of the biases since the auxiliary walk starts : iterate
    w : real : the auxiliary walk at the end : iterate
Assumptions
    diameter : D > 0
    no projection : item (ii) of E
    bias : item (i) of E
Reference
    altschuler2022, Observation A.2, appendix A.4
"""

from pabisym.library.statement import Assumption, Printed, PrintedNumber, Reference, Spot, Statement
from pabisym.proof.script import at_once

from ._convergent import given, letters

STATEMENT = Statement(
    id="altschuler2022/observation-A2", title="Gaussian approximation of the auxiliary walk", kind="observation", text=__doc__,
    reference=Reference("altschuler2022", "Observation A.2", "appendix A.4"), conclusion="w >= Z + D/10",
    proof=at_once("w >= Z + D/10"), symbols=letters("D Z Y w"),
    assumptions=(*given("diameter"), Assumption("no projection", "w == -D/2 + Y + Z", "item (ii) of E"),
                 Assumption("bias", "Y >= 17/20*(3/4*D)", "item (i) of E")),
    uses=("altschuler2022/definition-event-E",),
    printed=Printed("refuted", bound="w >= Z + 10/D", difference="10/D is printed for D/10",
                    counterexample={"D": 1, "Z": 0, "Y": "3/4", "w": "1/4"}),
    numbers=(PrintedNumber("least bias", "(1 - 0.15)*0.75", "0.6", relation=">=", accuracy="holds"),),
    spots=(Spot({"D": 1, "Z": 0, "Y": "3/4", "w": "1/4"}),),
)
