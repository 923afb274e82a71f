"""The exact optimum of a shift allocation problem over the rationals.

The problem: choose ``a_t >= 0`` with ``z_t = c_t z_{t-1} + s_t - a_t >= 0`` and ``z_T = 0`` such that
``sum a_t^2 / sigma_t^2`` is least.  Its optimality conditions are local: with ``y_t = a_t / sigma_t^2``,

    y_t <= c_{t+1} y_{t+1}     and     z_t (c_{t+1} y_{t+1} - y_t) = 0.

Pooling adjacent violators finds the *blocks* inside which ``y_t = c_{t+1} y_{t+1}``.  A block p+1..q is known by

    N = sum C(t, q) s_t      W = sum C(t, q)^2 sigma_t^2      G = prod c_i,      C(t, q) = prod_{t < i <= q} c_i,

the shift that must be paid in it, the noise that pays, both as seen at its end, and its whole contraction.  A left
block is merged into its right neighbour while ``N_l W_r >= G_r N_r W_l``.  The test is cross-multiplied, so steps
without noise (W = 0) and steps that forget the past (G = 0) need no special case.

N, W and G are kept over one unreduced denominator, a product of denominators of contractions: no greatest common
divisor is taken while merging, and joining a long block with one more step costs time linear in its digits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from flint import fmpq, fmpz

from pabisym.kernel.allocation import infinite_reason
from pabisym.shift.exact.restart import best_restart, forward_bounds
from pabisym.shift.instance import Instance

_SCALE_BITS = 2048
"""Common denominators longer than this are not used; the sums then stay fractions."""

_LEADING = 64
"""How many leading bits of long numbers are compared before all of them are."""


class SolvedBlock(NamedTuple):
    """Steps ``first..last`` paid for together; ``multiplier`` is ``y_last = N / W`` (0 when there is nothing to pay)."""

    first: int
    last: int
    multiplier: fmpq


class _Pool(NamedTuple):
    """A block while pooling: N = shift / below, W = noise / below^2 and G = above / below, up to common scales."""

    first: int
    last: int
    shift: fmpz | fmpq
    noise: fmpz | fmpq
    above: fmpz
    below: fmpz


@dataclass(frozen=True)
class ExactSolution:
    """The optimum of ``instance`` started at step ``restart`` from the shift ``start``.

    ``value`` is ``sum a_t^2 / sigma_t^2``; ``blocks`` cover the steps ``restart+1..T``; ``before`` are the bounds of
    the distance at the steps 1..``restart``.  Lists of length T are computed when first asked for.
    """

    instance: Instance
    restart: int
    start: fmpq
    before: tuple[fmpq, ...]
    value: fmpq
    blocks: tuple[SolvedBlock, ...]
    infinite_reason: None = None

    @cached_property
    def multipliers(self) -> tuple[fmpq, ...]:
        """``y_t = a_t / sigma_t^2`` for t = 1..T; 0 up to the restart."""
        contraction, values = self.instance.contraction, [fmpq(0)] * self.instance.steps
        for first, last, multiplier in self.blocks:
            values[last - 1] = multiplier
            for t in range(last - 1, first - 1, -1):
                values[t - 1] = contraction[t] * values[t]
        return tuple(values)

    @cached_property
    def allocation(self) -> tuple[fmpq, ...]:
        """``a_t = sigma_t^2 y_t`` for t = 1..T; 0 up to the restart."""
        return tuple(v * y for v, y in zip(self.instance.noise_variance, self.multipliers, strict=True))

    @cached_property
    def shift(self) -> tuple[fmpq, ...]:
        """``z_t`` for t = 1..T; up to the restart the bounds of the distance."""
        z, values = self.start, list(self.before)
        for t in range(self.restart, self.instance.steps):
            z = self.instance.contraction[t] * z + self.instance.gap[t] - self.allocation[t]
            values.append(z)
        return tuple(values)

    @property
    def block_first(self) -> tuple[int, ...]:
        """The first step of each block."""
        return tuple(block.first for block in self.blocks)

    @property
    def block_last(self) -> tuple[int, ...]:
        """The last step of each block."""
        return tuple(block.last for block in self.blocks)

    @cached_property
    def block_slope(self) -> tuple[fmpq, ...]:
        """The slope ``y_q / prod_{j > q} c_j`` of each block with last step q; strictly increasing."""
        weight, following, values = fmpq(1), self.instance.steps, []
        for block in reversed(self.blocks):
            for t in range(block.last, following):
                weight *= self.instance.contraction[t]
            following = block.last
            values.append(block.multiplier / weight)
        return tuple(reversed(values))

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair that attains the optimum, started where the solution is."""
        return attaining_contractions(self.instance.contraction, self.multipliers, self.block_first)

    @cached_property
    def worst_value(self) -> fmpq | None:
        """``m_T^2 / N_T`` of that pair, by its own recursion; ``None`` would be infinite."""
        return pair_value(self.instance, self.worst_contraction, self.restart, self.start)


@dataclass(frozen=True)
class InfiniteSolution:
    """No allocation is feasible, and no bound holds."""

    instance: Instance
    infinite_reason: str
    restart: int = 0

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair with different means and no noise at the end."""
        return witness_contractions(self.instance)


def optimum(instance: Instance) -> ExactSolution | InfiniteSolution:
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
    return solve_from(instance, restart, bounds[restart], bounds[1 : restart + 1])


def solve_from(instance: Instance, restart: int, start: fmpq, before: Sequence[fmpq] = ()) -> ExactSolution:
    """The optimum on the steps after ``restart`` from the shift ``start``; it must be finite.

    ``before`` are the distances at the steps 1..``restart``, which the solution carries along.
    """
    gap_scale, noise_scale = _scale((*instance.gap, start)), _scale(instance.noise_variance)
    pools = _pooled(_steps(instance, restart, start, gap_scale, noise_scale))
    unit = fmpq(noise_scale, gap_scale)
    parts = [fmpq(pool.shift * pool.shift) / pool.noise for pool in pools if pool.noise]
    blocks = tuple(SolvedBlock(pool.first, pool.last,
                   unit * pool.shift * pool.below / pool.noise if pool.noise else fmpq(0)) for pool in pools)
    return ExactSolution(instance, restart, start, tuple(before), _sum(parts) * unit / gap_scale, blocks)


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


# Worst cases.


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


def witness_contractions(instance: Instance) -> tuple[fmpq, ...]:
    """``c'_1..c'_T`` of a pair with different means and no noise, for an instance whose optimum is infinite.

    It forgets everything right after the last noise; what enters afterwards survives.
    """
    contraction = list(instance.contraction)
    last = last_noise(instance)
    if last:
        contraction[last] = fmpq(0)
    return tuple(contraction)


def last_noise(instance: Instance) -> int:
    """The last step with noise, or 0."""
    return next((t for t in range(instance.steps, 0, -1) if instance.noise_variance[t - 1]), 0)


def unpayable_step(instance: Instance) -> int | None:
    """The first step after the last noise whose gap survives to the end (0: the start shift), or ``None``.

    The optimum is infinite exactly when there is one, unless a diameter 0 forbids every distance.
    """
    last, found = last_noise(instance), None
    for t in range(instance.steps, last, -1):
        if instance.gap[t - 1]:
            found = t
        if not instance.contraction[t - 1]:
            return found
    return 0 if last == 0 and instance.start_shift else found
