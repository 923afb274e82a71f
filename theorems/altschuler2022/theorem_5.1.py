"""Privacy of noisy SGD with strongly convex losses.

Statement
    Let eps be bounded by (5.3) with sigma_1 = sigma_2 = sigma/sqrt(2) and Q <= 16 alpha L^2/(n^2 sigma^2). For a
    look-back of j steps
    with c^(2(j - 1)) D^2 n^2 <= 16 eta^2 L^2, that is j - 1 >= log(D n/(4 eta L))/log(1/c),
    eps <= 16 alpha L^2 (j + 1)/(n^2 sigma^2).
Reads as
    The order of the page with constants: log(1/c) >= 1/kappa, so that j is at most kappa log(D n/(4 eta L)) + 2, the
    paper's T bar. Lemma 2.12 bounds S_alpha with the mixture second; what (5.3) needs is a bound on the random steps
    of both runs.
Letters
    j : integer, j >= 1 : the look-back, in steps : 1
    n : integer, n >= 1 : number of records : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : contraction of every step : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    Q : real, Q >= 0 : divergence of one sampled step : 1
    eps : real : level of Rényi privacy : 1
Assumptions
    look-back : j >= 1
    records : n >= 1
    order : alpha > 1
    positive factor : c > 0
    factor : c < 1
    Lipschitz constant : L > 0
    diameter : D > 0
    step size : eta > 0
    noise : sigma > 0
    step : lemma 2.12 at sigma_2^2 = sigma^2/2
    far : the look-back is long enough
    bound : (5.3) with sigma_1^2 = sigma^2/2
Reference
    altschuler2022, Theorem 5.1, section 5.1
"""

from pabisym.proof.build import Builder, Step
from pabisym.proof.convergent import given, letters
from pabisym.proof.levels import certified, fact
from pabisym.statement import Assumption, Printed, Reference, Spot, Statement

BOUND = "16*alpha*L**2*(j + 1)/(n**2*sigma**2)"


def proof(b: Builder) -> Step:
    """J times the bound on one step, and one more for the distance."""
    terms = (fact("bound", square="eta*n*sigma"), fact("step", "look-back", square="eta*n*sigma"), fact("step", square="eta*n*sigma"),
             fact("far", "order"), fact("far"))
    return certified(f"eps <= {BOUND}", *terms, multiplier="eta**2*n**2*sigma**2")


STATEMENT = Statement(
    id="altschuler2022/theorem-5.1", title="Privacy of noisy SGD with strongly convex losses", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "Theorem 5.1", "section 5.1"), conclusion=f"eps <= {BOUND}", bound=BOUND,
    symbols=letters("j n alpha c L D eta sigma Q eps"),
    assumptions=(*given("look-back, records, order, positive factor, factor, Lipschitz constant, diameter, step size, noise"),
                 Assumption("step", "Q <= 16*alpha*L**2/(n**2*sigma**2)", "lemma 2.12 at sigma_2^2 = sigma^2/2"),
                 Assumption("far", "c**(2*(j - 1))*D**2*n**2 <= 16*eta**2*L**2", "the look-back is long enough"),
                 Assumption("bound", "eps <= j*Q + c**(2*(j - 1))*alpha*D**2/(eta**2*sigma**2)", "(5.3) with sigma_1^2 = sigma^2/2")),
    uses=("altschuler2022/eq-5.3", "altschuler2022/eq-step4-strong", "altschuler2022/lemma-2.12"), tightness="upper",
    printed=Printed("corrected", difference="the constant is explicit, and the divergence of both runs' steps is an assumption: lemma 2.12 "
                    "bounds one with the mixture second only"),
    spots=(Spot({"j": 3, "n": 10, "alpha": 2, "c": "1/2", "L": 1, "D": 1, "eta": 1, "sigma": 1, "Q": "8/25", "eps": "1"}, "32/25"),),
)
