"""Certified optima: every number an enclosure, to as many digits as asked for.

The blocks of the optimum come from :mod:`pabisym.shift.exact.solve`, where every comparison is decided exactly; their sums N and W are
exact, too, and become balls, in which nothing cancels.  All that is left of an enclosure is rounding.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from flint import arb, fmpq, fmpz

from pabisym.errors import Undecided
from pabisym.lang.once import cached_property, working_precision
from pabisym.numerics.enclosure import check_digits, decimal_text
from pabisym.shift.exact import solve
from pabisym.shift.exact.restart import RestartSteps, distances
from pabisym.shift.instance import Instance
from pabisym.shift.replay import infinite_reason

DIGITS = 30
"""Significant digits when nobody asks for a number of them."""
GUARD_BITS = 64
"""Working precision beyond the digits asked for."""


class Interval(NamedTuple):
    """Decimal texts below and above a number, rounded outwards."""

    lower: str
    upper: str


class BallBlock(NamedTuple):
    """Steps ``first..last`` paid for together; ``multiplier`` encloses ``a_last / sigma_last^2``, which is N / W."""

    first: int
    last: int
    multiplier: arb


@dataclass(frozen=True, eq=False)
class BallSolution:
    """The optimum of ``instance`` started at step ``restart`` from the shift ``start``; all numbers are enclosures.

    ``pools`` are the blocks of the optimum; ``digits`` are certified of the value, and ``bits`` is the precision that it took.
    """

    instance: Instance
    restart: int
    start: fmpq
    pools: Sequence[solve.Pool[arb]]
    digits: int
    bits: int
    infinite_reason: None = None

    @cached_property
    def value(self) -> arb:
        """The optimum."""
        with working_precision(self.bits):
            return sum((pool.shift * pool.shift / pool.noise for pool in self.pools if pool.shift != 0), arb(0))

    @property
    def gap(self) -> arb:
        """The difference between what is proved from ``restart`` and the worst case: 0, as the blocks are those of the optimum."""
        return arb(0)

    @cached_property
    def blocks(self) -> tuple[BallBlock, ...]:
        """The blocks of the steps after the restart."""
        with working_precision(self.bits):
            slopes = [arb(0) if pool.shift == 0 else pool.shift / pool.noise for pool in self.pools]
            return tuple(BallBlock(pool.start + 1, pool.end, slope) for pool, slope in zip(self.pools, slopes, strict=True))

    @cached_property
    def multipliers(self) -> tuple[arb, ...]:
        """``y_1..y_T``; 0 up to the restart."""
        with working_precision(self.bits):
            return solve.block_multipliers(self.blocks, self._steps.contraction, arb(0))

    @cached_property
    def allocation(self) -> tuple[arb, ...]:
        """``a_1..a_T``; 0 up to the restart."""
        with working_precision(self.bits):
            return tuple(v * y for v, y in zip(self._steps.variance, self.multipliers, strict=True))

    @cached_property
    def shift(self) -> tuple[arb, ...]:
        """``z_1..z_T``; up to the restart the bounds of the distance that the diameter allows."""
        diameter, (c, s, _), ends = self.instance.diameter, self._steps, {pool.end for pool in self.pools}
        with working_precision(self.bits):
            values, z = list[arb](), arb(self.start)
            if diameter is not None:
                allowed = distances(self._steps, arb(self.instance.start_shift), arb(diameter), lambda *_: True).bounds
                values += allowed[1 : self.restart + 1]
            for t in range(self.restart, self.instance.steps):
                z = arb(0) if t + 1 in ends else c[t] * z + s[t] - self.allocation[t]
                if not z >= 0:  # a ball without negative numbers that holds those of z that are not
                    around_zero = arb(0, z.upper().max(arb(0)) / 2)
                    z = around_zero + around_zero.rad()
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
    def block_slope(self) -> tuple[arb, ...]:
        """The slope ``y_q / prod_{j > q} c_j`` of each block with last step q; increasing."""
        with working_precision(self.bits):
            return solve.block_slopes(self.blocks, self._steps.contraction)

    @cached_property
    def worst_contraction(self) -> tuple[arb, ...]:
        """``c'_1..c'_T`` of the pair that attains the optimum, started where the solution is: ``c_t``, less where a later block begins."""
        slopes = list(self._steps.contraction)
        with working_precision(self.bits):
            for t in self.block_first[1:]:
                slopes[t - 1] = self.multipliers[t - 2] / self.multipliers[t - 1]
        return tuple(slopes)

    @cached_property
    def worst_value(self) -> arb:
        """``m_T^2 / N_T`` of that pair, by its own recursion."""
        with working_precision(self.bits):
            _, gap, variance = self._steps
            mean, noise = arb(self.start), arb(0)
            for t in range(self.restart, len(gap)):
                slope = self.worst_contraction[t]
                mean, noise = slope * mean + gap[t], slope * slope * noise + variance[t]
            return arb(0) if mean == 0 else mean * mean / noise

    @cached_property
    def _steps(self) -> RestartSteps[arb]:
        with working_precision(self.bits):
            return solve.balls(self.instance)


@dataclass(frozen=True, eq=False)
class InfiniteBall:
    """No allocation is feasible; the contractions are those of a pair with different means and no noise at the end."""

    infinite_reason: str
    worst_contraction: tuple[arb, ...]
    restart: int = 0


def solve_ball(instance: Instance, digits: int = DIGITS) -> BallSolution | InfiniteBall:
    """The optimum over all allocations and, with a diameter, over all restarts, to ``digits`` significant digits.

    The precision doubles, at most to four times the first.  Raises :class:`~pabisym.errors.Undecided` when the digits are not reached.
    """
    check_digits(digits)
    first = int(digits * math.log2(10)) + GUARD_BITS
    unpayable = None if instance.diameter == 0 else solve.unpayable_step(instance)
    if unpayable is not None:
        found = solve.InfiniteSolution(instance, infinite_reason(unpayable))
        with working_precision(first):
            return InfiniteBall(found.infinite_reason, tuple(map(arb, found.worst_contraction)))
    restart, start = solve.best_start(instance)
    sums = solve.block_sums(instance, restart, start)
    for bits in (first, 2 * first, 4 * first):
        with working_precision(bits):
            pools = [solve.Pool(p, q, *exact.balls) for p, q, exact in sums]
        solved = BallSolution(instance, restart, start, pools, digits, bits)
        if solved.value.rel_accuracy_bits() > digits * math.log2(10) + 1:
            return solved
    raise Undecided(f"the optimum is not certified to {digits} digits within the limit of {4 * first} bits")


def interval(value: arb, digits: int) -> Interval:
    """Decimal texts that enclose a ball: not much longer than ``digits``, or than the width of the ball lets stand."""
    middle, radius, exponent = value.mid_rad_10exp(digits + 2)
    low = fmpz(0) if middle < radius and value >= 0 else middle - radius
    return Interval(decimal_text(low, exponent), decimal_text(middle + radius, exponent))
