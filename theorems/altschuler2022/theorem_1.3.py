"""Privacy of Noisy-SGD, in short.

Statement
    For a large range of parameters Noisy-SGD is (alpha, eps)-RDP with eps <= 202 (alpha L^2/(n^2 sigma^2)) min(T, D
    n/(L eta)), and this is tight up to a constant. The page has a constant that is not named.
Reads as
    Theorem 3.1, with x = D n/(L eta) instead of x rounded up, which is at most 2 x for x >= 1. For x below 1 it
    fails: in a very small domain one step still tells on which side of it the noisy iterate was. The lower bound is
    Theorem 4.1.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, 1 <= b <= n : size of a batch : 1
    N : integer, N >= 1 : D n/(L eta), rounded up : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D >= L*eta/n : diameter of the domain : iterate
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
    rounded : N < D n/(L eta) + 1
    wide : D n >= L eta
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
    altschuler2022, Theorem 1.3, section 1.2
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Step
from pabisym.proof.linear import certified, fact
from pabisym.proof.script import Script, script

from ._noisy_sgd import COSTS, NUMBERS, RATE, RUNS, STRUCTURES

RATIO, SHORT = "(D*n/(L*eta))", "min(T, (D*n/(L*eta)))"
BOUND = f"202*{RATE}*{SHORT}"
SIDES = "log(normal(1 - D)**2/normal(-1 - D) + (1 - normal(1 - D))**2/(1 - normal(-1 - D)))"


@script
def proof(p: Script) -> Step:
    """Rounding up at most doubles a number from 1 on."""
    found = p.theorem("altschuler2022/theorem-3.1", {})
    small, claim = f"101*{RATE}*min(T, N)", f"min(T, N) <= 2*{SHORT}"

    @script
    def least(p: Script) -> Step:
        @script
        def one(p: Script) -> Step:
            return p.by_cases(f"{RATIO} - T", claim)

        return p.by_cases("N - T", claim, one)

    p.have_all({"records at all": "n > 0", "twice": f"N <= 2*{RATIO}", "one": p.figure("minimum", x="T", y="N"),
                "other": p.figure("minimum", x="T", y=RATIO)})
    p.have("least", least(p))
    p.have("rate", f"{RATE} > 0")
    p.have("total", certified(f"{small} <= {BOUND}", fact("rate", "least", times="101")))
    return p.figure("monotone", found, y="0", b=small, d=BOUND)


STATEMENT = Statement(
    id="altschuler2022/theorem-1.3", title="Privacy of Noisy-SGD, in short",
    kind="theorem (informal)", text=__doc__, reference=Reference("altschuler2022", "Theorem 1.3", "section 1.2"),
    symbols=(Symbol("T", "integer, T >= 1", "number of steps"),
             Symbol("n", "integer, n >= 1", "number of records"),
             Symbol("b", "integer, 1 <= b <= n", "size of a batch"),
             Symbol("N", "integer, N >= 1", "D n/(L eta), rounded up", "1", r"\bar T"),
             Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"),
             Symbol("L", "real, L > 0", "Lipschitz constant of the losses", "loss/iterate"),
             Symbol("D", "real, D >= L*eta/n", "diameter of the domain", "iterate"),
             Symbol("eta", "real, eta > 0", "step size", "iterate^2/loss"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the gradient noise, before the step size", "loss/iterate"),),
    structures=STRUCTURES,
    assumptions=(*NUMBERS,
                 Assumption("rounded", "N < D*n/(L*eta) + 1"),
                 Assumption("wide", "D*n >= L*eta"),
                 *RUNS,
                 *COSTS,),
    conclusion=f"renyi(alpha, 0, X(T), Y(T), {BOUND})", proof=proof, bound=BOUND, tightness="upper",
    uses=("altschuler2022/theorem-3.1",),
    printed=Printed("corrected", difference="proved for D n >= L eta; without the rounding of Theorem 3.1 it fails for small D"),
    checks=(Check("opposite slopes, n = T = L = eta = sigma = 1: 202 alpha D is exceeded", lambda: at_points(
        f"{SIDES} <= 202*2*D", ({"D": "1/1000"}, {"D": "1/1000000"}), "false")),),
    spots=(Spot({"T": 9, "n": 10, "b": 1, "N": 20, "alpha": 2, "L": 1, "D": 2, "eta": 1, "sigma": 12}),),
)
