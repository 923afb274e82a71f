"""What every cost of a shift has in common: its float and its certified form, convexity, and the conjugate.

A cost R is what hiding a shift of length a under the noise of one step costs: ``R(a) >= sup_{|x| <= a} D_alpha(zeta +
x || zeta)``, with R(0) = 0.  Balls are computed at python-flint's current precision; set it with
:func:`pabisym.lang.once.working_precision`.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

import numpy as np
from flint import arb, fmpq
from numpy.typing import ArrayLike, NDArray

from pabisym.errors import InputError
from pabisym.lang.rational import dyadic, rational, short
from pabisym.shift.general.curvature import Convexity, CurvaturePiece, interval

Floats: TypeAlias = NDArray[np.float64]
Parameters: TypeAlias = Sequence[Floats]
Rational: TypeAlias = fmpq | Fraction | int | str
"""What a constructor takes for an exact number."""
Payment: TypeAlias = Callable[[Floats, Floats], Floats]
"""From prices y and log(slope - y), the latter accurate where the difference would not be, to payments."""

_NEGLIGIBLE = 2**80
SQUARED, LINEAR = fmpq(2) ** 500, fmpq(2) ** 1000
"""Largest numbers, and 1 over the smallest, with which floats compute where squares are taken, and where none are."""


class Family(Protocol):
    """One formula for many costs that differ in float parameters only, arrays that broadcast with the argument."""

    def value(self, p: Parameters, a: Floats) -> Floats:
        """R(a)."""

    def derivative(self, p: Parameters, a: Floats) -> Floats:
        """R'(a)."""

    def payment(self, p: Parameters, cap: Floats) -> Payment:
        """The function of y that gives an a of [0, cap] with ``R(a) - y*a`` least, non-decreasing in y."""


class Cost(ABC):
    """The cost R of a shift at one step.

    The float methods take and return arrays; the domain is ``a >= 0``.  The methods whose names end in ``ball`` take
    a ball and enclose the value.  ``slope`` is ``sup R'``, the slope at infinity of a convex cost.
    """

    @property
    @abstractmethod
    def family(self) -> Family:
        """The float formulas; hashable, and equal for costs that may be evaluated together."""

    @property
    @abstractmethod
    def parameters(self) -> tuple[float, ...]:
        """The parameters of this cost in its family."""

    @property
    @abstractmethod
    def slope(self) -> float:
        """The supremum of the derivative, as a float; infinity where it is unbounded or unknown."""

    @abstractmethod
    def value_ball(self, a: arb) -> arb:
        """R(a)."""

    @abstractmethod
    def derivative_ball(self, a: arb) -> arb:
        """R'(a); where R has a kink, everything between its two slopes."""

    @abstractmethod
    def convexity(self, upto: Rational | None = None) -> Convexity:
        """Whether R is convex on [0, upto] (absent: everywhere)."""

    def pieces(self, upto: fmpq) -> tuple[CurvaturePiece, ...]:
        """Intervals that cover [0, upto], with the certified curvature on each."""
        return (CurvaturePiece(fmpq(0), upto, 1 if self.convexity(upto).verdict is True else 0),)

    def value(self, a: ArrayLike) -> Floats:
        """R(a) in floats, for an array of payments ``a >= 0``."""
        return self.family.value(self._arrays(), np.asarray(a, float))

    def derivative(self, a: ArrayLike) -> Floats:
        """R'(a) in floats; from the right where R has a kink."""
        return self.family.derivative(self._arrays(), np.asarray(a, float))

    def inverse_derivative(self, y: ArrayLike, upto: float = math.inf) -> Floats:
        """An a of [0, upto] with ``R'(a) = y`` in floats: 0 below the range of R', ``upto`` above it."""
        price = np.asarray(y, float)
        with np.errstate(divide="ignore"):
            log_slack = np.log(np.maximum(self.slope - price, 0.0))
        return self.family.payment(self._arrays(), np.full(price.shape, upto))(price, log_slack)

    def least_ball(self, low: fmpq, high: fmpq) -> arb:
        """A ball whose lower end is at most R on [low, high]."""
        return self.value_ball(interval(low, high))

    def conjugate_ball(self, y: fmpq, upto: fmpq, near: fmpq) -> arb:
        """A ball whose upper end is at least ``sup_{0 <= a <= upto} (y*a - R(a))``, for y >= 0.

        The bound is sharp where ``near`` maximises: on convex pieces R lies above its tangent there, on concave ones
        the maximum is at an end, and on pieces of unknown curvature R is bounded from below by a constant.
        """
        best: arb | None = None
        for piece in self.pieces(upto):
            low, high = piece.low, piece.high
            if piece.curvature == 0:
                bound = arb(y * high) - self.least_ball(low, high).lower()
            elif piece.curvature < 0:
                bound = (arb(y * low) - self.value_ball(arb(low))).max(arb(y * high) - self.value_ball(arb(high)))
            else:
                bound, sharp = self._conjugate_near(low, high, y, min(max(near, low), high))
                if not sharp:
                    bound = bound.min(self._conjugate_near(low, high, y, self._stationary(piece, y))[0])
            best = bound if best is None else best.max(bound)
        return arb(0) if best is None else best

    def _conjugate_near(self, low: fmpq, high: fmpq, y: fmpq, near: fmpq) -> tuple[arb, bool]:
        """The same on a convex piece [low, high], and whether ``near`` was close to where y*a - R(a) is greatest.

        Points p <= near <= q are moved apart until ``R'(p) <= y <= R'(q)``, up to a negligible error: then y*a - R(a)
        rises up to p, falls from q on, and lies below its tangent at p in between.
        """
        best, negligible = arb.pos_inf(), arb(y * high) / _NEGLIGIBLE
        for exponent in (-44, -36, -28, -20):
            step = (near if near > 0 else high / 2**80) * fmpq(2) ** exponent
            p, q = max(near - step, low), min(near + step, high)
            rise, fall = arb(y) - self.derivative_ball(arb(p)), self.derivative_ball(arb(q)) - arb(y)
            before, after = (-rise).max(arb(0)) * (p - low), (-fall).max(arb(0)) * (high - q)
            at_p, at_q = (arb(y * point) - self.value_ball(arb(point)) for point in (p, q))
            best = best.min((at_p + before).max(at_p + rise.max(arb(0)) * (q - p)).max(at_q + after).upper())
            if before <= negligible and after <= negligible:
                return best, True
        return best, False

    def _stationary(self, piece: CurvaturePiece, y: fmpq) -> fmpq:
        """Near where R' = y on a convex piece: at one of its ends where that lies beyond."""
        ends = np.array(float(piece.low)), np.array(float(piece.high))
        near = float(halved(lambda a: self.derivative(a) < float(y), *ends)[0])
        return min(max(dyadic(near), piece.low), piece.high)

    def _hold(self, **values: object) -> None:
        """Set the fields of a frozen cost."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _hold_floats(self, most: fmpq = SQUARED, **values: fmpq | None) -> None:
        """The same for numbers with which floats compute."""
        in_floats(values, most)
        self._hold(**values)

    def _arrays(self) -> tuple[Floats, ...]:
        return tuple(np.asarray(p, float) for p in self.parameters)


def in_floats(values: Mapping[str, fmpq | None], most: fmpq = SQUARED) -> None:
    """Raise :class:`~pabisym.errors.InputError` for a number with which floats do not compute: above ``most``, or below 1 over it."""
    for name, value in values.items():
        if value and not 1 / most <= abs(value) <= most:
            raise InputError(name, f"{short(value)} lies outside the range of floats", "use other units")


def between(low: Floats, high: Floats) -> Floats:
    """Half way between non-negative floats, counted in floats: 64 halvings separate any two, infinity included."""
    bits: NDArray[np.int64] = low.view(np.int64) + (high.view(np.int64) - low.view(np.int64)) // 2
    return bits.view(np.float64)


def halved(beyond: Callable[[Floats], NDArray[np.bool_]], low: Floats, high: Floats) -> tuple[Floats, Floats]:
    """Neighbouring floats between which it begins not to hold that what is looked for lies beyond."""
    for _ in range(64):
        middle = between(low, high)
        there = beyond(middle)
        low, high = np.where(there, middle, low), np.where(there, high, middle)
    return low, high


def exact_number(value: object, field: str) -> fmpq:
    """A rational; a float stands for exactly itself."""
    number = value.item() if isinstance(value, np.generic) else value
    return dyadic(number) if isinstance(number, float) and math.isfinite(number) else rational(number, field)


def read_order(value: object, field: str = "order") -> fmpq | None:
    """An order of divergence: a rational of at least 1, or None for the order infinity (``"inf"``, ``math.inf``)."""
    if value is None or value == "inf" or (isinstance(value, float) and value == math.inf):
        return None
    order = rational(value, field)
    if order < 1:
        raise InputError(field, "is less than 1", 'give 1 (Kullback-Leibler), more than 1, or "inf"')
    return order
