"""The look-back that balances both terms.

Statement
    With N = ceil(D n/(L eta)), (N + 1)/n^2 + D^2/(eta^2 L^2 N) <= 2/n^2 + 2 D/(eta L n).
Reads as
    The page has R = T - tau - 1 = N in (T - tau)/n^2 + D^2/(eta^2 L^2 (T - tau - 1)), for T above N, and a constant
    that is not named; here it is 2. The least value over real R is at D n/(L eta).
Letters
    n : integer, n >= 1 : number of records : 1
    N : integer, N >= 1 : D n/(L eta), rounded up : 1
    D : real, D > 0 : diameter of the domain : iterate
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
Assumptions
    records : n >= 1
    at least one : N >= 1
    width : D > 0
    Lipschitz constant : L > 0
    step size : eta > 0
    threshold : N >= D n/(L eta)
    rounded : N < D n/(L eta) + 1
Reference
    altschuler2022, Step 4, section 3.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

BOUND = "2/n**2 + 2*D/(eta*L*n)"
LEFT = "(N + 1)/n**2 + D**2/(eta**2*L**2*N)"


@script
def proof(p: Script) -> Step:
    """N < x + 1 for the first term, N >= x for the second, x = D n/(L eta)."""
    p.have_all({"positive records": "n > 0", "positive threshold": "N > 0"})
    first = certified("(N + 1)/n**2 <= 2/n**2 + D/(eta*L*n)", fact("rounded"), multiplier="n**2")
    second = certified("D**2/(eta**2*L**2*N) <= D/(eta*L*n)", fact("threshold", "width"), multiplier="N*eta*L*n")
    p.have_all({"first": first, "second": second})
    return p.prove(f"{LEFT} <= {BOUND}")


STATEMENT = Statement(
    id="altschuler2022/eq-step4", title="The look-back that balances both terms",
    kind="inequality", text=__doc__, reference=Reference("altschuler2022", "Step 4", "section 3.2"),
    symbols=(Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("N", "integer, N >= 1", "D n/(L eta), rounded up", "1", r"\bar T"),
             Symbol("D", "real, D > 0", "diameter of the domain", "iterate"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),),
    assumptions=(Assumption("records", "n >= 1"),
                 Assumption("at least one", "N >= 1"),
                 Assumption("width", "D > 0"),
                 Assumption("Lipschitz constant", "L > 0"),
                 Assumption("step size", "eta > 0"),
                 Assumption("threshold", "N >= D*n/(L*eta)"),
                 Assumption("rounded", "N < D*n/(L*eta) + 1"),),
    conclusion=f"{LEFT} <= {BOUND}", proof=proof, printed=Printed("holds"), bound=BOUND,
    uses=("altschuler2022/eq-3.7", "altschuler2022/lemma-2.12"), spots=(Spot({"n": 10, "N": 20, "D": 2, "L": 1, "eta": 1}, "21/50"),),
)
