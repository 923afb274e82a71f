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

Plain loops over floats, in a subset of Python that numba compiles for many points; a single point runs them as they are.  NaN stands for
orders or noises so extreme that very many nodes are needed: those are planned by :mod:`pabisym.divergence.sampled_plan`, one by one.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from pabisym.divergence.sampled_plan import IntegrandShape, RatioShape, plan

if TYPE_CHECKING:
    from numpy import float64
    from numpy.typing import NDArray

    Array = NDArray[float64]

FEW = 2000
"""So many points are not worth importing numba for."""
MOST_NODES, FEW_NODES = 20_000, 400
"""Most nodes of the trapezoid rule where its ends are looked for step by step: in compiled loops, and in Python."""
MOMENTS = 12
_SUMS, _NEGLIGIBLE, _ROUNDING, _SERIES, _REACH, _FAR, _OVERFLOW, _DIRECT = 64, -38.0, 2.0**-56, 13, 9.0, 45.0, 600.0, 3.0
_BITS = 57.0
_DROP = _BITS * math.log(2) + 2


def divergence(order: float, q: float, sigma: float, first: bool) -> float:
    """S for 0 < q < 1, sigma > 0, order >= 1."""
    found = divergence_of(order, q, sigma, first, _counts(), FEW_NODES)
    return found if found == found else _trapezoid_sum(order, q, sigma, first)


def _trapezoid_sum(order: float, q: float, sigma: float, first: bool) -> float:
    """The trapezoid rule on the nodes of a plan."""
    excess = order - 1
    a = order if first else -excess
    shape = RatioShape(math.log(q), math.log1p(-q), 1 / sigma)
    chosen = plan(shape, a, _BITS, wider=max(0.0, -2 * shape.log_q / math.log(2)), cut=excess > 0)
    begin, end, top = chosen.first, chosen.last, chosen.size + IntegrandShape(shape, a).reference
    if not top > _DIRECT:
        far = max(shape.inverse, min(2 * shape.inverse, shape.inverse / 2 - shape.log_q * sigma)) + _REACH
        begin, end = min(begin, math.floor(-_REACH / chosen.step)), max(end, math.ceil(far / chosen.step))
    return rule_sum(order, q, sigma, first, chosen.step, begin, end, top)


def divergence_of(order: float, q: float, sigma: float, first: bool, table: Any, most: int) -> float:
    """S for 0 < q < 1, sigma > 0, order >= 1, NaN beyond ``most`` nodes; ``table`` holds the counts of graphs by vertices."""
    excess, spread = order - 1, 1 / (sigma * sigma)
    if first and excess > 0:
        leading = leading_term(order, q, spread)
        if leading > 0:
            return leading / excess
        if order <= _SUMS and order == math.floor(order):
            return binomial_sum(int(order), q, spread) / excess
    small = taylor(order if first else -excess, order, q, spread, table)
    if small == small:
        return math.log1p(excess * small) / excess if excess > 0 else small
    return quadrature(order, q, sigma, first, most)


def leading_term(order: float, q: float, spread: float) -> float:
    """Log of q^a E[exp(a w)] where that is E[g^a] to double precision and not small, else 0.

    The quotient of the two is the mean of (1 + t)^a for a lognormal t, and C(n, k) E[t^k] for k <= n = ceil(a) are at
    most the exponentials of a convex function of k.
    """
    value = order * math.log(q) + order * (order - 1) / 2 * spread
    if value < 1:
        return 0.0
    n = math.ceil(order)
    each = math.log(n * (1 - q) / q)
    ends = max(each - (order - 1) * spread, n * each + n * (n + 1 - 2 * order) / 2 * spread)
    return value if ends + math.log(n) < _NEGLIGIBLE else 0.0


def binomial_sum(order: int, q: float, spread: float) -> float:
    """Log E[g^order]."""
    rest = 1 - q
    if order * max((order - 1) * spread, -math.log1p(-q)) < _OVERFLOW:
        term, total = rest**order, 0.0
        for k in range(order):
            term *= q * (order - k) / (rest * (k + 1))
            total += term * math.expm1(k * (k + 1) * spread / 2)
        return math.log1p(total)
    odds, choices, top, total = math.log(q) - math.log1p(-q), math.log(order), -math.inf, 0.0
    for k in range(2, order + 1):
        choices += math.log((order - k + 1) / k)
        power = k * (k - 1) / 2 * spread
        log = choices + k * odds + order * math.log1p(-q) + power + math.log(-math.expm1(-power))
        if log > top:
            total, top = total * math.exp(top - log) + 1, log
        else:
            total += math.exp(log - top)
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


def taylor(a: float, order: float, q: float, spread: float, table: Any) -> float:
    """(E[g^a] - 1)/(order - 1) where a few terms give it to double precision, else NaN."""
    if a > MOMENTS or spread * 4 > -math.log(q):
        return math.nan
    y, log_spare = math.expm1(spread), (a - MOMENTS) * math.log1p(-q)
    if log_spare > _FAR:
        return math.nan
    spare = math.exp(max(log_spare, 0.0))
    factor, total, before = order / 2 * q * q, 0.0, math.inf
    for j in range(2, MOMENTS + 1):
        fewest, moment = (j + 1) // 2, 0.0
        for k in range(j * (j - 1) // 2 - fewest + 1):
            moment = moment * y + table[j][k]
        term = factor * moment * y**fewest
        if j % 2 == 0 and j >= max(a, 4) and abs(term) * spare < _ROUNDING * abs(total):
            return total
        if abs(term) > before:
            return math.nan
        total += term
        before = abs(term) / 32
        factor *= q * (a - j) / (j + 1)
    return math.nan


def log_ratio(z: float, log_q: float, log_rest: float, inverse: float) -> float:
    """Log g(z)."""
    u = log_q + (z - inverse / 2) * inverse
    return log_rest + math.log1p(math.exp(u - log_rest)) if u < log_rest else u + math.log1p(math.exp(log_rest - u))


def step_of(a: float, inverse: float) -> float:
    """A step of the trapezoid rule for g^a with a relative error of 2^-57, outside of 0 < a < 1."""
    edge, reach = math.pi / inverse * (1 - 1e-9), math.sqrt(2 * _DROP)
    strip = min(reach, edge)
    if a >= 0:
        return 2 * math.pi * strip / (_DROP + strip * strip / 2)
    best = 0.0
    for k in range(1, 13):
        y = strip * (1 - 0.5 ** (k / 2))
        best = max(best, 2 * math.pi * y / (_DROP + a * math.log(math.cos(y * inverse / 2)) + y * y / 2))
    return best


def height(z: float, a: float, log_q: float, log_rest: float, inverse: float) -> float:
    """Log of g^a exp(-z^2/2)."""
    return a * log_ratio(z, log_q, log_rest, inverse) - z * z / 2


def slope_zero(z: float, a: float, log_q: float, log_rest: float, inverse: float) -> float:
    """A zero of the derivative of that height, near where z = a (log g)'(z) settles, or by halving where there is one only."""
    if a <= 0:
        low, high = a * inverse, 0.0
        while high - low > 0.25:
            z = (low + high) / 2
            u = log_q + (z - inverse / 2) * inverse - log_rest
            slope = a * inverse / (1 + math.exp(-u)) if u > -700 else 0.0
            low, high = (low, z) if slope < z else (z, high)
        return (low + high) / 2
    for _ in range(100):
        u = log_q + (z - inverse / 2) * inverse - log_rest
        following = a * inverse / (1 + math.exp(-u)) if u > -700 else 0.0
        if abs(following - z) < 0.05:
            break
        z = following
    return z


def quadrature(order: float, q: float, sigma: float, first: bool, most: int) -> float:
    """The trapezoid rule, for what is small as a mean of (g^a - 1 - a x)/(order - 1) >= 0, else in logarithms."""
    excess, inverse = order - 1, 1 / sigma
    a = order if first else -excess
    log_q, log_rest = math.log(q), math.log1p(-q)
    step = step_of(a, inverse)
    far = max(inverse, min(2 * inverse, inverse / 2 - log_q * sigma)) + _REACH
    left, right = slope_zero(min(0.0, a * inverse / 2), a, log_q, log_rest, inverse), slope_zero(a * inverse, a, log_q, log_rest, inverse)
    heights = height(left, a, log_q, log_rest, inverse), height(right, a, log_q, log_rest, inverse)
    top = max(heights[0], heights[1], height(0.0, a, log_q, log_rest, inverse))
    low, high, level = min(left, 0.0) - _REACH, max(left + _REACH, far), max(top, 0.0) - _DROP + 2 * log_q
    if heights[1] > level:
        high = max(high, right + _REACH)
    while height(low, a, log_q, log_rest, inverse) > level and high - low < most * step:
        low -= 1
    while height(high, a, log_q, log_rest, inverse) > level and high - low < most * step:
        high += 1
    if (high - low) / step > most:
        return math.nan
    return rule_sum(order, q, sigma, first, step, math.floor(low / step), math.ceil(high / step), top)


def rule_sum(order: float, q: float, sigma: float, first: bool, step: float, begin: int, end: int, top: float) -> float:
    """The rule on the nodes ``begin`` to ``end``; ``top`` is about the logarithm of the largest g^a exp(-z^2/2)."""
    excess, inverse, scale = order - 1, 1 / sigma, step / math.sqrt(2 * math.pi)
    a = order if first else -excess
    log_q, log_rest = math.log(q), math.log1p(-q)
    total, lost = 0.0, 0.0
    if top > _DIRECT:
        for k in range(begin, end + 1):
            z = k * step
            total, lost = more(total, lost, math.exp(height(z, a, log_q, log_rest, inverse) - top))
        return (top + math.log(scale * total)) / excess
    near = min(0.03, 0.3 / max(abs(a), 1.0))
    for k in range(begin, end + 1):
        z = k * step
        total, lost = more(total, lost, excess_term(z, q, a, excess, near, log_q, log_rest, inverse))
    small = scale * total
    return math.log1p(excess * small) / excess if excess > 0 else small


def more(total: float, lost: float, x: float) -> tuple[float, float]:
    """A sum with its rounding error, and one more term (Kahan)."""
    x -= lost
    following = total + x
    return following, (following - total) - x


def excess_term(z: float, q: float, a: float, excess: float, near: float, log_q: float, log_rest: float, inverse: float) -> float:
    """exp(-z^2/2) (g^a - 1 - a x)/excess; at order 1 its limit g log g - x or x - log g."""
    t, level = (z - inverse / 2) * inverse, -z * z / 2
    tiny = excess if excess > 0 else 1e-200
    if t > _OVERFLOW:
        log = log_ratio(z, log_q, log_rest, inverse)
        if a < 1:
            return math.exp(log + level) + math.expm1(-tiny * log) / tiny * math.exp(level)
        if tiny * log < _FAR:
            return math.exp(log + level) * (math.expm1(tiny * log) / tiny - 1)
        return math.exp((1 + tiny) * log + level) / tiny
    x = q * math.expm1(t)
    if -near < x < near:
        term = value = (1 + excess) / 2
        power = 1.0
        for j in range(2, _SERIES + 1):
            term *= (a - j) / (j + 1)
            power *= x
            value += term * power
        return value * x * x * math.exp(level)
    log = math.log1p(x) if x > -0.5 else math.log(1 - q + q * math.exp(t))
    sign = 1 if a >= 1 else -1
    if sign * excess * log > _FAR:
        return math.exp(a * log + level) / excess
    if a >= 1:
        return ((1 + x) * (math.expm1(tiny * log) / tiny) - x) * math.exp(level)
    return (x + math.expm1(-tiny * log) / tiny) * math.exp(level)


def fill(orders: Any, shares: Any, noises: Any, first: bool, table: Any, found: Any) -> None:
    """The divergences of all points with 0 < q < 1 and a finite order."""
    for i in range(len(orders)):
        if 0 < shares[i] < 1 and orders[i] < math.inf:
            found[i] = divergence_of(orders[i], shares[i], noises[i], first, table, MOST_NODES)


_HELPERS = (leading_term, binomial_sum, taylor, log_ratio, step_of, height, slope_zero, more, excess_term, rule_sum, quadrature,
            divergence_of)


@cache
def compiled_loop() -> Callable[..., None] | None:
    """The loop over points, compiled and kept in numba's cache; None without numba."""
    try:
        numba: Any = importlib.import_module("numba")
        register = importlib.import_module("numba.extending").register_jitable
    except ImportError:
        return None
    if numba.config.DISABLE_JIT:
        return None
    for helper in _HELPERS:
        register(error_model="numpy")(helper)
    data = numba.types.Array(numba.float64, 1, "C", readonly=True)
    types = numba.void(data, data, data, numba.boolean, numba.types.Array(numba.float64, 2, "C", readonly=True), numba.float64[::1])
    for kept in (True, False):
        try:
            built: Callable[..., None] = numba.njit(types, cache=kept, error_model="numpy", nogil=True)(fill)
            return built
        except (RuntimeError, OSError):
            if not kept:
                raise
    return None


def divergences(orders: Array, shares: Array, noises: Array, first: bool) -> Array:
    """The divergences at flat points, NaN at those that are left to be computed one by one."""
    import numpy as np

    found = np.full(len(orders), math.nan)
    loop = compiled_loop() if len(orders) > FEW else None
    if loop is not None:
        loop(orders, shares, noises, first, np.array(_counts()), found)
    return found


@cache
def _counts() -> tuple[tuple[float, ...], ...]:
    """The counts of graphs by vertices, as long as the longest."""
    rows = [tuple(map(float, graphs(j)[0])) if j > 1 else () for j in range(MOMENTS + 1)]
    return tuple(row + (0.0,) * (len(rows[-1]) - len(row)) for row in rows)
