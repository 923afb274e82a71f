"""The first record loses one n-th of what the last one loses.

Statement
    The privacy loss of the record that is processed first is 1/n of that of the record processed last.
Reads as
    Theorem 23 at t = 1 and at t = n: n + 1 - t noises follow the record t.
Letters
    n : integer, n >= 1 : number of records : 1
    alpha : real : order of the Rényi divergence : 1
    L : real : Lipschitz constant of the losses : loss/iterate
    sigma : real, sigma > 0 : standard deviation of the gradient noise : loss/iterate
Assumptions
    size : n >= 1
    noise : sigma > 0
Reference
    feldman2018, remark in section 1, section 1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.script import at_once

CLAIM = "2*alpha*L**2/(sigma**2*(n + 1 - 1)) == 1/n*(2*alpha*L**2/(sigma**2*(n + 1 - n)))"

STATEMENT = Statement(
    id="feldman2018/remark-first-vs-last", title="The first record loses one n-th of what the last one loses", kind="remark", text=__doc__,
    reference=Reference("feldman2018", "remark in section 1", "section 1"), conclusion=CLAIM, proof=at_once(CLAIM),
    symbols=(Symbol("n", "integer, n >= 1", "number of records"), Symbol("alpha", "real", "order of the Rényi divergence"),
             Symbol("L", "real", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise", "loss/iterate")),
    assumptions=(Assumption("size", "n >= 1"), Assumption("noise", "sigma > 0")), printed=Printed("holds"),
    uses=("feldman2018/theorem-23",), spots=(Spot({"n": 5, "alpha": 2, "L": 1, "sigma": 1}),),
)
