"""Rényi divergences in closed form: a second route to the laws of final iterates and to integrals.

Formulas are those of van Erven and Harremoës (2014) and, for Gaussians of unequal variance, Gil, Alajaji and Linder (2013).
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, fmpq

from pabisym.divergence.renyi import common_points, exact_power_sum, finite, power_sum_ball
from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly, infinite
from pabisym.numerics.parameters import positive, probability, read_order, same_length, vector


def gaussian(order: object, mean: object, variance: object, other_mean: object, other_variance: object, digits: int = 15) -> Enclosure:
    """D_order(N(mean, V) || N(other_mean, W)) with diagonal covariances V, W.

    Means are rationals, or sequences of one dimension d; variances are sequences of d rationals >= 0, or one for all
    coordinates.  A variance 0 is a point mass.  It is infinite where (1-order) V + order W has an entry <= 0.

    >>> gaussian(4, 1, 2, 0, 2).exact
    Fraction(1, 1)
    """
    alpha = read_order(order)
    check_digits(digits)
    m, n = vector(mean, "mean"), vector(other_mean, "other_mean")
    same_length(m, n, "other_mean")
    v, w = _spread(variance, len(m), "variance"), _spread(other_variance, len(m), "other_variance")
    rest, logs = fmpq(0), list[tuple[fmpq, fmpq]]()
    for x, y, first, second in zip(m, n, v, w, strict=True):
        part = _coordinate(alpha, (x - y) ** 2, first, second)
        if part is None:
            return infinite(digits)
        rest += part[0]
        logs += [(factor, argument) for factor, argument in part[1] if argument != 1 and factor != 0]
    if not logs:
        return exactly(rest, digits)
    return enclose_value(lambda _: sum((factor * arb(argument).log() for factor, argument in logs), arb(rest)), digits, "the divergence")


def _coordinate(alpha: fmpq | None, gap: fmpq, v: fmpq, w: fmpq) -> tuple[fmpq, list[tuple[fmpq, fmpq]]] | None:
    """One coordinate: a rational and multiples of logarithms, None where infinite; gap is the squared mean difference."""
    if v == w and (gap == 0 or v > 0):
        if gap == 0:
            return fmpq(0), []
        return None if alpha is None else (alpha * gap / (2 * v), [])
    if v == 0 or w == 0:
        return None
    half = fmpq(1, 2)
    if alpha is None:
        return (gap / (2 * (w - v)), [(half, w / v)]) if v < w else None
    if alpha == 1:
        return (v / w + gap / w - 1) / 2, [(half, w / v)]
    mixed = (1 - alpha) * v + alpha * w
    if mixed <= 0:
        return None
    return alpha * gap / (2 * mixed), [(half, w / v), (half / (alpha - 1), w / mixed)]


def _spread(value: object, size: int, field: str) -> tuple[fmpq, ...]:
    """Variances, one for all coordinates or one for each."""
    values = vector(value, field)
    if any(v < 0 for v in values):
        raise InputError(field, "has a negative entry", "give variances that are 0 or more")
    if len(values) not in (1, size):
        raise InputError(field, f"has {len(values)} entries for {size} coordinates", "give one variance, or one for each")
    return values if len(values) == size else values * size


def laplace(order: object, shift: object, scale: object, digits: int = 15) -> Enclosure:
    """D_order between Laplace laws of common ``scale`` > 0 whose means differ by ``shift``.

    With x = |shift|/scale it is x + log(1 + (order-1)/(2 order-1) (exp(-(2 order-1) x) - 1))/(order-1), that is
    x - 2 log(1 + x/2) at order 1/2, x + exp(-x) - 1 at order 1 and x at infinity.
    """
    alpha, x = read_order(order), abs(rational(shift, "shift")) / positive(scale, "scale")
    check_digits(digits)
    if alpha is None or x == 0:
        return exactly(x, digits)
    if alpha == 1:
        return enclose_value(lambda _: x + arb(-x).expm1(), digits, "the divergence")
    if 2 * alpha == 1:
        return enclose_value(lambda _: x - 2 * arb(x / 2).log1p(), digits, "the divergence")
    slope = 2 * alpha - 1
    return enclose_value(lambda _: x + ((alpha - 1) / slope * arb(-slope * x).expm1()).log1p() / (alpha - 1), digits, "the divergence")


def power_sum(order: object, first: Sequence[object], second: Sequence[object], digits: int = 15) -> Enclosure:
    """The sum of p_i^order q_i^(1-order) for a finite order other than 1; exact for integers."""
    alpha = read_order(order)
    check_digits(digits)
    if alpha is None or alpha == 1:
        raise InputError("order", "has no power sum", "give a finite order other than 1")
    terms, escapes = common_points(first, second)
    if escapes and alpha > 1:
        return infinite(digits)
    if alpha.q == 1:
        return exactly(exact_power_sum(int(alpha.p), terms), digits)
    if all(p == q for p, q in terms):
        return exactly(sum((p for p, _ in terms), fmpq(0)), digits)
    return enclose_value(lambda _: power_sum_ball(alpha, terms), digits, "the divergence")


def bernoulli(order: object, p: object, q: object, digits: int = 15) -> Enclosure:
    """D_order between the Bernoulli laws of success probabilities p and q."""
    first, second = probability(p, "p"), probability(q, "q")
    return finite(order, (first, 1 - first), (second, 1 - second), digits)
