"""Adaptive composition of Rényi privacy.

Statement
    If A_i is (alpha, eps_i)-RDP for i = 1..k, where A_i may depend on the outputs before it, then
    (A_1(S), ..., A_k(S)) is (alpha, eps_1 + ... + eps_k)-RDP.
Reads as
    Costs add up, also when each question is chosen after the answers before it. X_i is the law of the first i
    answers, and joint(X, A) appends to them an answer of the mechanism A.
Letters
    k : integer, k >= 0 : number of answers : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    X : law sequence : law of the first i answers
    Y : law sequence : the same for neighbouring data
    A : mechanism sequence : how answer i comes about from the answers before it
    B : mechanism sequence : the same for neighbouring data
    epsilon : real sequence : bound for answer i
Assumptions
    order : alpha > 1
    count : k >= 0
    nothing yet : before the first answer both transcripts are the same
    transcript : the first i answers are those before and the answer of A_i to them
    other transcript : the same for neighbouring data
    private : D_alpha(A_i(x) || A'_i(x)) <= eps_i for every transcript x
Reference
    feldman2018, Lemma 15, section 2.3
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
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


STATEMENT = Statement(
    id="feldman2018/lemma-15", title="Adaptive composition of Rényi privacy", kind="lemma", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "Lemma 15", "section 2.3"), conclusion=CLAIM.format(k="k"), printed=Printed("holds"),
    symbols=(Symbol("k", "integer, k >= 0", "number of answers"), Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence")),
    structures=(Structure("X", "law sequence", "law of the first i answers"),
                Structure("Y", "law sequence", "the same for neighbouring data", "X'"),
                Structure("A", "mechanism sequence", "how answer i comes about from the answers before it"),
                Structure("B", "mechanism sequence", "the same for neighbouring data", "A'"),
                Structure("epsilon", "real sequence", "bound for answer i", r"\varepsilon")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("count", "k >= 0"), Assumption("nothing yet", "equal(X(0), Y(0))"),
                 Assumption("transcript", "forall(i, 1, k, equal(X(i), joint(X(i - 1), A(i))))"),
                 Assumption("other transcript", "forall(i, 1, k, equal(Y(i), joint(Y(i - 1), B(i))))"),
                 Assumption("private", "forall(i, 1, k, close(alpha, A(i), B(i), epsilon(i)))")),
    worst_case=LinearPair("k", "1", "1", "1", inside="k independent unit Gaussians with mean difference 1: their sum is sufficient",
                          bound="sum(alpha/2, j, 1, k)"), tightness="exact",
    uses=("feldman2018/definition-13", "feldman2018/proposition-5"), spots=(Spot({"k": 4, "alpha": 2}), Spot({"k": 1, "alpha": 3})),
)
