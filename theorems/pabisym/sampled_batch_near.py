"""A record is felt by its share in any random batch.

Statement
    If psi_i and psi'_i agree for all records i but j, and psi_j and psi'_j differ by at most s, then the means of psi_i(x) and of
    psi'_i(x) over one random batch of b of the n records are within s/b.
Reads as
    Draw one batch for both runs: without the record j the means are equal, with it they differ by at most s/b.
"""

from fractions import Fraction
from itertools import combinations

from pabisym.library.item import item
from pabisym.library.statement import Check, Verdict


def batches() -> tuple[Verdict, str]:
    """Every batch of three of five points, of which the last one is moved by 1."""
    points, moved = [Fraction(i * i) for i in range(5)], [Fraction(i * i) for i in range(4)] + [Fraction(17)]
    gaps = {abs(sum(points[i] - moved[i] for i in batch)) / 3 for batch in combinations(range(5), 3)}
    return ("true" if gaps == {Fraction(0), Fraction(1, 3)} else "false"), "0 or 1/3 apart"


STATEMENT = item("section 3.2, one batch for both runs", "section 3.2",
    key="altschuler2022", kind="observation",
    letters=("n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 and b <= n [batch, part]: size of a batch; role batch",
        "j: integer, 1 <= j <= n [from, to]: the record that is replaced",
        "s: real, s >= 0 [size]: gap of the maps of this record; unit iterate", "psi: map sequence: map of record i",
        r"phi: map sequence: map of record i on the other data; latex \psi'"),
    assumptions=("others before: forall(i, 1, j - 1, gap(psi(i), phi(i), 0))",
        "others after: forall(i, j + 1, n, gap(psi(i), phi(i), 0))", "gap: gap(psi(j), phi(j), s)"),
    conclusion="near(sampledstep(i, n, b, psi(i)), sampledstep(i, n, b, phi(i)), s/b)",
    cited_because="couple the answers by one batch for both runs; the draw is outside the kernel",
    checks=(Check("all batches of five points", batches),), uses=("pabisym/batch-gap",), spots="n=5, b=3, j=5, s=1")
