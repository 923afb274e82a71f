"""The look-back recommended for (B.1).

Statement
    j (D~/j + g)^2 >= 4 D~ g, with equality at j = D~/g, where g = 2 eta L/n: the best look-back is D~ n/(2 eta L),
    rounded up or down.
Reads as
    The difference is j (D~/j - g)^2. In j it is convex, so that one of the two neighbouring integers is best, where
    these lie in 1..T. Where D~/g > T the first bound T g^2 of (B.1) is smaller than all of the others.
"""

from fractions import Fraction

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact
from pabisym.shift.noise_split import full_batch

CLAIM = "j*(d/j + g)**2 >= 4*d*g"


def proof(b: Builder) -> Step:
    """A square times j."""
    return certified(CLAIM, fact(square="d - g*j"), multiplier="j")


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
        "instance by the recipe finds the minimum: rounding up or down finds the best whole look-back at these parameters"),
    printed="holds",
    uses=("altschuler2022/eq-B1",),
    checks=(Check("equality at D~/g",
        lambda: replayed("d/g*(d/(d/g) + g)**2 == 4*d*g", {"d": "real", "g": "real"},
            {"width": "d > 0", "gap": "g > 0", "length": "d/g > 0"}), "holds"),
        Check("the recipe finds the minimum", recipe),), spots="j=2, d=1, g=1")
