"""Privacy of noisy SGD with cyclic batches.

Statement
    Let K be convex with diameter D > 0, the losses convex, L-Lipschitz and M-smooth on K, and eta <= 2/M. Then Noisy-CSGD
    is (alpha, eps)-RDP for every alpha > 1, with eps <= (alpha L^2/sigma^2) (2/b^2 + 6/(n b) + min(2 T, (9/2) N)/n^2), N
    = ceil(D n/(L eta)). The page has a constant that is not named, and eta <= 2/beta, where its losses are M-smooth.
Reads as
    The last N steps pay the diameter in equal shares of at most L eta/n, every gap evenly until the next one, and the last
    step what is left of the last gap. T and N may be any numbers of steps, and b need not divide n, where the proof of the
    page has whole epochs. No iterate leaves the domain, so that the restart is from D, not from D + 2 eta L/b. The shifts of
    the page, in whole epochs, give 12/b^2 + 6 B/n^2.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    i : integer, 1 <= i <= n : index of the record that is replaced : 1
    N : integer, N >= 1 : D n/(L eta), rounded up : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    X : law sequence : law of the iterate of the first run after k steps
    Y : law sequence : law of the iterate of the second run after k steps
    psi : map sequence : map of step k in the first run
    phi : map sequence : map of step k in the second run
    zeta : noise sequence : noise of step k, on the iterate, the same in both runs
    K : set : the domain
Assumptions
    order : alpha > 1
    horizon : T >= 1
    records : n >= 1
    batch : b >= 1
    part : b <= n
    first : 1 <= i
    last : i <= n
    Lipschitz constant : L > 0
    width : D > 0
    step size : eta > 0
    noise : sigma > 0
    at least one : N >= 1
    threshold : N >= D n/(L eta)
    domain : K is closed and convex, with non-empty interior
    first run : W_k = Pi_K(psi_k(W_{k-1}) + zeta_k)
    second run : W'_k = Pi_K(psi'_k(W'_{k-1}) + zeta_k)
    Lipschitz : a mean of gradient steps is 1-Lipschitz, lemma 2.1
    Gaussian : zeta_k = N(0, (eta sigma)^2 I)
    gaps : at most 2 eta L/b where one of the records (k - 1) b + 1..k b is i, counted round, and none elsewhere
    same start : W_infinity(W_0, W'_0) = 0
    diameter : W_k and W'_k lie in K
Reference
    altschuler2022, Theorem 5.6, section 5.2
"""

from pabisym.library.checks import replayed
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol

from ._cyclic_batches import PAGE, PAGE_RATE, rate
from ._round_robin import DOMAIN, GAPS, RATE_OF_LOSS, STRUCTURES, upper_bound

STATEMENT = Statement(
    id="altschuler2022/theorem-5.6", title="Privacy of noisy SGD with cyclic batches", kind="theorem", text=__doc__, proof=upper_bound,
    reference=Reference("altschuler2022", "Theorem 5.6", "section 5.2"), bound=RATE_OF_LOSS,
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {RATE_OF_LOSS})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"), Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("i", "integer, 1 <= i <= n", "index of the record that is replaced", "1", "i^*"),
             Symbol("N", "integer, N >= 1", "D n/(L eta), rounded up", "1", r"\bar T"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("D", "real, D > 0", "diameter of the domain", "iterate"), Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate")),
    structures=STRUCTURES,
    assumptions=(Assumption("order", "alpha > 1"), Assumption("horizon", "T >= 1"), Assumption("records", "n >= 1"),
                 Assumption("batch", "b >= 1"), Assumption("part", "b <= n"), Assumption("first", "1 <= i"), Assumption("last", "i <= n"),
                 Assumption("Lipschitz constant", "L > 0"), Assumption("width", "D > 0"), Assumption("step size", "eta > 0"),
                 Assumption("noise", "sigma > 0"), Assumption("at least one", "N >= 1"), Assumption("threshold", "N >= D*n/(L*eta)"),
                 *DOMAIN,
                 Assumption("Gaussian", "forall(k, 1, T, gaussian(zeta(k), eta**2*sigma**2))", "zeta_k = N(0, (eta sigma)^2 I)"),
                 Assumption("gaps", f"forall(k, 1, T, gap(psi(k), phi(k), {GAPS}))", "2 eta L/b where it is the turn of record i"),
                 Assumption("same start", "winf(X(0), Y(0), 0)", "W_infinity(W_0, W'_0) = 0"),
                 Assumption("diameter", "forall(k, 0, T, winf(X(k), Y(k), D))", "W_k and W'_k lie in K")),
    uses=("pabisym/round-robin", "altschuler2022/eq-5-sum", "altschuler2022/eq-5.6", "altschuler2022/eq-5.4",
          "altschuler2022/observation-5.7"),
    checks=(Check("the shifts of the page: 6 and 12", lambda: replayed(PAGE_RATE, *PAGE, rate, ("altschuler2022/eq-5-sum",))),),
    printed=Printed("corrected", difference="the constants are named, and eta <= 2/M stands where eta <= 2/beta is printed"),
    tightness="upper",
    spots=(Spot({"T": 9, "n": 4, "b": 2, "i": 1, "N": 8, "alpha": 2, "L": 1, "D": 2, "eta": 1, "sigma": 1}, "19/4"),),
)
