"""A record of a batch is felt by its share.

Statement
    If the maps psi_i and psi'_i agree for all records p <= i <= q but j, and psi_j and psi'_j differ by at most s, then their means
    differ by at most s/(q - p + 1).
Reads as
    All other terms of the two means cancel. With gradient steps of L-Lipschitz losses s is 2 eta L.
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check

from ._vocabulary import item

STATEMENT = item("section 3.2", "section 3.2", key="altschuler2022", kind="observation",
    letters="p: record, q: record, p <= j <= q: replaced [from, to], s: record, psi: record, phi: record",
    given=("others before: forall(i, p, j - 1, gap(psi(i), phi(i), 0))", "others after: forall(i, j + 1, q, gap(psi(i), phi(i), 0))",
        "gap: gap(psi(j), phi(j), s)"),
    conclusion="gap(batchstep(i, p, q, psi(i)), batchstep(i, p, q, phi(i)), s/(q - p + 1))",
    cited_because="the other terms of the means cancel; sums of points are outside the kernel",
    checks=(Check("three points, one of which moves", lambda: at_points("abs((x + y + z)/3 - (x + y + w)/3) == abs(z - w)/3",
                ({"x": 1, "y": -2, "z": 3, "w": 5}, {"x": 0, "y": 0, "z": -1, "w": "1/2"}))),),
    uses=("altschuler2022/algorithm-noisy-sgd",), spots="p=1, q=3, j=2, s=1")
