"""The same conversions in mpmath, written from the definitions and sharing nothing with the code under test."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import mpmath
from mpmath import mpf

from pabisym.numerics.enclosure import Enclosure

DIGITS = 60


def real(value: Fraction | int | str) -> mpf:
    """An exact rational as a number of the current precision."""
    number = Fraction(value)
    return mpf(number.numerator) / number.denominator


def overlaps(enclosure: Enclosure, value: mpf, digits: int = 40) -> bool:
    """Whether an enclosure meets the ball of relative radius 10**-digits around a value."""
    sign, mantissa, exponent, _ = value._mpf_
    other = Fraction((-1) ** sign * int(mantissa)) * Fraction(2) ** int(exponent)
    radius = abs(other) / 10**digits
    return Fraction(enclosure.lower) <= other + radius and other - radius <= Fraction(enclosure.upper)


def tail(x: mpf) -> mpf:
    """The probability that a standard normal exceeds x."""
    return mpmath.erfc(x / mpmath.sqrt(2)) / 2


def gaussian_delta(mu: mpf, epsilon: mpf) -> mpf:
    """E_{e^epsilon}(N(mu, 1) || N(0, 1)) from probabilities of the best event."""
    return tail(epsilon / mu - mu / 2) - mpmath.exp(epsilon) * tail(epsilon / mu + mu / 2)


def canonne_epsilon(order: mpf, divergence: mpf, delta: mpf) -> mpf:
    """R + log((alpha - 1)/alpha) - (log(delta) + log(alpha))/(alpha - 1)."""
    return divergence + mpmath.log((order - 1) / order) - (mpmath.log(delta) + mpmath.log(order)) / (order - 1)


def bernoulli_divergence(order: mpf, p: mpf, q: mpf) -> mpf:
    """The Rényi divergence between Bernoulli laws."""
    return mpmath.log(p**order * q ** (1 - order) + (1 - p) ** order * (1 - q) ** (1 - order)) / (order - 1)


def golden_minimum(function: Callable[[mpf], mpf], low: mpf, high: mpf, steps: int) -> mpf:
    """The least value of a function with one minimum."""
    ratio = (mpmath.sqrt(5) - 1) / 2
    left, right = high - ratio * (high - low), low + ratio * (high - low)
    at_left, at_right = function(left), function(right)
    for _ in range(steps):
        if at_left < at_right:
            high, right, at_right = right, left, at_left
            left = high - ratio * (high - low)
            at_left = function(left)
        else:
            low, left, at_left = left, right, at_right
            right = low + ratio * (high - low)
            at_right = function(right)
    return min(at_left, at_right)


def sampled_divergence(order: mpf, q: mpf, sigma: mpf) -> mpf:
    """D_order((1-q) N(0, sigma^2) + q N(1, sigma^2) || N(0, sigma^2)) by quadrature."""

    def integrand(x: mpf) -> mpf:
        ratio = 1 - q + q * mpmath.exp((2 * x - 1) / (2 * sigma**2))
        return ratio**order * mpmath.npdf(x, 0, sigma)

    points = mpmath.linspace(-14 * sigma, (14 + float(order)) * sigma + 1, 15)
    return mpmath.log(mpmath.quad(integrand, points)) / (order - 1)
