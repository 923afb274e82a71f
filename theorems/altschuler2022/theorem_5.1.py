"""Privacy of noisy SGD with strongly convex losses.

Statement
    Let K be convex with diameter D > 0, the losses L-Lipschitz, m-strongly convex and M-smooth on K, so that a step of
    size eta = 2/(M + m) is a contraction with c = (kappa - 1)/(kappa + 1), kappa = M/m; sigma > 8 sqrt(2) L/b and 1 <
    alpha <= alpha*(b/n, b sigma/(2 sqrt(2) L)). Then Noisy-SGD is (alpha, eps)-RDP with eps <= 101 (alpha L^2/(n^2
    sigma^2)) min(T, N), where N is log(D n/(L eta))/(1 - c), rounded up, or 1. The page has a constant and logarithms that
    are not named; here the constant is 101, and 33 for b < n/5.
Reads as
    Theorem 3.1 with a look-back that is logarithmic in D n/(L eta): 1/(1 - c) = (kappa + 1)/2 <= kappa, so that N is at most
    kappa log(D n/(L eta)) + 1, the paper's T bar. It holds for any step size at which steps are contractions with some c <
    1; a smaller factor may be replaced by a larger one. The printed proof bounds a step by S_alpha with the mixture second,
    which is too small (see (5.3)); the theorem does not depend on it.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    N : integer, N >= 1 : log(D n/(L eta))/(1 - c), rounded up, and at least 1 : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    c : real, 0 < c < 1 : contraction of every step : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    X : law sequence : law of the iterate of the first run after k steps
    Y : law sequence : law of the iterate of the second run after k steps
    A : mechanism sequence : a gradient step with a random batch and the noise that hides the record, first run
    B : mechanism sequence : the same in the second run
    zeta : noise sequence : further noise of step k, the same in both runs
    K : set : the domain
Assumptions
    positive factor : c > 0
    factor : c < 1
    order : alpha > 1
    horizon : T >= 1
    records : n >= 1
    batch : b >= 1
    part : b <= n
    Lipschitz constant : L > 0
    width : D > 0
    step size : eta > 0
    noise : sigma > 0
    enough noise : sigma > 8 sqrt(2) L/b
    admissible : alpha <= alpha*(b/n, b sigma/(2 sqrt(2) L))
    threshold : N >= log(D n/(L eta))/(1 - c) and N >= 1
    domain : K is closed and convex, with non-empty interior
    first run : W_k = Pi_K(A_k(W_{k-1}) + zeta_k)
    second run : W'_k = Pi_K(A'_k(W'_{k-1}) + zeta_k)
    steady : A_k(x) and A_k(y), with the same batch and noise, are within c ||x - y||
    Gaussian : zeta_k = N(0, eta**2*sigma**2/2 I)
    sampling : D_alpha(A_k(x) || A'_k(x)) is at most S_alpha(b/n, b sigma/(2 sqrt(2) L)) in both directions together
    without sampling : and at most that of two Gaussians whose means are 2 L/b apart
    same start : W_infinity(W_0, W'_0) = 0
    diameter : W_k and W'_k lie in K
Reference
    altschuler2022, Theorem 5.1, section 5.1
"""

from functools import partial

from pabisym.library.checks import at_points, replayed
from pabisym.library.statement import Check, Printed, Reference, Spot, Statement, Symbol, Verdict
from pabisym.proof.build import Builder, Step

from ._contracting_sgd import NUMBERS, RUNS, upper_bound
from ._noisy_sgd import COSTS, STRUCTURES

BOUND = "101*alpha*L**2/(n**2*sigma**2)*min(T, N)"


def small_batches() -> tuple[Verdict, str]:
    """The same proof with 33 for b < n/5."""
    kinds, assumed = STATEMENT.sequent.kinds, {a.name: a.holds for a in STATEMENT.assumptions} | {"small batches": "5*b <= n - 1"}
    claim = f"renyi(alpha, 0, X(T), Y(T), {BOUND.replace('101', '33')})"
    return replayed(claim, kinds, assumed, partial(upper_bound, constant=33), tuple(STATEMENT.uses))


def proof(b: Builder) -> Step:
    """Small and large batches; composition over all steps, or a restart N steps before the end."""
    return upper_bound(b, 101)


STATEMENT = Statement(
    id="altschuler2022/theorem-5.1", title="Privacy of noisy SGD with strongly convex losses", kind="theorem", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "Theorem 5.1", "section 5.1"), bound=BOUND, conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})",
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("N", "integer, N >= 1", "log(D n/(L eta))/(1 - c), rounded up, and at least 1", "1", r"\bar T"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("c", "real, 0 < c < 1", "contraction of every step"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("D", "real, D > 0", "diameter of the domain", "iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    structures=STRUCTURES,
    assumptions=(*NUMBERS,
                 *RUNS,
                 *COSTS,),
    uses=("pabisym/contractive-sampled-restart", "pabisym/logarithmic-look-back", "pabisym/sampled-gaussian-bound",
          "altschuler2022/eq-5.3", "altschuler2022/eq-step4-strong", "altschuler2022/observation-5.2", "altschuler2022/lemma-2.12"),
    checks=(Check("with 33 for b < n/5", small_batches),
            Check("the paper's step size: 1/(1 - c) = (kappa + 1)/2", lambda: at_points(
                "1/(1 - (k - 1)/(k + 1)) == (k + 1)/2", ({"k": 1}, {"k": "7/2"}, {"k": 100})))),
    printed=Printed("holds"), tightness="upper",
    spots=(Spot({"T": 99, "n": 10, "b": 1, "N": 6, "alpha": 2, "c": "1/2", "L": 1, "D": 2, "eta": 1, "sigma": 12}, "101/1200"),),
)
