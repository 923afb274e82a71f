"""Full batches in a bounded domain.

Statement
    D_alpha <= alpha/(2 eta^2 sigma^2) min(T (2 eta L/n)^2, j (D~/j + 2 eta L/n)^2) for every look-back of 1 <= j <= T
    steps,
    D~ = D + 2 eta L/n.
Reads as
    All steps as one block, or the last j steps from the domain on. Restarting from the projected iterates gives the
    same with D for D~,
    which is better; the best j is then floor(1/2 + sqrt(1/4 + r^2)), r = D n/(2 eta L) (pabisym/bounded-equal-gaps).
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
    Lipschitz : lemma 2.1, for the mean of all losses
    Gaussian : zeta_k = N(0, (eta sigma)^2 I)
    gaps : one record of n differs
Reference
    altschuler2022, (B.1), appendix B.1
"""

from functools import partial

from pabisym.derivation.shapes.restart_domain import SET
from pabisym.library.checks import sharper
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Verdict
from pabisym.proof.build import Builder, Step

from ..pabisym._iterations import RUNS_ALONE
from ..pabisym._restarts import domain
from ._convergent import given, letters
from ._cyclic_batches import UNIT, WHOLE, back, full

BOUND = f"{UNIT}*min({WHOLE}, {back('D + 2*eta*L/n')})"


def proof(b: Builder) -> Step:
    """From the widened diameter."""
    return full(b, "D + 2*eta*L/n")


def narrow() -> tuple[Verdict, str]:
    """The same with D for D~."""
    claim = f"renyi(alpha, 0, X(T), Y(T), {UNIT}*min({WHOLE}, {back('D')}))"
    return sharper(STATEMENT, claim, partial(full, distance="D"))


STATEMENT = Statement(
    id="altschuler2022/eq-B1", title="Full batches in a bounded domain", kind="inequality", text=__doc__, proof=proof, bound=BOUND,
    reference=Reference("altschuler2022", "(B.1)", "appendix B.1"), conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=letters("T n j alpha L D eta sigma"),
    structures=(*RUNS_ALONE, SET),
    assumptions=(*given("steps, records, look-back, order, Lipschitz constant, step size, noise"),
                 Assumption("width", "D > 0"), Assumption("short look-back", "j <= T"), *domain(),
                 Assumption("start", "winf(X(0), Y(0), 0)", "both runs start at the same point"),
                 Assumption("Lipschitz", "forall(k, 1, T, lipschitz(psi(k), 1))", "lemma 2.1, for the mean of all losses"),
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))", "zeta_k = N(0, (eta sigma)^2 I)"),
                 Assumption("gaps", "forall(k, 1, T, gap(psi(k), phi(k), 2*eta*L/n))", "one record of n differs")),
    uses=("pabisym/equal-look-back", "pabisym/one-block"), printed=Printed("holds"), tightness="upper",
    checks=(Check("with D for the widened diameter, proved", narrow),),
    spots=(Spot({"T": 9, "n": 2, "j": 2, "alpha": 2, "L": 1, "D": 2, "eta": 1, "sigma": 1}, "9"),),
)
