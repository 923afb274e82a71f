"""Balls as floats, and answers of ball arithmetic with floats in lists: for short problems and for numbers far outside the range of floats.

Nothing here loads numpy, which takes longer than to solve a short problem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from flint import arb, fmpq

from pabisym.lang.once import cached_property
from pabisym.lang.rational import float_ends, power_of_two
from pabisym.shift.exact.ball import BallSolution, solve_ball
from pabisym.shift.instance import Instance

DIGITS = 17
"""Digits to which balls are computed that become floats."""
STEPS = 16384
"""Problems with fewer steps are short."""
_LEAST, _MOST = fmpq(1, 2**1074), fmpq(2**1024 - 2**971)
_BEYOND = 2000
"""A power of two that is larger is beyond the range of floats, whatever mantissa of a ball it is multiplied by."""


def mantissa_exponent(ball: arb) -> tuple[float, int]:
    """The number in the middle of a ball as ``m * 2**e``, with m in [1/2, 1) or 0."""
    mantissa, exponent = map(int, ball.mid().man_exp())
    m, e = math.frexp(float(mantissa))
    return m, exponent + e


def float_bounds(ball: arb) -> tuple[float, float]:
    """The floats next below and above a ball of numbers that are not negative: 0, the largest one and infinite beyond their range."""
    if not ball.is_finite():
        return math.inf, math.inf
    low, high = (m * power_of_two(max(min(int(e), _BEYOND), -_BEYOND)) for m, e in (ball.lower().man_exp(), ball.upper().man_exp()))
    return max(float_ends(low)[0], 0.0), float_ends(high)[1]


class BallFloats:
    """What ball arithmetic found, in floats: bounds are rounded outwards, everything else to the nearest float, in lists.

    Names are those of :class:`~pabisym.shift.float64.solve.FloatSolution`.
    """

    infinite_reason: None = None

    def __init__(self, solution: BallSolution) -> None:
        self.solution, self.restart = solution, solution.restart
        self.firsts = [*(first - 1 for first in solution.block_first), max(solution.block_last, default=solution.restart)]

    def __reduce__(self) -> tuple[Any, ...]:
        """The answer to a short instance is stored as what was asked: its balls cannot be stored."""
        return solve_short, (self.solution.instance,)

    @property
    def value(self) -> float:
        """Upper bound of the optimum."""
        return float_bounds(self.solution.value)[1]

    @property
    def block_first(self) -> list[int]:
        """The first step of every block."""
        return list(self.solution.block_first)

    @property
    def block_last(self) -> list[int]:
        """The last step of every block."""
        return list(self.solution.block_last)

    @property
    def block_slope(self) -> list[float]:
        """The slopes of the blocks, 0 or infinite where they leave the range of floats."""
        return _nearest(self.solution.block_slope)

    @cached_property
    def allocation(self) -> list[float]:
        """``a_1..a_T``."""
        return _nearest(self.solution.allocation)

    @cached_property
    def shift(self) -> list[float]:
        """``z_1..z_T``."""
        return _nearest(self.solution.shift)

    @cached_property
    def multiplier(self) -> list[float]:
        """``y_1..y_T``."""
        return _nearest(self.solution.multipliers)

    @cached_property
    def worst_contraction(self) -> list[float]:
        """``c'_1..c'_T`` of the linear pair that attains the optimum."""
        return _nearest(self.solution.worst_contraction)

    def pair_value(self) -> arb:
        """Squared mean over variance of that pair."""
        return self.solution.worst_value

    @property
    def worst_value(self) -> float:
        """The same, rounded downwards."""
        return float_bounds(self.pair_value())[0]


def _nearest(balls: Sequence[arb]) -> list[float]:
    return [float(ball) for ball in balls]


def solve_short(instance: Instance) -> BallFloats | None:
    """The optimum of an instance of few steps; None where it has many or none, or numbers outside the range of floats."""
    data = (*instance.contraction, *instance.gap, *instance.noise_variance, instance.start_shift, instance.diameter or fmpq(0))
    if not 0 < instance.steps < STEPS or any(x.height_bits() > 1000 and x and not _LEAST <= x <= _MOST for x in data):
        return None
    found = solve_ball(instance, DIGITS)
    return BallFloats(found) if isinstance(found, BallSolution) else None
