"""The optimum of a shift allocation problem in float64: arrays in, arrays out, in linear time.

The numbers given are taken as the float64 numbers that they are.  For these data the answer encloses the optimum::

    lower <= optimum <= value,      value <= (1 + 5e-13) lower     for up to 10**7 steps

(with a diameter up to about T u, u = 2**-53).  ``value`` is what a privacy statement may use: it is rounded upwards, it is not 0 unless the
optimum is, and where it leaves the range of floats ``mantissa * 2**exponent`` and ``log2_value`` still hold it.

**Method.**  In the scaled coordinates of :mod:`pabisym.shift.float64.kernels` the optimum is a taut string.  A *window* is a run of steps
whose contractions multiply to something within 2**-150 and 2**150; in each of them the blocks are found in floats.  Where blocks of
neighbouring windows have to be joined, this is done in balls, whose exponents are not limited.  Only sums, products and quotients of
non-negative numbers occur, so that nothing cancels.  Where contractions make all earlier gaps negligible, the last steps alone tell the
value.  Data beyond 2**-128 and 2**128 (variances: after division by a power of two) are left to ball arithmetic.

**Error analysis**, with n = T + 1: in the scaled coordinates a block has weight W and slope N / W, the blocks in order should have
increasing slopes, and a partition B of the steps into blocks has the value ``U(B) = sum N^2 / W``.

1.  *The sums.*  Products and sums of R numbers have ``r = roundings(R)`` roundings, about 32 log32 R, whatever the order in which numpy
    adds up 32 numbers.  So w_t has a relative error of r u, N of (2 r + 2) u, W of (3 r + 4) u, and U(B) of less than (7 r + 16) u.
2.  *A wrong merge is harmless.*  While pooling, means are sums of at most n terms, and two slopes are compared up to a factor 1 +- delta
    with delta = 16 n u.  Suppose that neighbours l, r are merged although slope(l) < slope(r), by a factor of at most 1 - delta.  Let k be
    the slopes of the optimum before the merge.  If k is equal on l and r nothing is lost.  Otherwise l ends a block of k and r begins one,
    so slope(l) <= k_l < k_r <= slope(r), and the optimum falls by at most ``(slope(r) - slope(l))^2 / (1/W_l + 1/W_r)``, which is at most
    ``delta^2 / (1 - delta)^2`` times ``k^2 W`` of l or of r, whichever we like: of the one with fewer steps.  A merge changes the data by a
    factor of at least 1 - delta, hence also k (isotonic regression is monotone and homogeneous).  A step is on the side with fewer steps
    at most log2 n times.  All wrong merges together lose at most a relative ``delta^2 log2(n) (1 - delta)^(-2 n - 2)``.
3.  *A wrong non-merge is harmless.*  The slopes of the final blocks increase up to a factor 1 - 2 delta.  The optimum is at least the value
    under the constraint of being constant on these blocks, which is U(B) less the squared distance of their slopes from an increasing
    sequence: at least ``(1 - 5 delta^2) U(B)``.
4.  *Points that are left out.*  The greatest convex minorant of some of the points lies above that of all.  A point above the former is
    therefore above the taut string, and may be left out: not one bit of the optimum changes.  That a point is above is required by
    2**-22 times what has entered, which is more than the error of n u.

Together U(B) is known, and the optimum differs from it, by a relative ``inflation(T)``; ``value`` and ``lower`` are the computed U(B)
enlarged and diminished by this.  Payments and multipliers are those of the partition, to about r u relative; shifts follow from them with
an error of about n u times what entered, are never negative, and are 0 at block ends.  Entries that leave the range of floats become 0 or
infinite.  They are computed when first asked for.

**Restarts** in a bounded domain are compared by :mod:`pabisym.shift.float64.restarts` among the last steps; the optimum from there without
a shift bounds what any earlier one costs.  If that leaves others in the race, all steps of the last window are compared, and at last balls.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from flint import arb, fmpq

from pabisym.lang.once import cached_property, working_precision
from pabisym.numerics.arrays import product_error
from pabisym.shift.exact.ball import BallSolution, solve_ball
from pabisym.shift.float64.arrays import FloatData, argument_arrays
from pabisym.shift.float64.balls import DIGITS, BallFloats, Scaled, mantissa_exponent, to_float
from pabisym.shift.float64.kernels import (
    UNIT,
    Floats,
    Integers,
    block_firsts,
    prefixes,
    quotients,
    roundings,
    rows_firsts,
    run_sums,
)
from pabisym.shift.float64.restarts import TIE, Least, least, optima
from pabisym.shift.instance import Instance
from pabisym.shift.replay import infinite_reason

BITS = 96
"""Precision of the balls in which windows are put together."""
WINDOW = 150
"""Binary orders of magnitude by which contractions may change numbers within a window."""
PLAIN = 128
"""Gaps and variances lie between 2**-128 and 2**128, or are 0, or all is left to balls."""
LAST = 8192
"""So many steps are searched first for the best restart."""
ENDING, ENOUGH = 256, 120
"""So many last steps are looked at first for whether contractions have made all earlier gaps smaller by so many orders of magnitude."""
CLOSE = 1e-9
"""How close to its lower bound the best restart must be: else it takes longer."""


def inflation(steps: int, sums: bool = True) -> float:
    """By how much the optimum may differ from the computed U(B), relatively; without ``sums`` from U(B) itself."""
    n = steps + 1
    delta = 16 * n * UNIT
    return (7 * roundings(n) + 16) * UNIT * sums + delta**2 * (5 + math.log2(n)) * math.exp(3 * n * delta)


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

    Sequences are computed when first asked for; arrays are read-only.
    """

    enclosure: arb
    restart: int
    infinite_reason: str | None
    _found: Any = field(repr=False)
    rounded: bool = False
    _problem: Any = field(default=None, repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """An answer is stored as what was asked, and solved again where it is loaded: its balls cannot be stored."""
        return _solve_read, (self._problem, self.rounded)

    @property
    def value(self) -> float:
        """Upper bound of the optimum; infinite too where it exceeds the range of floats."""
        return to_float(self._upper, up=True)

    @property
    def mantissa(self) -> float:
        """The same bound is ``mantissa * 2**exponent``, with mantissa in [1/2, 1) or 0; it neither overflows nor underflows."""
        return self._upper[0]

    @property
    def exponent(self) -> int:
        """See ``mantissa``."""
        return self._upper[1]

    @property
    def log2_value(self) -> float:
        """Its binary logarithm, rounded upwards."""
        return _log2(self._upper, math.inf)

    @property
    def lower(self) -> float:
        """Certified lower bound of the optimum, rounded downwards."""
        return to_float(self._lower, up=False)

    @property
    def log2_lower(self) -> float:
        """Its binary logarithm, rounded downwards."""
        return _log2(self._lower, -math.inf)

    @cached_property
    def _upper(self) -> Scaled:
        return mantissa_exponent(self.enclosure, up=True)

    @cached_property
    def _lower(self) -> Scaled:
        return mantissa_exponent(self.enclosure, up=False)

    @cached_property
    def allocation(self) -> Floats:
        """``a_1..a_T``; 0 up to the restart; all NaN if the optimum is infinite."""
        return _frozen(np.asarray(self._found.allocation, np.float64))

    @cached_property
    def shift(self) -> Floats:
        """``z_1..z_T``; up to the restart the bounds of the distance that the diameter allows."""
        return _frozen(np.asarray(self._found.shift, np.float64))

    @cached_property
    def multiplier(self) -> Floats:
        """``y_1..y_T``, with ``a_t = sigma_t^2 y_t``; 0 up to the restart."""
        return _frozen(np.asarray(self._found.multiplier, np.float64))

    @property
    def block_first(self) -> Integers:
        """The first step of every block; blocks cover the steps after the restart."""
        return _frozen(np.asarray(self._found.firsts[:-1], np.int64) + 1)

    @property
    def block_last(self) -> Integers:
        """The last step of every block."""
        return _frozen(np.array(self._found.firsts[1:], np.int64))

    @property
    def block_slope(self) -> Floats:
        """The slope of the taut string in every block, ``y_q / prod_{j > q} c_j`` for its last step q.

        0 or infinite where it leaves the range of floats, as ``0.9**-T`` soon does.
        """
        return _frozen(_scale(*self._found.slopes))

    @property
    def block_log2_slope(self) -> Floats:
        """The binary logarithms of the block slopes, which stay finite; ``-inf`` where nothing is paid."""
        m, e = map(np.asarray, self._found.slopes)
        with np.errstate(divide="ignore"):
            return _frozen(np.log2(m) + e)

    @cached_property
    def worst_contraction(self) -> Floats:
        """``c'_1..c'_T`` of the linear pair that attains the optimum: ``c_t``, or less where a later block begins.

        The pair starts at the restart, from means ``z_restart`` apart.  If the optimum is infinite, the pair forgets
        everything right after the last noise, and so has different means and no noise.
        """
        return _frozen(np.asarray(self._found.worst_contraction, np.float64))

    @cached_property
    def _worst(self) -> Scaled:
        if self.infinite_reason is not None:
            return math.inf, 0
        steps = len(self.worst_contraction)
        with working_precision(BITS):
            value = self._found.pair_value(self.worst_contraction)
            return mantissa_exponent(value * (1 - arb((4 * (steps + 2) if self.rounded else 0) * UNIT)), up=False)

    @property
    def worst_value(self) -> float:
        """Squared mean over variance of the worst-case pair, rounded downwards.

        Every pair that contracts by at most ``c_t`` bounds the optimum from below; this one attains it up to rounding.  Of data that
        were rounded for the worse, each by a factor of at most 1 + 2^-52, there is a pair for the given ones whose mean is smaller
        by at most T + 1 such factors and whose variance is larger by at most one; that much is subtracted.
        """
        return to_float(self._worst, up=False)

    @property
    def log2_worst_value(self) -> float:
        """The binary logarithm of ``worst_value``, which does not underflow."""
        return _log2(self._worst, -math.inf)


class _FloatProblem(NamedTuple):
    """Validated data, arrays of our own; ``start`` is the shift before step 1.

    The variances were multiplied by ``2**unit``, which divides optima and multipliers by it, and changes no payment.
    """

    contraction: Floats
    gap: Floats
    variance: Floats
    start: float
    diameter: float
    unit: int = 0
    low: float = 0.0
    high: float = math.inf
    """All contractions lie between these."""

    @property
    def steps(self) -> int:
        return len(self.gap)

    @property
    def remembered(self) -> int:
        """The step before the last contraction by 0, or 0: nothing before it reaches the end."""
        return int(np.flatnonzero(self.contraction == 0.0)[-1]) if self.steps and self.low == 0.0 == self.contraction.min() else 0

    @property
    def is_plain(self) -> bool:
        """Whether floats have room for all that is computed from the data, and from shifts that enter any step."""
        starts = np.array([self.start, self.diameter if self.diameter < math.inf else 0.0])
        enters = [starts] if self.steps == 0 else [starts, *(starts * c for c in (self.low or _least(self.contraction), self.high))]
        factors = np.array([self.low or _least(self.contraction), self.high]) if self.steps else starts
        return all(map(_is_plain, (factors, self.gap, self.variance, *enters)))

    def instance(self) -> Instance:
        """The same numbers as rationals."""
        given = (self.contraction, self.gap, self.variance)
        c, s, v = (tuple(fmpq(*x.as_integer_ratio()) for x in row.tolist()) for row in given)
        diameter = None if self.diameter == math.inf else fmpq(*self.diameter.as_integer_ratio())
        return Instance(self.steps, c, s, v, fmpq(*self.start.as_integer_ratio()), diameter)


class _Windows(NamedTuple):
    """Windows: the steps ``starts[k]..ends[k]-1``.

    ``weight`` are the products of contractions after each step within its window, ``after`` those after each window.
    """

    starts: Integers
    ends: Integers
    weight: Floats
    after: list[arb]

    @property
    def first(self) -> int:
        return int(self.starts[0])

    @property
    def begins(self) -> Integers:
        """Where windows begin among their steps."""
        return self.starts - self.first

    def coordinates(self, problem: _FloatProblem, start: float = 0.0) -> tuple[Floats, Floats]:
        """Shift n and noise m of the steps, with ``start`` before the first of them, relative to the ends of their windows."""
        s, v, w = problem.gap[self.first :], problem.variance[self.first :], self.weight
        n, m = (s, v) if problem.low == problem.high == 1.0 else (w * s, w * w * v)
        if start:
            n = n.copy() if n is s else n
            n[0] += problem.contraction[self.first] * w[0] * start
        return n, m

    def sums(self, values: Floats) -> Floats:
        """The sums of values from the beginning of each window on."""
        empty = (self.ends - self.starts).max() - (self.ends - self.starts)
        return _row_values(prefixes(np.add, _table(values, empty, 0.0)), empty)

    @property
    def scaled_after(self) -> tuple[Floats, Integers]:
        """Mantissas and exponents of ``after``."""
        if len(self.after) == 1:
            return np.ones(1), np.zeros(1, np.int64)
        pairs = [mantissa_exponent(one) for one in self.after]
        return np.array([m for m, _ in pairs]), np.array([e for _, e in pairs], np.int64)


def _table(values: Floats, empty: Integers, nothing: float) -> Floats:
    """Values one after the other in rows that begin with so many places for ``nothing``."""
    rows, length = len(empty), (len(values) + int(empty.sum())) // len(empty)
    if not empty[1:].any():
        return (np.concatenate((np.full(empty[0], nothing), values)) if empty[0] else values).reshape(rows, length)
    result = np.full((rows, length), nothing)
    result[np.arange(length) >= empty[:, None]] = values
    return result


def _row_values(table: Floats, empty: Integers) -> Floats:
    """The values of such rows."""
    result: Floats = table.ravel()[empty[0] :] if not empty[1:].any() else table[np.arange(table.shape[1]) >= empty[:, None]]
    return result


def _windows(problem: _FloatProblem, position: int) -> _Windows:
    """The windows of the steps from ``position`` on, of about equal lengths."""
    steps, contraction = problem.steps, problem.contraction
    alike = problem.low == problem.high or position + 1 == steps
    starts = np.array([position])
    if position + 1 < steps and alike and problem.low != 1.0:
        size = max(int(WINDOW / abs(math.log2(problem.low))), 1)
        starts = np.concatenate((starts, np.arange(steps - size, position, -size)[::-1]))
    elif not alike:
        change = np.cumsum(np.abs(np.log2(contraction[position + 1 :]))) // WINDOW
        starts = np.concatenate((starts, np.flatnonzero(np.diff(change, prepend=0.0)) + position + 1))
        lengths, most = np.diff(starts, append=steps), -(-(steps - position) // len(starts))
        pieces = -(-lengths // most)
        order = np.arange(pieces.sum()) - np.repeat(np.cumsum(pieces) - pieces, pieces)
        starts = np.repeat(starts, pieces) + order * np.repeat(-(-lengths // pieces), pieces)
    return _of_starts(problem, starts, alike)


def _of_starts(problem: _FloatProblem, starts: Integers, alike: bool = False) -> _Windows:
    """The windows that begin at some steps; ``alike`` if all contractions in them are the same number."""
    ends, first = np.append(starts[1:], problem.steps), int(starts[0])
    length = int((ends - starts).max())
    if problem.low == problem.high == 1.0:
        return _Windows(starts, ends, np.broadcast_to(1.0, problem.steps - first), [arb(1)])
    empty, after = length - (ends - starts), [arb(1)]
    with working_precision(BITS):
        if alike:
            factors = np.full((1, length), problem.contraction[-1])
            after = [arb(problem.contraction[-1]) ** int(problem.steps - end) for end in ends]
        else:
            within = problem.contraction[first:].copy()
            within[starts - first] = 1.0
            factors = _table(within, empty, 1.0)
            for one, factor in zip(_products(factors[1:])[::-1], problem.contraction[starts[:0:-1]].tolist(), strict=True):
                after.append(after[-1] * arb(factor) * one)
            after.reverse()
    weight = np.concatenate((prefixes(np.multiply, factors[:, :0:-1])[:, ::-1], np.ones((len(factors), 1))), axis=1)
    return _Windows(starts, ends, _row_values(np.tile(weight, (len(starts), 1)) if alike else weight, empty), after)


def _products(rows: Floats) -> list[arb]:
    """The products of rows, from their rounded values and the errors of these, which lose about 2 n^2 u^2 themselves."""
    high, low, steps = rows, np.zeros_like(rows), rows.shape[1]
    while high.shape[1] > 1:
        half = high.shape[1] // 2
        a, b, c, d = high[:, :half], high[:, half : 2 * half], low[:, :half], low[:, half : 2 * half]
        product = a * b
        error = product_error(a, b, product) + (a * d + b * c)
        high, low = (np.concatenate((x, y[:, 2 * half :]), axis=1) for x, y in ((product, high), (error, low)))
    around = arb(1, 8 * ((steps + 2) * UNIT) ** 2)
    return [(arb(x) + arb(y)) * around for x, y in zip(high[:, 0].tolist(), low[:, 0].tolist(), strict=True)]


def _around(units: int) -> arb:
    """1 up to so many roundings."""
    return arb(1, units * 1.01 * UNIT)


_NO_SLOPES: tuple[Floats, Integers] = np.empty(0), np.empty(0, np.int64)


class _FloatRun(NamedTuple):
    """The string of a problem from ``start`` at the step ``restart``: windows, first steps of blocks from 0 and T, and slopes."""

    problem: _FloatProblem
    restart: int
    start: float
    windows: _Windows | None
    firsts: Integers
    own_slopes: tuple[Floats, Integers]

    @property
    def slopes(self) -> tuple[Floats, Integers]:
        return self.own_slopes[0], self.own_slopes[1] + self.problem.unit

    def _parts(self, windows: _Windows) -> tuple[Integers, Floats, Integers, npt.NDArray[np.bool_]]:
        """Where parts of blocks in windows begin, their slopes relative to the ends of windows, and whether a block begins there."""
        if len(windows.starts) == 1:
            return np.append(0, self.firsts[1:-1] - windows.first), *self.own_slopes, np.ones(len(self.firsts) - 1, np.bool_)
        marks = np.zeros(self.problem.steps - windows.first, np.int8)
        marks[windows.begins] = 1
        marks[self.firsts[1:-1] - windows.first] += 2
        begins = np.flatnonzero(marks)
        new = marks[begins] > 1
        block, (m, e) = np.cumsum(new), windows.scaled_after
        row = np.cumsum(marks[begins] % 2) - 1
        m, e = self.own_slopes[0][block] * m[row], self.own_slopes[1][block] + e[row]
        return begins, m, np.where(m == 0.0, 0, e), new

    def _paid(self, variance: Floats | None) -> Floats:
        """The multipliers, or with the variances what is paid."""
        result, windows = np.zeros(self.problem.steps), self.windows
        if windows is not None:
            begins, m, e, _ = self._parts(windows)
            e = e + (self.problem.unit if variance is None else 0)
            lengths, extreme = np.diff(begins, append=len(windows.weight)), (np.abs(e) > 600) & (e > -1500)
            y = np.repeat(np.where(extreme, m, _scale(m, e)), lengths) * windows.weight
            y = y if variance is None else variance[windows.first :] * y
            if extreme.any():
                at = np.flatnonzero(np.repeat(extreme, lengths))
                y[at] = _scale(y[at], np.repeat(e[extreme], lengths[extreme]))
            result[windows.first :] = y
        return result

    @property
    def multiplier(self) -> Floats:
        return self._paid(None)

    @property
    def allocation(self) -> Floats:
        return self._paid(self.problem.variance)

    @property
    def shift(self) -> Floats:
        problem, restart, windows = self.problem, self.restart, self.windows
        z, left = np.zeros(problem.steps), self.start
        if problem.diameter < math.inf:
            z[:restart] = _unpaid(problem, 0, restart, min(problem.start, problem.diameter), problem.diameter)[1:]
        if windows is None:
            return z
        if (first := windows.first) > restart:
            z[restart:first] = _unpaid(problem, restart, first, self.start)[1:]
            left = 0.0
        n, noise = windows.coordinates(problem)
        begins, m, e, new = self._parts(windows)
        lengths = np.diff(begins, append=len(n))
        level = windows.sums(n - noise * np.repeat(_scale(m, e), lengths))
        rows = np.searchsorted(begins, np.append(windows.begins, len(n)))
        before = level[begins - 1]
        before[rows[:-1]] = 0.0
        level -= np.repeat(before, lengths)
        if problem.low < 1.0 or problem.high > 1.0:
            level /= windows.weight
        for k, factor in enumerate((problem.contraction[windows.starts] * windows.weight[windows.begins]).tolist()):
            left = 0.0 if k and new[rows[k]] else max(left, 0.0)
            if left > 0.0:
                part = slice(begins[rows[k]], begins[rows[k]] + lengths[rows[k]])
                level[part] += left * (factor / windows.weight[part])
            left = float(level[windows.ends[k] - first - 1])
        np.maximum(level, 0.0, out=z[first:])
        z[self.firsts[1:] - 1] = 0.0
        return z

    @property
    def worst_contraction(self) -> Floats:
        found, (m, e), starts = self.problem.contraction.copy(), self.own_slopes, self.firsts[1:-1]
        if len(starts):
            ratio = _scale(m[:-1] / m[1:], e[:-1] - e[1:])
            found[starts] = np.minimum(found[starts], found[starts] * ratio)
        return found

    def pair_value(self, contraction: Floats) -> arb:
        """Squared mean over variance of a linear pair with these contractions."""
        problem = self.problem._replace(contraction=contraction, low=0.0, high=math.inf)
        position = max(self.restart, problem.remembered)
        if position == problem.steps:
            return arb(0)
        windows = _windows(problem, position)
        n, m = windows.coordinates(problem, self.start if position == self.restart else 0.0)
        shift, noise = _sums(n, m, windows.begins, roundings(int((windows.ends - windows.starts).max())))
        mean = sum((one * after for one, after in zip(shift, windows.after, strict=True)), arb(0))
        variance = sum((one * after**2 for one, after in zip(noise, windows.after, strict=True)), arb(0))
        return arb(0) if mean == 0 else mean * mean / variance * arb(2) ** problem.unit


def _sums(n: Floats, m: Floats, firsts: Integers, units: int) -> tuple[list[arb], list[arb]]:
    """N and W of blocks as balls."""
    shift, noise = _around(2 * units + 4), _around(3 * units + 4)
    return [arb(x) * shift for x in run_sums(n, firsts).tolist()], [arb(x) * noise for x in run_sums(m, firsts).tolist()]


class _Endless(NamedTuple):
    """No allocation is feasible."""

    problem: _FloatProblem
    slopes: tuple[Floats, Integers] = _NO_SLOPES

    @property
    def firsts(self) -> Integers:
        return np.array([self.problem.steps])

    @property
    def allocation(self) -> Floats:
        return np.full(self.problem.steps, math.nan)

    @property
    def shift(self) -> Floats:
        return self.allocation

    @property
    def multiplier(self) -> Floats:
        return self.allocation

    @property
    def worst_contraction(self) -> Floats:
        contraction, last = self.problem.contraction.copy(), _last_noise(self.problem)
        if last:
            contraction[last] = 0.0
        return contraction


def solve_float(contraction: object, gap: object, variance: object, start: object = 0.0, diameter: object = None) -> FloatSolution:
    """Minimise ``sum a_t^2 / sigma_t^2`` over the shift allocations; see :class:`FloatSolution`.

    ``contraction``, ``gap`` and ``variance`` are ``c_t``, ``s_t`` and ``sigma_t^2``, the variance of the noise on the
    iterate at step t: arrays of length T, or one number for all steps (not all three).  ``start`` is ``z_0``.  With a
    ``diameter`` the distance never exceeds it and the problem may be restarted at any step.  Everything is read as
    :func:`~pabisym.shift.float64.arrays.argument_arrays` does.

    Raises :class:`~pabisym.errors.InputError`, with a field such as ``gap[3]`` counted from 0, for NaN, infinities,
    negative numbers, wrong shapes and more than ``MAX_STEPS`` steps.
    """
    return solve_data(argument_arrays({
        "contraction": contraction, "gap": gap, "noise_variance": variance, "start_shift": start, "diameter": diameter}))


def solve_data(data: FloatData) -> FloatSolution:
    """The same for data that were read."""
    return _solve_read(_read_problem(data), data.rounded)


def _solve_read(problem: _FloatProblem, rounded: bool = False) -> FloatSolution:
    """The answer to data that were read; ``rounded`` says whether these were rounded before."""
    return replace(_optimum(problem), rounded=rounded, _problem=problem)


def _optimum(problem: _FloatProblem) -> FloatSolution:
    if problem.diameter == 0.0:
        return _solution(problem, *_solve_from(problem, _last_surviving_gap(problem), 0.0))
    if (unpayable := _unpayable_step(problem)) is not None:
        return FloatSolution(arb("inf"), 0, infinite_reason(unpayable), _Endless(problem))
    if not problem.is_plain:
        return _by_balls(problem._replace(variance=problem.variance * 2.0**-problem.unit, unit=0))
    if problem.diameter == math.inf:
        value = _by_the_end(problem)
        return _solution(problem, *(_solve_from(problem, 0, problem.start) if value is None else (_Later(problem), value)))
    return _solve_with_restarts(problem)


def _solution(problem: _FloatProblem, run: _FloatRun, value: arb, lower: arb | None = None) -> FloatSolution:
    """The answer, of the optimum of a run and perhaps a lower bound for all others."""
    with working_precision(BITS):
        around = arb(1, inflation(problem.steps, sums=False))
        found = value * around if lower is None else (value * around).union(lower * around)
        return FloatSolution(found * arb(2) ** problem.unit, run.restart, None, run)


def _solve_from(problem: _FloatProblem, restart: int, start: float) -> tuple[_FloatRun, arb]:
    """The string from the shift ``start`` after the step ``restart``, and U(B)."""
    steps, position = problem.steps, max(restart, problem.remembered)
    if restart == steps:
        return _FloatRun(problem, restart, start, None, np.array([steps]), _NO_SLOPES), arb(0)
    windows = _windows(problem, position)
    n, m = windows.coordinates(problem, start if position == restart else 0.0)
    if len(windows.starts) == 1:
        firsts = block_firsts(n, m)
        shift, noise = run_sums(n, firsts), run_sums(m, firsts)
        slope = quotients(shift, noise)
        total, slopes = arb(float(run_sums(shift * slope, firsts[:1])[0])), (slope, np.broadcast_to(np.int64(0), slope.shape))
        value = total * arb(1, inflation(steps))
    else:
        firsts, slopes, value = _of_several(windows, n, m, inflation(steps))
    firsts = np.append(firsts + position, steps)
    firsts[0] = restart
    return _FloatRun(problem, restart, start, windows, firsts, slopes), value


def _of_several(windows: _Windows, n: Floats, m: Floats, error: float) -> tuple[Integers, tuple[Floats, Integers], arb]:
    """Where blocks begin, slopes and U(B); blocks of one window have the same cost in its coordinates as in those of the end."""
    begins = windows.begins
    firsts = _firsts_by_window(n, m, begins)
    first = np.searchsorted(firsts, begins)
    shift, noise, row = run_sums(n, firsts), run_sums(m, firsts), np.repeat(np.arange(len(first)), np.diff(first, append=len(firsts)))
    slope, after = quotients(shift, noise), windows.scaled_after
    mantissa, exponent = np.frexp(slope)
    mantissa, exponent, kept = mantissa / after[0][row], exponent - after[1][row], np.ones(len(row), np.bool_)
    cost = shift * slope
    with working_precision(BITS):
        value = arb(0)
        for low, high, over, under in _join(windows, row, shift, noise):
            slope_of_all = over / under if over != 0 else arb(0)
            value += over * slope_of_all
            mantissa[low], exponent[low] = mantissa_exponent(slope_of_all)
            cost[low:high], kept[low + 1 : high] = 0.0, False
        value += arb(float(run_sums(cost, first[:1])[0])) * arb(1, error)
    for k in np.flatnonzero((n[begins] == 0.0) & (m[begins] == 0.0)).tolist():
        of_row = slice(begins[k], windows.ends[k] - windows.first)
        firsts[first[k]] += np.argmax((n[of_row] > 0.0) | (m[of_row] > 0.0))
    return firsts[kept], (mantissa[kept], exponent[kept]), value


def _firsts_by_window(n: Floats, m: Floats, begins: Integers) -> Integers:
    """Where the blocks of each window begin; one where nothing enters is one block."""
    lengths, some = np.diff(begins, append=len(n)), np.maximum.reduceat(n, begins) > 0.0
    marks, at, rows = np.zeros(len(n), np.bool_), np.flatnonzero(np.repeat(some, lengths)), np.cumsum(lengths[some]) - lengths[some]
    marks[begins] = True
    if not some.all():
        n, m = n[at], m[at]
    if m[rows[1:] - 1].all() and m[-1:].all():
        found = [rows_firsts(n, m, rows)] if len(rows) else []
    else:
        found = [block_firsts(n[p:q], m[p:q]) + p for p, q in zip(rows.tolist(), [*rows[1:].tolist(), len(n)], strict=True)]
    marks[at[np.concatenate(found)] if found else at] = True
    return np.flatnonzero(marks)


_Joined: TypeAlias = tuple[int, int, arb, arb]
"""Blocks low..high-1 as one, with N and W as seen at the end."""


def _join(windows: _Windows, row: Integers, shift: Floats, noise: Floats) -> list[_Joined]:
    """The blocks of several that come of pooling the blocks of windows, of which those of the same window are in order already."""
    units, found = roundings(int((windows.ends - windows.starts).max())), list[_Joined]()
    of_shift, of_noise = _around(2 * units + 4), _around(3 * units + 4)

    def block(i: int) -> _Joined:
        after = windows.after[row[i]]
        return i, i + 1, arb(shift[i]) * of_shift * after, arb(noise[i]) * of_noise * after * after

    def violates(left: _Joined, right: _Joined) -> bool:
        return not left[2] * right[3] < right[2] * left[3]

    def join(left: _Joined, right: _Joined) -> _Joined:
        return left[0], right[1], left[2] + right[2], left[3] + right[3]

    for first in (np.flatnonzero(np.diff(row)) + 1).tolist():
        if found and found[-1][1] > first:
            continue
        here = block(first)
        while True:
            low, high, *_ = here
            known = bool(found) and found[-1][1] == low
            if low and violates(left := found[-1] if known else block(low - 1), here):
                here = join(left, here)
                del found[len(found) - known :]
            elif high - low > 1 and high < len(row) and violates(here, right := block(high)):
                here = join(here, right)
            else:
                break
        if high - low > 1:
            found.append(here)
    return found


class _Later:
    """The string of a problem whose value is known; found when something of it is asked for."""

    def __init__(self, problem: _FloatProblem) -> None:
        self.problem, self.restart = problem, 0

    @cached_property
    def run(self) -> _FloatRun:
        """The string."""
        return _solve_from(self.problem, 0, self.problem.start)[0]

    def __getattr__(self, name: str) -> Any:
        return getattr(self.run, name)


def _by_the_end(problem: _FloatProblem) -> arb | None:
    """The optimum, where so much is forgotten that the last steps alone decide it; None elsewhere.

    The optimum is at least that of the last steps from the shift 0, and at most that from all that can have entered before.
    """
    if problem.steps < ENDING or -math.log2(max(problem.low, 2.0**-WINDOW)) * problem.steps < ENOUGH or problem.high > 1.0:
        return None
    count, change = ENDING, 0.0
    while change < ENOUGH and count < problem.steps:
        count = min(2 * count, problem.steps)
        forgotten = np.cumsum(-np.log2(np.maximum(problem.contraction[-count:], 2.0**-WINDOW))[::-1])
        change = float(forgotten[-1])
    if change < ENOUGH or count == problem.steps:
        return None
    begin = problem.steps - 1 - int(np.searchsorted(forgotten, ENOUGH))
    last = problem._replace(contraction=problem.contraction[begin:], gap=problem.gap[begin:], variance=problem.variance[begin:], start=0.0)
    entered = (problem.start + float(problem.gap[:begin].sum())) * (1 + problem.steps * UNIT)
    if len(_windows(last, last.remembered).starts) > 1 or entered > 2.0**PLAIN:
        return None
    lower, upper = (_solve_from(last, 0, start)[1] for start in (0.0, entered))
    return lower.union(upper) if upper < lower * (1 + TIE) + lower * inflation(last.steps) * 4 else None


def _by_balls(problem: _FloatProblem) -> FloatSolution:
    """The answer of ball arithmetic."""
    found = solve_ball(problem.instance(), DIGITS)
    if not isinstance(found, BallSolution):
        raise ArithmeticError("an optimum that is finite and infinite")
    return FloatSolution(found.value, found.restart, None, BallFloats(found))


# Restarts.


def _solve_with_restarts(problem: _FloatProblem) -> FloatSolution:
    """The best restart in a bounded domain: among the last steps, then in all of the last window, then by balls."""
    if not problem.steps:
        return _solution(problem, *_solve_from(problem, 0, 0.0))
    window, share = _last_window(problem), 1 + inflation(problem.steps)
    for begin in sorted({max(window, problem.steps - LAST), window}, reverse=True):
        base, found = _search(problem, begin)
        if found.restart[0] and found.value[0] * share < base / share:
            run, value = _solve_from(problem, begin + int(found.restart[0]), problem.diameter)
            return _solution(problem, run, value, value.lower().min(arb(float(found.lower[0]))))
    run, value = _solve_from(problem, 0, min(problem.start, problem.diameter))
    lower = value.lower() if window == problem.remembered else arb(base / share)
    if found.restart[0]:
        other, cost = _solve_from(problem, window + int(found.restart[0]), problem.diameter)
        lower = lower.min(arb(float(found.lower[0])))
        if cost < value * (1 - TIE):
            run, value = other, cost
    if window > problem.remembered and not value < lower * (1 + CLOSE):
        return _by_balls(problem._replace(variance=problem.variance * 2.0**-problem.unit, unit=0))
    return _solution(problem, run, value, lower)


def _last_window(problem: _FloatProblem) -> int:
    """The first of the last steps whose contractions multiply to something within the range of a window."""
    c = problem.contraction[: problem.remembered : -1]
    if problem.low == problem.high == 1.0 or not len(c):
        return problem.remembered
    return problem.steps - 1 - int(np.searchsorted(np.cumsum(np.abs(np.log2(c))), WINDOW))


def _search(problem: _FloatProblem, begin: int) -> tuple[float, Least]:
    """The optimum of the steps after ``begin`` without a shift, which no restart before undercuts, and the best later restart."""
    window = _of_starts(problem, np.array([begin]), problem.low == problem.high)
    n, m = (x[None] for x in window.coordinates(problem))
    base = float(optima(n, m)[0][0]) if begin > problem.remembered else 0.0
    return base, least(n, m, window.weight[None], np.array([problem.diameter]), np.array([math.inf]))


def _unpaid(problem: _FloatProblem, first: int, end: int, start: float, most: float = math.inf) -> Floats:
    """The distances at ``first..end`` if nothing is paid and they never exceed ``most``."""
    steps = zip(problem.contraction[first:end].tolist(), problem.gap[first:end].tolist(), strict=True)
    z = [start]
    for c, s in steps:
        z.append(min(most, c * z[-1] + s))
    return np.array(z)


# Reading.


def _log2(number: Scaled, towards: float) -> float:
    """The binary logarithm of a scaled number, on the wanted side of it."""
    m, e = number
    if m == 0.0 or m == math.inf:
        return math.inf if m else -math.inf
    return math.nextafter(math.log2(m) + e + math.copysign(2.0**-51, towards), towards)


def _scale(m: Floats, e: Any) -> Floats:
    """``m * 2**e``, 0 and infinite beyond the range of floats."""
    with np.errstate(over="ignore", under="ignore"):
        result: Floats = np.ldexp(m, np.clip(np.asarray(e, np.int64), -5000, 5000))
        return result


def _last_surviving_gap(problem: _FloatProblem) -> int:
    """The last step with a gap, if nothing later forgets it, or 0."""
    gaps = np.flatnonzero(problem.gap)
    return int(gaps[-1]) + 1 if len(gaps) and int(gaps[-1]) >= problem.remembered else 0


def _last_noise(problem: _FloatProblem) -> int:
    """The last step with noise, or 0."""
    noisy = np.flatnonzero(problem.variance)
    return int(noisy[-1]) + 1 if len(noisy) else 0


def _unpayable_step(problem: _FloatProblem) -> int | None:
    """The first step whose gap survives to the end with no noise after it (0: the start shift), or None."""
    if problem.steps and problem.variance[-1] > 0.0:
        return None
    last, forgets = _last_noise(problem), bool((problem.contraction == 0.0).any())
    if last == 0 and not forgets and problem.start > 0.0:
        return 0
    late = max(last, problem.remembered)
    gaps = np.flatnonzero(problem.gap[late:])
    return late + int(gaps[0]) + 1 if len(gaps) else None


def _is_plain(values: Floats) -> bool:
    """Whether all numbers are 0 or of a size that floats have room for."""
    return not values.size or (float(values.max()) <= 2.0**PLAIN and _least(values) >= 2.0**-PLAIN)


_NONE = 2**64 - 1
"""What stands before 0 among the bits of a float."""
_CACHED = 1 << 15
"""So many numbers at a time stay in the cache."""


def _least(values: Floats) -> float:
    """The least of the numbers that are not 0; 1 if there is none."""
    least = float(values.min())
    if least == 0.0:
        bits = values.view(np.uint64)
        before = min(int((bits[k : k + _CACHED] - np.uint64(1)).min()) for k in range(0, len(bits), _CACHED))
        return float(np.uint64(before + 1).view(np.float64)) if before < _NONE else 1.0
    return least


def _read_problem(data: FloatData) -> _FloatProblem:
    """Validate and copy; -0.0 becomes 0.0."""
    extents = data.extents()
    c, s, v = (x + 0.0 for x in (data.contraction, data.gap, data.noise_variance))
    limit, (_, largest) = math.inf if data.diameter is None else data.diameter, extents["noise_variance"]
    problem = _FloatProblem(c, s, v, data.start + 0.0, limit, 0, *extents["contraction"])
    return problem if largest == 0.0 or 2.0**-PLAIN <= largest <= 2.0**PLAIN else _in_units(problem, largest)


def _in_units(problem: _FloatProblem, largest: float) -> _FloatProblem:
    """Variances that are all very small or very large, in a unit in which the largest is about 1, where no bit of any is lost."""
    unit = max(min(-math.frexp(largest)[1], 1000), -1000)
    variance = problem.variance * 2.0**unit if unit < 0 else np.multiply(problem.variance, 2.0**unit, out=problem.variance)
    found = problem._replace(variance=variance, unit=unit)
    return found if unit > 0 or np.array_equal(variance * 2.0**-unit, problem.variance) else problem


_Number = TypeVar("_Number", np.float64, np.int64)


def _frozen(array: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    array.flags.writeable = False
    return array
