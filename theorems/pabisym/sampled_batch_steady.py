"""A step with a random batch brings coupled points together as the steps of its records do.

Statement
    If the maps psi_1, ..., psi_n are c-Lipschitz, then the mean of psi_i(x) over a random batch of b of them and the mean of psi_i(y)
    over the same batch are within c ||x - y||.
Reads as
    Draw one batch for both points. The batch does not depend on where the run is.
"""

from fractions import Fraction
from itertools import combinations

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def batches() -> tuple[Verdict, str]:
    """Every batch of two of four linear maps, from two points."""
    slopes, x, y = [Fraction(1), Fraction(-1, 2), Fraction(1, 3), Fraction(0)], Fraction(2), Fraction(-3)
    means = [sum(batch, Fraction(0)) / 2 for batch in combinations(slopes, 2)]
    far = max(abs(mean * x - mean * y) for mean in means)
    return ("true" if far <= max(map(abs, slopes)) * abs(x - y) else "false"), f"{len(means)} batches, {far} at most"


STATEMENT = item("observation 3.4", "section 3.2",
    key="altschuler2022", kind="observation",
    letters=("n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 and b <= n [batch, part]: size of a batch; role batch",
        "c: real, c >= 0 [factor]: Lipschitz constant of the map of every record", "psi: map sequence: map of record i"),
    assumptions=("steps: forall(i, 1, n, lipschitz(psi(i), c))",), conclusion="steady(sampledstep(i, n, b, psi(i)), c)",
    cited_because="couple the answers by one batch for both points, and use the triangle inequality; the draw is outside the kernel",
    checks=(Check("all batches of four maps", batches),), uses=("pabisym/batch-lipschitz",), spots="n=4, b=2, c=1")
