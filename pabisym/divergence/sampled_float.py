"""The sampled Gaussian divergence in double precision: no certificate, but no cancellation either.

With g = 1 + x and e = order - 1, S = log(1 + e*P)/e where e*P = E[g^a] - 1 is never formed by subtraction:

* q^a E[exp(a w)], where the mixture comes first and the rest is negligible;
* a binomial sum, for small integer orders with the mixture first: E[g^n] - 1 = sum_k C(n,k) (1-q)^(n-k) q^k (y_k - 1)
  with y_k = exp(k (k-1)/(2 sigma^2)), all terms >= 0;
* Taylor's formula in x, where q is small: E[g^a] - 1 = sum_{2 <= j < J} C(a, j) q^j M_j up to |C(a, J)| q^J M_J
  (1-q)^min(a-J, 0) for even J, the moments M_j = E[(exp(w) - 1)^j] being polynomials in exp(1/sigma^2) - 1 with
  coefficients >= 0 (they count graphs without isolated vertices);
* the trapezoid rule of :mod:`pabisym.divergence.sampled_trapezoid` for (g^a - 1 - a x)/e >= 0, which has the same mean, with a
  series in x near its double zero x = 0;
* the trapezoid rule for g^a itself in logarithms, where it is large.
"""

from __future__ import annotations

import math
from functools import cache

from pabisym.divergence.sampled_plan import IntegrandShape, RatioShape, plan

_SUM_ORDER = 64
MOMENTS = 12
_ROUNDING = 2.0**-56
_NEGLIGIBLE = -38.0
_BITS = 57.0
_REACH = 9.0
_SERIES = 13
_FAR = 45.0
_DIRECT = 3.0
_OVERFLOW = 600.0


def divergence(order: float, q: float, sigma: float, first: bool) -> float:
    """S for 0 < q < 1, sigma > 0, order >= 1."""
    excess, spread = order - 1, 1 / (sigma * sigma)
    if first and excess:
        leading = _leading(order, q, spread)
        if leading > 0:
            return leading / excess
        if order <= _SUM_ORDER and order == int(order):
            return _binomial(int(order), q, spread) / excess
    small = _taylor(order if first else -excess, order, q, spread)
    if small is None:
        return _quadrature(order, q, sigma, first)
    return math.log1p(excess * small) / excess if excess else small


def _leading(order: float, q: float, spread: float) -> float:
    """Log of q^a E[exp(a w)] where that is E[g^a] to double precision and not small, else 0.

    The quotient of the two is the mean of (1 + t)^a for a lognormal t, and C(n, k) E[t^k] for k <= n = ceil(a) are at
    most the exponentials of a convex function of k.
    """
    value = order * math.log(q) + order * (order - 1) / 2 * spread
    if value < 1:
        return 0.0
    n = math.ceil(order)
    each = math.log(n * (1 - q) / q)
    ends = each - (order - 1) * spread, n * each + n * (n + 1 - 2 * order) / 2 * spread
    return value if max(ends) + math.log(n) < _NEGLIGIBLE else 0.0


def _binomial(order: int, q: float, spread: float) -> float:
    """Log E[g^order]."""
    if order * max((order - 1) * spread, -math.log1p(-q)) < _OVERFLOW:
        rest = 1 - q
        term, total = rest**order, 0.0
        for k in range(order):
            term *= q * (order - k) / (rest * (k + 1))
            total += term * math.expm1(k * (k + 1) * spread / 2)
        return math.log1p(total)
    odds, logs = math.log(q) - math.log1p(-q), []
    for k in range(2, order + 1):
        power = k * (k - 1) / 2 * spread
        more = power + math.log(-math.expm1(-power))
        logs.append(math.log(math.comb(order, k)) + k * odds + order * math.log1p(-q) + more)
    top = max(logs)
    total = math.fsum(math.exp(x - top) for x in logs)
    return top + math.log(total) if top > _FAR else math.log1p(math.exp(top) * total)


@cache
def graphs(vertices: int) -> tuple[tuple[int, ...], int]:
    """How many graphs with these labelled vertices, none isolated, have the most edges, one less, …, the fewest; the fewest."""
    top, fewest = vertices * (vertices - 1) // 2, (vertices + 1) // 2
    counts = [0] * (top + 1)
    for k in range(vertices + 1):
        sign = math.comb(vertices, k) * (-1) ** (vertices - k)
        pairs = k * (k - 1) // 2
        for edges in range(pairs + 1):
            counts[edges] += sign * math.comb(pairs, edges)
    return tuple(counts[fewest:][::-1]), fewest


def _taylor(a: float, order: float, q: float, spread: float) -> float | None:
    """(E[g^a] - 1)/(order - 1) where a few terms give it to double precision, else None."""
    if a > MOMENTS or spread * 4 > -math.log(q):
        return None
    y, log_spare = math.expm1(spread), (a - MOMENTS) * math.log1p(-q)
    if log_spare > _FAR:
        return None
    spare = math.exp(max(log_spare, 0.0))
    factor, total, before = order / 2 * q * q, 0.0, math.inf
    for j in range(2, MOMENTS + 1):
        counts, fewest = graphs(j)
        moment = 0.0
        for count in counts:
            moment = moment * y + count
        term = factor * moment * y**fewest
        if j % 2 == 0 and j >= max(a, 4) and abs(term) * spare < _ROUNDING * abs(total):
            return total
        if abs(term) > before:
            return None
        total += term
        before = abs(term) / 32
        factor *= q * (a - j) / (j + 1)
    return None


def _quadrature(order: float, q: float, sigma: float, first: bool) -> float:
    excess = order - 1
    a = order if first else -excess
    shape = RatioShape(math.log(q), math.log1p(-q), 1 / sigma)
    chosen = plan(shape, a, _BITS, wider=max(0.0, -2 * shape.log_q / math.log(2)), cut=excess > 0)
    scale = chosen.step / math.sqrt(2 * math.pi)
    if chosen.size + IntegrandShape(shape, a).reference > _DIRECT:
        heights = [a * shape.log(z) - z * z / 2 for z in (k * chosen.step for k in range(chosen.first, chosen.last + 1))]
        top = max(heights)
        return (top + math.log(scale * math.fsum(math.exp(x - top) for x in heights))) / excess
    first_node = min(chosen.first, math.floor(-_REACH / chosen.step))
    far = max(shape.inverse, min(2 * shape.inverse, shape.inverse / 2 - shape.log_q * sigma)) + _REACH
    last_node = max(chosen.last, math.ceil(far / chosen.step))
    nodes = [k * chosen.step for k in range(first_node, last_node + 1)]
    small = scale * math.fsum(_excess_terms(shape, q, nodes, a, excess))
    return math.log1p(excess * small) / excess if excess else small


def _excess_terms(shape: RatioShape, q: float, nodes: list[float], a: float, excess: float) -> list[float]:
    """exp(-z^2/2) (g^a - 1 - a x)/excess at the nodes; at order 1 their limits g log g - x or x - log g."""
    exp, expm1, log1p = math.exp, math.expm1, math.log1p
    inverse, half = shape.inverse, shape.inverse / 2
    series = _series(a, excess)
    near = min(0.03, 0.3 / max(abs(a), 1.0))
    rest = 1 - q
    tiny, sign = excess or 1e-200, 1 if a >= 1 else -1
    result = []
    for z in nodes:
        t, level = (z - half) * inverse, -z * z / 2
        if t > _OVERFLOW:
            result.append(_far_term(shape.log(z), level, a, tiny))
            continue
        x = q * expm1(t)
        if -near < x < near:
            value = 0.0
            for c in series:
                value = value * x + c
            result.append(value * x * x * exp(level))
            continue
        log = log1p(x) if x > -0.5 else math.log(rest + q * exp(t))
        if sign * excess * log > _FAR:
            result.append(exp(a * log + level) / excess)
        elif a >= 1:
            result.append(((1 + x) * (expm1(tiny * log) / tiny) - x) * exp(level))
        else:
            result.append((x + expm1(-tiny * log) / tiny) * exp(level))
    return result


def _far_term(log: float, level: float, a: float, tiny: float) -> float:
    """The same for a large x = exp(log)."""
    if a < 1:
        return math.exp(log + level) + math.expm1(-tiny * log) / tiny * math.exp(level)
    if tiny * log < _FAR:
        return math.exp(log + level) * (math.expm1(tiny * log) / tiny - 1)
    return math.exp((1 + tiny) * log + level) / tiny


def _series(a: float, excess: float) -> list[float]:
    """Coefficients of ((1 + x)^a - 1 - a x)/(excess x^2), from the highest power of x down."""
    coefficients = [(1 + excess) / 2]
    for j in range(2, _SERIES + 1):
        coefficients.append(coefficients[-1] * (a - j) / (j + 1))
    return coefficients[::-1]
