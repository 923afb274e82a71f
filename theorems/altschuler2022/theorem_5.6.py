"""Privacy of noisy SGD with cyclic batches.

Statement
    With N = n/b steps in an epoch and B >= D n/(L eta) steps since the restart, N | B, the outputs satisfy
    D_alpha <= (alpha L^2/sigma^2) (6 B/n^2 + 12/b^2), whatever T >= B. For T < B, (5.4) gives (2 alpha
    L^2/sigma^2)(T/n^2 + 1/b^2).
Reads as
    (5.6) and the sum of squares with d = D + 2 eta L/b <= B eta L/n + 2 eta L/b. The constants that the page leaves
    out are 6 and 12.
    The page asks for eta <= 2/beta, where its losses are M-smooth.
Letters
    N : integer, N >= 1 : steps of an epoch, n/b : 1
    t : integer, 1 <= t <= N : batch of the record : 1
    b : integer, b >= 1 : size of a batch : 1
    B : integer, B >= N : steps since the restart : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    d : real, d >= 0 : distance at the restart : iterate
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise : loss/iterate
    P : law : output of the first run
    Q : law : output of the second run
Assumptions
    order : alpha > 1
    epoch : N >= 1
    steps : B >= 1
    first : t - 1 >= 0
    last : N - t >= 0
    batch : b >= 1
    full epoch : B - N >= 0
    width : d >= 0
    Lipschitz constant : L > 0
    step size : eta > 0
    noise : sigma > 0
    reach : D + 2 eta L/b with D n <= B L eta
    shifts : (5.6) with the shifts given there
Reference
    altschuler2022, Theorem 5.6, section 5.2
"""

from pabisym.proof.cyclic_batches import RATE, SUM, rate
from pabisym.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol

STATEMENT = Statement(
    id="altschuler2022/theorem-5.6", title="Privacy of noisy SGD with cyclic batches", kind="theorem", text=__doc__, proof=rate,
    reference=Reference("altschuler2022", "Theorem 5.6", "section 5.2"), conclusion=f"renyi(alpha, 0, P, Q, {RATE})", bound=RATE,
    symbols=(Symbol("N", "integer, N >= 1", "steps of an epoch, n/b"), Symbol("t", "integer, 1 <= t <= N", "batch of the record"),
             Symbol("b", "integer, b >= 1", "size of a batch"), Symbol("B", "integer, B >= N", "steps since the restart"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("d", "real, d >= 0", "distance at the restart", "iterate"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise", "loss/iterate")),
    structures=(Structure("P", "law", "output of the first run"), Structure("Q", "law", "output of the second run")),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("epoch", "N >= 1"), Assumption("steps", "B >= 1"),
                 Assumption("first", "t - 1 >= 0"),
                 Assumption("last", "N - t >= 0"), Assumption("batch", "b >= 1"), Assumption("full epoch", "B - N >= 0"),
                 Assumption("width", "d >= 0"), Assumption("Lipschitz constant", "L > 0"), Assumption("step size", "eta > 0"),
                 Assumption("noise", "sigma > 0"),
                 Assumption("reach", "d <= B*eta*L/(N*b) + 2*eta*L/b", "D + 2 eta L/b with D n <= B L eta"),
                 Assumption("shifts", f"renyi(alpha, 0, P, Q, alpha/(2*eta**2*sigma**2)*({SUM}))", "(5.6) with the shifts given there")),
    uses=("altschuler2022/eq-5-sum", "altschuler2022/eq-5.6", "altschuler2022/eq-5.4", "altschuler2022/observation-5.7"),
    printed=Printed("corrected", difference="printed up to constants, which are 6 and 12; and eta <= 2/beta where 2/M is meant"),
    tightness="upper", spots=(Spot({"N": 2, "t": 1, "b": 1, "B": 4, "alpha": 2, "d": 1, "L": 1, "eta": 1, "sigma": 1}, "36"),),
)
