"""Independent routes for the general solver: definitions with mpmath and Fractions, no code of pabisym."""

from fractions import Fraction
from itertools import product

import mpmath as mp

DIGITS = 40


def exact(value):
    """An int, a Fraction, a text or a float as the Fraction that it is."""
    return Fraction(value)


def number(value):
    value = exact(value)
    return mp.mpf(value.numerator) / value.denominator


def laplace(order, scale):
    """Cost, derivative, slope at infinity and inverse derivative of Laplace noise, from the two-exponential formula."""
    b = number(scale)
    if order == "inf":
        return (lambda a: a / b), (lambda a: 1 / b), 1 / b, (lambda y: mp.mpf(0))
    alpha = number(order)
    if alpha == 1:
        return (lambda a: a / b + mp.expm1(-a / b)), (lambda a: -mp.expm1(-a / b) / b), 1 / b, (lambda y: -b * mp.log1p(-y * b))
    p, q, k = alpha / (2 * alpha - 1), (alpha - 1) / (2 * alpha - 1), 2 * alpha - 1

    def value(a):
        return (a / b + mp.log(p + q * mp.exp(-k * a / b)) / (alpha - 1)) if a else mp.mpf(0)

    def derivative(a):
        low = q * mp.exp(-k * a / b)
        return (1 - k / (alpha - 1) * low / (p + low)) / b

    def inverse(y):
        ratio = (1 - y * b) * (alpha - 1) / k
        return -b / k * mp.log(p / q * ratio / (1 - ratio))

    return value, derivative, 1 / b, inverse


def gaussian(order, variance):
    k = number(order) / number(variance)
    return (lambda a: k * a * a / 2), (lambda a: k * a), mp.inf, (lambda y: y / k)


def solve_increasing(function, target, low, high):
    """A root by bisection, to the digits at work."""
    for _ in range(int(3.5 * mp.mp.dps) + 10):
        middle = (low + high) / 2
        low, high = (middle, high) if function(middle) < target else (low, middle)
    return (low + high) / 2


def payment(cost, price, most):
    """The payment at which the derivative is ``price``, at most ``most``."""
    _, derivative, slope, inverse = cost
    if price >= slope:
        return most
    return min(max(inverse(price), mp.mpf(0)), most) if derivative(mp.mpf(0)) < price else mp.mpf(0)


def slow_optimum(contraction, gap, costs):
    """Pool adjacent violators with bisection for the price of every block: payments, for positive contractions.

    A block p..q has the price y at its end and y*c_q*...*c_{t+1} at step t.  The digits at work must tell prices near
    the slope of a cost at infinity apart.
    """
    blocks = []
    for t in range(len(gap)):
        block = [t, t, None]
        block[2] = _block_price(block, contraction, gap, costs)
        while blocks and blocks[-1][2] >= _weight(contraction, block[0] - 1, block[1]) * block[2]:
            block = [blocks.pop()[0], t, None]
            block[2] = _block_price(block, contraction, gap, costs)
        blocks.append(block)
    paid = []
    for first, last, price in blocks:
        most = _due(contraction, gap, first, last)
        for t in range(first, last + 1):
            weight = _weight(contraction, t, last)
            paid.append(payment(costs[t], weight * price, most / weight))
    return paid


def _weight(contraction, t, last):
    return mp.fprod(number(c) for c in contraction[t + 1 : last + 1])


def _due(contraction, gap, first, last):
    return mp.fsum(_weight(contraction, t, last) * number(gap[t]) for t in range(first, last + 1))


def _block_price(block, contraction, gap, costs):
    first, last, _ = block
    due = _due(contraction, gap, first, last)
    if due == 0:
        return mp.mpf(0)
    weights = [_weight(contraction, t, last) for t in range(first, last + 1)]
    top = min(costs[t][1](due / w) / w for t, w in zip(range(first, last + 1), weights, strict=True))
    top = min(top, min(costs[t][2] / w for t, w in zip(range(first, last + 1), weights, strict=True)))

    def paid(price):
        return mp.fsum(
            w * payment(costs[t], w * price, due / w) for t, w in zip(range(first, last + 1), weights, strict=True)
        )

    return solve_increasing(paid, due, mp.mpf(0), top)


def made_feasible(contraction, gap, start, paid):
    """Payments near the given ones that are feasible exactly: at most what is there, and everything at the end."""
    z, result = exact(start), []
    for t, (c, s, a) in enumerate(zip(contraction, gap, paid, strict=True)):
        room = exact(c) * z + exact(s)
        a = room if t == len(gap) - 1 else min(max(Fraction(str(mp.nstr(a, mp.mp.dps))), Fraction(0)), room)
        z = room - a
        result.append(a)
    return result


def total(costs, paid):
    """The sum of the costs at DIGITS digits; a payment without noise is an error."""
    with mp.workdps(DIGITS):
        if any(cost is None and a for cost, a in zip(costs, paid, strict=True)):
            raise ValueError("a payment where there is no noise")
        return +mp.fsum(cost[0](number(a)) for cost, a in zip(costs, paid, strict=True) if cost is not None)


def dual(contraction, gap, start, costs, price):
    """``sum y_t s_t - R_t*(y_t)``, c_1 z_0 being part of s_1; -infinity where a price exceeds its slope."""
    with mp.workdps(DIGITS):
        result = mp.mpf(0)
        for t, (s, cost, y) in enumerate(zip(gap, costs, price, strict=True)):
            entering = exact(s) + (exact(contraction[0]) * exact(start) if t == 0 else 0)
            result += number(exact(y) * entering)
            if cost is not None and y:
                most = _largest(contraction, gap, start, t)
                a = payment(cost, number(y), number(most))
                result -= number(y) * a - cost[0](a)
        return result


def _largest(contraction, gap, start, t):
    z = exact(start)
    for c, s in zip(contraction[: t + 1], gap[: t + 1], strict=True):
        z = exact(c) * z + exact(s)
    return z


def is_feasible(contraction, gap, start, paid, shift):
    """Whether payments and shifts obey ``z_t >= max(0, c_t z_{t-1} + s_t - a_t)`` and z_T = 0, exactly."""
    before = exact(start)
    for c, s, a, z in zip(contraction, gap, paid, shift, strict=True):
        a, z = exact(a), exact(z)
        if a < 0 or z < max(Fraction(0), exact(c) * before + exact(s) - a):
            return False
        before = z
    return before == 0


def is_price(contraction, price):
    """Whether prices obey ``0 <= y_t <= c_{t+1} y_{t+1}``, exactly, up to the last positive one."""
    last = max((t for t, y in enumerate(price) if y), default=0)
    pairs = zip(price[:last], price[1 : last + 1], contraction[1 : last + 1], strict=True)
    return min(price, default=0) >= 0 and all(exact(y) <= exact(c) * exact(after) for y, after, c in pairs)


def best_batches(contraction, gap, cost):
    """The least cost over all ways to pay at some steps everything that is there, by trying them all."""
    best = None
    for pays in product((False, True), repeat=len(gap) - 1):
        z, value = Fraction(0), mp.mpf(0)
        for c, s, here in zip(contraction, gap, (*pays, True), strict=True):
            z = exact(c) * z + exact(s)
            if here:
                value, z = value + cost(number(z)), Fraction(0)
        best = value if best is None else min(best, value)
    return best


def divergence(order, density, shift, points):
    """The Rényi divergence between a density and its translate, by quadrature of the definition."""
    with mp.workdps(25):
        if order == 1:
            return mp.quad(lambda u: density(u - shift) * mp.log(density(u - shift) / density(u)), points)
        alpha = number(order)
        mass = mp.quad(lambda u: density(u - shift) ** alpha * density(u) ** (1 - alpha), points)
        return mp.log(mass) / (alpha - 1)
