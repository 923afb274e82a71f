"""Short problems in float64 as plain Python, for a process that solves one and ends: it would take longer to load numpy.

The loops are those of :mod:`pabisym.shift.float64.solve`, on lists, so that every number is the same; what they need beside them stands
here. Problems in a bounded domain, and those without an optimum, are left to the solver with arrays.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from pabisym.lang.once import cached_property
from pabisym.shift.float64 import kernels
from pabisym.shift.instance import Instance

STEPS = 16384
"""Problems with fewer steps are short."""
UNIT = 2.0**-53
_WHOLE = 1 << 53
"""All integers below it are floats."""
_EXTREME = 5000


@dataclass(frozen=True, eq=False)
class ShortSolution:
    """The optimum of a short problem; names and numbers are those of ``FloatSolution``, arrays are lists."""

    contraction: list[float]
    gap: list[float]
    variance: list[float]
    start: float
    rounded: bool
    value: float
    firsts: list[int]
    """The first step of every block, counted from 0, and the number of steps."""
    _multiplier: list[float]
    _exponents: tuple[list[int], list[int]]
    restart: int = 0
    infinite_reason: None = None

    @property
    def block_first(self) -> list[int]:
        """The first step of every block."""
        return [first + 1 for first in self.firsts[:-1]]

    @property
    def block_last(self) -> list[int]:
        """The last step of every block."""
        return self.firsts[1:]

    @cached_property
    def block_slope(self) -> list[float]:
        """The slope of the taut string in every block, 0 or infinite where it leaves the range of floats."""
        mantissas, exponents = self._multiplier.copy(), self._exponents[0].copy()
        if self.contraction.count(1.0) < len(self.contraction):
            kernels.slopes(self.contraction, len(mantissas), [self.firsts], mantissas, exponents)
        return [_scaled(m, e) for m, e in zip(mantissas, exponents, strict=True)]

    @property
    def allocation(self) -> list[float]:
        """``a_1..a_T``."""
        return self._paid[0]

    @property
    def shift(self) -> list[float]:
        """``z_1..z_T``."""
        return self._paid[1]

    @cached_property
    def _paid(self) -> tuple[list[float], list[float], list[float]]:
        """Payments, shifts, and where a block begins the multiplier before over the first one."""
        steps, count = len(self.gap), len(self._multiplier)
        a, y, z = ([0.0] * steps for _ in range(3))
        reals = [self._multiplier.copy(), [0.0] * count]
        whole = [[*row, *[0] * (steps + 1 - len(row))] for row in (self.firsts, *self._exponents, [])]
        kernels.payments(self.contraction, self.gap, self.variance, self.start, count, a, y, z, reals, whole)
        return a, z, reals[1]

    @cached_property
    def worst_contraction(self) -> list[float]:
        """``c'_1..c'_T`` of the linear pair that attains the optimum."""
        found, ratio = self.contraction.copy(), self._paid[2]
        for block, first in enumerate(self.firsts[1:-1], 1):
            found[first] = min(found[first], ratio[block])
        return found

    @cached_property
    def worst_value(self) -> float:
        """Squared mean over variance of the worst-case pair, rounded downwards."""
        steps = len(self.gap)
        scratch = [[0.0] * 2 for _ in range(3)], [[0] * 2 for _ in range(4)]
        m, e = kernels.pair(self.worst_contraction, self.gap, self.variance, 0, self.start, *scratch)
        lost = 4 * (steps + 2) * UNIT if self.rounded else 0.0
        return rounded(m * (1 - inflation(steps) - lost), e, up=False)


def solve_short(instance: Instance) -> ShortSolution | None:
    """The optimum of an instance whose data are rounded for the worse; None where it is left to the solver with arrays."""
    if instance.diameter is not None or not 0 < instance.steps < STEPS:
        return None
    given = ((instance.contraction, True), (instance.gap, True), (instance.noise_variance, False), ((instance.start_shift,), True))
    read = [found for values, up in given if (found := _floats(values, up=up)) is not None]
    if len(read) < len(given):
        return None
    c, s, v, (start,) = (values for values, _ in read)
    size = instance.steps + 1
    reals, whole = [[0.0] * size for _ in range(3)], [[0] * size for _ in range(4)]
    count, h, r, e = kernels.optimum(c, [], s, v, 0, start, reals, whole)
    if h == math.inf:
        return None
    m, k = math.frexp((h + r) * (1 + inflation(instance.steps)))
    value = rounded(m, e + k if m else 0, up=True)
    return ShortSolution(c, s, v, start, any(moved for _, moved in read), value, whole[0][: count + 1], reals[0][:count],
                         (whole[1][:count], whole[2][:count]))


def _floats(values: Sequence[fmpq], *, up: bool) -> tuple[list[float], bool] | None:
    """Numbers as floats that are not less, or not more, and whether any is another number; None outside of the range of floats."""
    same = bool(values) and all(value is values[0] for value in values)
    found: list[float] = []
    anywhere = False
    for value in values[:1] if same else values:
        one, moved = _float(value, up=up)
        if one is None:
            return None
        found.append(one)
        anywhere = anywhere or moved
    return (found * len(values) if same else found), anywhere


def _float(value: fmpq, *, up: bool) -> tuple[float | None, bool]:
    """A rational as a float on one side of it: the quotient of two integers is the nearest float, and on which side is seen exactly."""
    p, q = int(value.p), int(value.q)
    if q == 1 and p < _WHOLE:
        return float(p), False
    try:
        found = p / q
    except OverflowError:
        return None, True
    over, under = found.as_integer_ratio()
    apart = over * q - p * under
    if apart < 0 if up else apart > 0:
        found = math.nextafter(found, math.inf if up else 0.0)
    if found == math.inf or (found == 0.0 and p):
        return None, True
    return found, apart != 0


def _scaled(m: float, e: int) -> float:
    """``m * 2**e``, infinite where it leaves the range of floats."""
    try:
        return math.ldexp(m, max(min(e, _EXTREME), -_EXTREME))
    except OverflowError:
        return math.inf


def inflation(steps: int) -> float:
    """By how much the optimum may differ from the computed U(B), relatively; :mod:`pabisym.shift.float64.solve` proves it."""
    n = steps + 1
    return 16 * UNIT + 96 * (n * UNIT) ** 2 * (2 + math.log2(n)) * math.exp(12 * n * n * UNIT)


def rounded(m: float, e: int, *, up: bool) -> float:
    """``m * 2**e`` as a float that is not less, or not more."""
    value = kernels.unscaled(m, e)
    exact = math.frexp(value)
    m, k = math.frexp(m)
    if up and kernels.less(*exact, m, k + e):
        return math.nextafter(value, math.inf)
    if not up and (value == math.inf > m or kernels.less(m, k + e, *exact)):
        return math.nextafter(value, 0.0)
    return value
