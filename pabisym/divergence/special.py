"""The special functions of the grammar in balls: what :mod:`pabisym.numerics.evaluator` loads when a term mentions one.

Every argument is an exact rational or a ball; the value is computed at python-flint's current precision.  A ball that
does not lie certainly inside the domain nor certainly outside raises
:class:`~pabisym.numerics.evaluator.TooCoarse`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import arb, fmpq

from pabisym.divergence.gap_chain import survival_ball
from pabisym.divergence.sampled_gaussian import Direction, sampled_gaussian_ball
from pabisym.divergence.sampled_orders import LEAST_SIGMA, alpha_star_ball
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import Value, check_domain


def sampled(order: Value, q: Value, sigma: Value) -> Value:
    """D_order(N(0, sigma^2) || (1-q) N(0, sigma^2) + q N(1, sigma^2))."""
    return _sampled(order, q, sigma, "mixture-second")


def sampled_first(order: Value, q: Value, sigma: Value) -> Value:
    """D_order((1-q) N(0, sigma^2) + q N(1, sigma^2) || N(0, sigma^2))."""
    return _sampled(order, q, sigma, "mixture-first")


def _sampled(order: Value, q: Value, sigma: Value, direction: Direction) -> Value:
    """The divergence; for a ball of orders between those of its ends, as it does not decrease in the order."""
    check_domain(order >= 1, order < 1, "needs an order of at least 1")
    check_domain(q >= 0 and q <= 1, q < 0 or q > 1, "needs a sampling probability from 0 to 1")
    check_domain(sigma > 0, sigma <= 0, "needs a positive noise")
    if isinstance(order, fmpq):
        return sampled_gaussian_ball(order, q, sigma, direction=direction)
    low, high = (sampled_gaussian_ball(end, q, sigma, direction=direction) for end in (lower_end(order), upper_end(order)))
    return low if isinstance(low, fmpq) and low == high else arb(low).union(arb(high))


def admissible(q: Value, sigma: Value) -> Value:
    """alpha*(q, sigma), the largest order of Altschuler and Talwar (2022, section 2.3), for sigma >= 4/5."""
    check_domain(q > 0 and q < 1, q <= 0 or q >= 1, "needs a sampling probability above 0 and below 1")
    check_domain(sigma >= LEAST_SIGMA, sigma < LEAST_SIGMA, f"needs sigma >= {LEAST_SIGMA} for a largest order to be defined")
    return alpha_star_ball(q, sigma)


RULES: Mapping[str, Callable[..., Value]] = {
    "sampled": sampled, "sampled_first": sampled_first, "admissible": admissible, "survival": survival_ball}
"""The functions by their names in the grammar."""
