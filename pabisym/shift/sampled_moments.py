"""The sampled Gaussian divergence as a function of the noise variance, with its first two derivatives, certified.

With unit sensitivity and noise of variance v let ``g = 1 - q + q exp(w)``, ``w = z/sigma - 1/(2 v)`` be the likelihood
ratio of the mixture to N(0, v) at sigma*z, z standard normal, and ``p = q exp(w)/g`` the posterior probability of having
been sampled.  The divergence of order alpha is

    Q(v) = log(M_0)/(alpha - 1),    M_j = E[g^a p^j],    a = alpha (mixture first) or 1 - alpha (mixture second).

**Derivatives.**  With t = 1/sigma, ``dg/dt = g p (z - t)``, ``dp/dt = p (1 - p)(z - t)``, ``dg/dz = t g p`` and
``dp/dz = t p (1 - p)``, and E[z h(z)] = E[h'(z)] removes z - t:

    dM_j/dt = t (j (j - 1) M_j + 2 j (a - j) M_{j+1} + (a - j)(a - j - 1) M_{j+2}).

Writing ``m_j = M_j/M_0`` and ``dt/dv = -t^3/2`` gives, as a (a - 1) = alpha (alpha - 1) in both cases,

    m_j' = -(t^4/2) (j (j - 1) m_j + 2 j (a - j) m_{j+1} + (a - j)(a - j - 1) m_{j+2} - a (a - 1) m_2 m_j),
    Q'   = -(alpha/2) t^4 m_2,
    Q''  = (alpha/4) (4 t^6 m_2 + t^8 (2 m_2 + 4 (a - 2) m_3 + (a - 2)(a - 3) m_4 - a (a - 1) m_2^2)).

So Q falls.  A ball for v gives an enclosure of the second derivative over an interval.

**Near v = 0.**  For the mixture second, Q(0) = -log(1 - q), as ``g >= 1 - q``, and Q is very flat there: with
``E[g^a] >= 1`` (convexity) and ``p <= sqrt(q/(1 - q)) exp(w/2)``, ``E[exp(w/2)] = exp(-1/(8 v))``,

    |Q'| <= (alpha/2) t^4 (1 - q)^a E[p] <= (alpha/2) t^4 (1 - q)^a sqrt(q/(1 - q)) exp(-1/(8 v)),

which increases with v up to v = 1/16 (:func:`steepest`).

**Quadrature.**  f = phi g^a p^j is summed over z = k h.  For |y| < pi sigma, |g(x + iy)| >= cos(y/(2 sigma)) g(x), so that the integral of
|f(x + iy)| is at most ``exp(y^2/2) cos(y/(2 sigma))^(min(a, 0) - j) M_j``, and the sum over all k has a relative error of twice that over
``(exp(2 pi y/h) - 1) M_j`` (Trefethen and Weideman 2014, theorem 5.1).  What is left out beyond an end e of the nodes is bounded by a
geometric series: as p increases with z, ``(log f)' = -z + (a p + j (1 - p))/sigma`` is at least ``-e + min(a, 0) p(e)/sigma`` to the left
of e, and at most ``-e + max(a, j + (a - j) p(e))/sigma`` to the right of it.  Where the ends lie is planned in floats.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from operator import mul

from flint import arb, ctx, fmpq

from pabisym.divergence.sampled_plan import TrapezoidPlan
from pabisym.divergence.sampled_trapezoid import LikelihoodRatio, TrapezoidRule, powers
from pabisym.errors import Undecided
from pabisym.numerics.evaluator import Value, working_precision

POWERS = 0, 2, 3, 4
MAX_NODES = 200_000
"""Most nodes of one sum."""
_LARGEST = 2.0**20
"""Floats plan the nodes for smaller 1/sigma only; beyond, a sum would have too many."""


@dataclass(frozen=True)
class Moments:
    """M_0 and m_2, m_3, m_4 at a variance, as balls; ``exponent`` is a and ``order`` alpha."""

    order: fmpq
    exponent: fmpq
    variance: Value
    mean: arb
    m2: arb
    m3: arb
    m4: arb

    @property
    def value(self) -> arb:
        """Q."""
        return self.mean.log() / arb(self.order - 1)

    @property
    def slope(self) -> arb:
        """Q'."""
        return -arb(self.order) / 2 * self.m2 / arb(self.variance) ** 2

    @property
    def second(self) -> arb:
        """Q''."""
        a, t2 = self.exponent, 1 / arb(self.variance)
        bracket = 2 * self.m2 + arb(4 * (a - 2)) * self.m3 + arb((a - 2) * (a - 3)) * self.m4 - arb(a * (a - 1)) * self.m2**2
        return arb(self.order) / 4 * t2**3 * (4 * self.m2 + t2 * bracket)


def moments(order: fmpq, q: fmpq, variance: Value, *, first: bool) -> Moments:
    """The moments for order > 1, 0 < q <= 1 and variance > 0 at about the current precision, relative to each of them.

    For a ball that contains variances they are those of all of them.
    Raises :class:`~pabisym.errors.Undecided` where more than :data:`MAX_NODES` nodes would be needed.
    """
    exponent = order if first else 1 - order
    if q == 1:
        one = arb(1)
        return Moments(order, exponent, variance, (arb(order * (order - 1)) / (2 * arb(variance))).exp(), one, one, one)
    bits = ctx.prec
    try:
        with working_precision(bits + 40):
            mean, m2, m3, m4 = _sums(exponent, q, variance, (bits + 8) * math.log(2))
    except Undecided:
        if first or not arb(variance) <= arb(1) / 16:
            raise
        return _next_to_zero(order, q, variance)
    return Moments(order, exponent, variance, mean, m2 / mean, m3 / mean, m4 / mean)


def _next_to_zero(order: fmpq, q: fmpq, variance: Value) -> Moments:
    """The moments of the mixture second at a variance of at most 1/16, from Q(0) and the bound of its slope alone.

    Q(0) - v max|Q'| <= Q(v) <= Q(0), and 0 <= m_4 <= m_3 <= m_2 = 2 v^2 |Q'|/alpha, as 0 <= p <= 1.
    """
    v = arb(variance)
    slope = steepest(order, q, v.upper())
    most = (2 * v**2 * slope / arb(order)).upper()
    share = arb(most / 2, most / 2)
    drop = (v * slope).upper()
    value = -(-arb(q)).log1p() - arb(drop / 2, drop / 2)
    return Moments(order, 1 - order, variance, (value * arb(order - 1)).exp(), share, share, share)


def steepest(order: fmpq, q: fmpq, variance: Value) -> arb:
    """A bound of |Q'| on all of (0, ``variance``], for the mixture second, q < 1 and ``variance`` <= 1/16."""
    v, odds = arb(variance), arb(q / (1 - q))
    return arb(order) / (2 * v**2) * arb(1 - q) ** arb(1 - order) * odds.sqrt() * (-1 / (8 * v)).exp()


def _sums(a: fmpq, q: fmpq, variance: Value, drop: float) -> list[arb]:
    """The M_j for j of :data:`POWERS`, to a relative error of about exp(-drop)."""
    sigma = arb(variance).sqrt()
    scale = max(float((1 / sigma).upper()), 2.0**-500)
    if not scale < _LARGEST:
        raise Undecided("the order is too large for the noise")
    strip = min(math.sqrt(2 * drop), math.pi / scale * 0.95)
    loss = (min(float(a), 0.0) - 4) * math.log(math.cos(strip * scale / 2))
    step = 2 * math.pi * strip / (drop + strip * strip / 2 + loss)
    low, high = _ends(float(a), float(arb(q).log()), float(arb(1 - q).log()), scale, drop)
    if not (high - low) / step < MAX_NODES:
        raise Undecided("the order is too large for the noise")
    chosen = TrapezoidPlan(step, strip, False, math.floor(low / step), math.ceil(high / step), ((), ()), 0.0)
    return _all_sums(a, TrapezoidRule(LikelihoodRatio.of(q, sigma), chosen))


def _ends(a: float, log_q: float, log_rest: float, scale: float, drop: float) -> tuple[float, float]:
    """Between which z every phi g^a p^j is, about, above exp(-drop) times its largest value."""
    import numpy as np  # theorem files read this module for its bounds alone

    reach, spacing = math.sqrt(2 * drop) + 1, 0.25
    first, last = -reach + min(a, 0.0) * scale, reach + max(a, 4.0) * scale
    z = np.arange(first, last + spacing, max(spacing, (last - first) / 100_000))
    raised = log_q + (z - scale / 2) * scale
    log_g = np.logaddexp(raised, log_rest)
    low, high = last, first
    for j in POWERS:
        height = (a - j) * log_g + j * raised - z * z / 2
        inside = np.flatnonzero(height > height.max() - drop - 3)
        if not inside.size:  # beyond the range of floats
            raise Undecided("the order is too large for the noise")
        low, high = min(low, float(z[inside[0]])), max(high, float(z[inside[-1]]))
    return min(low, 0.0) - 1, max(high, max(a, 0.0) * scale) + 1


def _all_sums(a: fmpq, rule: TrapezoidRule) -> list[arb]:
    shares = [x / g for x, g in zip(rule.raised, rule.ratios, strict=True)]
    terms, ends = list(map(mul, rule.weights, powers(rule.ratios, a))), (shares[0], shares[-1])
    return [_sum([f * p**j for f, p in zip(terms, shares, strict=True)] if j else terms, a, j, ends, rule) for j in POWERS]


def _sum(terms: list[arb], a: fmpq, j: int, shares: tuple[arb, arb], rule: TrapezoidRule) -> arb:
    """M_j from the terms f(k h), with what the step and the nodes left out may add; ``shares`` are p at the ends."""
    least = arb(min(a, fmpq(0)))
    left = -rule.low + least * rule.inverse * shares[0]
    right = rule.high - rule.inverse * (arb(j) + arb(a - j) * shares[1]).max(arb(a))
    if not (left > 0 and right > 0):
        raise Undecided("the nodes do not reach far enough")
    tails = rule.geometric(terms[0], left) + rule.geometric(terms[-1], right)
    error = rule.discretisation((rule.plan.strip * rule.inverse / 2).cos() ** (least - j))
    if not error < arb(0.5):
        raise Undecided("the step is too large")
    return rule.scale * (sum(terms, arb(0)) + arb(0.5, 0.5) * tails) * arb(1, 2 * error)
