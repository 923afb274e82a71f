"""Laws of clipped chains in mpmath, by nested quadrature; shares no formula and no arithmetic with the code under test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise

import mpmath
from mpmath import mpf
from mpmath.calculus.quadrature import GaussLegendre

from pabisym.numerics.enclosure import Enclosure

DIGITS = 22
"""Digits that the second route computes with."""
RADIUS = mpf(10) ** -11
"""Absolute radius that its results are given."""
Density = Callable[[mpf], mpf]


def real(value: object) -> mpf:
    """An exact rational at the current precision."""
    number = Fraction(value)  # type: ignore[arg-type]
    return mpf(number.numerator) / number.denominator


def ends(enclosure: Enclosure) -> tuple[Fraction, Fraction]:
    return Fraction(enclosure.lower), Fraction(enclosure.upper)


def exact(value: mpf) -> Fraction:
    sign, mantissa, exponent, _ = value._mpf_
    return Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)


def overlaps(enclosure: Enclosure, value: mpf, radius: mpf = RADIUS) -> bool:
    """Whether an enclosure meets the ball of this radius around a value."""
    lower, upper = ends(enclosure)
    return lower <= exact(value + radius) and exact(value - radius) <= upper


def meet(first: Enclosure, second: Enclosure) -> bool:
    """Whether two enclosures of one number have a point in common."""
    return ends(first)[0] <= ends(second)[1] and ends(second)[0] <= ends(first)[1]


def is_sharp(enclosure: Enclosure, gap: Fraction) -> bool:
    """Whether the ends are in order and differ by at most the relative gap."""
    lower, upper = ends(enclosure)
    return lower <= upper and upper - lower <= gap * min(abs(lower), abs(upper))


@cache
def _nodes(degree: int) -> tuple[tuple[mpf, mpf], ...]:
    return tuple(GaussLegendre(mpmath.mp).calc_nodes(degree, mpmath.mp.prec))


def rule(low: mpf, high: mpf, degree: int = 3) -> list[tuple[mpf, mpf]]:
    """Gauss-Legendre nodes and weights on an interval; 3 * 2^(degree - 1) of them."""
    half, middle = (high - low) / 2, (high + low) / 2
    return [(middle + half * x, half * w) for x, w in _nodes(degree)]


def composite(points: Sequence[mpf], width: mpf) -> list[tuple[mpf, mpf]]:
    """Nodes and weights on pieces between points, none wider than ``width``."""
    found = []
    for low, high in pairwise(points):
        count = int((high - low) / width) + 1 if high > low else 0
        for left, right in pairwise(mpmath.linspace(low, high, count + 1)):
            found += rule(left, right)
    return found


@dataclass(frozen=True)
class Route:
    """A law on an interval: two atoms, a density, and the points at which it may have kinks."""

    low: mpf
    high: mpf
    density: Density
    points: tuple[mpf, ...]


def gaussian_chain_route(
    ends: tuple[mpf, mpf], start: Sequence[tuple[mpf, mpf]], steps: Sequence[tuple[mpf, mpf, mpf]], clipped: bool
) -> Route:
    """X -> clip(c X + s + N(0, v)) for (c, s, v) in ``steps``; the last one without a clip unless ``clipped``."""
    low, high = ends
    masses, law = list(start), Route(mpf(0), mpf(0), lambda y: mpf(0), ends)
    for number, (c, s, v) in enumerate(steps):
        sources, deviation = [(c * x + s, m) for m, x in masses], mpmath.sqrt(v)

        @cache
        def density(y: mpf, sources: tuple[tuple[mpf, mpf], ...] = tuple(sources), deviation: mpf = deviation) -> mpf:
            rate, height = 1 / (2 * deviation**2), 1 / (deviation * mpmath.sqrt(2 * mpmath.pi))
            return height * sum(m * mpmath.exp(-rate * (y - x) ** 2) for x, m in sources)

        if number == len(steps) - 1 and not clipped:
            reach = 9 * deviation
            points = (min(x for x, _ in sources) - reach, max(x for x, _ in sources) + reach)
            return Route(mpf(0), mpf(0), density, points)
        below = sum(m * mpmath.ncdf(low, x, deviation) for x, m in sources)
        above = sum(m * mpmath.ncdf(-high, -x, deviation) for x, m in sources)
        law = Route(below, above, density, ends)
        nodes = composite(ends, deviation)
        masses = [(below, low), (above, high), *((w * density(x), x) for x, w in nodes)]
    return law


def laplace_chain_route(
    ends: tuple[mpf, mpf], start: Sequence[tuple[mpf, mpf]], steps: Sequence[tuple[mpf, mpf, mpf]], clipped: bool
) -> Route:
    """The same for Laplace noise of scale b, for one or two steps; kernels are split where they have kinks."""
    low, high = ends
    atoms, inner = [(x, m) for m, x in start], None
    law = Route(mpf(0), mpf(0), lambda y: mpf(0), ends)
    kinks: tuple[mpf, ...] = ()
    for number, (c, s, b) in enumerate(steps):
        law = _laplace_step(ends, atoms, inner, kinks, (c, s, b))
        if number == len(steps) - 1 and not clipped:
            return law
        cut = sorted({low, high, *(x for x in law.points if low < x < high)})
        below, above = _laplace_tails(atoms, inner, kinks, (c, s, b), ends)
        law = Route(below, above, law.density, tuple(cut))
        atoms, inner, kinks = [(low, below), (high, above)], law.density, law.points
    return law


def _laplace_step(
    ends: tuple[mpf, mpf], atoms: list[tuple[mpf, mpf]], inner: Density | None, kinks: Sequence[mpf], step: tuple[mpf, mpf, mpf]
) -> Route:
    c, s, b = step

    @cache
    def density(y: mpf) -> mpf:
        total = sum(m * mpmath.exp(-abs(y - c * x - s) / b) / (2 * b) for x, m in atoms)
        if inner is not None:
            turn = (y - s) / c
            points = sorted({*kinks, *((turn,) if kinks[0] < turn < kinks[-1] else ())})
            total += sum(w * inner(x) * mpmath.exp(-abs(y - c * x - s) / b) / (2 * b) for x, w in composite(points, b))
        return total

    images = sorted(c * x + s for x in (*kinks, *(x for x, _ in atoms)))
    reach = 30 * b
    return Route(mpf(0), mpf(0), density, (images[0] - reach, *images, images[-1] + reach))


def _laplace_tails(
    atoms: list[tuple[mpf, mpf]], inner: Density | None, kinks: Sequence[mpf], step: tuple[mpf, mpf, mpf], ends: tuple[mpf, mpf]
) -> tuple[mpf, mpf]:
    c, s, b = step

    def below(z: mpf) -> mpf:
        return mpmath.exp(z / b) / 2 if z < 0 else 1 - mpmath.exp(-z / b) / 2

    def mass(tail: Callable[[mpf], mpf], turn: mpf) -> mpf:
        total = sum(m * tail(x) for x, m in atoms)
        if inner is not None:
            points = sorted({*kinks, *((turn,) if kinks[0] < turn < kinks[-1] else ())})
            total += sum(w * inner(x) * tail(x) for x, w in composite(points, b))
        return total

    low, high = ends
    return mass(lambda x: below(low - c * x - s), (low - s) / c), mass(lambda x: below(c * x + s - high), (high - s) / c)


def renyi(first: Route, second: Route, order: mpf, width: mpf) -> mpf:
    """D_order by quadrature between the kinks of both densities, with the atoms."""
    pairs = [(a, b) for a, b in ((first.low, second.low), (first.high, second.high)) if a > 0]
    nodes = composite(sorted({*first.points, *second.points}), width)
    values = [(w, first.density(x), second.density(x)) for x, w in nodes]
    if order == 1:
        return sum(a * mpmath.log(a / b) for a, b in pairs) + sum(w * p * mpmath.log(p / q) for w, p, q in values)
    total = sum(a**order * b ** (1 - order) for a, b in pairs) + sum(w * p**order * q ** (1 - order) for w, p, q in values)
    return mpmath.log(total) / (order - 1)


def hockey_stick(first: Route, second: Route, gamma: mpf, width: mpf) -> mpf:
    """E_gamma: the roots of p - gamma q are bisected between the points of a fine grid."""

    def difference(x: mpf) -> mpf:
        return first.density(x) - gamma * second.density(x)

    points = sorted({*first.points, *second.points})
    grid = sorted({*points, *(x for low, high in pairwise(points) for x in mpmath.linspace(low, high, 7))})
    roots = [_bisected(difference, low, high) for low, high in pairwise(grid) if difference(low) * difference(high) < 0]
    total = sum(max(a - gamma * b, mpf(0)) for a, b in ((first.low, second.low), (first.high, second.high)))
    return total + sum(w * max(difference(x), mpf(0)) for x, w in composite(sorted({*points, *roots}), width))


def _bisected(function: Density, low: mpf, high: mpf) -> mpf:
    rising = function(high) > 0
    for _ in range(45):
        middle = (low + high) / 2
        low, high = (low, middle) if (function(middle) > 0) == rising else (middle, high)
    return (low + high) / 2
