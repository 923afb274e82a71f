"""The Gaussian mechanism, with exactly the noise that it needs.

Statement
    If the laws mu, nu of a point are within a in W_infinity, then adding N(0, sigma^2 I) to both makes them (eps,
    theta_{e^eps}(a/sigma))-close, for every eps >= 0.
Reads as
    a is the sensitivity. Solving theta_{e^eps}(a/sigma) = delta for sigma is the analytic calibration: no condition on
    eps, and for two points at distance a no less noise will do.
"""

from pabisym.proof.build import Builder, Step

from ._between_notions import gaussian_mechanism
from ._vocabulary import item


def proof(b: Builder) -> Step:
    """The noise makes the two laws (a/sigma)-GDP."""
    return gaussian_mechanism(b)


STATEMENT = item("Theorem 8", key="balle2018",
    letters="epsilon >= 0: level, a: sensitivity, sigma: iterate, P: point, Q: point, Z",
    given=("sensitivity", "Gaussian: gaussian(Z, sigma**2)"),
    conclusion="dp(convolve(P, Z), convolve(Q, Z), epsilon, theta(exp(epsilon), a/sigma))", bound="theta(exp(epsilon), a/sigma)",
    proof=proof, uses=("feldman2018/definition-6", "feldman2018/definition-11"),
    spots=("epsilon=1, a=2, sigma=2", "epsilon=0, a=0, sigma=1 -> 0"))
