"""How often a batch holds a record.

Statement
    P(i* in B_t) = b/n for a uniformly random B_t of b of n records.
Reads as
    There are N_k = n (n - 1) ... (n - k + 1)/k! sets of k of the n records, and H_k = (n - 1) ... (n - k)/k! sets of k of
    the others. Those of b records that hold a given one have b - 1 of the others beside it, so that the chance is H_(b-1)/N_b.
"""

from math import comb

from pabisym.library.checks import at_points
from pabisym.library.item import item
from pabisym.library.statement import Check
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

SIZES = tuple({"n": n, "b": b, "N": comb(n, b), "H": comb(n - 1, b - 1)} for n in range(1, 9) for b in range(1, n + 1))


@script
def proof(p: Script) -> Step:
    """K N_k = n H_(k-1), by induction over the size of a set."""
    p.have("batch sign", "b > 0")

    @script
    def first(p: Script) -> Step:
        p.have_all({"sets 1": p.at("sets", "1")})
        return p.prove("1*N(1) == n*H(1 - 1)")

    with p.induct("k", "1", "b", "k*N(k) == n*H(k - 1)", first) as more:
        more.have_all({"before": "k - 1 > 0", "sets k": more.at("sets", "k"), "others k": more.at("other sets", "k - 1")})
        more.show(certified("k*N(k) == n*H(k - 1)", fact("sets k", factor="k - 1"), fact(more.hypothesis, factor="n - k + 1"),
                            fact("others k", factor="-n"), multiplier="k - 1"))
    p.have("pairs", p.at(more.step, "b"))
    p.have("some sets", p.at("some", "b"))
    return certified("H(b - 1)/N(b) == b/n", fact("pairs", factor="-1"), multiplier="n*N(b)")


STATEMENT = item("(3.1)", "section 3.2",
    letters=("n: integer, n >= 1 [records]: number of records; role records",
        "b: integer, b >= 1 and b <= n [batch, at most all]: size of a batch; role batch",
        "N: real sequence: number of sets of k records", "H: real sequence: number of sets of k of the other records"),
    assumptions=("no record: N(0) == 1: the empty set", "no other record: H(0) == 1",
        "sets: forall(k, 1, b, k*N(k) == (n - k + 1)*N(k - 1)): a set of k - 1 and one of the rest, in k ways",
        "other sets: forall(k, 1, b - 1, k*H(k) == (n - k)*H(k - 1))", "some: forall(k, 1, b, N(k) > 0)"),
    conclusion="H(b - 1)/N(b) == b/n", bound="b/n", proof=proof,
    clauses="proved by conclusion: P(i in B_t) = b/n, from the numbers of sets of records of each size",
    printed="holds", checks=(Check("N_b = C(n, b) and H_(b-1) = C(n - 1, b - 1) up to n = 8", lambda: at_points("n*H == b*N", SIZES)),),
    spots=("n=5, b=2 -> 2/5", "n=1, b=1 -> 1"))
