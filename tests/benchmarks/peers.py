"""The sampled Gaussian divergence as others compute it: libraries as far as they are installed, and two routes written out here."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

Peer = Callable[[float, float, float], float]
"""The divergence with the mixture as first argument, of an order, a sampling probability and a noise."""


def dp_accounting(points: Iterable[tuple[float, float, float]]) -> Peer:
    """The accountant of Google's differential privacy library."""
    from dp_accounting.rdp import rdp_privacy_accountant as accountant

    compute = accountant._compute_rdp_poisson_subsampled_gaussian
    return lambda order, q, sigma: float(compute(q, sigma, [order])[0])


def autodp(points: Iterable[tuple[float, float, float]]) -> Peer:
    """Autodp, whose mechanism objects are made beforehand."""
    from autodp.mechanism_zoo import GaussianMechanism
    from autodp.transformer_zoo import AmplificationBySampling

    sampling = AmplificationBySampling(PoissonSampling=True)
    made = {(q, sigma): sampling(GaussianMechanism(sigma=sigma), q, improved_bound_flag=True) for _, q, sigma in points}
    return lambda order, q, sigma: float(made[q, sigma].RenyiDP(order))


def opacus_formula(points: Iterable[tuple[float, float, float]]) -> Peer:
    """The sums of Mironov, Talwar and Zhang (2019, section 3.3) in logarithms, with the stopping rule that Opacus uses.

    For an integer order the binomial sum; else two series, one from each side of the point where both parts of the
    mixture are equal, that end once both terms are below e^-30, however small the total is.
    """
    from scipy import special

    def tail(x: float) -> float:
        """Log of half the complementary error function."""
        return float(special.log_ndtr(-x * math.sqrt(2)))

    def whole(order: int, q: float, sigma: float) -> float:
        logs = [
            math.log(special.binom(order, k)) + k * math.log(q) + (order - k) * math.log1p(-q) + k * (k - 1) / (2 * sigma**2)
            for k in range(order + 1)
        ]
        return float(special.logsumexp(logs))

    def series(order: float, q: float, sigma: float) -> float:
        left = right = -math.inf
        even = sigma**2 * math.log(1 / q - 1) + 0.5
        k = 0
        while True:
            rest, size = order - k, float(special.binom(order, k))
            log = math.log(abs(size))
            a = log + k * math.log(q) + rest * math.log1p(-q) + k * (k - 1) / (2 * sigma**2) + tail((k - even) / (math.sqrt(2) * sigma))
            b = log + rest * math.log(q) + k * math.log1p(-q) + rest * (rest - 1) / (2 * sigma**2) + tail((even - rest) / (math.sqrt(2) * sigma))
            left, right = added(left, a, size > 0), added(right, b, size > 0)
            k += 1
            if max(a, b) < -30:
                return added(left, right, positive=True)

    def divergence(order: float, q: float, sigma: float) -> float:
        return (whole(int(order), q, sigma) if order == int(order) else series(order, q, sigma)) / (order - 1)

    return divergence


def added(x: float, y: float, positive: bool) -> float:
    """Log(e^x + e^y) or log(e^x - e^y); raises where that is negative."""
    if positive:
        low, high = min(x, y), max(x, y)
        return high if low == -math.inf else high + math.log1p(math.exp(low - high))
    if x < y:
        raise ValueError("the logarithm of a negative number")
    if y == -math.inf:
        return x
    return -math.inf if x == y else x + math.log(-math.expm1(y - x))


def quadrature(order: object, q: object, sigma: object, digits: int, *, first: bool) -> object:
    """``mpmath.quad`` of the definition at that many digits, as one would write it down, split at 0 and where the power is largest."""
    import mpmath

    with mpmath.workdps(digits):
        alpha, share, noise = (mpmath.mpf(str(x)) for x in (order, q, sigma))
        power = alpha if first else 1 - alpha

        def at(z: mpmath.mpf) -> mpmath.mpf:
            return mpmath.npdf(z) * (1 - share + share * mpmath.exp(z / noise - 1 / (2 * noise**2))) ** power

        return mpmath.log(mpmath.quad(at, [-mpmath.inf, *sorted({mpmath.mpf(0), power / noise}), mpmath.inf])) / (alpha - 1)


PEERS: dict[str, Callable[[Iterable[tuple[float, float, float]]], Peer]] = {
    "dp-accounting": dp_accounting,
    "Opacus' formula": opacus_formula,
    "autodp": autodp,
}
"""What is compared, in this order."""
