"""Twice differentiable is not needed.

Statement
    That f is twice differentiable in Proposition 18 only shortens the proof.
Reads as
    Proposition 18 is stated without it in section 2. The check takes the Huber loss, which has no second derivative at
    the corners: its gradient step with eta = 2/beta is a contraction on a grid of rational points.
"""

from fractions import Fraction
from itertools import pairwise

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def huber() -> tuple[Verdict, str]:
    """Gradient w on [-1, 1], and -1, 1 beyond: beta = 1, eta = 2."""
    points = [Fraction(i, 7) for i in range(-30, 31)]
    step = {w: w - 2 * max(min(w, 1), -1) for w in points}
    good = all(abs(step[b] - step[a]) <= b - a for a, b in pairwise(points))
    return ("true" if good else "false"), "61 rational points"


STATEMENT = item("footnote 4", "appendix A",
    plain="prose", uses=("feldman2018/proposition-18-appendix",), checks=(Check("the Huber loss", huber),),
    clauses="proved by feldman2018/proposition-18: a second derivative is not needed, as Proposition 18 is proved without it",
    printed="holds")
