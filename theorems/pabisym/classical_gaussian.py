"""The Gaussian mechanism, with the classical noise and its condition.

Statement
    If the laws mu, nu of a point are within a in W_infinity, 0 < eps < 1, 0 < delta < 1 and
    sigma >= sqrt(2 ln(1.25/delta)) a/eps, then adding N(0, sigma^2 I) to both makes them (eps, delta)-close.
Reads as
    The textbook calibration. It is not tight, and beyond eps = 1 it is not a theorem: at large eps it fails. For
    eps <= 2 ln 1.25 it is proved from Rényi divergence alone (pabisym/calibration).
Letters
    epsilon : real, 0 < epsilon < 1 : privacy level : 1
    delta : real, 0 < delta < 1 : additive slack : 1
    a : real, a >= 0 : sensitivity : iterate
    sigma : real, sigma > 0 : standard deviation of the noise, on the iterate : iterate
    P : law : law of the point for the data
    Q : law : law of the point for neighbouring data
    Z : noise : the Gaussian noise
Assumptions
    level : eps > 0
    small : eps < 1
    chance : delta > 0
    range : delta < 1
    size : a >= 0
    deviation : sigma > 0
    enough noise : sigma >= sqrt(2 ln(1.25/delta)) a/eps
    sensitivity : W_infinity(mu, nu) <= a
    Gaussian : zeta = N(0, sigma^2 I)
Reference
    dwork2014, Theorem A.1, appendix A
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Assumption, Check, Reference, Spot, Statement, Structure, Symbol

ENOUGH = "sqrt(2*log(5/(4*delta)))"
REACHED = f"theta(exp(epsilon), epsilon/{ENOUGH}) <= delta"
DELTAS = ("9/10", "1/2", "1/10", "1/1000", "1e-6", "1e-12", "1e-100")
SMALL = tuple({"epsilon": epsilon, "delta": delta} for epsilon in ("1/1000", "1/10", "1/2", "9/10", "999/1000") for delta in DELTAS)
LARGE = tuple({"epsilon": epsilon, "delta": "1/10"} for epsilon in (20, 50))

STATEMENT = Statement(
    id="pabisym/classical-gaussian", title="The Gaussian mechanism, with the classical noise and its condition", kind="theorem",
    text=__doc__, reference=Reference("dwork2014", "Theorem A.1", "appendix A"),
    conclusion="dp(convolve(P, Z), convolve(Q, Z), epsilon, delta)",
    cited_because="a bound on the tail of the privacy loss in two variables, outside the kernel",
    symbols=(Symbol("epsilon", "real, 0 < epsilon < 1", "privacy level"), Symbol("delta", "real, 0 < delta < 1", "additive slack"),
             Symbol("a", "real, a >= 0", "sensitivity", "iterate"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the noise, on the iterate", "iterate")),
    structures=(Structure("P", "law", "law of the point for the data", r"\mu"),
                Structure("Q", "law", "law of the point for neighbouring data", r"\nu"),
                Structure("Z", "noise", "the Gaussian noise", r"\zeta")),
    assumptions=(Assumption("level", "epsilon > 0"), Assumption("small", "epsilon < 1"), Assumption("chance", "delta > 0"),
                 Assumption("range", "delta < 1"), Assumption("size", "a >= 0"), Assumption("deviation", "sigma > 0"),
                 Assumption("enough noise", f"sigma >= {ENOUGH}*a/epsilon"), Assumption("sensitivity", "winf(P, Q, a)"),
                 Assumption("Gaussian", "gaussian(Z, sigma**2)")),
    checks=(Check("two points at distance a, with the least such noise", lambda: at_points(REACHED, SMALL)),
            Check("without the condition on the level", lambda: at_points(REACHED, LARGE, "false"))),
    uses=("pabisym/gaussian-mechanism",), spots=(Spot({"epsilon": "1/2", "delta": "1/10", "a": 1, "sigma": 5}),),
)
