"""Costs of hiding a shift under the noise of one step: R_alpha(zeta, a) = sup over |x| <= a of D_alpha(zeta + x || zeta).

Noise is the noise on the iterate, a shift is a distance there, orders are at least 1; order 1 is the Kullback-Leibler
divergence and ``"inf"`` the order infinity.  Divergences are natural logarithms (nats).

If zeta has a log-concave density, R is convex for every order: with the density exp(-f), (alpha - 1) D_alpha is the
logarithm of the integral over u of exp(-alpha f(u) + (alpha - 1) f(u + x)), and for fixed u the exponent is convex
in x.  That covers :class:`GaussianCost`, :class:`GaussianCovariance` and :class:`LaplaceCost`.  :class:`Cauchy` and
:class:`StudentT` are not convex, which their ``convexity`` proves; of a :class:`FormulaCost` it is shown or left open.

>>> from pabisym.shift.general.costs import LaplaceCost
>>> cost = LaplaceCost(order=4, scale=1)
>>> cost.inverse_derivative(cost.derivative([0.5, 20.0])).round(3).tolist()[0]
0.5
>>> cost.convexity().verdict
True
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from flint import arb, fmpq, fmpq_mat, fmpq_poly

from pabisym.errors import InputError
from pabisym.lang.once import cached_property
from pabisym.numerics.parameters import positive
from pabisym.numerics.search import turning_point
from pabisym.shift.general.cost import LINEAR, Cost, Family, Floats, Parameters, Payment, Rational, exact_number, read_order
from pabisym.shift.general.cost_formula import FormulaCost
from pabisym.shift.general.cost_heavy_tails import Cauchy, StudentT
from pabisym.shift.general.curvature import Convexity, CurvaturePiece, Shown, Witness

__all__ = [
    "Cauchy",
    "Convexity",
    "Cost",
    "CurvaturePiece",
    "FormulaCost",
    "GaussianCost",
    "GaussianCovariance",
    "LaplaceCost",
    "Shown",
    "StudentT",
    "Witness",
]  # fmt: skip

MAX_DIMENSION = 64
"""Largest accepted dimension of a covariance matrix."""
_EIGENVALUE_DIGITS = 31
_LOG_CONCAVE = Convexity(True, "the noise has a log-concave density")


@dataclass(frozen=True)
class _Quadratic:
    """R(a) = k a^2 / 2; one parameter, k."""

    def value(self, p: Parameters, a: Floats) -> Floats:
        return p[0] * a * a / 2

    def derivative(self, p: Parameters, a: Floats) -> Floats:
        return p[0] * a

    def payment(self, p: Parameters, cap: Floats) -> Payment:
        return lambda y, log_slack: np.minimum(y / p[0], cap)


class _QuadraticCost(Cost):
    """A cost k a^2 / 2."""

    @property
    def family(self) -> Family:
        return _Quadratic()

    @property
    def parameters(self) -> tuple[float, ...]:
        return (float(self._curvature_ball()),)

    @property
    def slope(self) -> float:
        return math.inf

    def _curvature_ball(self) -> arb:
        raise TypeError("a quadratic cost needs a curvature")

    def value_ball(self, a: arb) -> arb:
        """R(a) = k a^2 / 2."""
        return self._curvature_ball() * a**2 / 2

    def derivative_ball(self, a: arb) -> arb:
        """R'(a) = k a."""
        return self._curvature_ball() * a

    def convexity(self, upto: Rational | None = None) -> Convexity:
        """Convex everywhere."""
        return _LOG_CONCAVE

    def conjugate_ball(self, y: fmpq, upto: fmpq, near: fmpq) -> arb:
        """``sup_{0 <= a <= upto} (y a - k a^2 / 2)``: at y / k, or at the end where that is certainly beyond it."""
        curvature = self._curvature_ball()
        if arb(y) > curvature * upto:
            return arb(y * upto) - curvature * upto * upto / 2
        return arb(y) ** 2 / (2 * curvature)


@dataclass(frozen=True, init=False)
class GaussianCost(_QuadraticCost):
    """Gaussian noise N(0, variance I) on the iterate, shifts in the Euclidean norm: R(a) = order a^2 / (2 variance).

    ``order`` is a rational of at least 1, ``variance`` the positive variance of each coordinate of the noise of one
    step.  Raises :class:`~pabisym.errors.InputError` for anything else, the order infinity included (infinite cost).
    """

    order: fmpq
    variance: fmpq

    def __init__(self, order: Rational, variance: Rational) -> None:
        self._hold(order=_finite_order(order), variance=positive(variance, "variance"))

    def _curvature_ball(self) -> arb:
        return arb(self.order / self.variance)


@dataclass(frozen=True, init=False)
class GaussianCovariance(_QuadraticCost):
    """Gaussian noise N(0, covariance) on the iterate, shifts in the Euclidean norm.

    R(a) = order a^2 / (2 lambda), lambda the least eigenvalue of the covariance, which ``eigenvalue`` encloses.
    ``covariance`` is a positive definite symmetric matrix, rows of rationals or of floats; floats stand for exactly
    themselves.  Raises :class:`~pabisym.errors.InputError` for what is not symmetric or not positive definite (a
    shift along the kernel of a singular covariance cannot be hidden) and beyond :data:`MAX_DIMENSION`.
    """

    order: fmpq
    covariance: tuple[tuple[fmpq, ...], ...]

    def __init__(self, order: Rational, covariance: Iterable[Iterable[Rational | float]]) -> None:
        finite = _finite_order(order)
        rows = tuple(tuple(exact_number(value, f"covariance[{i}][{j}]") for j, value in enumerate(row)) for i, row in enumerate(covariance))
        size = len(rows)
        if not 0 < size <= MAX_DIMENSION or any(len(row) != size for row in rows):
            raise InputError("covariance", "is no square matrix of a dimension that is handled", f"at most {MAX_DIMENSION} rows")
        for i in range(size):
            for j in range(i):
                if rows[i][j] != rows[j][i]:
                    raise InputError(f"covariance[{i}][{j}]", "differs from its mirror image", "give a symmetric matrix")
        self._hold(order=finite, covariance=rows)
        if self.eigenvalue[0] <= 0:
            raise InputError("covariance", "is not positive definite", "give every direction some noise, or None for no noise")

    @cached_property
    def eigenvalue(self) -> tuple[fmpq, fmpq]:
        """Rationals that enclose the least eigenvalue, 10**-31 apart relative to it or equal; not above 0 where one is not."""
        rows, size = self.covariance, len(self.covariance)
        high = min(rows[i][i] for i in range(size))
        if all(rows[i][j] == 0 for i in range(size) for j in range(i)):
            return high, high
        polynomial = fmpq_mat(size, size, [value for row in rows for value in row]).charpoly()
        if high <= 0 or not _roots_beyond(polynomial, fmpq(0)):
            return fmpq(0), fmpq(0)
        return turning_point(lambda point: _roots_beyond(polynomial, point), fmpq(0), high, fmpq(0), _EIGENVALUE_DIGITS)

    def _curvature_ball(self) -> arb:
        low, high = self.eigenvalue
        return arb(self.order) / arb(low).union(arb(high)) if low < high else arb(self.order / low)


@dataclass(frozen=True)
class _Linear:
    """R(a) = k a; one parameter, k."""

    def value(self, p: Parameters, a: Floats) -> Floats:
        return p[0] * a

    def derivative(self, p: Parameters, a: Floats) -> Floats:
        return p[0] + np.zeros_like(a)

    def payment(self, p: Parameters, cap: Floats) -> Payment:
        return lambda y, log_slack: np.where((log_slack == -math.inf) | (y >= p[0]), cap, 0.0)


@dataclass(frozen=True)
class _LaplaceFamily:
    """The Laplace cost; parameters order and scale."""

    def value(self, p: Parameters, a: Floats) -> Floats:
        order, x = p[0], a / p[1]
        rest, k = order - 1, 2 * order - 1
        with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
            inner = order * _exp_beyond_line(rest * x) / k + rest * _exp_beyond_line(-order * x) / k
            near = np.where(rest > 0, np.log1p(inner) / rest, _exp_beyond_line(-x))
            far = x + np.log((order + rest * np.exp(-k * x)) / k) / rest
        return np.where(rest * x < 1, near, far)

    def derivative(self, p: Parameters, a: Floats) -> Floats:
        order, scale = p
        decay = np.expm1(-(2 * order - 1) * (a / scale))
        return -order / scale * decay / (2 * order - 1 + (order - 1) * decay)

    def payment(self, p: Parameters, cap: Floats) -> Payment:
        order, scale = p
        k = 2 * order - 1
        factor, unit = k / order, scale / k

        def pay(y: Floats, log_slack: Floats) -> Floats:
            with np.errstate(divide="ignore"):
                return np.minimum(unit * np.logaddexp(0.0, np.log(y * factor) - log_slack), cap)

        return pay


@dataclass(frozen=True, init=False)
class LaplaceCost(Cost):
    """Laplace noise of density exp(-|u| / scale) / (2 scale) on an iterate of dimension one.

    With x = a / scale: R(a) = log(alpha/(2 alpha - 1) e^((alpha-1) x) + (alpha-1)/(2 alpha - 1) e^(-alpha x)) /
    (alpha - 1) for orders 1 < alpha < infinity, x + e^(-x) - 1 for order 1, x for order infinity (Mironov, Rényi
    differential privacy, 2017, Proposition 6).  The slope at infinity is 1 / scale.
    Raises :class:`~pabisym.errors.InputError` unless the order is at least 1 or ``"inf"`` and the scale positive.
    """

    order: fmpq | None
    scale: fmpq

    def __init__(self, order: Rational | float, scale: Rational) -> None:
        self._hold_floats(LINEAR, order=read_order(order), scale=positive(scale, "scale"))

    @property
    def family(self) -> Family:
        """Linear for the order infinity."""
        return _Linear() if self.order is None else _LaplaceFamily()

    @property
    def parameters(self) -> tuple[float, ...]:
        """The slope for the order infinity, else order and scale."""
        return (self.slope,) if self.order is None else (float(self.order), float(self.scale))

    @property
    def slope(self) -> float:
        """The derivative at infinity, 1 / scale."""
        return 1.0 / float(self.scale)

    def value_ball(self, a: arb) -> arb:
        """R(a), with the larger exponential taken out of the logarithm."""
        x = a / self.scale
        if self.order is None:
            return x
        if self.order == 1:
            return x + (-x).exp() - 1
        rest, k = self.order - 1, 2 * self.order - 1
        return x + ((self.order + rest * (-k * x).exp()) / k).log() / rest

    def derivative_ball(self, a: arb) -> arb:
        """R'(a) = alpha/b (1 - e) / (alpha + (alpha - 1) e) with e = exp(-(2 alpha - 1) a / b)."""
        if self.order is None:
            return arb(1 / self.scale)
        decay = (-(2 * self.order - 1) * a / self.scale).exp()
        return (self.order / self.scale) * (1 - decay) / (self.order + (self.order - 1) * decay)

    def inverse_derivative_ball(self, y: arb) -> arb:
        """The a with R'(a) = y, for 0 <= y < 1 / scale and a finite order."""
        if self.order is None:
            raise InputError("order", "the cost of order infinity is linear", "its derivative is 1 / scale everywhere")
        top = 1 + (self.order - 1) * self.scale / self.order * y
        return self.scale / (2 * self.order - 1) * (top / (1 - self.scale * y)).log()

    def convexity(self, upto: Rational | None = None) -> Convexity:
        """Convex everywhere."""
        return _LOG_CONCAVE

    def conjugate_ball(self, y: fmpq, upto: fmpq, near: fmpq) -> arb:
        """``sup_{0 <= a <= upto} (y a - R(a))``: where R' = y, or at the end where that is certainly beyond it."""
        if self.order is None:
            return arb(max(y * upto - upto / self.scale, fmpq(0)))
        if y * self.scale < 1:
            best = self.inverse_derivative_ball(arb(y))
            if not best > upto:
                return y * best - self.value_ball(best)
        return arb(y * upto) - self.value_ball(arb(upto))


def _finite_order(value: object) -> fmpq:
    order = read_order(value)
    if order is None:
        raise InputError("order", "Gaussian noise hides no shift at order infinity", "give a finite order")
    return order


def _exp_beyond_line(x: Floats) -> Floats:
    """e^x - 1 - x without cancellation."""
    small = np.where(np.abs(x) < 0.5, x, 0.0)
    series = np.zeros_like(small)
    for k in range(16, 2, -1):
        series = small / k * (1.0 + series)
    return np.where(np.abs(x) < 0.5, small * small / 2 * (1.0 + series), np.expm1(x) - x)


def _roots_beyond(polynomial: fmpq_poly, point: fmpq) -> bool:
    """Whether all roots of a monic polynomial with real roots only lie beyond a point (Descartes' rule of signs)."""
    shifted = polynomial(fmpq_poly([point, 1]))
    degree = shifted.degree()
    return all((shifted[i] > 0) if (degree - i) % 2 == 0 else (shifted[i] < 0) for i in range(degree + 1))
