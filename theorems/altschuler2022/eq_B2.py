"""Small batches.

Statement
    D_alpha <= min(T S, j Q + alpha D^2/(2 eta^2 sigma_1^2 j)) for every split sigma_1^2 + sigma_2^2 = sigma^2 and
    every
    look-back of 1 <= j <= T steps, where S and Q bound D_alpha between the random steps of the two runs from any one
    point, with all
    of the noise and with the part sigma_2. The paper has (j + 1) Q, and S = S_alpha(b/n, b sigma/(2L)) with the
    mixture second.
Reads as
    The first bound forgets nothing and uses no shift, the second starts from the diameter. As printed it is false
    where the noise
    is small, for T = 1 already: see the statement before the minima are swapped. Revealing the batches gives a Q in
    closed form,
    log(1 - q + q exp(2 alpha (alpha - 1) L^2/(b sigma_2)^2))/(alpha - 1) with q = b/n (pabisym/sampled-step).
Letters
    T : integer, T >= 1 : number of steps : 1
    j : integer, j >= 1 : the look-back, in steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, b >= 1 : size of a batch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    D : real, D > 0 : diameter of the domain : iterate
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    sigma_1 : real, sigma_1 > 0 : the part of the noise that pays for the shift : loss/iterate
    sigma_2 : real, sigma_2 > 0 : the part of the noise that hides the record : loss/iterate
    Q : real, Q >= 0 : divergence of one sampled step : 1
    S : real, S >= 0 : divergence of one step with all of the noise : 1
    X : law sequence : law of the first run after k steps
    Y : law sequence : law of the second run after k steps
    K : mechanism sequence : random step k of the first run
    J : mechanism sequence : random step k of the second run
    zeta : noise sequence : further noise of step k, on the iterate, the same in both runs
Assumptions
    look-back : j >= 1
    records : n >= 1
    batch : b >= 1
    smaller batch : b <= n
    order : alpha > 1
    Lipschitz constant : L > 0
    diameter : D > 0
    step size : eta > 0
    noise : sigma > 0
    shift noise : sigma_1 > 0
    sampling noise : sigma_2 > 0
    divergence : Q >= 0
    split : sigma_1**2 + sigma_2**2 == sigma**2
    steps : T >= 1
    short look-back : j <= T
    whole : composition of all T steps, lemma 2.9
    domain : the iterates at the restart, after projection, are in the domain
    first run : X_k = K_k(X_{k-1}) + zeta_k
    second run : X'_k = K'_k(X'_{k-1}) + zeta_k
    steady : the random steps are contractions with this factor
    sampling : D_alpha(K_k(x) || K'_k(x)) <= Q at every point x
    Gaussian : the noise that is left to pay for the shift
Reference
    altschuler2022, (B.2), appendix B.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Symbol
from pabisym.proof.build import Builder, Step

from ..pabisym._restarts import least
from ._convergent import given, letters
from ._sampling import ONE_STEP, STRONG, from_restart, tail

BACK = "j*Q + alpha*D**2/(2*(eta**2*sigma_1**2*j))"
BOUND = f"1*min(T*S, {BACK})"


def proof(b: Builder) -> Step:
    """The smaller one of two bounds."""
    back = from_restart(b, "j", {"c": "1", "P": "1", "N": "eta**2*sigma_1**2*k"})
    return least(b, (b.known("whole"), back), ("T*S", BACK), "1")


STATEMENT = Statement(
    id="altschuler2022/eq-B2", title="Small batches", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "(B.2)", "appendix B.2"), conclusion=f"renyi(alpha, 0, X(j), Y(j), {BOUND})", bound=BOUND,
    symbols=(*letters("T j n b alpha L D eta sigma sigma_1 sigma_2 Q"), Symbol("S", "real, S >= 0",
        "divergence of one step with all of the noise")), structures=STRONG,
    assumptions=(*given("look-back, records, batch, smaller batch, order, Lipschitz constant, diameter, step size, noise, shift noise, "
                        "sampling noise, divergence"), Assumption("split", "sigma_1**2 + sigma_2**2 == sigma**2"),
                 Assumption("steps", "T >= 1"), Assumption("short look-back", "j <= T"),
                 Assumption("whole", "renyi(alpha, 0, X(j), Y(j), T*S)", "composition of all T steps, lemma 2.9"), *tail("j", "1",
                 "eta**2*sigma_1**2")),
    uses=("pabisym/sampled-start", "altschuler2022/eq-B2-raw", "altschuler2022/definition-2.10"), tightness="upper",
    printed=Printed("refuted", bound=f"{ONE_STEP} <= sampled(alpha, b/n, b*sigma/(2*L))",
                    difference="S_alpha with the mixture second is too small for small noise, already for T = 1, where T*Q is all that "
                    "the page has",
                    counterexample={"j": 1, "n": 2, "b": 1, "alpha": 2, "L": 1, "D": 2, "eta": 1, "sigma": "1/10", "sigma_1": "3/50",
                                    "sigma_2": "4/50", "Q": 0, "S": 0, "T": 1}),
    spots=(Spot({"j": 2, "n": 2, "b": 1, "alpha": 2, "L": 1, "D": 6, "eta": 1, "sigma": 5, "sigma_1": 3, "sigma_2": 4, "Q": 1, "S": 5,
        "T": 2}, "4"),),
)
