"""The special functions of the grammar in balls: what :mod:`pabisym.evaluate.ball` loads when a term mentions one.

Every argument is an exact rational or a ball; the value is computed at python-flint's current precision.  A ball that
does not lie certainly inside the domain nor certainly outside raises
:class:`~pabisym.evaluate.ball.TooCoarse`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from flint import arb, fmpq

from pabisym.evaluate._admissible import LEAST_SIGMA, alpha_star_ball
from pabisym.evaluate._enclosing import lower_end, upper_end
from pabisym.evaluate.ball import TooCoarse, Undefined, Value
from pabisym.evaluate.sampled_gaussian import Direction, sampled_gaussian_ball

_HALF, _ONE, _ZERO = fmpq(1, 2), fmpq(1), fmpq(0)


def normal(x: Value) -> Value:
    """The distribution function of N(0, 1)."""
    return _HALF if isinstance(x, fmpq) and x == 0 else (-arb(x) / arb(2).sqrt()).erfc() / 2


def quantile(p: Value) -> Value:
    """The inverse of :func:`normal` on 0 < p < 1."""
    _inside(p > 0 and p < 1, p <= 0 or p >= 1, "needs a probability above 0 and below 1")
    if isinstance(p, fmpq) and p == _HALF:
        return _ZERO
    if p > _HALF:
        return -quantile(1 - p)
    return -arb(2).sqrt() * (2 * arb(p)).erfcinv()


def sampled(order: Value, q: Value, sigma: Value) -> Value:
    """D_order(N(0, sigma^2) || (1-q) N(0, sigma^2) + q N(1, sigma^2))."""
    return _sampled(order, q, sigma, "mixture-second")


def sampled_first(order: Value, q: Value, sigma: Value) -> Value:
    """D_order((1-q) N(0, sigma^2) + q N(1, sigma^2) || N(0, sigma^2))."""
    return _sampled(order, q, sigma, "mixture-first")


def _sampled(order: Value, q: Value, sigma: Value, direction: Direction) -> Value:
    """The divergence; for a ball of orders between those of its ends, as it does not decrease in the order."""
    _inside(order >= 1, order < 1, "needs an order of at least 1")
    _inside(q >= 0 and q <= 1, q < 0 or q > 1, "needs a sampling probability from 0 to 1")
    _inside(sigma > 0, sigma <= 0, "needs a positive noise")
    if isinstance(order, fmpq):
        return sampled_gaussian_ball(order, q, sigma, direction=direction)
    low, high = (sampled_gaussian_ball(end, q, sigma, direction=direction) for end in (lower_end(order), upper_end(order)))
    return low if isinstance(low, fmpq) and low == high else arb(low).union(arb(high))


def admissible(q: Value, sigma: Value) -> Value:
    """alpha*(q, sigma), the largest order of Altschuler and Talwar (2022, section 2.3), for sigma >= 4/5."""
    _inside(q > 0 and q < 1, q <= 0 or q >= 1, "needs a sampling probability above 0 and below 1")
    _inside(sigma >= LEAST_SIGMA, sigma < LEAST_SIGMA, f"needs sigma >= {LEAST_SIGMA} for a largest order to be defined")
    return alpha_star_ball(q, sigma)


def _inside(inside: bool, outside: bool, needed: str) -> None:
    """Refuse what lies certainly outside; ask for more bits where that is not seen."""
    if outside:
        raise Undefined(needed)
    if not inside:
        raise TooCoarse("whether an argument lies in the domain is not seen")


RULES: Mapping[str, Callable[..., Value]] = {
    "normal": normal,
    "quantile": quantile,
    "sampled": sampled,
    "sampled_first": sampled_first,
    "admissible": admissible,
}
"""The functions by their names in the grammar."""
