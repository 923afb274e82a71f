"""Privacy of Noisy-SGD does not grow without end.

Statement
    Let K be convex with diameter D > 0, the losses convex, L-Lipschitz and M-smooth on K, eta <= 2/M, sigma > 8
    sqrt(2) L/b and 1 < alpha <= alpha*(b/n, b sigma/(2 sqrt(2) L)). Then Noisy-SGD is (alpha, eps)-RDP with eps <=
    101 (alpha L^2/(n^2 sigma^2)) min(T, N), N = ceil(D n/(L eta)). The page has a constant that is not named; here it
    is 101, and 33 for b < n/5.
Reads as
    Half of the noise hides the record and half pays for the distance, over the last N steps. One sampled step costs
    32 alpha L^2/(n^2 sigma^2) for b < n/5, in both directions together, by Lemma 2.12 and its source; and 4 alpha
    L^2/(b^2 sigma^2) always. The printed proof has gaps (see (3.4), (3.6), (3.7)); the theorem does not depend on
    them.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    N : integer, N >= 1 : D n/(L eta), rounded up : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
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
    at least one : N >= 1
    threshold : N >= D n/(L eta)
    domain : K is closed and convex, with non-empty interior
    first run : W_k = Pi_K(A_k(W_{k-1}) + zeta_k)
    second run : W'_k = Pi_K(A'_k(W'_{k-1}) + zeta_k)
    steady : A_k(x) and A_k(y), with the same batch and noise, are within ||x - y||
    Gaussian : zeta_k = N(0, eta**2*sigma**2/2 I)
    sampling : D_alpha(A_k(x) || A'_k(x)) is at most S_alpha(b/n, b sigma/(2 sqrt(2) L)) in both directions together
    without sampling : and at most that of two Gaussians whose means are 2 L/b apart
    same start : W_infinity(W_0, W'_0) = 0
    diameter : W_k and W'_k lie in K
Reference
    altschuler2022, Theorem 3.1, section 3
"""

from functools import partial

from pabisym.library.checks import replayed
from pabisym.library.statement import Check, Printed, Reference, Spot, Statement, Symbol, Verdict
from pabisym.proof.build import Builder, Step

from ._noisy_sgd import COSTS, NUMBERS, RUNS, STRUCTURES, upper_bound

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
    id="altschuler2022/theorem-3.1", title="Privacy of Noisy-SGD does not grow without end",
    kind="theorem", text=__doc__, reference=Reference("altschuler2022", "Theorem 3.1", "section 3"),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("N", "integer, N >= 1", "D n/(L eta), rounded up", "1", r"\bar T"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("D", "real, D > 0", "diameter of the domain", "iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    structures=STRUCTURES,
    assumptions=(*NUMBERS,
                 *RUNS,
                 *COSTS,),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, bound=BOUND, printed=Printed("holds"), tightness="upper",
    uses=("pabisym/sampled-restart", "pabisym/sampled-gaussian-bound", "altschuler2022/lemma-2.12", "altschuler2022/eq-3.7"),
    checks=(Check("with 33 for b < n/5", small_batches),),
    spots=(Spot({"T": 9, "n": 10, "b": 1, "N": 20, "alpha": 2, "L": 1, "D": 2, "eta": 1, "sigma": 12}),),
)
