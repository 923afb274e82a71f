"""Post-processing.

Statement
    D_alpha(h(mu) || h(nu)) <= D_alpha(mu || nu) for every function h, deterministic or random.
Reads as
    A random function is a mechanism K: from x it answers with a random point. Proved for alpha > 1.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    b : real : bound on the divergence : 1
    P : law : first law
    Q : law : second law
    K : mechanism : what is done with the outcome
Assumptions
    order : alpha > 1
    before : D_alpha(mu || nu) <= b
Reference
    altschuler2022, Lemma 2.7, section 2.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The same answer to both costs nothing; then forget what was asked."""
    both = b.figure("adaptive", "before", b.figure("close-same"))
    return b.figure("forget", both, conclude="renyi(alpha, 0, through(K, P), through(K, Q), b)")


STATEMENT = Statement(
    id="altschuler2022/lemma-2.7", title="Post-processing",
    kind="lemma", text=__doc__, reference=Reference("altschuler2022", "Lemma 2.7", "section 2.2"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("b", "real", "bound on the divergence"),),
    structures=(Structure("P", "law", "first law", r"\mu"),
                Structure("Q", "law", "second law", r"\nu"),
                Structure("K", "mechanism", "what is done with the outcome", "h"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("before", "renyi(alpha, 0, P, Q, b)", "D_alpha(mu || nu) <= b"),),
    conclusion="renyi(alpha, 0, through(K, P), through(K, Q), b)", proof=proof, printed=Printed("holds"), bound="b",
    uses=("altschuler2022/definition-2.3",), spots=(Spot({"alpha": 2, "b": 1}, "1"),),
)
