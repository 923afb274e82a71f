"""How often a batch holds a record.

Statement
    P(i* in B_t) = b/n for a uniformly random B_t of b of n records.
Reads as
    Count pairs of a batch and a record in it, in two ways: each of the N batches holds b records, and each of the n
    records lies in H batches, by symmetry.
Letters
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    N : integer, N >= 1 : number of batches : 1
    H : integer, H >= 0 : number of batches that hold a given record : 1
Assumptions
    records : n >= 1
    batch : b >= 1
    at most all : b <= n
    batches : N >= 1
    pairs : n H = b N
Reference
    altschuler2022, (3.1), section 3.2
"""

from math import comb

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

SIZES = tuple({"n": n, "b": b, "N": comb(n, b), "H": comb(n - 1, b - 1)} for n in range(1, 9) for b in range(1, n + 1))


def proof(b: Builder) -> Step:
    """Divide by n N."""
    return b.prove("H/N == b/n")


STATEMENT = Statement(
    id="altschuler2022/eq-3.1", title="How often a batch holds a record",
    kind="equation", text=__doc__, reference=Reference("altschuler2022", "(3.1)", "section 3.2"),
    symbols=(Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("N", "integer, N >= 1", "number of batches"),
             Symbol("H", "integer, H >= 0", "number of batches that hold a given record"),),
    assumptions=(Assumption("records", "n >= 1"),
                 Assumption("batch", "b >= 1"),
                 Assumption("at most all", "b <= n"),
                 Assumption("batches", "N >= 1"),
                 Assumption("pairs", "n*H == b*N"),),
    conclusion="H/N == b/n", bound="b/n", proof=proof, printed=Printed("holds"), tightness=None,
    checks=(Check("N = C(n, b) and H = C(n - 1, b - 1) up to n = 8", lambda: at_points("n*H == b*N", SIZES)),),
    spots=(Spot({"n": 5, "b": 2, "N": 10, "H": 4}, "2/5"), Spot({"n": 1, "b": 1, "N": 1, "H": 1}, "1")),
)
