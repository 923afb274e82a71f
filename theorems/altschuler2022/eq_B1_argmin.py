"""The look-back recommended for (B.1).

Statement
    j (D~/j + g)^2 >= 4 D~ g, with equality at j = D~/g, where g = 2 eta L/n: the best look-back is D~ n/(2 eta L),
    rounded up or down.
Reads as
    The difference is j (D~/j - g)^2. A look-back j <= m <= D~/g costs at least what m costs, and so does j >= m >= D~/g, so
    that D~/g rounded down or up is the best whole one. Where D~/g > T the first bound T g^2 of (B.1) is at most each of
    them.
"""

from fractions import Fraction

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script
from pabisym.shift.noise_split import full_batch

CLAIM = "j*(d/j + g)**2 >= 4*d*g"


def proof(b: Builder) -> Step:
    """A square times j."""
    return certified(CLAIM, fact(square="d - g*j"), multiplier="j")


NEARER = "j*(d/j + g)**2 >= m*(d/m + g)**2"


@script
def nearer(p: Script) -> Step:
    """Times j m the difference is |m - j| |d - m g| (d + m g) + m g^2 (m - j)^2."""
    p.have("both", "d + m*g >= 0")
    return certified(NEARER, fact("side", "reach", "both"), fact("other look-back", square="g*(m - j)"), multiplier="j*m")


def rounded(side: str, reach: str) -> tuple[Verdict, str]:
    """Of two look-backs on one side of D~/g the nearer one costs less."""
    known = {"look-back": "j > 0", "other look-back": "m > 0", "width": "d > 0", "gap": "g > 0", "side": side, "reach": reach}
    return replayed(NEARER, dict.fromkeys("jmdg", "real"), known, nearer)


def whole() -> tuple[Verdict, str]:
    """As d > T g; d^2 and (j g)^2 are not negative."""
    claim = "T*g**2 <= j*(d/j + g)**2"
    terms = fact("far", "gap", "look-back"), fact("width", "gap", "look-back"), fact(square="d"), fact(square="j*g")
    known = {"look-back": "j > 0", "width": "d > 0", "gap": "g > 0", "far": "T*g < d"}
    return replayed(claim, dict.fromkeys("Tjdg", "real"), known, lambda _: certified(claim, *terms, multiplier="j"))


def recipe() -> tuple[Verdict, str]:
    """The recipe beside the certified minimum."""
    misses = 0
    for n, steps, d in ((n, steps, d) for n in (1, 3, 10, 100) for steps in (1, 2, 7, 50, 1000) for d in ("1/100", "1", "7/3", "40")):
        best, _ = full_batch(order=2, sensitivity=Fraction(2, n), std=1, step_size=1, diameter=d, steps=steps)
        g = Fraction(2, n)
        wide = Fraction(d) + g
        near = [j for j in (wide // g, -(-wide // g)) if 1 <= j <= steps]
        misses += best != min([steps * g**2, *(j * (wide / j + g) ** 2 for j in near)])
    return ("true" if misses == 0 else "false"), f"the recipe misses the minimum at {misses} of 80 points"


STATEMENT = item("after (B.1)", "appendix B.1",
    letters=("j: real, j > 0 [look-back]: the look-back, in steps; role choice",
        "d: real, d > 0 [width]: D~, the widened diameter; unit iterate",
        "g: real, g > 0 [gap]: the gap 2 eta L/n of a step; unit iterate"), conclusion=CLAIM, proof=proof,
    clauses=(
        "proved by conclusion: no look-back is better than D~ n/(2 eta L)",
        "proved by equality at D~/g: it is attained there",
        "proved by at most D~/g: no whole look-back below D~/g is better than D~/g rounded down",
        "proved by at least D~/g: none above it is better than D~/g rounded up",
        "proved by above T: where D~/g is above T the other entry of (B.1) is the smaller one",
        "instance by the recipe finds the minimum: the recipe finds the minimum that is computed, at these parameters"),
    printed="holds",
    uses=("altschuler2022/eq-B1",),
    checks=(Check("equality at D~/g",
        lambda: replayed("d/g*(d/(d/g) + g)**2 == 4*d*g", {"d": "real", "g": "real"},
            {"width": "d > 0", "gap": "g > 0", "length": "d/g > 0"}), "holds"),
        Check("the recipe finds the minimum", recipe), Check("at most D~/g: the longer look-back costs less",
            lambda: rounded("j <= m", "m*g <= d")), Check("at least D~/g: the shorter one does", lambda: rounded("j >= m", "m*g >= d")),
        Check("above T: T g^2 is at most every other entry", whole)), spots="j=2, d=1, g=1")
