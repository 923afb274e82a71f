"""Strong composition, second version.

Statement
    D_alpha(X_1..X_k || Y_1..Y_k) <= the sum over i of the supremum over x_1..x_{i-1} of D_alpha(X_i | x_1..x_{i-1} ||
    Y_i | x_1..x_{i-1}).
Reads as
    The conditional law of the next variable is a mechanism that is asked about those before. Proved for alpha > 1; a
    density that is conditioned on has to exist, as it does for random points of R^d.
"""

from pabisym.library.item import item
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Adaptive composition of k answers."""
    terms = {name: ("i", f"{name}(i)") for name in ("X", "Y", "A", "B", "epsilon")}
    return b.theorem("feldman2018/lemma-15", {}, **terms)


STATEMENT = item("Lemma 2.9", "section 2.2 and appendix A.1",
    letters=("k: integer, k >= 0 [count]: number of variables",
        "alpha: real, alpha > 1 [order]: order of the Rényi divergence; role order",
        "X: law sequence: law of the first i variables of one sequence", "Y: law sequence: the same for the other",
        "A: mechanism sequence: conditional law of variable i of the first sequence", "B: mechanism sequence: the same for the other",
        "epsilon: real sequence: bound on the divergence of the conditional laws of variable i"),
    assumptions=("alpha, k", "nothing yet: equal(X(0), Y(0)): no variable, no difference",
        "one: forall(i, 1, k, equal(X(i), joint(X(i - 1), A(i)))): X_1..X_i are those before and X_i given them",
        "other: forall(i, 1, k, equal(Y(i), joint(Y(i - 1), B(i))))",
        "conditional: forall(i, 1, k, close(alpha, A(i), B(i), epsilon(i))): the conditional laws of variable i are within epsilon_i"),
    conclusion="renyi(alpha, 0, X(k), Y(k), sum(epsilon(j), j, 1, k))", proof=proof,
    clauses=(
        "proved by conclusion: strong composition, for orders above 1",
        "open: the orders 1 and infinity, by continuity"),
    printed="holds in part",
    uses=("feldman2018/lemma-15", "altschuler2022/definition-2.3"), spots="k=3, alpha=2")
