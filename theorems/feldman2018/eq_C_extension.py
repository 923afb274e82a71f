"""Lipschitz extension and its convolution.

Statement
    h(w) = min over v in K of f(v) + L ||w - v|| extends f from K to R^d, and fhat(w) = E h(w + Z), Z ~ N(0, lambda^2
    I), smooths it; both are convex and L-Lipschitz, and h = f on K.
Reads as
    Outside K follow the steepest slope that is allowed. An infimum of functions that are jointly convex in (v, w) is
    convex, and means of convex L-Lipschitz functions are so as well. On a half plane, which is not bounded, it is an
    infimum and no minimum: for f(x, y) = -L x on y >= 0 it is 0 at w = (0, -1), and L (sqrt(x^2 + 1) - x) > 0 at v = (x, 0).
"""

from fractions import Fraction
from itertools import pairwise

from pabisym.library.checks import replayed
from pabisym.library.item import item
from pabisym.library.statement import Check, Printed, Verdict
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script


def on_a_line() -> tuple[Verdict, str]:
    """f(v) = v^2/2 on K = [-1, 1] with L = 1, on a grid of K: h is convex, 1-Lipschitz and f on K."""
    grid = [Fraction(i, 8) for i in range(-24, 25)]
    inside = [v for v in grid if abs(v) <= 1]
    h = {w: min(v * v / 2 + abs(w - v) for v in inside) for w in grid}
    slopes = [(h[b] - h[a]) / (b - a) for a, b in pairwise(grid)]
    good = all(h[v] == v * v / 2 for v in inside) and slopes == sorted(slopes) and max(map(abs, slopes)) == 1
    return ("true" if good else "false"), "49 rational points of [-3, 3]"


@script
def right_of_it(p: Script) -> Step:
    """(r - x)(r + x) = (y + 1)^2, which is at least 1."""
    p.have("sum", "r + x > 0")
    return certified("r - x > 0", fact("square", factor="1"), fact("half plane", times="2"), {"coefficient": "1"},
                     {"coefficient": "1", "square": "y"}, multiplier="r + x")


def on_a_half_plane() -> tuple[Verdict, str]:
    """For f(x, y) = -x and L = 1 the value at v = (x, y) is r - x, r its distance from w = (0, -1): above 0, and as near as you like."""
    kinds, known = dict.fromkeys(("x", "y", "r"), "real"), {"half plane": "y >= 0", "distance": "r > 0", "right": "x >= 0"}
    above = replayed("r - x > 0", kinds, known | {"square": "r**2 == x**2 + (y + 1)**2"},
                     right_of_it)
    near = replayed("2*x*(r - x) <= 1", kinds, known | {"square": "r**2 == x**2 + 1"},
                    lambda _: certified("2*x*(r - x) <= 1", fact("square", factor="-1"), {"coefficient": "1", "square": "r - x"}))
    return above if above[0] != "true" else near


STATEMENT = item("proof of Theorem 33", "appendix C",
    printed=Printed("holds in part",
        note="for a bounded closed K, on which the minimum is attained, or with an infimum in its place"),
    clauses=(
        "cited by conclusion: h extends f, its convolution is defined on R^d, and both are convex and L-Lipschitz",
        "open by on a half plane: the minimum over v is attained for every convex K, which it is not on a half plane"),
    cited_because="infima and means of convex functions on R^d are outside the kernel",
    checks=(Check("a parabola on [-1, 1]", on_a_line), Check("on a half plane no point v has the least value", on_a_half_plane)))
