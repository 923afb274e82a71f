"""The exact optimum of a shift allocation problem over the rationals.

The problem: choose ``a_t >= 0`` with ``z_t = c_t z_{t-1} + s_t - a_t >= 0`` and ``z_T = 0`` such that
``sum a_t^2 / sigma_t^2`` is least.  Its optimality conditions are local: with ``y_t = a_t / sigma_t^2``,

    y_t <= c_{t+1} y_{t+1}     and     z_t (c_{t+1} y_{t+1} - y_t) = 0.

Pooling adjacent violators finds the *blocks* inside which ``y_t = c_{t+1} y_{t+1}``.  A block p+1..q is known by

    N = sum C(t, q) s_t      W = sum C(t, q)^2 sigma_t^2      G = prod c_i,      C(t, q) = prod_{t < i <= q} c_i,

the shift that must be paid in it, the noise that pays, both as seen at its end, and its whole contraction.  A left
block is merged into its right neighbour while ``N_l W_r >= G_r N_r W_l``.  The test is cross-multiplied, so steps
without noise (W = 0) and steps that forget the past (G = 0) need no special case.

Which steps share a block is decided by pooling in balls (:mod:`pabisym.shift.exact.pooling`); the few comparisons that balls
leave open, ties above all, are decided by exact sums over the steps in question.  So the blocks are those of exact
arithmetic, and only their sums are computed as rationals.  Where every contraction is 0 or 1 and the
gaps and the variances have moderate common denominators, everything is done in integers instead.

**Restarts.**  With a diameter D the processes are at most ``F_0 = min(D, z_0)``, ``F_t = min(D, c_t F_{t-1} + s_t)`` apart at
step t, whatever was paid.  The problem may therefore be started at any step tau from the shift ``F_tau``; the least of
these optima is the best use of all the bounds at once.  Where the minimum does not cut, ``F_tau`` is what comes of
paying nothing, which the problem started earlier may do too: only the steps where D cuts compete with the start.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError
from pabisym.kernel.allocation import infinite_reason
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.exact import pooling
from pabisym.shift.exact.pooling import Decisions, Pool, Products, Steps, String, balls, lifted, pooled, remembered, total
from pabisym.shift.instance import Instance

FILTER_BITS = 128
"""Precision of the balls that propose the blocks and compare the restarts."""
MAX_LISTED_DIGITS = 2 * 10**9
"""Most digits of all the multipliers together that are computed."""
_SCALE_BITS = 256
"""Longest common denominator with which everything is done in integers."""


class SolvedBlock(NamedTuple):
    """Steps ``first..last`` paid for together; ``multiplier`` is ``y_last = N / W`` (0 when there is nothing to pay)."""

    first: int
    last: int
    multiplier: fmpq


def block_slopes(blocks: Sequence[Any], contraction: Sequence[Any]) -> tuple[Any, ...]:
    """``multiplier / prod_{j > last} c_j`` of each block, exactly or in balls."""
    weight, following, slopes = 1, len(contraction), []
    for block in reversed(blocks):
        weight = math.prod(reversed(contraction[block.last : following]), start=weight)
        following = block.last
        slopes.append(block.multiplier / weight)
    return tuple(reversed(slopes))


@dataclass(frozen=True)
class ExactSolution:
    """The optimum of ``instance`` started at step ``restart`` from the shift ``start``.

    ``value`` is ``sum a_t^2 / sigma_t^2``; ``blocks`` cover the steps ``restart+1..T``.  Lists of length T are computed when
    first asked for.  The rationals of single steps can have as many digits as there are steps; :meth:`multiplier`,
    :meth:`payment` and :meth:`shift_after` compute one of them, where the sequences compute all.
    """

    instance: Instance
    restart: int
    start: fmpq
    value: fmpq
    blocks: tuple[SolvedBlock, ...]
    infinite_reason: None = None

    def multiplier(self, t: int) -> fmpq:
        """``y_t`` of the step t = 1..T; 0 up to the restart."""
        if t <= self.restart:
            return fmpq(0)
        _, last, multiplier = self._block_of(t)
        after = self._products.over(t, last)
        return multiplier * fmpq(after.above, after.below)

    def payment(self, t: int) -> fmpq:
        """``a_t`` of the step t = 1..T."""
        return self.instance.noise_variance[t - 1] * self.multiplier(t)

    def shift_after(self, t: int) -> fmpq:
        """``z_t`` of a step t after the restart: what came in by then less what was paid."""
        first, last, multiplier = self._block_of(t)
        until, after = self._products.over(first - 1, t), self._products.over(t, last)
        if first == self.restart + 1:
            until = lifted(until, self.start)
        return until.total_shift - multiplier * fmpq(after.above, after.below) * until.total_noise

    @cached_property
    def multipliers(self) -> tuple[fmpq, ...]:
        """``y_t = a_t / sigma_t^2`` for t = 1..T; 0 up to the restart.

        Raises :class:`~pabisym.errors.InputError` when they, or the allocation or the shifts, would not fit in memory.
        """
        digits = sum(self._bits_of(block) for block in self.blocks) * 3 // 10
        if digits > MAX_LISTED_DIGITS:
            problem = f"the exact payments of all steps have about {digits:.0e} digits"
            raise InputError("arithmetic", problem, "use ball arithmetic, or ask for single steps")
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
        return shifts(self.instance, self.allocation, self.restart, self.start)

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
        return block_slopes(self.blocks, self.instance.contraction)

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair that attains the optimum, started where the solution is."""
        slopes = list(self.instance.contraction)
        for left, right in zip(self.blocks, self.blocks[1:], strict=False):
            slopes[right.first - 1] = left.multiplier / self.multiplier(right.first)
        return tuple(slopes)

    @cached_property
    def worst_value(self) -> fmpq:
        """``m_T^2 / N_T`` of that pair, which is ``value``.

        With ``y`` the last multiplier of a block, the mean and the variance at its end satisfy
        ``y m = sum N^2 / W = y^2 variance`` over the blocks so far, an identity in N and W.  The pair is followed
        step by step in balls besides; raises :class:`ArithmeticError` should its value differ.
        """
        with working_precision(FILTER_BITS):
            mean, variance = arb(self.start), arb(0)
            for t in range(self.restart, self.instance.steps):
                slope = arb(self.worst_contraction[t])
                mean = slope * mean + arb(self.instance.gap[t])
                variance = slope * slope * variance + arb(self.instance.noise_variance[t])
            square = mean * mean
            if not square.overlaps(arb(self.value) * variance) or square.rel_accuracy_bits() < FILTER_BITS // 2:
                raise ArithmeticError("the pair of the blocks does not attain the value")
        return self.value

    @cached_property
    def _products(self) -> Products:
        return Products(self.instance)

    def _bits_of(self, block: SolvedBlock) -> int:
        """About how many bits the multipliers of a block have: from step to step one contraction more."""
        steps = block.last - block.first + 1
        one = sum(c.height_bits() for c in self.instance.contraction[block.first : block.last] if c != 1)
        return steps * (block.multiplier.height_bits() + one // 2)

    def _block_of(self, t: int) -> SolvedBlock:
        return self.blocks[bisect_left(self.block_last, t)]


@dataclass(frozen=True)
class InfiniteSolution:
    """No allocation is feasible, and no bound holds."""

    instance: Instance
    infinite_reason: str
    restart: int = 0

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair with different means and no noise at the end.

        It forgets everything right after the last noise; what enters afterwards survives.
        """
        contraction, last = list(self.instance.contraction), last_noise(self.instance)
        if last:
            contraction[last] = fmpq(0)
        return tuple(contraction)


def optimum(instance: Instance) -> ExactSolution | InfiniteSolution:
    """The optimum over all allocations and, with a diameter, over all restarts (the first of several best).

    An ``allocation`` that the instance carries plays no part.
    """
    unpayable = unpayable_step(instance)
    if unpayable is not None and instance.diameter != 0:
        return InfiniteSolution(instance, infinite_reason(unpayable))
    restart, start = best_start(instance)
    value, blocks = _optimum_from(instance, restart, start)
    return ExactSolution(instance, restart, start, value, blocks)


def best_start(instance: Instance) -> tuple[int, fmpq]:
    """The first restart from which the optimum is least, and the shift there; the optimum must be finite."""
    diameter = instance.diameter
    if diameter is None:
        return 0, instance.start_shift
    first = min(diameter, instance.start_shift)
    with working_precision(FILTER_BITS):
        steps, exact = balls(instance), Decisions(instance, first, diameter)
        bounds, cuts = pooling.distances(steps, arb(first), arb(diameter), exact.cut)
        if all(bound == 0 for bound in bounds):
            return last_surviving_gap(instance), fmpq(0)
        memory = remembered(instance.contraction, 0)
        starts = {memory: arb(first)} | {t: arb(diameter) for t in cuts if memory < t < instance.steps}
        strings: dict[int, String] = {}
        found = {t: value for t, value in pooling.optima(steps, starts, exact.joins, strings).items() if value is not None}
        least = min(found.values(), key=lambda value: value.upper())
        best = _cheapest([t for t, value in sorted(found.items()) if not value > least], strings, starts, steps, exact)
    return (0, first) if best == memory else (best, diameter)


def _cheapest(candidates: Sequence[int], strings: Mapping[int, String], starts: Mapping[int, arb], steps: Steps[arb],
              exact: Decisions) -> int:
    """The first start with the least optimum among some that balls do not tell apart; compared where the strings differ."""
    best, *others = candidates
    run = _Run(best, starts[best], arb(0))
    for t in others:
        run = run.until(t, steps)
        verdict = _later_is_cheaper(strings[best], strings[t], run, starts[t])
        if verdict is None:
            _, _, common = strings[t].apart(strings[best])
            verdict = exact.cost(t, strings[t], common) < exact.cost(best, strings[best], common)
        if verdict:
            best, run = t, _Run(t, starts[t], arb(0))
    return best


class _Run(NamedTuple):
    """The distance ``reached`` at a position if nothing is paid since some start, and the noise since then."""

    position: int
    reached: arb
    noise: arb

    def until(self, position: int, steps: Steps[arb]) -> _Run:
        """The same at a later position."""
        x, w = self.reached, self.noise
        for c, s, v in zip(*(values[self.position : position] for values in steps), strict=True):
            x, w = c * x + s, c * c * w + v
        return _Run(position, x, w)


def _later_is_cheaper(earlier: String, later: String, run: _Run, start: arb) -> bool | None:
    """Whether the later start D has the lesser optimum; None if balls do not tell.

    Where the first blocks end together, with N and W of the later one, N + C (x - D) and W + C^2 w of the earlier one, C the contraction of
    the later block, x and w of the ``run``, the comparison is ``N^2 C w < (x - D)(2 N + C (x - D)) W`` and nothing cancels but D.
    """
    if earlier.link is not later.link:
        before, after, _ = earlier.apart(later)
        return True if after < before else False if after >= before else None
    n, w, c = later.first
    rise = run.reached - start
    mine, theirs = n * n * c * run.noise, rise * (2 * n + c * rise) * w
    return None if not c > 0 else True if mine < theirs else False if mine >= theirs else None


def partition(instance: Instance, restart: int, start: fmpq) -> list[tuple[int, int]]:
    """The blocks (p, q), steps p+1..q, of the optimum on the steps after ``restart``; it must be finite."""
    whole = _integers(instance, restart, start)
    if whole is not None:
        return [(pool.start, pool.end) for pool in whole.pools(restart)]
    position = remembered(instance.contraction, restart)
    exact = Decisions(instance, start, start)
    with working_precision(FILTER_BITS):
        pools = pooled(balls(instance), position, arb(start), lambda p, m, q: exact.joins(p, m, q, p == position))
    return [(restart if pool.start == position else pool.start, pool.end) for pool in pools]


class _Integers(NamedTuple):
    """The data as integers: gaps and the start are divided by ``gap_scale``, variances by ``noise_scale``."""

    steps: Steps[int]
    start: int
    gap_scale: fmpz
    noise_scale: fmpz
    steady: bool
    """Whether every contraction is 1."""

    def pools(self, restart: int) -> list[Pool[int]]:
        """The blocks of the optimum on the steps after ``restart``."""
        if self.steady:
            return pooling.pooled_sums(self.steps.gap, self.steps.variance, restart, self.start)
        return pooled(self.steps, restart, self.start, _never_asked)


def _optimum_from(instance: Instance, restart: int, start: fmpq) -> tuple[fmpq, tuple[SolvedBlock, ...]]:
    """The optimum on the steps after ``restart`` from the shift ``start``, and its blocks."""
    whole = _integers(instance, restart, start)
    if whole is not None:
        return _integer_optimum(whole, restart)
    products, position = Products(instance), remembered(instance.contraction, restart)
    costs, blocks = [], []
    for p, q in partition(instance, restart, start):
        sums = products.over(max(p, position), q)
        if p == restart:
            sums = lifted(sums, start)
        costs.append(sums.cost)
        blocks.append(SolvedBlock(p + 1, q, sums.multiplier))
    return total(costs), tuple(blocks)


def _integer_optimum(whole: _Integers, restart: int) -> tuple[fmpq, tuple[SolvedBlock, ...]]:
    pools = whole.pools(restart)
    unit = fmpq(whole.noise_scale, whole.gap_scale)
    squares: dict[int, int] = {}
    for pool in pools:
        if pool.shift:
            squares[pool.noise] = squares.get(pool.noise, 0) + pool.shift * pool.shift
    value = total([fmpq(square, noise) for noise, square in squares.items()]) * unit / whole.gap_scale
    blocks = (SolvedBlock(p + 1, q, unit * fmpq(n, w) if n else fmpq(0)) for p, q, n, w in pools)
    return value, tuple(blocks)


def _integers(instance: Instance, restart: int, start: fmpq) -> _Integers | None:
    """The data as integers, if the contractions are 0 and 1 and the denominators have a moderate common multiple."""
    ones = instance.contraction.count(fmpq(1))
    if ones + instance.contraction.count(fmpq(0)) < instance.steps:
        return None
    gap_scale, gap = _scaled((*instance.gap, start))
    noise_scale, variance = _scaled(instance.noise_variance)
    if gap is None or variance is None:
        return None
    steady = ones == instance.steps
    steps = Steps([1] * ones if steady else [int(c.p) for c in instance.contraction], gap[:-1], variance)
    return _Integers(steps, gap[-1], gap_scale, noise_scale, steady)


def _scaled(values: Sequence[fmpq]) -> tuple[fmpz, list[int] | None]:
    """A common denominator and the numbers multiplied by it, or ``None`` where it would be long."""
    denominators, scale = [int(value.q) for value in values], fmpz(1)
    factors = dict.fromkeys(denominators, 0)
    for denominator in factors:
        scale = scale.lcm(denominator)
        if scale.bit_length() > _SCALE_BITS:
            return scale, None
    factors = {denominator: int(scale) // denominator for denominator in factors}
    return scale, [int(value.p) * factors[below] for value, below in zip(values, denominators, strict=True)]


def _never_asked(p: int, m: int, q: int) -> bool:
    raise ArithmeticError("two integers that are neither less nor not less")


# What is seen of an instance without solving it.


def forward_bounds(instance: Instance, diameter: fmpq) -> tuple[fmpq, ...]:
    """``F_0..F_T``: what the diameter and the gaps alone say of the distance."""
    bounds = [min(diameter, instance.start_shift)]
    for c, s in zip(instance.contraction, instance.gap, strict=True):
        bounds.append(min(diameter, c * bounds[-1] + s))
    return tuple(bounds)


def shifts(instance: Instance, allocation: Sequence[fmpq], restart: int, start: fmpq) -> tuple[fmpq, ...]:
    """``z_1..z_T`` of an allocation from the shift ``start`` at a restart; up to it the bounds of the distance."""
    values = [start] if instance.diameter is None else list(forward_bounds(instance, instance.diameter)[: restart + 1])
    for t in range(restart, instance.steps):
        values.append(instance.contraction[t] * values[-1] + instance.gap[t] - allocation[t])
    return tuple(values[1:])


def last_noise(instance: Instance) -> int:
    """The last step with noise, or 0."""
    return next((t for t in range(instance.steps, 0, -1) if instance.noise_variance[t - 1]), 0)


def unpayable_step(instance: Instance) -> int | None:
    """The first step after the last noise whose gap survives to the end (0: the start shift), or ``None``.

    The optimum is infinite exactly when there is one, unless a diameter 0 forbids every distance.
    """
    return surviving_gap(instance.contraction, instance.gap, last_noise(instance), instance.start_shift)


def surviving_gap(contraction: Sequence[Any], gap: Sequence[Any], last: int, start: Any) -> int | None:
    """The first step after ``last`` whose gap survives to the end (0: the start shift), or ``None``; numbers of any kind."""
    found = None
    for t in range(len(gap), last, -1):
        if gap[t - 1]:
            found = t
        if not contraction[t - 1]:
            return found
    return 0 if last == 0 and start else found


def last_surviving_gap(instance: Instance) -> int:
    """The first step after which nothing can be paid for: no later gap survives to the end."""
    for t in range(instance.steps, 0, -1):
        if instance.gap[t - 1]:
            return t
        if not instance.contraction[t - 1]:
            break
    return 0
