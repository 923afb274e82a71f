"""Second moment of the noisy oracle.

Statement
    E ||G(w)||^2 = E ||grad f(w, x)||^2 + d sigma^2 <= L^2 + 8 d L^2 ln(1.25/delta)/eps^2 for
    sigma = 2 L sqrt(2 ln(1.25/delta))/eps.
Reads as
    The noise is independent of the gradient and has mean zero, so that second moments add.
Letters
    L : real, L >= 0 : Lipschitz constant of the losses : loss/iterate
    d : integer, d >= 1 : dimension : 1
    epsilon : real, epsilon > 0 : privacy level : 1
    delta : real, 0 < delta <= 5/4 : additive slack : 1
    G : real : second moment of the gradient : loss^2/iterate^2
Assumptions
    level : eps > 0
    chance : delta > 0
    range : delta <= 1.25
    logarithm : ln(1.25/delta) >= 0
    Lipschitz : E ||grad f(w, x)||^2 <= L^2
Reference
    feldman2018, proof of Theorem 29, section 5.1
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._calibration import A

BOUND = f"L**2 + 8*d*L**2*{A}/epsilon**2"
CLAIM = f"G + d*(2*L*sqrt(2*{A})/epsilon)**2 <= {BOUND}"


@script
def proof(p: Script) -> Step:
    """The square of the root."""
    p.have("twice", f"2*{A} >= 0")
    p.have("root", p.figure("square-root", x=f"2*{A}"))
    return certified(CLAIM, fact("Lipschitz"), fact("root", times="-1", factor="4*d*L**2/epsilon**2"))


STATEMENT = Statement(
    id="feldman2018/eq-29-second-moment", title="Second moment of the noisy oracle", kind="inequality", text=__doc__, proof=proof,
        bound=BOUND,
    reference=Reference("feldman2018", "proof of Theorem 29", "section 5.1"), conclusion=CLAIM, printed=Printed("holds"),
    symbols=(Symbol("L", "real, L >= 0", "Lipschitz constant of the losses", "loss/iterate"), Symbol("d", "integer, d >= 1", "dimension"),
             Symbol("epsilon", "real, epsilon > 0", "privacy level"), Symbol("delta", "real, 0 < delta <= 5/4", "additive slack"),
             Symbol("G", "real", "second moment of the gradient", "loss^2/iterate^2")),
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("chance", "delta > 0"), Assumption("range", "delta <= 5/4"),
                 Assumption("logarithm", f"{A} >= 0"), Assumption("Lipschitz", "G <= L**2")),
    spots=(Spot({"L": 1, "d": 3, "epsilon": 1, "delta": "1/10", "G": 1}),),
)
