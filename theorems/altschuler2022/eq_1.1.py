"""The bound by composition, linear in the number of steps.

Statement
    Let every step be Q-close with Q <= 2 alpha q^2/s^2, q = b/n and s = b sigma/(2L). Then T Q <= 8 alpha L^2 T/(n^2
    sigma^2).
Reads as
    The constant that the page leaves out is 8. For full batches it is 2, by amplification by iteration alone, and
    opposite linear
    losses attain that.
Letters
    T : integer, T >= 1 : number of steps : 1
    n : integer, n >= 1 : number of records : 1
    b : integer, b >= 1 : size of a batch : 1
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    L : real, L > 0 : Lipschitz constant of the losses : loss/iterate
    sigma : real, sigma > 0 : standard deviation of the gradient noise, before the step size : loss/iterate
    Q : real, Q >= 0 : divergence of one sampled step : 1
Assumptions
    steps : T >= 1
    records : n >= 1
    batch : b >= 1
    order : alpha > 1
    Lipschitz constant : L > 0
    noise : sigma > 0
    sampling : lemma 2.12
Reference
    altschuler2022, (1.1), section 1.1
"""

from pabisym.library.checks import replayed
from pabisym.library.statement import Assumption, Check, Printed, Reference, Spot, Statement, Verdict
from pabisym.proof.build import Builder, Step
from pabisym.proof.linear import certified, fact

from ._convergent import given, letters

BOUND = "8*alpha*L**2*T/(n**2*sigma**2)"


def proof(b: Builder) -> Step:
    """T times the bound on one step."""
    return certified(f"T*Q <= {BOUND}", fact("sampling", "steps"), fact("sampling"))


def full_batch() -> tuple[Verdict, str]:
    """What T full batches of opposite linear losses tell."""
    positive = ("T", "n", "alpha", "L", "eta", "sigma")
    return replayed("alpha*T*(2*eta*L/n)**2/(2*(eta**2*sigma**2)) == 2*alpha*L**2*T/(n**2*sigma**2)", dict.fromkeys(positive, "real"),
                    {x: f"{x} > 0" for x in positive})


STATEMENT = Statement(
    id="altschuler2022/eq-1.1", title="The bound by composition, linear in the number of steps", kind="equation", text=__doc__,
    reference=Reference("altschuler2022", "(1.1)", "section 1.1"), conclusion=f"T*Q <= {BOUND}", bound=BOUND, proof=proof,
    symbols=letters("T n b alpha L sigma Q"),
    assumptions=(*given("steps, records, batch, order, Lipschitz constant, noise"),
                 Assumption("sampling", "Q <= 2*alpha*(b/n)**2/(b*sigma/(2*L))**2", "lemma 2.12")),
    uses=("altschuler2022/lemma-2.12", "altschuler2022/lemma-2.9"), checks=(Check("full batches", full_batch),), tightness="upper",
    printed=Printed("corrected", difference="printed up to a constant, which is 8"),
    spots=(Spot({"T": 5, "n": 10, "b": 1, "alpha": 2, "L": 1, "sigma": 8, "Q": "1/10000"}, "1/80"),),
)
