"""Rényi divergence of shifted Gaussians.

Statement
    D_alpha(N(0, sigma^2 I) || N(x, sigma^2 I)) = alpha ||x||^2/(2 sigma^2), so that
    R_alpha(N(0, sigma^2 I), a) = alpha a^2/(2 sigma^2).
Reads as
    What Gaussian noise of per-step standard deviation sigma charges for hiding a move by a, in any dimension.
Letters
    alpha : real, alpha > 1 : order of the Rényi divergence : 1
    a : real, a >= 0 : size of the move : iterate
    sigma : real, sigma > 0 : standard deviation of the noise, on the iterate : iterate
    Z : noise : the Gaussian noise
Assumptions
    order : alpha > 1
    size : a >= 0
    deviation : sigma > 0
    Gaussian : zeta = N(0, sigma^2 I)
Reference
    feldman2018, equation in section 2.2, section 2.2
"""

from pabisym.library.statement import Assumption, LinearPair, Printed, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step


def proof(b: Builder) -> Step:
    """The rule ``gaussian-magnitude``, which is this statement."""
    return b.figure("gaussian-magnitude", "Gaussian")


STATEMENT = Statement(
    id="feldman2018/eq-gaussian-renyi", title="Rényi divergence of shifted Gaussians", kind="equation", text=__doc__, proof=proof,
    reference=Reference("feldman2018", "equation in section 2.2", "section 2.2"), bound="alpha*a**2/(2*sigma**2)", tightness="exact",
    conclusion="R(alpha, Z, a) == alpha*a**2/(2*sigma**2)", printed=Printed("undecided"),
    cited_because="completing the square under the integral is calculus, outside the kernel",
    worst_case=LinearPair("1", "1", "0", "sigma**2", "a", "one step, identity map"),
    symbols=(Symbol("alpha", "real, alpha > 1", "order of the Rényi divergence"), Symbol("a", "real, a >= 0", "size of the move",
             "iterate"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the noise, on the iterate", "iterate")),
    structures=(Structure("Z", "noise", "the Gaussian noise", r"\zeta"),),
    assumptions=(Assumption("order", "alpha > 1"), Assumption("size", "a >= 0"), Assumption("deviation", "sigma > 0"),
                 Assumption("Gaussian", "gaussian(Z, sigma**2)")),
    uses=("feldman2018/definition-4", "feldman2018/definition-10"), spots=(Spot({"alpha": 2, "a": 3, "sigma": "1/2"}, "36"),),
)
