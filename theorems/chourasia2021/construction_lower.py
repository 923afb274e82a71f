"""The squared loss, whose laws are known.

Statement
    For the losses ||theta - x_i||^2/2 on R^d, averaged over n records of mean x-bar, and theta_0 = 0, the iterate
    theta_K of noisy GD is normal with mean x-bar (1 - (1 - eta)^K) and variance (2 eta sigma^2) (1 + (1 - eta)^2 +
    ... + (1 - eta)^(2 (K - 1))) in every direction.
Reads as
    The page, as far as its scan can be read, divides the variance by n^2. Algorithm 1 divides the gradient by n,
    not the noise; with the printed variance (17) would lack its factor 1/n^2. The sums are eta sum (1 - eta)^i = 1
    - (1 - eta)^K and 2 eta sigma^2 (1 - (1 - eta)^(2 K))/(1 - (1 - eta)^2). One direction is stated.
Letters
    n : integer, n >= 1 : number of records : 1
    K : integer, K >= 0 : number of steps : 1
    eta : real, eta > 0 : step size : iterate^2/loss
    sigma : real, sigma > 0 : noise level: the noise of a step has the variance 2 eta sigma^2 : sqrt(loss)
    m : real : mean of the records in one direction : iterate
    X : law sequence : law of theta_k in one direction
Assumptions
    size : n >= 1
    steps : K >= 0
    step size : eta > 0
    noise : sigma > 0
    small steps : eta < 1
    start : theta_0 = 0
    run : theta_k = (1 - eta) theta_{k-1} + eta x-bar + N(0, 2 eta sigma^2)
Reference
    chourasia2021, construction in section 4, section 4
"""

from pabisym.library.statement import Assumption, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._langevin import NUMBERS, SYMBOLS
from ._langevin_bounds import quadratic_law

RUN = "forall(k, 1, K, equal(X(k), convolve(push(affine(1 - eta, eta*m), X(k - 1)), white(2*eta*sigma**2))))"
VARIANCE = "2*sigma**2*(1 - (1 - eta)**(2*K))/(2 - eta)"


def proof(b: Builder) -> Step:
    """A linear map of a normal law, and a sum of independent ones, are normal."""
    return b.at(quadratic_law(b, "X", "run", "start", "m"), "K")


STATEMENT = Statement(
    id="chourasia2021/construction-lower", title="The squared loss, whose laws are known", kind="construction", text=__doc__,
    reference=Reference("chourasia2021", "construction in section 4", "section 4"),
    symbols=(*(s for s in SYMBOLS if s.name in ("K", "n", "eta", "sigma")),
             Symbol("m", "real", "mean of the records in one direction", "iterate", "\\bar x"),),
    structures=(Structure("X", "law sequence", "law of theta_k in one direction"),),
    assumptions=(*(a for a in NUMBERS if a.name in ("steps", "size", "step size", "noise")), Assumption("small steps", "eta < 1"),
                 Assumption("start", "equal(X(0), normallaw(0, 0))"),
                 Assumption("run", RUN),),
    conclusion=f"equal(X(K), normallaw(m*(1 - (1 - eta)**K), {VARIANCE}))", proof=proof,
    printed=Printed("refuted", bound=f"2*eta*sigma**2/n**2*sum((1 - eta)**(2*i), i, 0, K - 1) == {VARIANCE}",
                    difference="the variance of the noise is not divided by n^2",
                    counterexample={"K": 1, "n": 2, "eta": "1/2", "sigma": 1, "m": 0}),
    uses=("chourasia2021/algorithm-1", "chourasia2021/definition-B10"),
    spots=(Spot({"K": 10, "n": 5, "eta": "1/10", "sigma": 1, "m": 1}),),
)
