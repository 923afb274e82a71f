"""Target probability of the lower bound.

Statement
    From P[w''_T >= 0] >= exp(0.1)/2 + 0.01 follows P[w'_T >= 0] >= exp(0.1) P[w_T >= 0] + 0.01.
Reads as
    w' dominates w'', and P[w_T >= 0] = 1/2 by symmetry, for a start at 0; for a start below 0 it is at most that, and
    for one
    above 0 the losses are mirrored.
Letters
    p : real, 0 <= p <= 1 : chance that the last iterate is not negative without the biased record : 1
    r : real, 0 <= r <= 1 : chance that the last iterate is not negative with the biased record : 1
    u : real, 0 <= u <= 1 : chance that the auxiliary walk ends at or above 0 : 1
Assumptions
    symmetry : the walk without bias, started at or below 0
    dominance : the monotone coupling of both walks
    target : what is to be shown
Reference
    altschuler2022, (A.2), appendix A.4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._convergent import letters


@script
def proof(p: Script) -> Step:
    """exp(0.1) is positive."""
    p.have("sign", "exp(1/10) > 0")
    return certified("r >= exp(1/10)*p + 1/100", fact("dominance"), fact("target"), fact("symmetry", "sign"))


STATEMENT = Statement(
    id="altschuler2022/eq-A2", title="Target probability of the lower bound", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "(A.2)", "appendix A.4"), conclusion="r >= exp(1/10)*p + 1/100",
    symbols=(*letters("p r"), Symbol("u", "real, 0 <= u <= 1", "chance that the auxiliary walk ends at or above 0")),
    assumptions=(Assumption("symmetry", "p <= 1/2", "the walk without bias, started at or below 0"),
                 Assumption("dominance", "r >= u", "the monotone coupling of both walks"),
                 Assumption("target", "u >= exp(1/10)/2 + 1/100", "what is to be shown")),
    uses=("altschuler2022/construction-lower", "altschuler2022/construction-lower-aux"),
    printed=Printed("corrected", difference="the symmetry needs the start 0, while Theorem 4.1 says an arbitrary start"),
    spots=(Spot({"p": "1/2", "r": "9/10", "u": "4/5"}),),
)
