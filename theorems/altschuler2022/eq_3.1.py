"""How often a batch holds a record.

Statement
    P(i* in B_t) = b/n for a uniformly random B_t of b of n records.
Reads as
    Count pairs of a batch and a record in it, in two ways: each of the N batches holds b records, and each of the n
    records lies in H batches, by symmetry.
"""

from math import comb

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Builder, Step

SIZES = tuple({"n": n, "b": b, "N": comb(n, b), "H": comb(n - 1, b - 1)} for n in range(1, 9) for b in range(1, n + 1))


def proof(b: Builder) -> Step:
    """Divide by n N."""
    return b.prove("H/N == b/n")


STATEMENT = item("(3.1)", "section 3.2",
    letters=("n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 and b <= n [batch, at most all]: size of a batch; role batch",
        "N: integer, N >= 1 [batches]: number of batches", "H: integer, H >= 0: number of batches that hold a given record"),
    assumptions=("pairs: n*H == b*N",), conclusion="H/N == b/n", bound="b/n", proof=proof,
    clauses=(
        "cited by conclusion: P(i in B_t) = b/n, from the number of pairs of a batch and a record in it",
        "open by 'N = C(n, b) and H = C(n - 1, b - 1)': that number, for all sizes"),
    printed="holds in part", checks=(Check("N = C(n, b) and H = C(n - 1, b - 1) up to n = 8", lambda: at_points("n*H == b*N", SIZES)),),
    spots=("n=5, b=2, N=10, H=4 -> 2/5", "n=1, b=1, N=1, H=1 -> 1"),
    evident="double counting of batches and records, which is checked for small sizes; the page gives no more", results=("pairs",))
