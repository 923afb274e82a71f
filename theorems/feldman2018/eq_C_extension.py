"""Lipschitz extension and its convolution.

Statement
    h(w) = min over v in K of f(v) + L ||w - v|| extends f from K to R^d, and fhat(w) = E h(w + Z), Z ~ N(0, lambda^2
    I), smooths it; both are convex and L-Lipschitz, and h = f on K.
Reads as
    Outside K follow the steepest slope that is allowed. An infimum of functions that are jointly convex in (v, w) is
    convex, and means of convex L-Lipschitz functions are so as well.
"""

from fractions import Fraction
from itertools import pairwise

from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict


def on_a_line() -> tuple[Verdict, str]:
    """f(v) = v^2/2 on K = [-1, 1] with L = 1, on a grid of K: h is convex, 1-Lipschitz and f on K."""
    grid = [Fraction(i, 8) for i in range(-24, 25)]
    inside = [v for v in grid if abs(v) <= 1]
    h = {w: min(v * v / 2 + abs(w - v) for v in inside) for w in grid}
    slopes = [(h[b] - h[a]) / (b - a) for a, b in pairwise(grid)]
    good = all(h[v] == v * v / 2 for v in inside) and slopes == sorted(slopes) and max(map(abs, slopes)) == 1
    return ("true" if good else "false"), "49 rational points of [-3, 3]"


STATEMENT = item("proof of Theorem 33", "appendix C",
    printed=Printed("holds",
        note="for a closed K, on which the minimum is attained"),
    clauses=(
        "cited by conclusion: h extends f, and h and its convolution are convex and L-Lipschitz",
        "instance by a parabola on [-1, 1]: h = f on K, and h is convex and L-Lipschitz, on a grid"),
    cited_because="infima and means of convex functions on R^d are outside the kernel",
    checks=(Check("a parabola on [-1, 1]", on_a_line),))
