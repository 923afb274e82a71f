"""A second route to exact optima, for tests: pooling in rational arithmetic, and restarts by a sweep over a lower hull.

It shares neither balls nor sums with :mod:`pabisym.shift.exact.solve`.  N, W and G (see there) are kept over one
unreduced denominator, a product of denominators of contractions.  With ``w_t = prod_{j > t} c_j`` let the point of step t be

    (x_t, y_t) = -(sum_{j > t} w_j^2 sigma_j^2,  sum_{j > t} w_j s_j).

The optimum from tau belongs to the greatest convex minorant of the points tau+1..T and of ``(x_tau, y_tau - w_tau F_tau)``, and is the
sum of ``(rise)^2 / run`` over its edges.  The sweep from the end keeps the lower hull of the points on a stack, with the cost from
every vertex to the end, and finds the tangent from each start by bisection.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

from flint import fmpq, fmpz

from pabisym.shift.exact.solve import ExactSolution, InfiniteSolution, SolvedBlock, forward_bounds, last_surviving_gap, unpayable_step
from pabisym.shift.instance import Instance
from pabisym.shift.replay import infinite_reason

_SCALE_BITS = 2048
"""Common denominators longer than this are not used; the sums then stay fractions."""

_LEADING = 64
"""How many leading bits of long numbers are compared before all of them are."""


class _Pool(NamedTuple):
    """A block while pooling: N = shift / below, W = noise / below^2 and G = above / below, up to common scales."""

    first: int
    last: int
    shift: fmpz | fmpq
    noise: fmpz | fmpq
    above: fmpz
    below: fmpz


class PooledSolution(ExactSolution):
    """The optimum, with the lists of all steps by their recursions."""

    @cached_property
    def multipliers(self) -> tuple[fmpq, ...]:
        """``y_t = a_t / sigma_t^2`` for t = 1..T; 0 up to the restart."""
        contraction, values = self.instance.contraction, [fmpq(0)] * self.instance.steps
        for first, last, multiplier in ((block.first, block.last, block.multiplier) for block in self.blocks):
            values[last - 1] = multiplier
            for t in range(last - 1, first - 1, -1):
                values[t - 1] = contraction[t] * values[t]
        return tuple(values)

    @cached_property
    def shift(self) -> tuple[fmpq, ...]:
        """``z_t`` for t = 1..T; up to the restart the bounds of the distance."""
        z, values = self.start, []
        if self.restart and self.instance.diameter is not None:
            values += forward_bounds(self.instance, self.instance.diameter)[1 : self.restart + 1]
        for t in range(self.restart, self.instance.steps):
            z = self.instance.contraction[t] * z + self.instance.gap[t] - self.allocation[t]
            values.append(z)
        return tuple(values)

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair that attains the optimum, started where the solution is."""
        return attaining_contractions(self.instance.contraction, self.multipliers, self.block_first)

    @cached_property
    def worst_value(self) -> fmpq | None:
        """``m_T^2 / N_T`` of that pair, by its own recursion; ``None`` would be infinite."""
        return pair_value(self.instance, self.worst_contraction, self.restart, self.start)


def optimum(instance: Instance) -> PooledSolution | InfiniteSolution:
    """The optimum over all allocations and, with a diameter, over all restarts (the first of several best).

    An ``allocation`` that the instance carries plays no part.
    """
    unpayable = unpayable_step(instance)
    if unpayable is not None and instance.diameter != 0:
        return InfiniteSolution(instance, infinite_reason(unpayable))
    if instance.diameter is None:
        return solve_from(instance, 0, instance.start_shift)
    bounds = forward_bounds(instance, instance.diameter)
    restart = best_restart(instance, bounds)
    return solve_from(instance, restart, bounds[restart])


def solve_from(instance: Instance, restart: int, start: fmpq) -> PooledSolution:
    """The optimum on the steps after ``restart`` from the shift ``start``; it must be finite."""
    gap_scale, noise_scale = _scale((*instance.gap, start)), _scale(instance.noise_variance)
    pools = _pooled(_steps(instance, restart, start, gap_scale, noise_scale))
    unit = fmpq(noise_scale, gap_scale)
    parts = [fmpq(pool.shift * pool.shift) / pool.noise for pool in pools if pool.noise]
    blocks = tuple(SolvedBlock(pool.first, pool.last,
                   unit * pool.shift * pool.below / pool.noise if pool.noise else fmpq(0)) for pool in pools)
    return PooledSolution(instance, restart, start, _sum(parts) * unit / gap_scale, blocks)


def _steps(instance: Instance, restart: int, start: fmpq, gap_scale: fmpz, noise_scale: fmpz) -> Iterator[_Pool]:
    """Every step after ``restart`` as a block of its own; the first carries the shift that comes in."""
    for t in range(restart, instance.steps):
        contraction, gap = instance.contraction[t], instance.gap[t]
        if t == restart:
            gap += contraction * start
        below = contraction.q
        shift = gap * (gap_scale * below)
        noise = instance.noise_variance[t] * (noise_scale * below * below)
        yield _Pool(t + 1, t + 1, _integral(shift), _integral(noise), contraction.p, below)


def _pooled(steps: Iterator[_Pool]) -> list[_Pool]:
    """Merge until the slopes increase strictly; every merge removes a block, so there are fewer than T."""
    pools: list[_Pool] = []
    for right in steps:
        while pools and _violates(pools[-1], right):
            right = _merged(pools.pop(), right)
        pools.append(right)
    return pools


def _violates(left: _Pool, right: _Pool) -> bool:
    """Decide ``N_l W_r >= G_r N_r W_l``, multiplied by the denominators: by leading bits when these tell."""
    ours, theirs = (left.shift, right.noise, left.below), (right.above, right.shift, left.noise)
    if left.below.bit_length() > _LEADING:
        low, high, exponent = _leading(ours)
        other_low, other_high, other_exponent = _leading(theirs)
        if _exceeds(low, exponent, other_high, other_exponent):
            return True
        if _exceeds(other_low, other_exponent, high, exponent):
            return False
    return bool(ours[0] * ours[1] * ours[2] >= theirs[0] * theirs[1] * theirs[2])


def _leading(factors: Iterable[fmpz | fmpq]) -> tuple[int, int, int]:
    """``low, high, exponent`` with the product of non-negative factors in ``[low, high] * 2^exponent``."""
    low, high, exponent = 1, 1, 0
    for factor in factors:
        whole = factor.p // factor.q if isinstance(factor, fmpq) else factor
        cut = max(0, whole.bit_length() - _LEADING)
        top = int(whole >> cut)
        low, high, exponent = low * top, high * (top + (top != factor)), exponent + cut
    return low, high, exponent


def _exceeds(low: int, exponent: int, high: int, other: int) -> bool:
    """Decide ``low * 2^exponent > high * 2^other`` for short numbers, whatever the exponents."""
    if exponent >= other:
        return low << min(exponent - other, 8 * _LEADING) > high
    return low > high << min(other - exponent, 8 * _LEADING)


def _merged(left: _Pool, right: _Pool) -> _Pool:
    return _Pool(left.first, right.last, right.above * left.shift + left.below * right.shift,
                 right.above * right.above * left.noise + left.below * left.below * right.noise, left.above * right.above,
                 left.below * right.below)


def _scale(values: Sequence[fmpq]) -> fmpz:
    """The least common denominator, or 1 when it would be long."""
    scale = fmpz(1)
    for denominator in {value.q for value in values}:
        scale = scale.lcm(denominator)
        if scale.bit_length() > _SCALE_BITS:
            return fmpz(1)
    return scale


def _integral(value: fmpq) -> fmpz | fmpq:
    return value.p if value.q == 1 else value


def _sum(values: list[fmpq]) -> fmpq:
    """The sum, pairing neighbours so that long denominators are met only near the end."""
    while len(values) > 1:
        values = [a + b for a, b in zip(values[::2], [*values[1::2], fmpq(0)], strict=False)]
    return values[0] if values else fmpq(0)


def attaining_contractions(contraction: Sequence[fmpq], multipliers: Sequence[fmpq], block_first: Sequence[int]) -> tuple[fmpq, ...]:
    """``c'_1..c'_T`` of the pair that attains the optimum, given ``y_1..y_T`` and the first step of each block.

    They are ``c_t``, smaller only where a later block begins: elsewhere ``y_t = c_{t+1} y_{t+1}``.
    """
    slopes = list(contraction)
    for first in block_first[1:]:
        slopes[first - 1] = multipliers[first - 2] / multipliers[first - 1]
    return tuple(slopes)


def pair_value(instance: Instance, contraction: Sequence[fmpq], restart: int, start: fmpq) -> fmpq | None:
    """``m_T^2 / N_T`` of the linear pair that starts at ``restart`` with means ``start`` apart.

    0 when the means agree, ``None`` (infinite) when they differ and there is no noise.
    """
    mean, variance = start, fmpq(0)
    for t in range(restart, instance.steps):
        mean = contraction[t] * mean + instance.gap[t]
        variance = contraction[t] * contraction[t] * variance + instance.noise_variance[t]
    if mean == 0:
        return fmpq(0)
    return mean * mean / variance if variance else None


class _Vertex(NamedTuple):
    x: fmpq
    y: fmpq
    cost: fmpq


def best_restart(instance: Instance, bounds: tuple[fmpq, ...]) -> int:
    """The first step from which the optimum is least, given the ``forward_bounds``; 0 is no restart.

    The instance must have a finite optimum.
    """
    if not any(bounds):
        return last_surviving_gap(instance.contraction, instance.gap)
    contraction, gap, steps = instance.contraction, instance.gap, instance.steps
    hull = [_Vertex(fmpq(0), fmpq(0), fmpq(0))]
    x, y, weight = fmpq(0), fmpq(0), fmpq(1)
    best: tuple[fmpq, int] | None = None
    for t in range(steps - 1, -1, -1):
        x -= weight * weight * instance.noise_variance[t]
        y -= weight * gap[t]
        weight *= contraction[t]
        if t == 0 or bounds[t] < contraction[t - 1] * bounds[t - 1] + gap[t - 1]:
            value = _join(hull, x, y - weight * bounds[t])[1]
            if value is not None and (best is None or value <= best[0]):
                best = value, t
        keep, cost = _join(hull, x, y)
        if cost is not None:
            del hull[keep + 1 :]
            hull.append(_Vertex(x, y, cost))
    return best[1] if best else 0


def _join(hull: list[_Vertex], x: fmpq, y: fmpq) -> tuple[int, fmpq | None]:
    """The vertex that the lower hull of ``hull`` and a point on its left joins to that point, and the cost from it.

    ``hull`` runs from right to left.  The cost is ``None``, infinite, straight below the last step.
    """

    def passed(index: int) -> bool:
        near, far = hull[index], hull[index - 1]
        return bool((far.y - near.y) * (near.x - x) <= (near.y - y) * (far.x - near.x))

    index = bisect_left(range(1, len(hull)), True, key=passed)
    vertex = hull[index]
    rise, run = vertex.y - y, vertex.x - x
    if run == 0:
        return index, vertex.cost if rise == 0 else None
    return index, vertex.cost + rise * rise / run
