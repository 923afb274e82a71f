"""Non-increasing functions of gamma >= 1: hockey-stick divergences and contraction coefficients as they depend on gamma.

A profile is analytic between its knots.  That of finite laws and kernels is piecewise linear with rational pieces, and
exact; that of Gaussian and Laplace kernels is a closed formula.  A product of profiles is a profile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from math import prod
from typing import Protocol, TypeAlias

from flint import acb, arb, fmpq

from pabisym.lang.once import cached_property

Probabilities: TypeAlias = tuple[fmpq, ...]
Function: TypeAlias = Callable[[acb], acb]
"""A function of s = log(gamma), entire."""
ZERO = fmpq(0)


@dataclass(frozen=True)
class Knot:
    """A place gamma >= 1 where a profile may bend, gamma or its logarithm a rational."""

    gamma: fmpq | None = None
    exponent: fmpq | None = None

    def log(self) -> arb:
        """The logarithm of gamma, at the current precision."""
        return arb(self.gamma).log() if self.gamma is not None else arb(self.exponent or 0)


class GammaProfile(Protocol):
    """``end`` is where it becomes 0 (None: nowhere); ``radius`` is an r with profile <= theta_gamma(r), where one is known."""

    @property
    def knots(self) -> tuple[Knot, ...]:
        """Where it may bend."""

    @property
    def end(self) -> Knot | None:
        """From where on it is 0."""

    @property
    def radius(self) -> fmpq | None:
        """An r with profile <= theta_gamma(r)."""

    @property
    def limit(self) -> fmpq | None:
        """Its limit for large gamma."""

    def between(self, low: arb, high: arb) -> Function:
        """The function of log(gamma) between two neighbouring knots."""


@dataclass(frozen=True)
class LinearProfile:
    """Piecewise linear: from ``starts[j]`` on, the value is ``values[j][0] - values[j][1]*gamma``."""

    starts: tuple[fmpq, ...]
    values: tuple[tuple[fmpq, fmpq], ...]
    radius: fmpq | None = None

    @cached_property
    def knots(self) -> tuple[Knot, ...]:
        """The starts of the pieces."""
        return tuple(Knot(gamma=start) for start in self.starts)

    @cached_property
    def end(self) -> Knot | None:
        """The start of the last piece where that is 0."""
        return None if any(self.values[-1]) else self.knots[-1]

    @cached_property
    def limit(self) -> fmpq | None:
        """The value for all large gamma."""
        return self.values[-1][0]

    def at(self, gamma: fmpq) -> fmpq:
        """The value at a rational gamma >= 1."""
        piece = max(j for j, start in enumerate(self.starts) if start <= gamma)
        return self.values[piece][0] - self.values[piece][1] * gamma

    def between(self, low: arb, high: arb) -> Function:
        """The piece between the knots."""
        middle = (low.mid() + high.mid()) / 2
        piece = max((j for j, knot in enumerate(self.knots) if knot.log() <= middle), default=0)
        constant, slope = (acb(arb(x)) for x in self.values[piece])
        return lambda s: constant - slope * s.exp()


@dataclass(frozen=True)
class GaussianProfile:
    """theta_gamma(r) for a rational r > 0."""

    radius: fmpq
    knots: tuple[Knot, ...] = ()
    end: Knot | None = None
    limit: fmpq | None = ZERO

    def between(self, low: arb, high: arb) -> Function:
        """The profile as an analytic function."""
        r, root = arb(self.radius), arb(2).sqrt()
        return lambda s: (((s / r - r / 2) / root).erfc() - s.exp() * ((s / r + r / 2) / root).erfc()) / 2


@dataclass(frozen=True)
class LaplaceProfile:
    """1 - sqrt(gamma)*exp(-u/2) up to gamma = e^u, then 0, for a rational u > 0."""

    distance: fmpq
    radius: fmpq | None = None
    limit: fmpq | None = ZERO

    @property
    def end(self) -> Knot:
        """Where the profile reaches 0."""
        return Knot(exponent=self.distance)

    @property
    def knots(self) -> tuple[Knot, ...]:
        """Only its end."""
        return (self.end,)

    def between(self, low: arb, high: arb) -> Function:
        """The formula before the end, 0 after it."""
        if not high <= self.distance and not high.overlaps(arb(self.distance)):
            return lambda s: acb(0)
        u = arb(self.distance)
        return lambda s: 1 - ((s - u) / 2).exp()


@dataclass(frozen=True)
class ProductProfile:
    """A product of profiles with values in [0, 1]."""

    factors: tuple[GammaProfile, ...]

    @cached_property
    def knots(self) -> tuple[Knot, ...]:
        """Those of all factors."""
        return tuple(dict.fromkeys(knot for factor in self.factors for knot in factor.knots))

    @cached_property
    def end(self) -> Knot | None:
        """The first of the ends, as a factor 0 makes the product 0."""
        ends = [factor.end for factor in self.factors if factor.end is not None]
        return min(ends, key=lambda knot: knot.log().mid()) if ends else None

    @cached_property
    def radius(self) -> fmpq | None:
        """The least of the radii, whose tail bounds that of the product."""
        return min((r for factor in self.factors if (r := factor.radius) is not None), default=None)

    @cached_property
    def limit(self) -> fmpq | None:
        """The product of the limits; None where one is not known."""
        total = fmpq(1)
        for factor in self.factors:
            if factor.limit is None:
                return None
            total *= factor.limit
        return total

    def between(self, low: arb, high: arb) -> Function:
        """The product of the functions."""
        parts = [factor.between(low, high) for factor in self.factors]
        return lambda s: prod((part(s) for part in parts), start=acb(1))


ONE = LinearProfile((fmpq(1),), ((fmpq(1), fmpq(0)),))
"""The profile of a kernel that forgets nothing."""


def envelope(pairs: Iterable[tuple[Probabilities, Probabilities]]) -> LinearProfile:
    """The maximum over pairs of laws of gamma -> E_gamma, for gamma >= 1; each is convex and piecewise linear."""
    given = [pair for pair in dict.fromkeys(pairs) if pair[0] != pair[1]]
    ratios = {p / q for first, second in given for p, q in zip(first, second, strict=True) if q > 0 and p > q}
    starts, values = list[fmpq](), list[tuple[fmpq, fmpq]]()
    cuts = [fmpq(1), *sorted(ratios)]
    for low, high in zip(cuts, [*cuts[1:], None], strict=True):
        lines = {_line(first, second, low) for first, second in given} | {(fmpq(0), fmpq(0))}
        for start, line in _upper(lines, low, high):
            if not values or values[-1] != line:
                starts.append(start)
                values.append(line)
    return LinearProfile(tuple(starts), tuple(values))


def _line(first: Probabilities, second: Probabilities, low: fmpq) -> tuple[fmpq, fmpq]:
    """E_gamma as constant - slope*gamma just above ``low``: the points with p > low*q."""
    inside = [(p, q) for p, q in zip(first, second, strict=True) if p > low * q]
    return sum((p for p, _ in inside), fmpq(0)), sum((q for _, q in inside), fmpq(0))


def _upper(lines: set[tuple[fmpq, fmpq]], low: fmpq, high: fmpq | None) -> list[tuple[fmpq, tuple[fmpq, fmpq]]]:
    """The largest of falling lines from ``low`` to ``high``, as starts and lines."""
    found, at = list[tuple[fmpq, tuple[fmpq, fmpq]]](), low
    best = max(lines, key=lambda line: (line[0] - line[1] * low, -line[1]))
    while True:
        found.append((at, best))
        constant, slope = best
        flatter = [line for line in lines if line[1] < slope]
        crossings = [((constant - c) / (slope - b), b, c) for c, b in flatter]
        crossings = [one for one in crossings if one[0] > at and (high is None or one[0] < high)]
        if not crossings:
            return found
        at, slope, constant = min(crossings)
        best = (constant, slope)
