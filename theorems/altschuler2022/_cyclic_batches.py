"""Proof trees about full and cyclic batches in a bounded domain; untrusted like every builder."""

from __future__ import annotations

from pabisym.library.library import builtin
from pabisym.library.statement import Verdict
from pabisym.proof.build import Builder, Filler, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..pabisym._restarts import least, one_block, weaken
from ._order_one import in_proportion

G, UNIT = "(2*eta*L/n)", "alpha/(2*eta**2*sigma**2)"
WHOLE = f"T*{G}**2"
RUNS = ("X", "Y", "psi", "phi", "zeta")


def back(distance: str) -> str:
    """The cost of the last j steps from a distance on, without the factor alpha/(2*eta**2*sigma**2)."""
    return f"j*(({distance})/j + {G})**2"


@script
def full(p: Script, distance: str) -> Step:
    """All steps as one block, or the last j from the domain on, in which the runs are at most ``distance`` apart."""
    own = {"c": "1", "P": "1", "N": "eta**2*sigma**2*k", "S": f"{G}*k", "d": f"{G}/(eta**2*sigma**2)"}
    terms: dict[str, Filler] = {name: ("k", f"{name}(k)") for name in RUNS}
    terms |= {"m": "j", "r": f"({distance})/{G}", "g": G, "v": "eta**2*sigma**2", "F": f"{UNIT}*{G}**2"}
    wider = () if distance == "D" else (fact("gap size"),)
    p.have("gap size", f"{G} > 0")
    p.have("variance", "eta**2*sigma**2 > 0")
    p.have("ratio size", certified(f"({distance})/{G} >= 0", fact("width"), *wider, multiplier=G))
    with p.generalise("k", "0", "T") as wide:
        wide.show(wide.figure("winf-widen", wide.at("diameter", "k"), y=f"({distance})/{G}*{G}"))
    last = p.theorem("pabisym/equal-look-back", {"diameter": wide.step}, **terms)
    both = weaken(p, one_block(p, "T", own), f"{UNIT}*({WHOLE})"), weaken(p, last, f"{UNIT}*({back(distance)})")
    return least(p, both, (WHOLE, back(distance)), UNIT)


def at_order_one() -> tuple[Verdict, str]:
    """(B.1) at orders near 1."""
    wide = back("D + 2*eta*L/n")
    smaller = f"min({WHOLE}, {wide})"

    @script
    def sign(p: Script) -> Step:
        p.have_each({"whole": f"{WHOLE} >= 0", "look-back sign": f"{wide} >= 0"})
        p.have("smaller", p.figure("minimum", x=WHOLE, y=wide))
        p.have("smaller sign", p.by_cases(f"{wide} - {WHOLE}", f"{smaller} >= 0"))
        return p.prove(f"1/(2*eta**2*sigma**2)*{smaller} >= 0")

    return in_proportion(builtin().statement("altschuler2022/eq-B1"), f"1/(2*eta**2*sigma**2)*{smaller}", sign)


SUM = "(t - 1)*(d/B)**2 + (B - N)*(d/B + 2*eta*L/(N*b))**2 + (N - t + 1)*(d/B + 2*eta*L/(b*(N - t + 1)))**2"
SIMPLE = "2*d**2/B + 8*eta**2*L**2*(1/b**2 + B/(N*b)**2)"


@script
def squares(p: Script) -> Step:
    """(x + y)^2 <= 2 x^2 + 2 y^2 in the second and third phase, and 1/(N - t + 1) <= 1."""
    first = certified("(B - N)*(d/B + 2*eta*L/(N*b))**2 <= 2*(B - N)*(d/B)**2 + 8*(B - N)*(eta*L/(N*b))**2",
                      fact("full epoch", square="d/B - 2*eta*L/(N*b)"))
    second = certified("(N - t + 1)*(d/B + 2*eta*L/(b*(N - t + 1)))**2 <= 2*(N - t + 1)*(d/B)**2 + 8*(eta*L/b)**2/(N - t + 1)",
                       fact("left", square="d/B - 2*eta*L/(b*(N - t + 1))"))
    third = certified("8*(eta*L/b)**2/(N - t + 1) <= 8*(eta*L/b)**2", fact("last", square="eta*L/b", times="8"), multiplier="N - t + 1")
    fourth = certified("8*(B - N)*(eta*L/(N*b))**2 <= 8*B*(eta*L/(N*b))**2", fact("epoch here", square="eta*L/(N*b)", times="8"))
    rest = certified("(t - 1)*(d/B)**2 <= 2*(t - 1)*(d/B)**2", fact("first", square="d/B"))
    total = certified(f"{SUM} <= {SIMPLE}", *(fact(name) for name in ("second", "third", "fourth", "fifth", "one")))
    p.have_all({"left": "N - t + 1 > 0", "epoch here": "N > 0"})
    p.have_all({"one": rest, "second": first, "third": second, "fourth": third, "fifth": fourth})
    return total


@script
def distance(p: Script) -> Step:
    """(D + 2 x)^2 <= 2 D^2 + 8 x^2, D <= B y, and 1/B <= 1."""
    p.have("wide", "B*y + D >= 0")
    return certified("(D + 2*x)**2/B <= 2*y**2*B + 8*x**2", fact(square="D - 2*x"), fact("look-back", "wide", times="2"),
                     fact("steps", square="x", times="8"), multiplier="B")


def addend(_: Builder) -> Step:
    """d^2/B is not negative."""
    return certified("x**2 + B*y**2 <= d**2/B + x**2 + B*y**2", fact(square="d"), multiplier="B")


RATE = "alpha*L**2/sigma**2*(6*B/(N*b)**2 + 12/b**2)"


@script
def rate(p: Script) -> Step:
    """The sum with d <= B eta L/n + 2 eta L/b, so that d^2/B <= 2 eta^2 L^2 (B/n^2 + 4/b^2)."""
    x, y = "(B*eta*L/(N*b))", "(2*eta*L/b)"
    square = certified(f"d**2 <= ({x} + {y})**2", fact("reach", "reach"), fact("reach", "width", times="2"))
    twice = certified(f"({x} + {y})**2 <= 2*{x}**2 + 2*{y}**2", fact(square=f"{x} - {y}"))
    p.have("steps low", "B - 1 >= 0")
    p.have_all({"square": square, "twice": twice})
    p.have("wide", certified("d**2/B <= 2*eta**2*L**2*(B/(N*b)**2 + 4/b**2)", fact("square"), fact("twice"),
                             fact("steps low", square=y, times="2"), multiplier="B"))
    p.have("sum", p.theorem("altschuler2022/eq-5-sum", {}))
    goal = f"alpha/(2*eta**2*sigma**2)*({SUM}) <= {RATE}"
    terms = fact("order", "sum"), fact("sum"), fact("order", "wide", times="2"), fact("wide", times="2")
    p.have("worth", certified(goal, *terms, multiplier="2*eta**2*sigma**2"))
    return p.figure("monotone", "shifts", y="0", d=RATE)
