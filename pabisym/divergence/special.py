"""The special functions of the grammar in balls: what :mod:`pabisym.numerics.evaluator` loads when a term mentions one.

Every argument is an exact rational or a ball; the value is computed at python-flint's current precision.  A ball that
does not lie certainly inside the domain nor certainly outside raises
:class:`~pabisym.numerics.evaluator.TooCoarse`.

**The orders for which the sampled Gaussian divergence has the bound 2 alpha q^2/sigma^2.**  Altschuler and Talwar (2022, section 2.3),
after Mironov, Talwar and Zhang (2019, theorem 11): alpha*(q, sigma) is the largest alpha with

    (1)  alpha <= M sigma^2/2 - log(sigma^2)
    (2)  alpha <= (M^2 sigma^2/2 - log(5 sigma^2))/(M + log(q alpha) + 1/(2 sigma^2)),    M = log(1 + 1/(q (alpha - 1))).

For sigma^2 >= exp(-1/2) the orders that meet both are exactly 1 < alpha <= alpha*.  In (1) the left side minus the
right side increases, as M decreases, from minus infinity.  Where (1) holds, M sigma^2 >= 2 alpha + 2 log(sigma^2) > 1.
With u = alpha - 1 the denominator in (2) is D = log(alpha (q + 1/u)) + 1/(2 sigma^2) > 0, so that (2) reads
F = alpha D - M^2 sigma^2/2 + log(5 sigma^2) <= 0; and M' = -1/(u (1 + q u)) gives

    F' = D + (q u^2 - 1 + M sigma^2)/(u (1 + q u)) > 0        where M sigma^2 > 1.

Hence the larger of both differences changes its sign once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import arb, fmpq

from pabisym.divergence.gap_chain import survival_ball
from pabisym.divergence.sampled_gaussian import Direction, sampled_gaussian_ball
from pabisym.numerics.enclosure import lower_end, upper_end
from pabisym.numerics.evaluator import Value, check_domain
from pabisym.numerics.search import positive_root

LEAST_SIGMA = fmpq(4, 5)
"""Smallest sigma for which alpha* is computed; it exceeds exp(-1/4)."""


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


def alpha_star_ball(q: Value, sigma: Value) -> arb:
    """alpha*(q, sigma) for rationals or balls certainly within 0 < q < 1 and sigma >= 4/5, at the current precision."""
    return 1 + positive_root(lambda u: _excess(u, q, sigma * sigma), "alpha*")


def _excess(u: arb, q: Value, square: Value) -> arb:
    """The larger of both left sides minus right sides, the second times its denominator, at alpha = 1 + u."""
    m, alpha = (1 / (q * u)).log1p(), 1 + u
    first = alpha - m * square / 2 + arb(square).log()
    denominator = m + (q * alpha).log() + 1 / arb(2 * square)
    second = alpha * denominator - m * m * square / 2 + arb(5 * square).log()
    return first.max(second)


RULES: Mapping[str, Callable[..., Value]] = {
    "sampled": sampled, "sampled_first": sampled_first, "admissible": admissible, "survival": survival_ball}
"""The functions by their names in the grammar."""
