"""Post-processing.

Statement
    D_alpha(h(mu) || h(nu)) <= D_alpha(mu || nu) for every function h, deterministic or random.
Reads as
    A random function is a mechanism K: from x it answers with a random point. Proved for alpha > 1.
"""

from pabisym.library.item import item
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The same answer to both costs nothing; then forget what was asked."""
    both = b.figure("adaptive", "before", b.figure("close-same"))
    return b.figure("forget", both, conclude="renyi(alpha, 0, through(K, P), through(K, Q), b)")


STATEMENT = item("Lemma 2.7", "section 2.2",
    letters=("alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "b: real: bound on the divergence",
        r"P: law: first law; latex \mu", r"Q: law: second law; latex \nu", "K: mechanism: what is done with the outcome; latex h"),
    assumptions=("before: renyi(alpha, 0, P, Q, b)",), conclusion="renyi(alpha, 0, through(K, P), through(K, Q), b)", bound="b",
    proof=proof,
    clauses=(
        "proved by conclusion: post-processing, for orders above 1",
        "open: the orders 1 and infinity, by continuity"),
    printed="holds in part", uses=("altschuler2022/definition-2.3",), spots="alpha=2, b=1 -> 1")
