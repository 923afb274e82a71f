"""Large batches.

Statement
    For b >= n/5 the cost of a sampled step is bounded without sampling: alpha ||m_t||^2/(2 eta^2 sigma_2^2) <= 2
    alpha L^2/(b^2 sigma_2^2) <= 50 alpha L^2/(n^2 sigma_2^2).
Reads as
    m_t|| <= 2 eta L/b; quasi-convexity removes the mixture. The page has = where m_t is as large as it can be.
Letters
    n : integer, n >= 1 : number of records : 1
    b : integer, n/5 <= b <= n : size of a batch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma_2 : real, sigma_2 > 0 : the part of the gradient noise that hides the record : loss/iterate
Assumptions
    order : alpha > 1
    records : n >= 1
    large : 5 b >= n
    Lipschitz constant : L > 0
    step size : eta > 0
    sampling noise : sigma_2 > 0
    batch : b >= 1
Reference
    altschuler2022, footnote 8, section 3.2
"""

from pabisym.library.checks import sharper
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

BOUND = "50*alpha*L**2/(n**2*sigma_2**2)"
GAUSSIAN = "alpha*(2*eta*L/b)**2/(2*(eta*sigma_2)**2)"
EXACT = f"{GAUSSIAN} == 2*alpha*L**2/(b**2*sigma_2**2)"


@script
def proof(p: Script) -> Step:
    """(5 b)^2 >= n^2."""
    L = "Lipschitz constant"
    p.have_all({"positive batch": "b > 0", "positive records": "n > 0", "squares": "25*b**2 - n**2 >= 0"})
    return certified(f"{GAUSSIAN} <= {BOUND}", fact("order", "squares", L, L, times="2"), fact("squares", L, L, times="2"),
                     multiplier="n**2*b**2*sigma_2**2")


STATEMENT = Statement(
    id="altschuler2022/footnote-8", title="Large batches",
    kind="footnote", text=__doc__, reference=Reference("altschuler2022", "footnote 8", "section 3.2"),
    symbols=(Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, n/5 <= b <= n", "size of a batch"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma_2", "real, sigma_2 > 0", "the part of the gradient noise that hides the record", "loss/iterate", r"\sigma_2"),),
    assumptions=(Assumption("order", "alpha > 1"),
                 Assumption("records", "n >= 1"),
                 Assumption("large", "5*b >= n"),
                 Assumption("Lipschitz constant", "L > 0"),
                 Assumption("step size", "eta > 0"),
                 Assumption("sampling noise", "sigma_2 > 0"),
                 Assumption("batch", "b >= 1"),),
    conclusion=f"{GAUSSIAN} <= {BOUND}", proof=proof, printed=Printed("holds"), bound=BOUND,
    uses=("altschuler2022/eq-3.5", "feldman2018/eq-gaussian-renyi"),
    checks=(Check("the Gaussian cost is 2 alpha L^2/(b^2 sigma_2^2)", lambda: sharper(STATEMENT, EXACT)),),
    spots=(Spot({"n": 10, "b": 2, "alpha": 2, "L": 1, "eta": 1, "sigma_2": 1}, "1"),),
)
