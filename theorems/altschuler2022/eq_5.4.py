"""The earlier bound for cyclic batches.

Statement
    E epochs of N = n/b steps with noise of variance (eta sigma)^2 and a record in the t-th batch satisfy
    D_alpha <= (2 alpha L^2/sigma^2) (1/b^2 + T/n^2), T = E N.
Reads as
    A gap of 2 eta L/b in every epoch, each paid until the next one and the last one by the steps that are left
    (pabisym/periodic-gap); the constant that the page leaves out is 2.
Letters
    n : integer, n >= 1 : N, the steps of an epoch : 1
    E : integer, E >= 1 : number of epochs : 1
    t : integer, 1 <= t <= n : batch of the record : 1
    b : integer, b >= 1 : size of a batch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise : loss/iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
Assumptions
    epoch : n >= 1
    epochs : E >= 1
    first : 1 <= t
    last : t <= n
    batch : b >= 1
    order : alpha > 1
    Lipschitz constant : L > 0
    step size : eta > 0
    noise : sigma > 0
    start : both runs start at the same point
    first run : V_k = psi_k(V_{k-1}) + Z_k
    second run : V'_k = psi'_k(V'_{k-1}) + Z_k
    Lipschitz : lemma 2.1
    Gaussian : Z_k = N(0, (eta sigma)^2 I)
    gaps : 2 eta L/b once in every epoch
Reference
    altschuler2022, (5.4), section 5.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ..pabisym._epochs import GAP
from ..pabisym._iterations import RUNS_ALONE

BOUND = "2*alpha*L**2/sigma**2*(1/b**2 + E*n/(n*b)**2)"
EXACT = "alpha*(2*eta*L/b)**2*((E - 1)/n + 1/(n - t + 1))/(2*(eta**2*sigma**2))"
GAPS = GAP.replace("g", "2*eta*L/b")
RUN = "forall(k, 1, E*n, equal({X}(k), convolve(push({psi}(k), {X}(k - 1)), zeta(k))))"


@script
def proof(p: Script) -> Step:
    """(E - 1)/n <= E/n and 1/(n - t + 1) <= 1."""
    names = {"g": "2*eta*L/b", "w": "eta**2*sigma**2"}
    own = p.theorem("pabisym/periodic-gap", {}, **names)
    terms = fact("order", "last low", "long", times="2", square="L"), fact("last low", "long", times="2", square="L"), fact(
        "order", "left", times="2", square="L"), fact("left", times="2", square="L")
    p.have_all({"left": "n - t + 1 > 0", "last low": "n - t >= 0", "long": "n > 0"})
    p.have("worth", certified(f"{EXACT} <= {BOUND}", *terms, multiplier="b**2*sigma**2*n*(n - t + 1)"))
    return p.figure("monotone", own, y="0", d=BOUND)


STATEMENT = Statement(
    id="altschuler2022/eq-5.4", title="The earlier bound for cyclic batches", kind="equation", text=__doc__, proof=proof, bound=BOUND,
    reference=Reference("altschuler2022", "(5.4)", "section 5.2"), conclusion=f"renyi(alpha, 0, X(E*n), Y(E*n), {BOUND})",
    symbols=(Symbol("n", "integer, n >= 1", "N, the steps of an epoch"), Symbol("E", "integer, E >= 1", "number of epochs"),
             Symbol("t", "integer, 1 <= t <= n", "batch of the record"), Symbol("b", "integer, b >= 1", "size of a batch"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise", "loss/iterate")),
    structures=RUNS_ALONE,
    assumptions=(Assumption("epoch", "n >= 1"), Assumption("epochs", "E >= 1"), Assumption("first", "1 <= t"), Assumption("last", "t <= n"),
                 Assumption("batch", "b >= 1"), Assumption("order", "alpha > 1"), Assumption("Lipschitz constant", "L > 0"),
                 Assumption("step size", "eta > 0"), Assumption("noise", "sigma > 0"),
                 Assumption("start", "winf(X(0), Y(0), 0)", "both runs start at the same point"),
                 Assumption("first run", RUN.format(X="X", psi="psi"), "V_k = psi_k(V_{k-1}) + Z_k"),
                 Assumption("second run", RUN.format(X="Y", psi="phi"), "V'_k = psi'_k(V'_{k-1}) + Z_k"),
                 Assumption("Lipschitz", "forall(k, 1, E*n, lipschitz(psi(k), 1))", "lemma 2.1"),
                 Assumption("Gaussian", "forall(k, 1, E*n, gaussian(zeta(k), eta**2*sigma**2))", "Z_k = N(0, (eta sigma)^2 I)"),
                 Assumption("gaps", f"forall(k, 1, E*n, gap(psi(k), phi(k), {GAPS}))", "2 eta L/b once in every epoch")),
    uses=("pabisym/periodic-gap", "feldman2018/theorem-35"), tightness="upper",
    printed=Printed("corrected", difference="printed up to a constant, which is 2"),
    spots=(Spot({"n": 2, "E": 3, "t": 1, "b": 1, "alpha": 2, "L": 1, "eta": 1, "sigma": 1}, "10"),),
)
