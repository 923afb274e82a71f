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

from pabisym.library.item import real
from pabisym.library.statement import PrintedNumber
from pabisym.proof.build import Builder, Step

from ._lower import grown, shrunk
from ._vocabulary import item

FIRST, SECOND = "(3*B/400)", "(D**2/(200*v))"


def proof(b: Builder) -> Step:
    """exp(45/8) >= (1 + 45/64)^8 > 70 and exp(5) >= (13/8)^8 > 48."""
    low = (1 + Fraction(45, 64)) ** 8, (1 + Fraction(5, 8)) ** 8

    def last(b: Builder) -> Step:
        return b.suppose_all({"rare": b.prove("x <= 1/20"), "seldom": b.prove("y <= 1/20")}, lambda b: b.prove("(1 - x)*(1 - y) >= 9/10"))

    def second(b: Builder) -> Step:
        five = b.prove(f"{SECOND} >= 5")
        return b.have("five", five, lambda b: grown(b, SECOND, Fraction(5), lambda b: shrunk(b, SECOND, low[1], last, "again"), "again"))

    return grown(b, FIRST, Fraction(45, 8), lambda b: shrunk(b, FIRST, low[0], second))


STATEMENT = item("Observation A.1", "appendix A.4",
    letters=(real("B > 0", "mean number of batches with the biased record"), "D",
        real("v > 0", "variance of the sum of the noises", "noise", "iterate^2"),
        real("x >= 0 and x <= 1", "chance that (i) fails", "first chance, "),
        real("y >= 0 and y <= 1", "chance that (ii) fails given (i)", "second chance, ")),
    given=("hits: B >= 750: b Tbar/n = 3 b D/(4 L eta) and D >= 1000 eta L", "v", "small noise: 1000*v <= D**2", ...,
        f"Chernoff: x <= 2*exp(-{FIRST}): Mitzenmacher and Upfal 2017, corollary 4.6",
        f"Doob: y <= exp(-{SECOND}): Williams 1991, page 139"),
    conclusion="(1 - x)*(1 - y) >= 9/10", proof=proof, printed="holds",
    uses=("altschuler2022/definition-event-E", "altschuler2022/footnote-9"), numbers=(
        PrintedNumber("Chernoff", "2*exp(-0.15**2*0.75*1000/3)", "0.01", relation="<=", accuracy="holds"),
        PrintedNumber("room for the noise", "(1 + 0.15)*0.75", "0.9", relation="<=", accuracy="holds"),
        PrintedNumber("exponent of Doob's inequality", "0.1**2/(2*0.001)", "5", relation=">=", accuracy="holds"),
        PrintedNumber("Doob", "exp(-5)", "0.01", relation="<=", accuracy="holds"),
        PrintedNumber("together", "(1 - 0.01)**2", "0.9", relation=">=", accuracy="holds")),
    spots="B=750, D=1, v=1/1000, x=1/1000, y=1/1000")
