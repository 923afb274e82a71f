"""Where the factor 2 comes from.

Statement
    The footnote says that the gap of a step is eta L for removed records, instead of 2 eta L for replaced ones (over
    the divisor of
    the mean). With one divisor for both data sets that is so. Where every run divides by its own number of records,
    it is not:
    n - 1 losses of slope L and one of slope -L have mean slopes L and (n - 2) L/n, which differ by 2 L/n.
Reads as
    Removing a record from a mean moves it as far as replacing the record does. Full batches, b = n, are such means.
Letters
    n : integer, n >= 1 : number of records : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
Assumptions
    Lipschitz constant : L > 0
    step size : eta > 0
    two records : n >= 2
Reference
    altschuler2022, footnote 10, appendix B
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ._convergent import given, letters

CLAIM = "eta*(L - ((n - 1)*L - L)/n) == 2*eta*L/n"


def proof(b: Builder) -> Step:
    """Both means."""
    return b.prove(CLAIM)


STATEMENT = Statement(
    id="altschuler2022/footnote-10", title="Where the factor 2 comes from", kind="footnote", text=__doc__, conclusion=CLAIM, proof=proof,
    reference=Reference("altschuler2022", "footnote 10", "appendix B"), symbols=letters("n L eta"),
    assumptions=(*given("Lipschitz constant, step size"), Assumption("two records", "n >= 2")),
        uses=("altschuler2022/algorithm-noisy-sgd",),
    printed=Printed("refuted", bound="eta*(L - ((n - 1)*L - L)/n) <= eta*L/n", counterexample={"n": 2, "L": 1, "eta": 1},
                    difference="with the mean over a data set's own records the gap is 2 eta L/n for a removed record too; eta L/n needs "
                    "one divisor for both data sets"),
    spots=(Spot({"n": 3, "L": 1, "eta": 1}),),
)
