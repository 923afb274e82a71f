"""Densities on the line that are integrated with certified errors: sums of Gaussians, and exponential polynomials.

A density here is known up to an error, for which it has a bound at complex numbers too: what it stands for lies within
``missing`` of what is evaluated.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import accumulate, repeat
from operator import mul
from typing import Self

from flint import arb, arb_mat, arb_poly, fmpq, fmpz

from pabisym.lang.once import cached_property

ZERO = arb(0)


class Density(ABC):
    """A smooth function on an interval, with its integral and its continuation to complex numbers."""

    @abstractmethod
    def jet(self, center: arb, reach: arb = ZERO, tilt: arb = ZERO) -> tuple[arb, arb]:
        """Value and slope of h -> exp(-tilt*h) * f(center + h) for all |h| <= ``reach``, which both are exact numbers."""

    @abstractmethod
    def taylor(self, center: arb, terms: int) -> arb_poly:
        """The first terms of the Taylor series around a point."""

    @abstractmethod
    def bound(self, center: arb, reach: arb) -> arb:
        """A bound on the size at complex numbers no further than ``reach`` from a point."""

    @abstractmethod
    def missing(self, center: arb, reach: arb) -> arb:
        """A bound on the distance from the function that this stands for, at complex numbers as close as that."""

    @abstractmethod
    def mass(self, low: arb, high: arb) -> arb:
        """The integral of what is evaluated."""

    @abstractmethod
    def scaled(self, factor: arb) -> Self:
        """A multiple."""

    @classmethod
    @abstractmethod
    def total(cls, parts: Iterable[Self]) -> Self:
        """A sum of densities of one family."""

    def minus(self, factor: arb, other: Density) -> Self:
        """The difference with ``factor`` times another of the same family."""
        if not isinstance(other, type(self)):
            raise TypeError(f"a {type(self).__name__} was expected")
        return self.total((self, other.scaled(-factor)))


@dataclass(frozen=True)
class Bump:
    """weight * N(mean, variance), with what its evaluation needs."""

    weight: arb
    mean: arb
    variance: fmpq
    rate: arb
    height: arb

    @classmethod
    def of(cls, weight: arb, mean: arb, variance: fmpq) -> Bump:
        """Prepare a component; a weight may be negative."""
        rate = arb(1) / (2 * variance)
        return cls(weight, mean, variance, rate, weight * (rate / arb.pi()).sqrt())

    def scaled(self, factor: arb) -> Bump:
        """A multiple."""
        return Bump(self.weight * factor, self.mean, self.variance, self.rate, self.height * factor)


@dataclass(frozen=True)
class Blur:
    """An error of at most size * |N(y; m, variance)| for some m with real part in [low, high] and |Im m| <= height."""

    size: arb
    low: arb
    high: arb
    height: arb
    variance: fmpq

    def bound(self, center: arb, reach: arb) -> arb:
        """A bound at complex numbers y no further than ``reach`` from a point: |N| = N(Re) exp(Im^2/(2 variance))."""
        nearest = center.max(self.low).min(self.high)
        away, up = (abs(center - nearest) - reach).max(ZERO), reach + self.height
        return self.size * ((up * up - away * away) / (2 * self.variance)).exp() / (2 * arb.pi() * self.variance).sqrt()

    def scaled(self, factor: arb) -> Blur:
        """The error of a multiple."""
        return Blur(self.size * abs(factor), self.low, self.high, self.height, self.variance)


@dataclass(frozen=True)
class GaussianSum(Density):
    """A sum of Gaussian densities with weights of any sign, up to some errors."""

    bumps: tuple[Bump, ...]
    blurs: tuple[Blur, ...] = ()

    @classmethod
    def total(cls, parts: Iterable[GaussianSum]) -> GaussianSum:
        """A sum."""
        known = list(parts)
        return cls(tuple(b for part in known for b in part.bumps), tuple(b for part in known for b in part.blurs))

    def scaled(self, factor: arb) -> GaussianSum:
        """A multiple."""
        return GaussianSum(tuple(b.scaled(factor) for b in self.bumps), tuple(b.scaled(factor) for b in self.blurs))

    def missing(self, center: arb, reach: arb) -> arb:
        """The sum of the bounds."""
        return sum((blur.bound(center, reach) for blur in self.blurs), arb(0)).abs_upper()

    def jet(self, center: arb, reach: arb = ZERO, tilt: arb = ZERO) -> tuple[arb, arb]:
        """From exp(-r a^2 - (2 r a + tilt) h - r h^2), r = 1/(2 variance), in which a large tilt cancels."""
        value = slope = arb(0)
        h, square = arb(0, reach), arb(reach / 2, reach / 2) * reach
        for bump in self.bumps:
            away = center - bump.mean
            lean = 2 * bump.rate * away + tilt
            height = bump.height * (-bump.rate * (away * away + square) - lean * h).exp()
            value += height
            slope -= height * (lean + 2 * bump.rate * h)
        return value, slope

    def taylor(self, center: arb, terms: int) -> arb_poly:
        """From exp(-r (a + h)^2) = exp(-r a^2) exp(-2 r a h) exp(-r h^2), r = 1/(2 variance): one product for each variance."""
        groups: dict[fmpq, list[tuple[arb, arb]]] = {}
        for bump in self.bumps:
            away = center - bump.mean
            height = bump.height * (-bump.rate * away * away).exp()
            groups.setdefault(bump.variance, []).append((height, -2 * bump.rate * away))
        factorials, total = _factorials(terms), arb_poly([0])
        for variance, points in groups.items():
            fall = [(arb(-1) / (2 * variance)) ** (k // 2) / factorials[k // 2] if k % 2 == 0 else arb(0) for k in range(terms)]
            moments = _moments(points, terms)
            total += arb_poly([m / f for m, f in zip(moments, factorials, strict=True)]) * arb_poly(fall)
        return total.truncate(terms)

    def bound(self, center: arb, reach: arb) -> arb:
        """Of exp(-rate*((a + x)^2 - y^2)), term by term."""
        total = arb(0)
        for bump in self.bumps:
            away = (abs(center - bump.mean) - reach).max(arb(0))
            total += abs(bump.height) * (bump.rate * (reach * reach - away * away)).exp()
        return total

    def mass(self, low: arb, high: arb) -> arb:
        """The integral."""
        total = arb(0)
        for bump in self.bumps:
            root = bump.rate.sqrt()
            total += bump.weight * _between((low - bump.mean) * root, (high - bump.mean) * root)
        return total


def _between(low: arb, high: arb) -> arb:
    """(erf(high) - erf(low))/2, from tails where both lie on one side."""
    if high < 0:
        return ((-high).erfc() - (-low).erfc()) / 2
    return (low.erfc() - high.erfc()) / 2


def _moments(points: list[tuple[arb, arb]], count: int) -> list[arb]:
    """The sums of w x^k over pairs (w, x) for k < ``count``, as a product of powers up to and of multiples of a root of it."""
    small = math.isqrt(count - 1) + 1
    low = [list(accumulate(repeat(x, small), mul, initial=arb(1))) for _, x in points]
    high = [list(accumulate(repeat(row[small], small - 1), mul, initial=w)) for (w, _), row in zip(points, low, strict=True)]
    columns = arb_mat([[row[i] for row in high] for i in range(small)])
    product = columns * arb_mat([row[:small] for row in low])
    return list(product.entries()[:count])


def _factorials(terms: int) -> list[fmpz]:
    return list(accumulate(map(fmpz, range(1, terms)), mul, initial=fmpz(1)))


@dataclass(frozen=True)
class ExponentialPolynomial(Density):
    """The sum over rates of a polynomial times e^(rate*y)."""

    terms: Mapping[fmpq, arb_poly]

    @classmethod
    def exponential(cls, rate: fmpq, factor: arb) -> ExponentialPolynomial:
        """The function factor * e^(rate*y)."""
        return cls({rate: arb_poly([factor])})

    @classmethod
    def total(cls, parts: Iterable[ExponentialPolynomial]) -> ExponentialPolynomial:
        """A sum."""
        terms: dict[fmpq, arb_poly] = {}
        for part in parts:
            for rate, polynomial in part.terms.items():
                terms[rate] = terms[rate] + polynomial if rate in terms else polynomial
        return cls(terms)

    def scaled(self, factor: arb) -> ExponentialPolynomial:
        """A multiple."""
        return ExponentialPolynomial({rate: polynomial * factor for rate, polynomial in self.terms.items()})

    def times_exponential(self, rate: fmpq) -> ExponentialPolynomial:
        """The product with e^(rate*y)."""
        return ExponentialPolynomial({known + rate: polynomial for known, polynomial in self.terms.items()})

    def of_affine(self, slope: fmpq, offset: fmpq) -> ExponentialPolynomial:
        """The function y -> f(slope*y + offset)."""
        inner = arb_poly([arb(offset), arb(slope)])
        return ExponentialPolynomial({rate * slope: p(inner) * arb(rate * offset).exp() for rate, p in self.terms.items()})

    def antiderivative(self) -> ExponentialPolynomial:
        """A function whose derivative this is: Q with Q' + rate*Q = P for every rate."""
        terms: dict[fmpq, arb_poly] = {}
        for rate, polynomial in self.terms.items():
            if rate == 0:
                terms[rate] = polynomial.integral()
                continue
            found, part = arb_poly([0]), polynomial * arb(1 / rate)
            while part.length() > 0:
                found += part
                part = part.derivative() * arb(-1 / rate)
            terms[rate] = found
        return ExponentialPolynomial(terms)

    def missing(self, center: arb, reach: arb) -> arb:
        """Nothing but rounding, which the balls hold."""
        return ZERO

    def value(self, x: arb) -> arb:
        """The value at a point."""
        return sum(((x * rate).exp() * polynomial(x) for rate, polynomial in self.terms.items()), arb(0))

    def jet(self, center: arb, reach: arb = ZERO, tilt: arb = ZERO) -> tuple[arb, arb]:
        """Term by term, polynomials expanded around the center."""
        value = slope = arb(0)
        h = arb(0, reach)
        for rate, polynomial in self.terms.items():
            local, lean = polynomial(arb_poly([center, 1])), rate - tilt
            height, size = (center * rate + lean * h).exp(), local(h)
            value += height * size
            slope += height * (lean * size + local.derivative()(h))
        return value, slope

    def taylor(self, center: arb, terms: int) -> arb_poly:
        """The product of a polynomial and the exponential series, for each rate."""
        total = arb_poly([0])
        factorials = _factorials(terms)
        for rate, polynomial in self.terms.items():
            start = (center * rate).exp()
            series = arb_poly([start * rate**k / factorials[k] for k in range(terms)])
            total += (polynomial(arb_poly([center, 1])) * series).truncate(terms)
        return total

    def bound(self, center: arb, reach: arb) -> arb:
        """Term by term."""
        total = arb(0)
        for rate, polynomial in self.terms.items():
            local = arb_poly([abs(c) for c in polynomial(arb_poly([center, 1])).coeffs()])
            total += (center * rate + reach * abs(rate)).exp() * local(reach)
        return total

    def mass(self, low: arb, high: arb) -> arb:
        """The integral."""
        return self._whole.value(high) - self._whole.value(low)

    @cached_property
    def _whole(self) -> ExponentialPolynomial:
        return self.antiderivative()
