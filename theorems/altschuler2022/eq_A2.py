"""Target probability of the lower bound.

Statement
    From P[w''_T >= 0] >= exp(0.1)/2 + 0.01 follows P[w'_T >= 0] >= exp(0.1) P[w_T >= 0] + 0.01.
Reads as
    w' dominates w'', and P[w_T >= 0] = 1/2 by symmetry, for a start at 0; for a start below 0 it is at most that, and
    for one above 0 the losses are mirrored.
"""

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._lower_walks import from_the_middle, symmetry


@script
def proof(p: Script) -> Step:
    """exp(0.1) is positive."""
    p.have("sign", "exp(1/10) > 0")
    return certified("r >= exp(1/10)*p + 1/100", fact("dominance"), fact("target"), fact("symmetry", "sign"))


STATEMENT = item("(A.2)", "appendix A.4",
    kind="inequality",
    letters=("p: real, 0 <= p <= 1: chance that the last iterate is not negative without the biased record",
        "r: real, 0 <= r <= 1: chance that the last iterate is not negative with the biased record",
        "u: real, 0 <= u <= 1: chance that the auxiliary walk ends at or above 0"),
    assumptions=("symmetry: p <= 1/2: the walk without bias, started at or below 0",
        "dominance: r >= u: the monotone coupling of both walks", "target: u >= exp(1/10)/2 + 1/100: what is to be shown"),
    conclusion="r >= exp(1/10)*p + 1/100", proof=proof,
    clauses=(
        "cited by conclusion: it is enough to show P(w''_T >= 0) >= exp(0.1)/2 + 0.01, for the start 0",
        "refuted by the symmetry fails: P(w_T >= 0) = 1/2 by symmetry, for an arbitrary start"),
    printed=Printed("corrected", error="hypothesis",
        difference="the symmetry needs the start 0, while Theorem 4.1 says an arbitrary start"),
    uses=("altschuler2022/construction-lower", "altschuler2022/construction-lower-aux"), spots="p=1/2, r=9/10, u=4/5",
    checks=(Check("the symmetry fails from elsewhere", symmetry, "corrected"), Check("from 0, on [-1, 1]", from_the_middle)),
    results=("symmetry", "dominance", "target"))
