"""The auxiliary walk.

Statement
    w'' starts at -D/2, Tbar = 3 D n/(4 L eta) steps before the end, and w''_{t+1} = min(w''_t + Y_t + Z_t, D/2). Its
    biases have
    the mean 3D/4 in total, so that -D/2 + E Y = D/4, and its noises the variance Tbar eta^2 sigma^2 <= D^2/1000.
Reads as
    w' dominates w'': it starts no lower, and is also pushed up at the bottom; one coupling of biases and noises shows
    it.
    Tbar is taken to be an integer.
Letters
    n : integer, n >= 1 : number of records : 1
    b : integer, b >= 1 : size of a batch : 1
    D : real, D > 0 : diameter of the domain : iterate
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
Assumptions
    records : n >= 1
    batch : b >= 1
    diameter : D > 0
    Lipschitz constant : L > 0
    step size : eta > 0
Reference
    altschuler2022, auxiliary walk, section 4
"""

from pabisym.library.statement import Printed, PrintedNumber, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ._convergent import given, letters

CLAIM = "-D/2 + 3*D*n/(4*L*eta)*(eta*L/b*(b/n)) == D/4"


def proof(b: Builder) -> Step:
    """Tbar steps with the bias eta L/b, each with probability b/n."""
    return b.prove(CLAIM)


STATEMENT = Statement(
    id="altschuler2022/construction-lower-aux", title="The auxiliary walk", kind="construction", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "auxiliary walk", "section 4"), conclusion=CLAIM, symbols=letters("n b D L eta"),
    assumptions=given("records, batch, diameter, Lipschitz constant, step size"), uses=("altschuler2022/construction-lower",),
    printed=Printed("holds"), numbers=(PrintedNumber("the variance over D^2", "0.001", "0.001", relation="<=", accuracy="holds"),),
    spots=(Spot({"n": 4, "b": 2, "D": 1000, "L": 1, "eta": 1}),),
)
