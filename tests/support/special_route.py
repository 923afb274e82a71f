"""The special values in mpmath, by quadrature of the definitions; shares no formula and no arithmetic with the code under test."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import pairwise

import mpmath
from mpmath import mpf

from pabisym.lang.rational import rational, to_fraction
from pabisym.numerics.enclosure import Enclosure

RADIUS_DIGITS = 25
"""Relative radius of the second route, as a number of digits."""
PRECISION = 45
"""Digits it computes with."""
Density = Callable[[mpf], mpf]


def real(value: object) -> mpf:
    """An exact rational as a number of the current precision."""
    number = to_fraction(rational(value, "value"))
    return mpf(number.numerator) / number.denominator


def ends(enclosure: Enclosure) -> tuple[Fraction, Fraction]:
    """Both ends, exactly."""
    lower, upper = (to_fraction(rational(text, "end")) for text in (enclosure.lower, enclosure.upper))
    return lower, upper


def overlaps(enclosure: Enclosure, value: mpf, digits: int = RADIUS_DIGITS) -> bool:
    """Whether an enclosure meets the ball of relative radius 10**-digits around a value."""
    sign, mantissa, exponent, _ = value._mpf_
    other = Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)
    radius = abs(other) / 10**digits
    lower, upper = ends(enclosure)
    return lower <= other + radius and other - radius <= upper


def is_sharp(enclosure: Enclosure, digits: int) -> bool:
    """Whether the ends differ by at most 10**-digits of the value."""
    lower, upper = ends(enclosure)
    return lower <= upper and (upper - lower) * 10**digits <= min(abs(lower), abs(upper))


def integral(function: Density, low: mpf, high: mpf, width: float = 1.5) -> mpf:
    """Gauss-Legendre on pieces of at most the given width."""
    pieces = int((high - low) / width) + 2
    return mpmath.quad(function, mpmath.linspace(low, high, pieces), method="gauss-legendre")


def sampled(order: object, q: object, sigma: object, first: bool) -> mpf:
    """The sampled Gaussian divergence; E[g^a] - 1 is the mean of g^a - 1 - a (g - 1), in which little cancels."""
    alpha, share, noise = real(order), real(q), real(sigma)

    def excess(z: mpf) -> mpf:
        return share * mpmath.expm1(z / noise - 1 / (2 * noise**2))

    def at(z: mpf) -> mpf:
        x = excess(z)
        log = mpmath.log1p(x)
        if alpha == 1:
            value = (1 + x) * log - x if first else x - log
        else:
            a = alpha if first else 1 - alpha
            value = mpmath.expm1(a * log) - a * x
        return mpmath.npdf(z) * value

    far = 1 / noise if not first else alpha / noise
    low = -18 if first else -18 - (alpha - 1) / noise
    total = integral(at, mpf(low), far + 18)
    return total if alpha == 1 else mpmath.log1p(total) / (alpha - 1)


def hockey_stick(p: Density, q: Density, gamma: mpf, points: Sequence[mpf]) -> mpf:
    """The integral of (p - gamma q)^+, between points among which all its kinks are."""

    def at(x: mpf) -> mpf:
        return max(p(x) - gamma * q(x), mpf(0))

    return sum(integral(at, low, high) for low, high in pairwise(points))


def renyi(order: mpf, log_p: Density, log_q: Density, points: Sequence[mpf]) -> mpf:
    """The Rényi divergence from log densities, integrated between points among which all kinks are."""

    def at(x: mpf) -> mpf:
        p, q = log_p(x), log_q(x)
        return mpmath.exp(p) * (p - q) if order == 1 else mpmath.exp(order * p + (1 - order) * q)

    total = sum(integral(at, low, high) for low, high in pairwise(points))
    return total if order == 1 else mpmath.log(total) / (order - 1)


def normal_log_density(parts: Sequence[tuple[object, object, object]]) -> Density:
    """The log density of a mixture of (weight, mean, variance)."""
    terms = [tuple(real(x) for x in part) for part in parts]

    def at(x: mpf) -> mpf:
        return mpmath.log(sum(w * mpmath.exp(-((x - m) ** 2) / (2 * v)) / mpmath.sqrt(2 * mpmath.pi * v) for w, m, v in terms))

    return at
