"""Sum of the squared shifts for cyclic batches.

Statement
    With N = n/b steps in an epoch, the record in the t-th batch, B steps since the restart and the distance d at it,
    the sum of the
    squared shifts is at most 2 d^2/B + 8 eta^2 L^2 (1/b^2 + B/n^2).
Reads as
    (x + y)^2 <= 2 x^2 + 2 y^2 in the second and the third phase, and at least one step is left for the last gap. The
    constants
    that the page leaves out are 2 and 8.
Letters
    N : integer, N >= 1 : steps of an epoch, n/b : 1
    t : integer, 1 <= t <= N : batch of the record : 1
    b : integer, b >= 1 : size of a batch : 1
    B : integer, B >= N : steps since the restart : 1
    d : real, d >= 0 : distance at the restart : iterate
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
Assumptions
    epoch : N >= 1
    steps : B >= 1
    first : t - 1 >= 0
    last : N - t >= 0
    batch : b >= 1
    full epoch : B - N >= 0
    width : d >= 0
    Lipschitz constant : L > 0
    step size : eta > 0
Reference
    altschuler2022, sum of squares in section 5.2, section 5.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol

from ._cyclic_batches import SIMPLE, SUM, squares

STATEMENT = Statement(
    id="altschuler2022/eq-5-sum", title="Sum of the squared shifts for cyclic batches", kind="equation", text=__doc__, proof=squares,
    reference=Reference("altschuler2022", "sum of squares in section 5.2", "section 5.2"), conclusion=f"{SUM} <= {SIMPLE}",
    symbols=(Symbol("N", "integer, N >= 1", "steps of an epoch, n/b"), Symbol("t", "integer, 1 <= t <= N", "batch of the record"),
             Symbol("b", "integer, b >= 1", "size of a batch"), Symbol("B", "integer, B >= N", "steps since the restart"),
             Symbol("d", "real, d >= 0", "distance at the restart", "iterate"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss")),
    assumptions=(Assumption("epoch", "N >= 1"), Assumption("steps", "B >= 1"),
                 Assumption("first", "t - 1 >= 0"), Assumption("last", "N - t >= 0"),
                 Assumption("batch", "b >= 1"), Assumption("full epoch", "B - N >= 0"), Assumption("width", "d >= 0"),
                 Assumption("Lipschitz constant", "L > 0"), Assumption("step size", "eta > 0")),
    uses=("altschuler2022/eq-5-shifts",), printed=Printed("corrected", difference="printed up to constants, which are 2 and 8"),
    spots=(Spot({"N": 2, "t": 1, "b": 1, "B": 4, "d": 1, "L": 1, "eta": 1}),),
)
