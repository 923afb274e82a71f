"""The projected walk on an interval after many steps, certified: what walks with two drifts can certainly be told apart by.

A step projects x onto [0, r] and adds a drift, which may be another one in each of the last steps, and N(0, 1): in units of the standard
deviation of the noise.  Before a projection the law
has a density; after it, atoms at both ends and an analytic density between them, which the nodes of Gauss and Legendre carry (Nyström's
method).  The density of a step is at most (2 pi)^(-1/2) exp(y^2/2) at the height y over the line, as a mean of Gaussian ones, so that the
error of the quadrature of one step is bounded (Trefethen, Is Gauss quadrature better than Clenshaw-Curtis?, 2008, Theorem 4.5) and the
errors of all steps add up.  Everything is computed with balls that hold it.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from flint import arb, arb_mat, fmpq
from scipy.special import ndtr

from pabisym.errors import InputError
from pabisym.lang.rational import floor_to, rational, rational_text
from pabisym.numerics.enclosure import lower_end
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.numerics.quadrature import legendre
from pabisym.numerics.search import doubled_until, turning_point

BITS, LEAST_NODES, WIDEST = 160, 60, 64
"""Working precision, the least number of nodes, and the widest domain."""
HALVINGS = 40
"""Bisections with which a level is enclosed."""


@dataclass(frozen=True)
class ProjectedWalk:
    """The law of the walk after ``steps`` steps from 0, its last noise not projected: a mixture of N(x_i + drift, 1) up to an error.

    ``drift`` is that of the last step, ``weights`` are balls of the chances of the x_i; a chance of an event is off by at most ``error``.
    """

    width: fmpq
    drift: fmpq
    steps: int
    points: tuple[arb, ...]
    weights: tuple[arb, ...]
    error: arb

    def chance_above(self, height: float) -> arb:
        """The chance that it ends above a height, a ball that holds it."""
        with working_precision(BITS):
            means = (x + arb(self.drift) for x in self.points)
            total = sum((weight * tail(arb(height) - mean) for mean, weight in zip(means, self.weights, strict=True)), arb(0))
            return total + arb(0, self.error.upper())

    def told_at_least(self, other: ProjectedWalk, epsilon: object) -> fmpq:
        """A number that the hockey-stick divergence of order exp(epsilon) from another walk certainly is at least.

        ``epsilon`` >= 0 is exact, in nats.  The event is a half line; floats choose its end.  Raises
        :class:`~pabisym.errors.InputError` for a negative level.
        """
        level = rational(epsilon, "epsilon")
        if level < 0:
            raise InputError("epsilon", f"{rational_text(level)} is negative", "give a level of at least 0")
        upwards = self.drift >= other.drift
        heights = np.linspace(-9, float(int(self.width.p) / int(self.width.q)) + 9, 400)
        gamma = float(arb(level).exp().mid())
        for _ in range(2):  # a grid, then a finer one around its best point
            first, second = (_tails(one, heights, upwards) for one in (self, other))
            best = int(np.argmax(first - gamma * second))
            chosen, around = float(heights[best]), heights[[max(best - 1, 0), min(best + 1, len(heights) - 1)]]
            heights = np.linspace(around[0], around[1], 80)
        with working_precision(BITS):
            p, q = self.chance_above(chosen), other.chance_above(chosen)
            told = p - arb(level).exp() * q if upwards else (1 - p) - arb(level).exp() * (1 - q)
            return max(fmpq(0), floor_to(lower_end(told), 200))

    def epsilon_at_least(self, other: ProjectedWalk, delta: object) -> fmpq:
        """A level at which more than delta is certainly told, about the largest: both runs are (epsilon, delta) apart for no smaller one.

        0 where not even the total variation is seen to be above ``delta``, which is exact and positive.
        """
        slack = rational(delta, "delta")
        if self.told_at_least(other, 0) <= slack:
            return fmpq(0)
        low, high = doubled_until(lambda level: bool(self.told_at_least(other, level) <= slack), fmpq(0), fmpq(1))
        found: fmpq = turning_point(lambda level: bool(self.told_at_least(other, level) > slack), low, high, (high - low) / 2**HALVINGS)[0]
        return found


@dataclass(frozen=True)
class _Nodes:
    """The ends of the interval and the nodes between them, with their weights; ``bare`` has the densities of a step without a drift."""

    size: fmpq
    points: tuple[arb, ...]
    shares: tuple[arb, ...]
    bare: arb_mat

    @classmethod
    @lru_cache(maxsize=16)
    def of(cls, size: fmpq) -> _Nodes:
        """Those for a width, at the working precision of this module."""
        count, half = max(LEAST_NODES, 40 + 6 * int(size.ceil())), arb(size) / 2
        inner = [((x + 1) * half, weight * half) for x, weight in legendre(count, BITS)]
        points = (arb(0), *(x for x, _ in inner), arb(size))
        root = (2 * arb.pi()).sqrt()
        bare = arb_mat([[((x - y) * (y - x) / 2).exp() / root for y, _ in inner] for x in points])
        return cls(size, points, tuple(weight for _, weight in inner), bare)

    @property
    def origin(self) -> arb_mat:
        """The law at 0."""
        return arb_mat([[arb(i == 0) for i in range(len(self.points))]])

    def _factors(self, push: fmpq) -> tuple[list[arb], list[arb]]:
        """The density of a step with a drift d is that without one, times e^(-d x) at the one end and e^(d y - d^2/2) at the other."""
        d = arb(push)
        left = [(-d * x).exp() for x in self.points]
        return left, [(d * y - d * d / 2).exp() * share for y, share in zip(self.points[1:-1], self.shares, strict=True)]

    def _ends(self, push: fmpq) -> list[tuple[arb, arb]]:
        """The chances to end below and above the interval, from every point."""
        return [(tail(x + push), tail(arb(self.size) - x - push)) for x in self.points]

    def after(self, law: arb_mat, push: fmpq) -> arb_mat:
        """The law, a row of chances, after a step with a drift and the projection."""
        before = law.tolist()[0]
        (left, right), ends = self._factors(push), self._ends(push)
        inside = (arb_mat([[p * f for p, f in zip(before, left, strict=True)]]) * self.bare).tolist()[0]
        low, high = (sum((p * end[side] for p, end in zip(before, ends, strict=True)), arb(0)) for side in (0, 1))
        return arb_mat([[low, *(p * f for p, f in zip(inside, right, strict=True)), high]])

    def matrix(self, push: fmpq) -> arb_mat:
        """The same for all laws."""
        (left, right), ends = self._factors(push), self._ends(push)
        return arb_mat([[low, *(f * one * g for one, g in zip(row, right, strict=True)), high]
                        for row, f, (low, high) in zip(self.bare.tolist(), left, ends, strict=True)])


def _tails(walk: ProjectedWalk, heights: np.ndarray[tuple[int], np.dtype[np.float64]], upwards: bool) -> np.ndarray[
        tuple[int], np.dtype[np.float64]]:
    """Chances above heights, or below them, in floats."""
    means = np.array([float((x + arb(walk.drift)).mid()) for x in walk.points])
    weights = np.array([float(weight.mid()) for weight in walk.weights])
    sign = 1.0 if upwards else -1.0
    found: np.ndarray[tuple[int], np.dtype[np.float64]] = ndtr(sign * (means[None, :] - heights[:, None])) @ weights
    return found


def _quadrature_error(width: fmpq, nodes: int) -> arb:
    """What the rule misses of the integral of a law's density times that of a Gaussian law, or times a Gaussian tail, at most."""
    errors = []
    for eighths in range(9, 64):
        rho = arb(fmpq(eighths, 8))
        height = arb(width) / 4 * (rho - 1 / rho)
        most = (height * height).exp() / (2 * arb.pi()) * (3 + height)
        errors.append((arb(width) / 2 * 64 * most * rho ** (-2 * nodes) / (15 * (1 - rho**-2))).upper())
    return min(errors)


@lru_cache(maxsize=64)
def projected_walk(width: object, drift: object, steps: int) -> ProjectedWalk:
    """The certified law of x -> proj(x) + drift + N(0, 1) on [0, width] after ``steps`` >= 1 steps from 0.

    ``width`` > 0 (at most 64) and ``drift`` are exact, in standard deviations of the noise.  A tuple of drifts has those of the last
    steps, in their order; all steps before them have the first one.  Raises :class:`~pabisym.errors.InputError` else.

    >>> first, second = (projected_walk("5/2", drift, 100) for drift in ("0.34975", "0.35025"))
    >>> fmpq(21, 10000) < first.epsilon_at_least(second, "1e-5") < fmpq(22, 10000)
    True
    """
    size = rational(width, "width")
    given = drift if isinstance(drift, tuple) else (drift,)
    if not given:
        raise InputError("drift", "is an empty tuple", "give a number, or the drifts of the last steps")
    pushes = [rational(one, "drift") for one in given]
    if not 0 < size <= WIDEST:
        raise InputError("width", "is out of range", f"give a positive width of at most {WIDEST}")
    if steps < 1:
        raise InputError("steps", f"{steps} is no number of steps", "give at least 1")
    last = pushes[max(len(pushes) - steps, 0) :]  # of the steps from the first one on, where there are fewer
    with working_precision(BITS):
        if steps == 1:
            return ProjectedWalk(size, last[-1], 1, (arb(0),), (arb(1),), arb(0))
        grid = _Nodes.of(size)
        before = steps - len(last)
        law = grid.after(grid.origin, last[0])
        if before > 0:
            law = law * grid.matrix(last[0]) ** (before - 1)
        for push in last[:-1] if before > 0 else last[1:-1]:
            law = grid.after(law, push)
        count = len(grid.shares)
        missed = _quadrature_error(size, count) * (2 + arb(size)) * (steps + 1) * 2  # (1 + error)^steps is far below 2
        return ProjectedWalk(size, last[-1], steps, grid.points, tuple(law[0, i] for i in range(count + 2)), missed.upper())
