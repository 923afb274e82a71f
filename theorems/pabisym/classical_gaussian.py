"""The Gaussian mechanism, with the classical noise and its condition.

Statement
    If the laws mu, nu of a point are within a in W_infinity, 0 < eps < 1, 0 < delta < 1 and sigma >= sqrt(2
    ln(1.25/delta)) a/eps, then adding N(0, sigma^2 I) to both makes them (eps, delta)-close.
Reads as
    The textbook calibration. It is not tight, and beyond eps = 1 it is not a theorem: at large eps it fails. For eps <=
    2 ln 1.25 it is proved from Rényi divergence alone (pabisym/calibration).
"""

from pabisym.library.checks import at_points
from pabisym.library.statement import Check

from ._vocabulary import item

ENOUGH = "sqrt(2*log(5/(4*delta)))"
REACHED = f"theta(exp(epsilon), epsilon/{ENOUGH}) <= delta"
DELTAS = ("9/10", "1/2", "1/10", "1/1000", "1e-6", "1e-12", "1e-100")
SMALL = tuple({"epsilon": epsilon, "delta": delta} for epsilon in ("1/1000", "1/10", "1/2", "9/10", "999/1000") for delta in DELTAS)
LARGE = tuple({"epsilon": epsilon, "delta": "1/10"} for epsilon in (20, 50))

STATEMENT = item("Theorem A.1", "appendix A", key="dwork2014",
    letters="epsilon > 0 and epsilon < 1: level [level, small], delta, a: sensitivity, sigma: iterate, P: point, Q: point, Z",
    given=(f"enough noise: sigma >= {ENOUGH}*a/epsilon", "sensitivity", "Gaussian: gaussian(Z, sigma**2)"),
    conclusion="dp(convolve(P, Z), convolve(Q, Z), epsilon, delta)",
    cited_because="a bound on the tail of the privacy loss in two variables, outside the kernel", uses=("pabisym/gaussian-mechanism",),
    checks=(Check("two points at distance a, with the least such noise", lambda: at_points(REACHED, SMALL)),
        Check("without the condition on the level", lambda: at_points(REACHED, LARGE, "false"))),
    spots="epsilon=1/2, delta=1/10, a=1, sigma=5")
