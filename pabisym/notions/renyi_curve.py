"""Rényi divergences, or bounds for them, as functions of the order: what is converted over all orders."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass, field

from flint import arb, fmpq

from pabisym.divergence.evaluate import ball_value
from pabisym.divergence.sampled_gaussian import Direction, is_first, sampled_gaussian_ball
from pabisym.errors import InputError
from pabisym.lang.budget import poll
from pabisym.lang.pace import duration
from pabisym.lang.rational import short
from pabisym.lang.term import Term
from pabisym.numerics.enclosure import Enclosure, to_ball
from pabisym.numerics.evaluator import Value
from pabisym.numerics.parameters import not_negative, positive, probability

MOST_TIMES = 10**100
"""How often a mechanism is composed at most."""


class RenyiCurve(ABC):
    """A bound for the Rényi divergence of every order above 1, in nats."""

    @abstractmethod
    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The bound of one order: a rational, or a ball of about that relative precision, which is the working one.

        An error of 2^-``bits`` * ``least`` is small enough too, ``least`` >= 0 in nats: a curve may make use of it.
        """


@dataclass(frozen=True)
class LinearCurve(RenyiCurve):
    """``rate * order`` with a rational rate: rho-zCDP with rate rho, and mu-GDP with rate mu^2/2."""

    rate: fmpq

    @classmethod
    def of(cls, rate: object) -> LinearCurve:
        """Read an exact rate; raises :class:`~pabisym.errors.InputError` for a negative one."""
        return cls(not_negative(rate, "rate"))

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The product, exactly."""
        return self.rate * order


@dataclass(frozen=True)
class SampledGaussian(RenyiCurve):
    """The sampled Gaussian mechanism: sampling probability ``q``, noise ``sigma`` for unit sensitivity.

    ``mixture-first``, the larger of the two directions, is what accountants compose.
    """

    q: fmpq
    sigma: fmpq
    direction: Direction = "mixture-first"

    @classmethod
    def of(cls, q: object, sigma: object, direction: Direction = "mixture-first") -> SampledGaussian:
        """Read exact rationals; raises :class:`~pabisym.errors.InputError` outside 0 <= q <= 1 and sigma > 0."""
        is_first(direction)
        return cls(probability(q, "q"), positive(sigma, "sigma"), direction)

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The divergence, to the working precision; of a tiny one less is computed."""
        return sampled_gaussian_ball(order, self.q, self.sigma, direction=self.direction, least=least)


@dataclass(frozen=True)
class FunctionCurve(RenyiCurve):
    """Any function from a rational order to an enclosure; results are as sharp as its enclosures are."""

    function: Callable[[fmpq], Enclosure]

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The enclosure as a ball."""
        return to_ball(self.function(order))


@dataclass(frozen=True)
class FormulaCurve(RenyiCurve):
    """A bound given as a formula in one letter, the order."""

    term: Term
    letter: str

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The value of the formula; raises :class:`~pabisym.errors.InputError` where it has none or a negative one."""
        value = ball_value(self.term, {self.letter: order}, bits)
        if value < 0:
            raise InputError("renyi", f"is negative at order {short(order)}", "give a bound that is 0 or more at every order")
        return value


@dataclass(frozen=True)
class TableCurve(RenyiCurve):
    """Bounds of the divergences of some increasing orders above 1; between two of them by convexity of (order - 1)*divergence.

    >>> TableCurve((fmpq(2), fmpq(4)), (fmpq(1), fmpq(2))).divergence(fmpq(3), 53)
    7/4
    """

    orders: tuple[fmpq, ...]
    divergences: tuple[fmpq, ...]

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """On the chord; raises :class:`~pabisym.errors.InputError` for an order outside of the table."""
        place = bisect_left(self.orders, order)
        if place < len(self.orders) and self.orders[place] == order:
            return self.divergences[place]
        if not 0 < place < len(self.orders):
            raise InputError("orders", f"have no bound at {short(order)}", "give a table that reaches there")
        (low, below), (high, above) = ((self.orders[k], (self.orders[k] - 1) * self.divergences[k]) for k in (place - 1, place))
        return (below + (above - below) * (order - low) / (high - low)) / (order - 1)


@dataclass(frozen=True)
class ComposedCurve(RenyiCurve):
    """Adaptive composition: the sum of curves, each taken a number of times (Mironov 2017, proposition 1)."""

    parts: tuple[tuple[RenyiCurve, int], ...]

    def __post_init__(self) -> None:
        for _, times in self.parts:
            if isinstance(times, bool) or not isinstance(times, int) or not 0 <= times <= MOST_TIMES:
                said = short(fmpq(times)) if isinstance(times, int) else repr(times)
                raise InputError("times", f"{said} is not a number of times", "give an integer from 0 to 1e100")

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The sum, each part beside its share."""
        total: Value = fmpq(0)
        for curve, times in self.parts:
            total = total + curve.divergence(order, bits, least / len(self.parts) / max(times, 1)) * times
        return total


@dataclass
class Told(RenyiCurve):
    """A curve that tells ``progress`` how many of its values are computed and, where it is known that these are at most ``most``, not 0,
    how long the others may take.
    """

    curve: RenyiCurve
    progress: Callable[[str], None]
    most: int
    values: int = 0
    began: float = field(default_factory=time.monotonic)

    def divergence(self, order: fmpq, bits: int, least: float = 0.0) -> Value:
        """The bound."""
        poll()
        passed = time.monotonic() - self.began
        longest = passed / max(self.values, 1) * (self.most - self.values)
        self.values += 1
        known = f" of at most {self.most}" if self.most else ""
        self.progress(f"converting: order {self.values}{known}" + (f", at most {duration(longest)} left" if known and passed > 1 else ""))
        return self.curve.divergence(order, bits, least)


def as_curve(curve: RenyiCurve | Callable[[fmpq], Enclosure]) -> RenyiCurve:
    """A curve as it is; a function as :class:`FunctionCurve`."""
    if isinstance(curve, RenyiCurve):
        return curve
    if not callable(curve):
        raise InputError("curve", "is no function of the order", "give a RenyiCurve or a function from a rational to an Enclosure")
    return FunctionCurve(curve)


def cumulant(curve: RenyiCurve, t: fmpq, bits: int, least: float = 0.0) -> Value:
    """K(t) = t * divergence of order 1 + t; ``least``, if not 0, is the size of what is added to the divergence.

    Raises :class:`~pabisym.errors.InputError` for an infinite divergence.
    """
    value = curve.divergence(1 + t, bits, least) * t
    if isinstance(value, arb) and not value.is_finite():
        raise InputError("curve", f"has no finite value at order {short(1 + t)}", "limit the orders")
    return value
