"""The orders for which the sampled Gaussian divergence has the bound 2 alpha q^2/sigma^2.

Altschuler and Talwar (2022, section 2.3), after Mironov, Talwar and Zhang (2019, theorem 11): alpha*(q, sigma) is the largest alpha with

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

from flint import arb, fmpq

from pabisym.numerics.evaluator import Value
from pabisym.numerics.search import positive_root

LEAST_SIGMA = fmpq(4, 5)
"""Smallest sigma for which alpha* is computed; it exceeds exp(-1/4)."""


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
