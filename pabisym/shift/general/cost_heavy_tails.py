"""Costs of noise with heavy tails: Student's t and Cauchy.  They grow like a logarithm and are not convex.

For the density proportional to ``(1 + u^2)^(-(nu + 1)/2)``, a shift xi and m = (alpha - 1)(nu + 1)/2 the substitution
u - xi = tan(phi) gives

    exp((alpha - 1) D_alpha) = E[Q^m],     Q = cos^2(phi) + (sin(phi) + xi cos(phi))^2,

where phi has a density proportional to cos(phi)^(nu - 1) on [-pi/2, pi/2]; for the order 1 it is D_1 = (nu + 1)/2
E[log Q], and D_inf = (nu + 1) asinh(xi/2).  For integers m it is a polynomial in xi^2 with positive rational
coefficients, for nu = 1 the Legendre function of degree alpha - 1 at 1 + xi^2/2.

``D_alpha`` is non-decreasing in |xi|, so it is the cost: for alpha > 1 the power p^(1 - alpha) is a limit of constants
minus symmetric unimodal functions, and the convolution of two symmetric unimodal functions is unimodal (Wintner).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeAlias

import numpy as np
from flint import acb, arb, ctx, fmpq, fmpq_poly

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.parameters import positive
from pabisym.shift.general.cost import Cost, Family, Floats, Parameters, Payment, Rational, read_order
from pabisym.shift.general.curvature import BOXES, Convexity, CurvaturePiece, curvature_pieces, cut_pieces, failure, join_pieces

MAX_DEGREE = 1000
"""Largest m for which the polynomial is written out."""
_GRID = 4096
_ROWS = 2048
_SMALL, _TINY = 1e-4, 1e-6
_BITS = 128
_EVALUATIONS = 100_000
_WIDE, _WIDE_EVALUATIONS = arb(2) ** -10, 1500
_SLOW_BITS = 32
_QUADRATURE_BITS = 53
_SLOW_BOXES = 48
_GROWTH = "the divergence grows like a logarithm"
_UNSEEN = "the sign of the second derivative was not decided"


@dataclass(frozen=True)
class _Greatest:
    """Order infinity: (nu + 1) asinh(xi/2)."""

    df: fmpq

    def value(self, xi: arb) -> arb:
        return (self.df + 1) * (xi / 2).asinh()

    def slope(self, xi: arb) -> arb:
        return (self.df + 1) / (xi * xi + 4).sqrt()

    def curvature(self, xi: arb) -> arb:
        root = (xi * xi + 4).sqrt()
        return -(self.df + 1) * xi / (root * root * root)


class _Logarithm:
    """log P(xi^2) / rest for a polynomial P with positive coefficients and P(0) = 1."""

    def __init__(self, polynomial: fmpq_poly, rest: fmpq) -> None:
        self.first, self.rest = polynomial.derivative(), rest
        self.polynomial, second, x = polynomial, self.first.derivative(), fmpq_poly([0, 1])
        self.sign = 4 * x * (second * polynomial - self.first**2) + 2 * self.first * polynomial

    def value(self, xi: arb) -> arb:
        return _at(self.polynomial, xi * xi).log() / self.rest

    def slope(self, xi: arb) -> arb:
        x = xi * xi
        return 2 * xi * _at(self.first, x) / _at(self.polynomial, x) / self.rest

    def curvature(self, xi: arb) -> arb:
        x = xi * xi
        return _at(self.sign, x) / _at(self.polynomial, x) ** 2 / self.rest


@dataclass(frozen=True)
class _Legendre:
    """Cauchy noise and an order that is no integer: log F / (alpha - 1), F = 2F1(alpha, 1 - alpha; 1; -xi^2/4)."""

    order: fmpq

    def _derivative(self, xi: arb, k: int) -> arb:
        """The k-th derivative of 2F1 by its argument."""
        a, b = self.order, 1 - self.order
        factor = fmpq(1)
        for i in range(k):
            factor *= (a + i) * (b + i) / fmpq(1 + i)
        return factor * (-xi * xi / 4).hypgeom_2f1(arb(a + k), arb(b + k), arb(1 + k))

    def value(self, xi: arb) -> arb:
        return self._derivative(xi, 0).log() / (self.order - 1)

    def slope(self, xi: arb) -> arb:
        return -xi / 2 * self._derivative(xi, 1) / self._derivative(xi, 0) / (self.order - 1)

    def curvature(self, xi: arb) -> arb:
        value, first, second = (self._derivative(xi, k) for k in range(3))
        ratio = first / value
        return (xi * xi / 4 * (second / value - ratio * ratio) - ratio / 2) / (self.order - 1)


@dataclass(frozen=True)
class _Integral:
    """The general case, by certified quadrature over phi: Q = c^2 + w^2 with c = cos(phi), w = sin(phi) + xi c.

    As functions of xi, Q' = 2 c w and Q'' = 2 c^2.
    """

    order: fmpq
    df: fmpq

    def value(self, xi: arb) -> arb:
        if self.order == 1:
            return (self.df + 1) / 2 * self._mean(xi, lambda q, c, w, analytic: q.log(analytic=analytic))
        return self._power_mean(xi, 0).log() / (self.order - 1)

    def slope(self, xi: arb) -> arb:
        if self.order == 1:
            return (self.df + 1) * self._mean(xi, lambda q, c, w, _: c * w / q)
        return (self.df + 1) * self._power_mean(xi, 1, lambda c, w: c * w) / self._power_mean(xi, 0)

    def curvature(self, xi: arb) -> arb:
        """By its value in the middle of the ball and the third derivative on the ball."""
        middle = xi.mid()
        return self._second(middle) + (self._third(xi) * (xi - middle) if not xi.is_exact() else 0)

    def _second(self, xi: arb) -> arb:
        if self.order == 1:
            return (self.df + 1) * self._mean(xi, lambda q, c, w, _: c * c * (c * c - w * w) / (q * q))
        mean, first, second, _ = self._moments(xi, 3)
        return (second / mean - (first / mean) ** 2) / (self.order - 1)

    def _third(self, xi: arb) -> arb:
        if self.order == 1:
            slope = self._mean(xi, lambda q, c, w, _: c * c * c * w * (3 * c * c - w * w) / (q * q * q))
            return -2 * (self.df + 1) * slope
        mean, first, second, third = self._moments(xi, 4)
        ratio = first / mean
        return (third / mean - 3 * second / mean * ratio + 2 * ratio * ratio * ratio) / (self.order - 1)

    def _moments(self, xi: arb, count: int) -> tuple[arb, arb, arb, arb]:
        """E[Q^m] and its first derivatives by xi; 0 for those not asked for."""
        m = self._power
        mean = self._increasing(xi, lambda at: self._power_mean(at, 0))
        first = 2 * m * self._increasing(xi, lambda at: self._power_mean(at, 1, lambda c, w: c * w))
        second = 2 * m * self._power_mean(xi, 2, lambda c, w: c * c * (c * c + (2 * m - 1) * w * w))
        if count < 4:
            return mean, first, second, arb(0)
        third = self._power_mean(xi, 3, lambda c, w: c * c * c * w * (3 * c * c + (2 * m - 1) * w * w))
        return mean, first, second, 4 * m * (m - 1) * third

    def _increasing(self, xi: arb, function: Callable[[arb], arb]) -> arb:
        """A function on a ball of xi >= 0 by its ends: E[Q^m] and its derivative increase where m >= 1/2."""
        if xi.is_exact() or self._power < fmpq(1, 2):
            return function(xi)
        low = xi.lower()
        return function(low if low > 0 else arb(0)).union(function(xi.upper()))

    @property
    def _power(self) -> fmpq:
        return (self.order - 1) * (self.df + 1) / 2

    def _power_mean(self, xi: arb, drop: int, factor: Callable[[acb, acb], acb] | None = None) -> arb:
        """E[factor(c, w) Q^(m - drop)]."""
        power = acb(self._power - drop)

        def function(q: acb, c: acb, w: acb, analytic: bool) -> acb:
            result = q.pow(power, analytic=analytic)
            return result if factor is None else result * factor(c, w)

        return self._mean(xi, function)

    def _mean(self, xi: arb, function: Callable[[acb, acb, acb, bool], acb]) -> arb:
        """E[function(Q, c, w, analytic)]."""
        power = self.df - 1

        def integrand(phi: acb, analytic: bool) -> acb:
            sine, c = phi.sin_cos()
            w = sine + xi * c
            weight = c ** int(power.p) if power.q == 1 else c.pow(acb(power), analytic=analytic)
            return weight * function(c * c + w * w, c, w, analytic)

        half = acb.pi() / 2
        wide = xi.rad() > _WIDE
        limits = {"eval_limit": _WIDE_EVALUATIONS, "rel_tol": _WIDE} if wide else {"eval_limit": _EVALUATIONS}
        total: arb = acb.integral(integrand, -half, half, **limits).real
        constant: arb = arb((self.df + 1) / 2).gamma() / (arb(self.df / 2).gamma() * arb.pi().sqrt())
        return total * constant


_Profile: TypeAlias = _Greatest | _Logarithm | _Legendre | _Integral
"""The divergence as a function of the shift xi of the standard density, in balls: D, D', and a ball with D'' on a ball."""


def _at(polynomial: fmpq_poly, x: arb) -> arb:
    """The value of a polynomial by Horner's rule."""
    result = arb(0)
    for k in range(polynomial.degree(), -1, -1):
        result = result * x + polynomial[k]
    return result


@lru_cache(maxsize=64)
def _profile(order: fmpq | None, df: fmpq) -> _Profile:
    """The simplest certified form."""
    if order is None:
        return _Greatest(df)
    degree = (order - 1) * (df + 1) / 2
    if order == 1 and df == 1:
        return _Logarithm(fmpq_poly([1, fmpq(1, 4)]), fmpq(1))
    if order > 1 and degree.q == 1 and degree <= MAX_DEGREE:
        # E[Q^m] as a polynomial in xi^2, m = degree: the terminating series 3F2.
        a, b, c = order * (df + 1) / 2, -degree, (df + 1) / 2
        coefficients = [fmpq(1)]
        for n in range(int(degree.p)):
            step = (a + n) * (b + n) * (c - fmpq(1, 2) + n) / ((c + 2 * n) * (c + 2 * n + 1) * (n + 1))
            coefficients.append(-coefficients[-1] * step)
        return _Logarithm(fmpq_poly(coefficients), order - 1)
    return _Legendre(order) if df == 1 else _Integral(order, df)


@dataclass(frozen=True)
class _Unit:
    """The divergence as a function of the shift xi of the standard density, in floats.

    The mean over phi is taken by a double exponential rule on both sides of the place where Q is least, -atan(xi): at
    the distance d from there and e from the nearer end of [-pi/2, pi/2], Q = sin^2(e) + (1 + xi^2) sin^2(d).  Near 0 the
    divergence is quadratic to the accuracy of the rule.
    """

    order: float
    df: float

    def value(self, xi: Floats) -> Floats:
        """D."""
        if self.order == math.inf:
            return (self.df + 1) * np.arcsinh(xi / 2)
        return np.where(xi < _SMALL, xi / 2 * self.slope(xi), self._by_rows(xi, self._values))

    def slope(self, xi: Floats) -> Floats:
        """D'."""
        if self.order == math.inf:
            return (self.df + 1) / np.sqrt(xi * xi + 4)
        least = np.maximum(xi, _TINY)
        return self._by_rows(least, self._slopes) * np.minimum(xi / least, 1.0)

    def _by_rows(self, xi: Floats, rule: Callable[[Floats], Floats]) -> Floats:
        flat = np.atleast_1d(xi).ravel()
        parts = [rule(flat[i : i + _ROWS, None]) for i in range(0, len(flat), _ROWS)]
        return np.concatenate([np.empty(0), *parts]).reshape(np.shape(xi))

    def _rule(self, xi: Floats) -> tuple[Floats, Floats, Floats]:
        """The weights of a mean, log Q, and half the derivative of Q over Q."""
        left = np.arctan2(1.0, xi)
        beyond = np.pi - left
        d = np.concatenate([left * _NEAR, beyond * _NEAR], axis=1)
        e = np.concatenate([left * _FAR, beyond * _FAR], axis=1)
        length = np.concatenate([left * _WEIGHT, beyond * _WEIGHT], axis=1)
        cosine, w = np.sin(e), np.hypot(1.0, xi) * np.sin(d)
        weight = length * cosine ** (self.df - 1)
        weight /= weight.sum(axis=1)[:, None]
        q = cosine**2 + w**2
        return weight, np.log(q), cosine * np.concatenate([-w[:, : len(_NEAR)], w[:, len(_NEAR) :]], axis=1) / q

    def _values(self, xi: Floats) -> Floats:
        weight, log_q, _ = self._rule(xi)
        if self.order == 1:
            kl: Floats = (self.df + 1) / 2 * (weight * log_q).sum(axis=1)
            return np.maximum(kl, 0.0)
        exponent = self._power * log_q
        top = exponent.max(axis=1)
        total: Floats = top + np.log((weight * np.exp(exponent - top[:, None])).sum(axis=1))
        return np.maximum(total, 0.0) / (self.order - 1)

    def _slopes(self, xi: Floats) -> Floats:
        weight, log_q, half = self._rule(xi)
        exponent = self._power * log_q
        tilted = weight * np.exp(exponent - exponent.max(axis=1)[:, None])
        result: Floats = (self.df + 1) * (tilted * half).sum(axis=1) / tilted.sum(axis=1)
        return np.maximum(result, 0.0)

    @property
    def _power(self) -> float:
        return (self.order - 1) * (self.df + 1) / 2


def _double_exponential() -> tuple[Floats, Floats, Floats]:
    """Places of [0, 1] as distances from both ends, and their weights."""
    t = np.linspace(-3.4, 3.4, 201)
    bulge = np.pi * np.sinh(t)
    near, far = 1 / (1 + np.exp(-bulge)), 1 / (1 + np.exp(bulge))
    return near, far, np.cosh(t) * near * far


_NEAR, _FAR, _WEIGHT = _double_exponential()


class _Convex(NamedTuple):
    """D and D' on a grid of the interval [0, inflection] on which D is convex."""

    inflection: float
    grid: Floats
    values: Floats
    slopes: Floats


@lru_cache(maxsize=16)
def _convex_part(order: float, df: float) -> _Convex:
    form, inflection = _Unit(order, df), 0.0
    if order < math.inf:
        low, high = 1e-6, 1e6
        for _ in range(12):
            points = np.geomspace(low, high, 33)
            best = int(np.argmax(form.slope(points)))
            low, high = points[max(best - 1, 0)], points[min(best + 1, 32)]
        inflection = math.sqrt(low * high)
    grid = np.linspace(0.0, inflection, _GRID + 1)
    return _Convex(inflection, grid, form.value(grid), np.maximum.accumulate(form.slope(grid)))


@dataclass(frozen=True)
class _Heavy:
    """The cost of Student's t noise; the parameter is scale * sqrt(df)."""

    order: float
    df: float

    def value(self, p: Parameters, a: Floats) -> Floats:
        return _Unit(self.order, self.df).value(a / p[0])

    def derivative(self, p: Parameters, a: Floats) -> Floats:
        return _Unit(self.order, self.df).slope(a / p[0]) / p[0]

    def payment(self, p: Parameters, cap: Floats) -> Payment:
        """For the convex envelope on [0, cap]: R on its convex part up to a tangent, then straight to the end."""
        part = _convex_part(self.order, self.df)
        end = cap / p[0]
        chord = self._chord(part, end)

        def pay(y: Floats, log_slack: Floats) -> Floats:
            price = y * p[0]
            paid = np.minimum(np.interp(price, part.slopes, part.grid), end) * p[0]
            return np.where(price >= chord, cap, np.minimum(paid, cap))

        return pay

    def _chord(self, part: _Convex, end: Floats) -> Floats:
        """The slope of the straight part of the envelope; infinite where there is none."""
        ends, places = np.unique(end, return_inverse=True)
        finite = np.minimum(ends, 1e150)
        top = _Unit(self.order, self.df).value(finite)
        low, high = np.zeros_like(ends), np.minimum(finite, part.inflection)
        for _ in range(50):
            middle = (low + high) / 2
            slope, value = (np.interp(middle, part.grid, table) for table in (part.slopes, part.values))
            beyond = slope * (finite - middle) > top - value
            low, high = np.where(beyond, low, middle), np.where(beyond, middle, high)
        with np.errstate(divide="ignore", invalid="ignore"):
            slope = (top - np.interp(low, part.grid, part.values)) / (finite - low)
        result: Floats = np.where(finite > part.inflection, slope, math.inf)[places]
        return result.reshape(np.shape(end))


class _HeavyCost(Cost):
    """A cost of Student's t noise."""

    order: fmpq | None
    scale: fmpq
    df: fmpq

    @property
    def family(self) -> Family:
        """One for every order and number of degrees of freedom."""
        return _Heavy(self._order, float(self.df))

    @property
    def parameters(self) -> tuple[float, ...]:
        """Scale * sqrt(df)."""
        return (float(self.scale) * math.sqrt(float(self.df)),)

    @property
    def slope(self) -> float:
        """The largest derivative, at the inflection."""
        return float(_convex_part(self._order, float(self.df)).slopes[-1]) / self.parameters[0]

    @property
    def inflection(self) -> float:
        """Where the derivative is largest, as a float: R is convex before and concave after, up to rounding."""
        return _convex_part(self._order, float(self.df)).inflection * self.parameters[0]

    @property
    def _order(self) -> float:
        return math.inf if self.order is None else float(self.order)

    def value_ball(self, a: arb) -> arb:
        """R(a)."""
        return _finite(_profile(self.order, self.df).value(a / self._unit_ball()))

    def derivative_ball(self, a: arb) -> arb:
        """R'(a)."""
        unit_ball = self._unit_ball()
        return _finite(_profile(self.order, self.df).slope(a / unit_ball) / unit_ball)

    def least_ball(self, low: fmpq, high: fmpq) -> arb:
        """R(low), as R is non-decreasing."""
        return _value_at(self, low, ctx.prec)

    def convexity(self, upto: Rational | None = None) -> Convexity:
        """Not convex, with three points that show it; convex on an interval [0, upto] that is short enough."""
        with working_precision(_BITS):
            if upto is None:
                low = self.scale * max(math.ceil(self.inflection / float(self.scale)), 1)
                witness = failure(self.value_ball, low, 3 * low)
                return Convexity(False, _GROWTH, witness) if witness else Convexity("not shown", _UNSEEN)
            pieces = self.pieces(positive(upto, "upto"))
            witnesses = (failure(self.value_ball, piece.low, piece.high) for piece in pieces if piece.curvature < 0)
            witness = next(filter(None, witnesses), None)
        if witness is not None:
            return Convexity(False, _GROWTH, witness)
        if all(piece.curvature > 0 for piece in pieces):
            return Convexity(True, "the second derivative is certainly not negative there")
        return Convexity("not shown", _UNSEEN)

    def pieces(self, upto: fmpq) -> tuple[CurvaturePiece, ...]:
        """Certified curvature, worked out once for each octave of the scale."""
        if self.order is None:
            return (CurvaturePiece(fmpq(0), upto, -1),)
        low, high = fmpq(0), self.scale
        found = [*_octave(self, low, high)]
        while high < upto:
            low, high = high, 2 * high
            found += _octave(self, low, high)
        return cut_pieces(join_pieces(found), upto)

    def conjugate_ball(self, y: fmpq, upto: fmpq, near: fmpq) -> arb:
        """As for every cost; with few bits where values need quadrature."""
        if not isinstance(_profile(self.order, self.df), _Integral):
            return super().conjugate_ball(y, upto, near)
        with working_precision(_QUADRATURE_BITS):
            return super().conjugate_ball(y, upto, near)

    def _unit_ball(self) -> arb:
        square = self.scale * self.scale * self.df
        return arb(self.scale) if self.df == 1 else arb(square).sqrt()

    def curvature_ball(self, a: arb) -> arb:
        """A ball that contains R'' on a ball of payments."""
        unit_ball = self._unit_ball()
        return _profile(self.order, self.df).curvature(a / unit_ball) / unit_ball**2


@lru_cache(maxsize=1024)
def _octave(cost: _HeavyCost, low: fmpq, high: fmpq) -> tuple[CurvaturePiece, ...]:
    slow = isinstance(_profile(cost.order, cost.df), _Integral)
    budget = _SLOW_BOXES if slow else BOXES
    with working_precision(_SLOW_BITS if slow else _BITS):
        return curvature_pieces(cost.curvature_ball, low, high, budget)


@lru_cache(maxsize=4096)
def _value_at(cost: _HeavyCost, a: fmpq, bits: int) -> arb:
    with working_precision(bits):
        return cost.value_ball(arb(a))


def _finite(ball: arb) -> arb:
    if not ball.is_finite():
        raise Undecided("the divergence of Student's t noise was not enclosed within the limits of quadrature")
    return ball


@dataclass(frozen=True, init=False)
class Cauchy(_HeavyCost):
    """Cauchy noise of density 1 / (pi scale (1 + (u/scale)^2)) on an iterate of dimension one.

    With z = 1 + (a/scale)^2 / 2: R(a) = log P(z) / (alpha - 1), P the Legendre function of degree alpha - 1, so log z
    for the order 2; log((1 + z)/2) for the order 1; 2 asinh(a / (2 scale)) for the order infinity.  Not convex.
    Raises :class:`~pabisym.errors.InputError` unless the order is at least 1 or ``"inf"`` and the scale positive.
    """

    order: fmpq | None
    scale: fmpq
    df: fmpq = field(default=fmpq(1), repr=False)

    def __init__(self, order: Rational | float, scale: Rational) -> None:
        self._hold_floats(order=read_order(order), scale=positive(scale, "scale"))


@dataclass(frozen=True, init=False)
class StudentT(_HeavyCost):
    """Student's t noise on an iterate of dimension one: density proportional to (1 + (u/scale)^2/df)^(-(df + 1)/2).

    R(a) is a logarithm of a polynomial where (alpha - 1)(df + 1)/2 is an integer, (df + 1) asinh(a / (2 scale
    sqrt(df))) for the order infinity, and computed by certified quadrature otherwise.  Not convex.
    Raises :class:`~pabisym.errors.InputError` unless the order is at least 1 or ``"inf"``, df at least 1 and the
    scale positive; evaluation raises :class:`~pabisym.errors.Undecided` where quadrature reaches its limits.
    """

    order: fmpq | None
    df: fmpq
    scale: fmpq

    def __init__(self, order: Rational | float, df: Rational, scale: Rational) -> None:
        self._hold_floats(order=read_order(order), df=rational(df, "df"), scale=positive(scale, "scale"))
        if self.df < 1:
            raise InputError("df", "is less than 1", "give 1 (Cauchy noise) or more degrees of freedom")
