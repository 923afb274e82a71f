"""The answer of float arithmetic, and how it is found without arrays: for short problems, by balls.

Nothing here loads numpy, which takes longer than to solve a short problem.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from flint import arb, fmpq

from pabisym.lang.once import cached_property, working_precision
from pabisym.lang.rational import float_ends, power_of_two
from pabisym.shift.exact.ball import BallSolution, solve_ball
from pabisym.shift.instance import Instance

BITS = 96
"""Precision of the balls in which floats are put together."""
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


def nearest(values: Any) -> list[Any]:
    """Balls as the nearest floats, in a list; integers as they are."""
    return [value if isinstance(value, int) else float(value) for value in values]


@dataclass(frozen=True, eq=False)
class FloatSolution:
    """The optimum of a shift allocation problem in float64; steps are counted from 1.

    ``enclosure``
        A ball that contains the optimum of ``sum a_t^2 / sigma_t^2``; infinite if ``infinite_reason`` says why.
    ``restart``
        The step after which the problem starts, 0 unless a diameter makes a later one better.
    ``infinite_reason``
        Why no allocation exists, or ``None``.
    ``rounded``
        Whether the data were rounded for the worse: ``worst_value`` is then at most the optimum of the data that were given,
        the other numbers are about those that were solved.

    Sequences are those of ``_found``, computed when first asked for; read-only arrays, but lists of a short problem.
    """

    enclosure: arb
    restart: int
    infinite_reason: str | None
    rounded: bool
    _found: Any = field(repr=False)
    _listed: Callable[[Any], Any] = field(repr=False)
    _asked: tuple[Any, ...] = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """An answer is stored as what was asked, and solved again where it is loaded: its balls cannot be stored."""
        return self._asked

    @property
    def value(self) -> float:
        """Upper bound of the optimum; infinite too where it exceeds the range of floats."""
        return float_bounds(self.enclosure)[1]

    @property
    def lower(self) -> float:
        """Certified lower bound of the optimum, rounded downwards."""
        return float_bounds(self.enclosure)[0]

    @cached_property
    def allocation(self) -> Any:
        """``a_1..a_T``; 0 up to the restart; all NaN if the optimum is infinite."""
        return self._listed(self._found.allocation)

    @cached_property
    def shift(self) -> Any:
        """``z_1..z_T``; up to the restart the bounds of the distance that the diameter allows."""
        return self._listed(self._found.shift)

    @cached_property
    def multipliers(self) -> Any:
        """``y_1..y_T``, with ``a_t = sigma_t^2 y_t``; 0 up to the restart."""
        return self._listed(self._found.multipliers)

    @property
    def block_first(self) -> Any:
        """The first step of every block; blocks cover the steps after the restart."""
        return self._listed(self._found.block_first)

    @property
    def block_last(self) -> Any:
        """The last step of every block."""
        return self._listed(self._found.block_last)

    @property
    def block_slope(self) -> Any:
        """The slope of the taut string in every block, ``y_q / prod_{j > q} c_j`` for its last step q.

        0 or infinite where it leaves the range of floats, as ``0.9**-T`` soon does.
        """
        return self._listed(self._found.block_slope)

    @cached_property
    def worst_contraction(self) -> Any:
        """``c'_1..c'_T`` of the linear pair that attains the optimum: ``c_t``, or less where a later block begins.

        The pair starts at the restart, from means ``z_restart`` apart.  If the optimum is infinite, the pair forgets
        everything right after the last noise, and so has different means and no noise.
        """
        return self._listed(self._found.worst_contraction)

    @cached_property
    def worst_enclosure(self) -> arb:
        """A ball of which the lower end is ``worst_value``, whatever the range of floats."""
        if self.infinite_reason is not None:
            return arb("inf")
        with working_precision(BITS):
            lost = 4 * (len(self.worst_contraction) + 2) if self.rounded else 0
            value: arb = self._found.worst_value
            return value * (1 - arb(lost * 2.0**-53))

    @property
    def worst_value(self) -> float:
        """Squared mean over variance of the worst-case pair, rounded downwards.

        Every pair that contracts by at most ``c_t`` bounds the optimum from below; this one attains it up to rounding.  Of data that
        were rounded for the worse, each by a factor of at most 1 + 2^-52, there is a pair for the given ones whose mean is smaller
        by at most T + 1 such factors and whose variance is larger by at most one; that much is subtracted.
        """
        return float_bounds(self.worst_enclosure)[0]


def solve_short(instance: Instance) -> FloatSolution | None:
    """The optimum of an instance of few steps; None where it has many or none, or numbers outside the range of floats."""
    data = (*instance.contraction, *instance.gap, *instance.noise_variance, instance.start_shift, instance.diameter or fmpq(0))
    if not 0 < instance.steps < STEPS or any(x.height_bits() > 1000 and x and not _LEAST <= x <= _MOST for x in data):
        return None
    found = solve_ball(instance, DIGITS)
    if not isinstance(found, BallSolution):
        return None
    return FloatSolution(found.value, found.restart, None, False, found, nearest, (solve_short, (instance,)))
