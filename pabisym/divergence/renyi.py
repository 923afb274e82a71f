"""Rényi divergences D_alpha(P || Q) = log(integral of p^alpha q^(1-alpha))/(alpha - 1), certified.

Orders are positive rationals, or ``"inf"``: order 1 is the Kullback-Leibler divergence, order infinity the logarithm of
the essential supremum of p/q.  What is rational is given exactly, and what is infinite has the ends ``"inf"``.  Formulas
are those of van Erven and Harremoës (2014).
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, fmpq

from pabisym.divergence import mixture
from pabisym.errors import InputError
from pabisym.lang.rational import rational
from pabisym.numerics.enclosure import Enclosure, check_digits, enclose_value, exactly, infinite
from pabisym.numerics.evaluator import Value
from pabisym.numerics.parameters import read_order, two_laws

# Finite laws.


def finite(order: object, first: Sequence[object], second: Sequence[object], digits: int = 15) -> Enclosure:
    """D_order between two laws on finitely many points, sequences of equal length of rationals that sum to 1.

    Infinite where the first gives weight to a point of weight 0 under the second and the order is 1 or more, and where
    the laws have no point in common.
    """
    alpha = read_order(order)
    check_digits(digits)
    terms, escapes = common_points(first, second)
    if not terms or (escapes and (alpha is None or alpha >= 1)):
        return infinite(digits)
    if not escapes and all(p == q for p, q in terms):
        return exactly(fmpq(0), digits)
    if alpha is None:
        largest = max(p / q for p, q in terms)
        return enclose_value(lambda _: arb(largest).log(), digits, "the divergence")
    if alpha == 1:
        return enclose_value(lambda _: sum((p * arb(p / q).log() for p, q in terms), arb(0)), digits, "the divergence")
    if alpha.q == 1:
        moment = exact_power_sum(int(alpha.p), terms)
        return enclose_value(lambda _: arb(moment).log() / (alpha - 1), digits, "the divergence")
    return enclose_value(lambda _: power_sum_ball(alpha, terms).log() / (alpha - 1), digits, "the divergence")


def common_points(first: Sequence[object], second: Sequence[object]) -> tuple[list[tuple[fmpq, fmpq]], bool]:
    """The points that both laws charge, and whether the first charges others too."""
    p, q = two_laws(first, second)
    pairs = [(a, b) for a, b in zip(p, q, strict=True) if a > 0]
    return [(a, b) for a, b in pairs if b > 0], any(b == 0 for _, b in pairs)


def exact_power_sum(order: int, terms: list[tuple[fmpq, fmpq]]) -> fmpq:
    """The sum of p^order q^(1 - order) over points of weights p and q, for an integer order."""
    return sum((q * (p / q) ** order for p, q in terms), fmpq(0))


def power_sum_ball(order: fmpq, terms: list[tuple[fmpq, fmpq]]) -> arb:
    """The same for any order, at the current precision."""
    return sum((q * arb(p / q) ** arb(order) for p, q in terms), arb(0))


# Gaussian mixtures on the line.


def gaussian_mixture(order: object, first: Sequence[object], second: Sequence[object], digits: int = 15) -> Enclosure:
    """D_order between mixtures on the line, sequences of triples (weight, mean, variance).

    Weights are positive and sum to 1, variances are positive, all rational.  The integrals are rigorous quadratures with
    certified tails; order infinity is a certified branch and bound.

    >>> gaussian_mixture(2, [(1, 0, 1)], [("0.9", 0, 1), ("0.1", "0.25", 1)], 6).lower
    '0.00063360488'
    """
    alpha = read_order(order)
    check_digits(digits)
    p, q = read_mixture(first, "first"), read_mixture(second, "second")
    if p == q:
        return exactly(fmpq(0), digits)
    if (alpha is None or alpha > 1) and not mixture.is_finite(p, q, alpha):
        return infinite(digits)

    def value(bits: int) -> Value:
        if alpha is None:
            return mixture.supremum(p, q, bits)
        return mixture.kullback(p, q) if alpha == 1 else mixture.moment(p, q, alpha).log() / (alpha - 1)

    return enclose_value(value, digits, "the divergence of mixtures", guard=32)


def read_mixture(parts: Sequence[object], field: str) -> tuple[mixture.Component, ...]:
    """A mixture from triples (weight, mean, variance), weights and variances positive; components of the same law are one."""
    weights: dict[tuple[fmpq, fmpq], fmpq] = {}
    for i, part in enumerate(parts):
        where = f"{field}[{i}]"
        if not isinstance(part, Sequence) or isinstance(part, str) or len(part) != 3:
            raise InputError(where, "is no component", "give triples (weight, mean, variance)")
        weight, mean, variance = (rational(x, where) for x in part)
        if weight <= 0 or variance <= 0:
            raise InputError(where, "has a weight or a variance that is not positive", "give positive ones")
        key = (mean, variance)
        weights[key] = weights.get(key, fmpq(0)) + weight
    if sum(weights.values(), fmpq(0)) != 1:
        raise InputError(field, "has weights that do not sum to 1", "give weights that sum to 1 exactly")
    ordered = sorted(weights.items(), key=lambda item: (item[0][0], item[0][1]))
    return tuple(mixture.Component(weight, mean, variance) for (mean, variance), weight in ordered)
