"""The event E is likely.

Statement
    Let x be the chance that the bias is not within a fifteen hundredth part of its mean, y the chance of a projection
    given that it is. Then (1 - x)(1 - y) >= 0.9.
Reads as
    Chernoff: x <= 2 exp(-0.15^2 B/3) with a mean number B >= 750 of hits; 1 + 0.15 times 3D/4 is at most 0.9 D, so that
    a projection needs a noise walk that reaches 0.1 D; Doob: y <= exp(-(0.1 D)^2/(2 v)) with v <= D^2/1000, the
    variance of the whole walk. Tbar is taken to be an integer; else round it down: B loses less than one hit in 750.
"""

from fractions import Fraction

from pabisym.library.item import item
from pabisym.library.statement import Check, PrintedNumber
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ._lower import FIRST, SECOND, grown, shrunk
from ._lower_walks import event


@script
def proof(p: Script) -> Step:
    """exp(45/8) >= (1 + 45/64)^8 > 70 and exp(5) >= (13/8)^8 > 48."""
    low = (1 + Fraction(45, 64)) ** 8, (1 + Fraction(5, 8)) ** 8
    grown(p, FIRST, Fraction(45, 8))
    shrunk(p, FIRST, low[0])
    p.have("five", f"{SECOND} >= 5")
    grown(p, SECOND, Fraction(5), "again")
    shrunk(p, SECOND, low[1], "again")
    p.have_all({"rare": "x <= 1/20", "seldom": "y <= 1/20"})
    return p.prove("(1 - x)*(1 - y) >= 9/10")


STATEMENT = item("Observation A.1", "appendix A.4",
    letters=("B: real, B > 0: mean number of batches with the biased record", "D: real, D > 0 [diameter]: diameter; unit iterate",
        "v: real, v > 0 [noise]: variance of the sum of the noises; unit iterate^2",
        "x: real, x >= 0 and x <= 1 [first chance, ]: chance that (i) fails",
        "y: real, y >= 0 and y <= 1 [second chance, ]: chance that (ii) fails given (i)"),
    assumptions=("hits: B >= 750: b Tbar/n = 3 b D/(4 L eta) and D >= 1000 eta L", "v", "small noise: 1000*v <= D**2", "D, x, y",
        "Chernoff: x <= 2*exp(-(3*B/400)): Mitzenmacher and Upfal 2017, corollary 4.6",
        "Doob: y <= exp(-(D**2/(200*v))): Williams 1991, page 139"), conclusion="(1 - x)*(1 - y) >= 9/10", proof=proof,
    clauses=(
        "cited by conclusion: P(E) >= 0.9, from the inequalities of Chernoff and Doob",
        "instance by numbers: the numbers on the way",
        "open by the event itself: the walk and its event, followed for one instance"),
    printed="holds in part",
    uses=("altschuler2022/definition-event-E", "altschuler2022/footnote-9"),
    numbers=(
        PrintedNumber("Chernoff", "2*exp(-0.15**2*0.75*1000/3)", "0.01", relation="<=", accuracy="holds"),
        PrintedNumber("room for the noise", "(1 + 0.15)*0.75", "0.9", relation="<=", accuracy="holds"),
        PrintedNumber("exponent of Doob's inequality", "0.1**2/(2*0.001)", "5", relation=">=", accuracy="holds"),
        PrintedNumber("Doob", "exp(-5)", "0.01", relation="<=", accuracy="holds"),
        PrintedNumber("together", "(1 - 0.01)**2", "0.9", relation=">=", accuracy="holds")),
    spots="B=750, D=1, v=1/1000, x=1/1000, y=1/1000",
    checks=(Check("the event itself, for 7500 batches of which each holds the record with chance 1/10", event),),
    results=("Chernoff", "Doob"))
