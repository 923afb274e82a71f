"""How fast two runs drift apart.

Statement
    In the expectation the gaps of T steps add up to T (b/n) (2 eta L/b) = 2 T eta L/n, so that about D n/(2 eta L)
    steps are needed to drift apart by D.
Reads as
    A heuristic for the threshold. The page has eta L/b for the gap of a step with the record, which is that of a
    record without effect; two records may pull in opposite directions.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    L : real, L > 0 : Lipschitz constant : loss/iterate
Assumptions
    records : n >= 1
    batch : b >= 1
    step size : eta > 0
    Lipschitz constant : L > 0
Reference
    altschuler2022, footnote 4, section 1.2
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """Arithmetic."""
    return b.prove("T*(b/n)*(2*eta*L/b) == 2*T*eta*L/n")


STATEMENT = Statement(
    id="altschuler2022/footnote-4", title="How fast two runs drift apart",
    kind="footnote", text=__doc__, reference=Reference("altschuler2022", "footnote 4", "section 1.2"),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("L", "real, L > 0", "Lipschitz constant", "loss/iterate"),),
    assumptions=(Assumption("records", "n >= 1"),
                 Assumption("batch", "b >= 1"),
                 Assumption("step size", "eta > 0"),
                 Assumption("Lipschitz constant", "L > 0"),),
    conclusion="T*(b/n)*(2*eta*L/b) == 2*T*eta*L/n", proof=proof, bound="2*T*eta*L/n", uses=("altschuler2022/algorithm-noisy-sgd",),
    printed=Printed("corrected", difference="the updates are printed as at most eta L/b apart; it is 2 eta L/b for opposite gradients"),
    checks=(Check("slopes L and -L", lambda: at_points("abs(eta*L/b - (-eta*L/b)) <= eta*L/b", ({"eta": 1, "L": 1, "b": 2},), "false")),),
    spots=(Spot({"T": 10, "n": 5, "b": 2, "eta": "1/2", "L": 3}, "6"),),
)
