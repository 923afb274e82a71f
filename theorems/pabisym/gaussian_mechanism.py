"""The Gaussian mechanism, with exactly the noise that it needs.

Statement
    If the laws mu, nu of a point are within a in W_infinity, then adding N(0, sigma^2 I) to both makes them
    (eps, theta_{e^eps}(a/sigma))-close, for every eps >= 0.
Reads as
    a is the sensitivity. Solving theta_{e^eps}(a/sigma) = delta for sigma is the analytic calibration: no condition on
    eps, and for two points at distance a no less noise will do.
Letters
    epsilon : real, epsilon >= 0 : privacy level : 1
    a : real, a >= 0 : sensitivity : iterate
    sigma : real, sigma > 0 : standard deviation of the noise, on the iterate : iterate
    P : law : law of the point for the data
    Q : law : law of the point for neighbouring data
    Z : noise : the Gaussian noise
Assumptions
    level : eps >= 0
    size : a >= 0
    deviation : sigma > 0
    sensitivity : W_infinity(mu, nu) <= a
    Gaussian : zeta = N(0, sigma^2 I)
Reference
    balle2018, Theorem 8
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Structure, Symbol
from pabisym.proof.build import Builder, Step

from ._between_notions import gaussian_mechanism


def proof(b: Builder) -> Step:
    """The noise makes the two laws (a/sigma)-GDP."""
    return gaussian_mechanism(b)


STATEMENT = Statement(
    id="pabisym/gaussian-mechanism", title="The Gaussian mechanism, with exactly the noise that it needs", kind="theorem", text=__doc__,
    reference=Reference("balle2018", "Theorem 8"), proof=proof, bound="theta(exp(epsilon), a/sigma)",
    conclusion="dp(convolve(P, Z), convolve(Q, Z), epsilon, theta(exp(epsilon), a/sigma))",
    symbols=(Symbol("epsilon", "real, epsilon >= 0", "privacy level"), Symbol("a", "real, a >= 0", "sensitivity", "iterate"),
             Symbol("sigma", "real, sigma > 0", "standard deviation of the noise, on the iterate", "iterate")),
    structures=(Structure("P", "law", "law of the point for the data", r"\mu"),
                Structure("Q", "law", "law of the point for neighbouring data", r"\nu"),
                Structure("Z", "noise", "the Gaussian noise", r"\zeta")),
    assumptions=(Assumption("level", "epsilon >= 0"), Assumption("size", "a >= 0"), Assumption("deviation", "sigma > 0"),
                 Assumption("sensitivity", "winf(P, Q, a)"), Assumption("Gaussian", "gaussian(Z, sigma**2)")),
    uses=("feldman2018/definition-6", "feldman2018/definition-11"),
    spots=(Spot({"epsilon": 1, "a": 2, "sigma": 2}), Spot({"epsilon": 0, "a": 0, "sigma": 1}, "0")),
)
