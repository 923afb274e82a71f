"""Balls as floats, and answers of ball arithmetic with floats in lists: for short problems and for numbers far outside the range of floats.

Nothing here loads numpy, which takes longer than to solve a short problem.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, TypeAlias

from flint import arb, fmpq

from pabisym.lang.once import cached_property
from pabisym.shift.exact.ball import BallSolution, solve_ball
from pabisym.shift.instance import Instance

Scaled: TypeAlias = tuple[float, int]
"""``m * 2**e`` as (m, e), with m in [1/2, 1), 0 or infinite."""

DIGITS = 17
"""Digits to which balls are computed that become floats."""
STEPS = 16384
"""Problems with fewer steps are short."""
_LEAST, _MOST = fmpq(1, 2**1074), fmpq(2**1024 - 2**971)


def mantissa_exponent(ball: arb, up: bool | None = None) -> Scaled:
    """A bound of a ball of numbers that are not negative, from above or from below; or the number in the middle."""
    exact = ball.mid() if up is None else ball.upper() if up else ball.lower()
    if not exact.is_finite():
        return math.inf, 0
    mantissa, exponent = map(int, exact.man_exp())
    cut = mantissa.bit_length() - 53
    if cut > 0:
        mantissa, exponent = (mantissa + (up or 0) * ((1 << cut) - 1) + (1 << cut - 1) * (up is None)) >> cut, exponent + cut
    m, e = math.frexp(float(max(mantissa, 0)))
    return m, exponent + e if m else 0


def to_float(number: Scaled, up: bool | None = None) -> float:
    """A scaled number as a float that is not less, or not more, or the nearest; 0 and infinite beyond the range."""
    m, e = number
    try:
        value = math.ldexp(m, max(e, -5000))
    except OverflowError:
        return math.nextafter(math.inf, 0.0) if up is False else math.inf
    if up is None or m in (0.0, math.inf):
        return value
    back = math.ldexp(value, min(-e, 1074)) if value else 0.0
    wrong = back < m if up else back > m
    return math.nextafter(value, math.inf if up else 0.0) if wrong else value


class BallFloats:
    """What ball arithmetic found, in floats: bounds are rounded outwards, everything else to the nearest float, in lists.

    Names are those of :class:`~pabisym.shift.float64.solve.FloatSolution`.
    """

    infinite_reason: None = None
    rounded = False

    def __init__(self, solution: BallSolution, instance: Instance | None = None) -> None:
        self.solution, self.restart, self._instance = solution, solution.restart, instance
        self.firsts = [*(first - 1 for first in solution.block_first), max(solution.block_last, default=solution.restart)]

    def __reduce__(self) -> tuple[Any, ...]:
        """The answer to a short instance is stored as what was asked: its balls cannot be stored."""
        return solve_short, (self._instance,)

    @property
    def value(self) -> float:
        """Upper bound of the optimum."""
        return to_float(mantissa_exponent(self.solution.value, up=True), up=True)

    @property
    def block_first(self) -> list[int]:
        """The first step of every block."""
        return list(self.solution.block_first)

    @property
    def block_last(self) -> list[int]:
        """The last step of every block."""
        return list(self.solution.block_last)

    @cached_property
    def slopes(self) -> tuple[list[float], list[int]]:
        """The slopes of the blocks, as mantissas and exponents."""
        pairs = [mantissa_exponent(slope) for slope in self.solution.block_slope]
        return [m for m, _ in pairs], [e for _, e in pairs]

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

    def pair_value(self, _: object = None) -> arb:
        """Squared mean over variance of that pair."""
        return self.solution.worst_value

    @property
    def worst_value(self) -> float:
        """The same, rounded downwards."""
        return to_float(mantissa_exponent(self.pair_value(), up=False), up=False)


def _nearest(balls: Sequence[arb]) -> list[float]:
    return [float(ball) for ball in balls]


def solve_short(instance: Instance) -> BallFloats | None:
    """The optimum of an instance of few steps; None where it has many or none, or numbers outside the range of floats."""
    data = (*instance.contraction, *instance.gap, *instance.noise_variance, instance.start_shift, instance.diameter or fmpq(0))
    if not 0 < instance.steps < STEPS or any(x.height_bits() > 1000 and x and not _LEAST <= x <= _MOST for x in data):
        return None
    found = solve_ball(instance, DIGITS)
    return BallFloats(found, instance) if isinstance(found, BallSolution) else None
