"""Adaptive composition of Rényi privacy.

Statement
    If A_i is (alpha, eps_i)-RDP for i = 1..k, where A_i may depend on the outputs before it, then (A_1(S), ..., A_k(S))
    is (alpha, eps_1 + ... + eps_k)-RDP.
Reads as
    Costs add up, also when each question is chosen after the answers before it. X_i is the law of the first i answers,
    and joint(X, A) appends to them an answer of the mechanism A.
"""

from pabisym.library.item import item
from pabisym.library.statement import LinearPair
from pabisym.proof.build import Builder, Step

CLAIM = "renyi(alpha, 0, X({k}), Y({k}), sum(epsilon(j), j, 1, {k}))"


def proof(b: Builder) -> Step:
    """Induction on the number of answers; one more answer costs at most its own bound."""

    def more(b: Builder, before: str) -> Step:
        both = b.figure("adaptive", before, b.at("private", "i"))
        return b.figure("same-law", both, b.at("transcript", "i"), b.at("other transcript", "i"), conclude=CLAIM.format(k="i"))

    same = b.figure("same-start", "nothing yet")
    start = b.figure("start", same, conclude=CLAIM.format(k="0"))
    return b.at(b.induction("i", "0", "k", CLAIM.format(k="i"), lambda _: start, more), "k")


STATEMENT = item("Lemma 15", "section 2.3",
    letters=("k: integer, k >= 0 [count]: number of answers",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order", "X: law sequence: law of the first i answers",
        "Y: law sequence: the same for neighbouring data; latex X'",
        "A: mechanism sequence: how answer i comes about from the answers before it",
        "B: mechanism sequence: the same for neighbouring data; latex A'",
        r"epsilon: real sequence: bound for answer i; latex \varepsilon"),
    assumptions=("alpha, k", "nothing yet: equal(X(0), Y(0)): before the first answer both transcripts are the same",
        "transcript: forall(i, 1, k, equal(X(i), joint(X(i - 1), A(i)))): the first i answers are those before and the answer of A_i "
            "to them", "other transcript: forall(i, 1, k, equal(Y(i), joint(Y(i - 1), B(i))))",
        "private: forall(i, 1, k, close(alpha, A(i), B(i), epsilon(i))): x is a transcript"),
    conclusion="renyi(alpha, 0, X(k), Y(k), sum(epsilon(j), j, 1, k))", proof=proof, tightness="exact",
    clauses=(
        "proved by conclusion: the costs of algorithms add up, each chosen after the outputs before it, at every order above 1",
        "open: at the orders 1 and infinity, which Definition 13 has too"),
    printed="holds in part",
    worst_case=LinearPair("k", "1", "1", "1", inside="k independent unit Gaussians with mean difference 1: their sum is sufficient",
        bound="sum(alpha/2, j, 1, k)"), uses=("feldman2018/definition-13", "feldman2018/proposition-5"),
    spots=("k=4, alpha=2", "k=1, alpha=3"))
