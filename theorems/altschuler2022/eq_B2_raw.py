"""Small batches, before the minima are swapped.

Statement
    For every split sigma_1^2 + sigma_2^2 = sigma^2 and every look-back of j >= 1 steps,
    D_alpha <= j Q + alpha D^2/(2 eta^2 sigma_1^2 j), where Q bounds D_alpha between the random steps of the two runs
    from any
    one point. The paper has (j + 1) Q with j noises that pay for D, and Q = S_alpha(b/n, b sigma_2/(2L)), the mixture
    second.
Reads as
    All j steps both pay for the sample and help with the distance. As printed it is false where the noise is small:
    for one step
    and one record with the slope -L among losses 0, the end of the step is reached with probability at least b/(2n),
    or without that
    record with probability normal(-L/(b sigma)), while S_alpha stays below log(1/(1 - b/n)).
Letters
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
    domain : the iterates at the restart, after projection, are in the domain
    first run : X_k = K_k(X_{k-1}) + zeta_k
    second run : X'_k = K'_k(X'_{k-1}) + zeta_k
    steady : the random steps are contractions with this factor
    sampling : D_alpha(K_k(x) || K'_k(x)) <= Q at every point x
    Gaussian : the noise that is left to pay for the shift
Reference
    altschuler2022, before (B.2), appendix B.2
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement
from pabisym.proof.build import Builder, Step

from ._convergent import given, letters
from ._sampling import ONE_STEP, STRONG, from_restart, tail

BOUND = "j*Q + alpha*D**2/(2*(eta**2*sigma_1**2*j))"


def proof(b: Builder) -> Step:
    """The straight string over equal noises."""
    return from_restart(b, "j", {"c": "1", "P": "1", "N": "eta**2*sigma_1**2*k"})


STATEMENT = Statement(
    id="altschuler2022/eq-B2-raw", title="Small batches, before the minima are swapped", kind="inequality", text=__doc__, proof=proof,
    reference=Reference("altschuler2022", "before (B.2)", "appendix B.2"), conclusion=f"renyi(alpha, 0, X(j), Y(j), {BOUND})", bound=BOUND,
    symbols=letters("j n b alpha L D eta sigma sigma_1 sigma_2 Q"), structures=STRONG,
    assumptions=(*given("look-back, records, batch, smaller batch, order, Lipschitz constant, diameter, step size, noise, shift noise, "
                        "sampling noise, divergence"), Assumption("split", "sigma_1**2 + sigma_2**2 == sigma**2"),
                 *tail("j", "1", "eta**2*sigma_1**2")),
    uses=("pabisym/sampled-start",), tightness="upper",
    printed=Printed("refuted", bound=f"{ONE_STEP} <= sampled(alpha, b/n, b*sigma_2/(2*L))",
                    difference="S_alpha with the mixture second is too small for small noise, already for T = 1, where T*Q is all that "
                    "the page has",
                    counterexample={"j": 1, "n": 2, "b": 1, "alpha": 2, "L": 1, "D": 2, "eta": 1, "sigma": "1/10", "sigma_1": "3/50",
                                    "sigma_2": "4/50", "Q": 0}),
    spots=(Spot({"j": 2, "n": 2, "b": 1, "alpha": 2, "L": 1, "D": 6, "eta": 1, "sigma": 5, "sigma_1": 3, "sigma_2": 4, "Q": 1}, "4"),),
)
