"""The look-back recommended for (B.3).

Statement
    With u = c^(-2j), the derivative of j Q + K (1 - c^2)/(c^(-2j) - 1), K = alpha D^2/(2 eta^2 sigma_1^2), vanishes
    where u^2 - (2 - beta) u + 1 = 0 with beta = 2 K (1 - c^2) log(c)/Q. The page prints (1 - c)^2 for 1 - c^2 in beta.
Reads as
    j = -log(u)/(2 log c), so that -Q/(2 u log c) = K (1 - c^2)/(u - 1)^2. At c = 0.9 and alpha D^2/(Q eta^2 sigma_1^2)
    = 1000 the printed look-back misses the minimum, rounded up or down (see the check).
"""

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

from ._sampling import BETA, LOOK_BACK

CLAIM = "u**2 - (2 - 2*x*(1 - c**2)*l/Q)*u + 1 == 0"
PAGE = "u**2 - (2 - 2*x*(1 - c)**2*l/Q)*u + 1 == 0"
VALUE = "(j + 500*(19/100)/((9/10)**(-2*j) - 1))"


def proof(b: Builder) -> Step:
    """Multiply by Q."""
    return certified(CLAIM, fact("stationary", factor="1"), multiplier="Q")


def recipes() -> tuple[Verdict, str]:
    """The printed look-back, rounded either way, against the best one; Q = 1."""
    beta, root = "({factor}*1000*log(9/10))", "-log((2 - {b} + sqrt((2 - {b})**2 - 4))/2)/(2*log(9/10))"
    printed, right = (root.format(b=beta.format(factor=f)) for f in ("(1/10)**2", "(19/100)"))
    steps = f"floor({printed})", f"floor({printed}) + 1"
    best = f"min({VALUE.replace('j', f'floor({right})')}, {VALUE.replace('j', f'(floor({right}) + 1)')})"
    found = [at_points(f"{VALUE.replace('j', f'({j})')} > {best}", ({},)) for j in steps]
    return ("true" if all(one[0] == "true" for one in found) else "undecided"), "both roundings of the printed look-back miss the minimum"


STATEMENT = item("after (B.3)", "appendix B.3",
    quantities=(BETA, LOOK_BACK),
    letters=("u: real, u > 1: c^(-2j)", "c: real, 0 < c < 1: contraction of every step; role contraction",
        "l: real, l < 0 [decline]: logarithm of c", "Q: real, Q > 0 [divergence]: divergence of one sampled step",
        "x: real, x > 0 [price]: the price K of the distance over one step"),
    assumptions=("Q, x, l", "stationary: Q*(u - 1)**2 == -2*u*l*x*(1 - c**2): the derivative in j vanishes"), conclusion=CLAIM,
    proof=proof,
    clauses=(
        "refuted by the printed look-back misses: the printed root, with (1 - c)^2, is the best look-back",
        "open: a ternary search over sigma_1 finds the minimum"),
    printed=Printed("refuted", error="constant", bound=PAGE, difference="(1 - c)^2 is printed for 1 - c^2 in beta"),
    uses=("altschuler2022/eq-B3",), checks=(Check("the printed look-back misses the minimum", recipes, "refuted"),),
    spots="u=4, c=1/2, l=-7/10, Q=14/15, x=2",
    evident="the page has the root of the quadratic equation that the stationary point satisfies", results=("stationary",))
