"""Other adjacencies: removed records.

Statement
    For removed records, with one divisor n for both data sets, (B.1) holds with L for 2L: D_alpha is at most
    alpha/(2 eta^2 sigma^2) min(T (eta L/n)^2, j ((D + eta L/n)/j + eta L/n)^2).
Reads as
    (B.1) for losses with half of the Lipschitz constant, as only the gap of the maps enters. Where every run divides
    by its own
    number of records, nothing is gained: see footnote 10.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    j : integer, j >= 1 : the look-back, in steps : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain, onto which every step projects first
Assumptions
    steps : T >= 1
    records : n >= 1
    look-back : j >= 1
    order : alpha > 1
    Lipschitz constant : L > 0
    step size : eta > 0
    noise : sigma > 0
    width : D > 0
    short look-back : j <= T
    domain : convexset(K)
    first run : forall(k, 1, T, equal(X(k), convolve(push(psi(k), X(k - 1)), zeta(k))))
    second run : forall(k, 1, T, equal(Y(k), convolve(push(phi(k), Y(k - 1)), zeta(k))))
    first run projected : forall(k, 1, T, equal(X(k), convolve(push(psi(k), push(projection(K), X(k - 1))), zeta(k))))
    second run projected : forall(k, 1, T, equal(Y(k), convolve(push(phi(k), push(projection(K), Y(k - 1))), zeta(k))))
    diameter : forall(k, 0, T, winf(push(projection(K), X(k)), push(projection(K), Y(k)), D))
    start : both runs start at the same point
    Lipschitz : lemma 2.1, for the sum of all losses over n
    Gaussian : zeta_k = N(0, (eta sigma)^2 I)
    gaps : one record is missing in one of the sums
Reference
    altschuler2022, Remark B.2, appendix B
"""

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement
from pabisym.proof.build import Step
from pabisym.proof.script import Script, script

from ..pabisym._iterations import STRUCTURES
from ..pabisym._restarts import domain
from ._convergent import given, letters
from ._cyclic_batches import RUNS, UNIT

G = "(eta*L/n)"
BOUND = f"{UNIT}*min(T*{G}**2, j*((D + {G})/j + {G})**2)"
CLAIM = f"renyi(alpha, 0, X(T), Y(T), {BOUND})"


@script
def proof(p: Script) -> Step:
    """(B.1) with L/2."""
    gaps = p.part("gaps", "k", "1", "T", "gap(psi(k), phi(k), 2*eta*(L/2)/n)")
    return p.theorem("altschuler2022/eq-B1", {"gaps": gaps}, conclude=CLAIM, L="L/2")


STATEMENT = Statement(
    id="altschuler2022/remark-B2", title="Other adjacencies: removed records", kind="remark", text=__doc__, proof=proof, bound=BOUND,
    reference=Reference("altschuler2022", "Remark B.2", "appendix B"), conclusion=CLAIM, symbols=letters("T n j alpha L D eta sigma"),
    structures=(*(s for s in STRUCTURES if s.name in RUNS), SET),
    assumptions=(*given("steps, records, look-back, order, Lipschitz constant, step size, noise"), Assumption("width", "D > 0"),
                 Assumption("short look-back", "j <= T"), *domain(),
                 Assumption("start", "winf(X(0), Y(0), 0)", "both runs start at the same point"),
                 Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), 1))", "lemma 2.1, for the sum of all losses over n"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))", "zeta_k = N(0, (eta sigma)^2 I)"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), eta*L/n))", "one record is missing in one of the sums")),
    uses=("altschuler2022/eq-B1", "altschuler2022/footnote-10"), tightness="upper",
    printed=Printed("corrected", difference="only with one divisor for both data sets"),
    spots=(Spot({"T": 9, "n": 2, "j": 2, "alpha": 2, "L": 2, "D": 2, "eta": 1, "sigma": 1}, "9"),),
)
