"""A step with a batch is as contractive as the steps of its records.

Statement
    If the maps psi_p, ..., psi_q are c-Lipschitz, so is their mean.
Reads as
    The triangle inequality. A step with a batch of gradients is the mean of the gradient steps of its records: x - (eta/b)
    (grad f_1(x) + ... + grad f_b(x)) is the mean of x - eta grad f_i(x).
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check

from ._vocabulary import item

SLOPES = tuple({"a": a, "b": b, "x": x, "y": y} for a, b in ((1, "-1/2"), ("1/3", "1/3")) for x, y in ((0, 1), (-2, 5)))

STATEMENT = item("observation 5.2", "section 5.1", key="altschuler2022", kind="observation",
    letters="p: record, q: record, c: record, psi: record",
    given="steps: forall(i, p, q, lipschitz(psi(i), c))",
    conclusion="lipschitz(batchstep(i, p, q, psi(i)), c)", cited_because="the triangle inequality: ||mean of psi_i(x) - psi_i(y)|| is at "
        "most the mean of ||psi_i(x) - psi_i(y)||; sums of points are outside the kernel",
    checks=(Check("two linear maps", lambda: at_points("abs((a*x + b*x)/2 - (a*y + b*y)/2) <= (abs(a) + abs(b))/2*abs(x - y)", SLOPES)),),
    uses=("altschuler2022/algorithm-noisy-sgd",), spots="p=1, q=3, c=1/2")
