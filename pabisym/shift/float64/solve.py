"""The optimum of a shift allocation problem in float64: arrays in, arrays out, in linear time.

The numbers given are taken as the float64 numbers that they are.  For these data the answer encloses the optimum::

    lower <= optimum <= value,      value <= (1 + 5e-13) lower     for up to 10**7 steps

(with a diameter up to about T u, u = 2**-53).  ``value`` is what a privacy statement may use: it is rounded upwards, it is not 0 unless the
optimum is, and where it leaves the range of floats ``enclosure`` still holds it.

**Method.**  In the scaled coordinates of :mod:`pabisym.shift.float64.kernels` the optimum is a taut string.  The steps are laid in *rows*
of equal length, in each of which contractions change numbers by at most 2**230; in each of them the blocks are found in floats.  Where
blocks of neighbouring rows have to be joined, this is done in balls, whose exponents are not limited.  Only sums, products and quotients
of non-negative numbers occur, so that nothing cancels.  Where contractions make all earlier gaps negligible, the last steps alone tell the
value.  Data beyond 2**-128 and 2**128 (variances: after division by a power of two), and contractions beyond 2**-13 and 2**13 other than
0, are left to ball arithmetic.

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
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt
from flint import arb

from pabisym.lang.once import cached_property, working_precision
from pabisym.lang.rational import dyadic
from pabisym.numerics.arrays import product_error
from pabisym.shift.exact.ball import BallSolution, solve_ball
from pabisym.shift.exact.solve import last_surviving_gap, surviving_gap
from pabisym.shift.float64.arrays import FloatData, argument_arrays
from pabisym.shift.float64.balls import DIGITS, BallFloats, float_bounds, mantissa_exponent
from pabisym.shift.float64.kernels import (
    PART,
    UNIT,
    Floats,
    Integers,
    block_firsts,
    prefixes,
    quotients,
    recursion,
    roundings,
    run_sums,
    sum_of_products,
)
from pabisym.shift.float64.restarts import TIE, Least, least, optima
from pabisym.shift.instance import Instance
from pabisym.shift.replay import infinite_reason

BITS = 96
"""Precision of the balls in which rows are put together."""
WINDOW = 230
"""Binary orders of magnitude by which contractions may change numbers within a row."""
PLAIN, MODERATE = 128, 13
"""Gaps and variances lie between 2**-128 and 2**128, contractions between 2**-13 and 2**13, or are 0, or all is left to balls."""
LAST, ENOUGH = 8192, 120
"""So many steps are looked at first: for the best restart, and for whether they make all before smaller by so many orders of magnitude."""
CLOSE = 1e-9
"""How close to its lower bound the best restart must be: else it takes longer."""

_Slopes: TypeAlias = tuple[Floats, Integers]
"""Numbers ``m * 2**e``, which may lie beyond the range of floats."""
_Number = TypeVar("_Number", np.float64, np.int64)


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
        return float_bounds(self.enclosure)[1]

    @property
    def lower(self) -> float:
        """Certified lower bound of the optimum, rounded downwards."""
        return float_bounds(self.enclosure)[0]

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
        return _frozen(np.asarray(self._found.block_slope, np.float64))

    @cached_property
    def worst_contraction(self) -> Floats:
        """``c'_1..c'_T`` of the linear pair that attains the optimum: ``c_t``, or less where a later block begins.

        The pair starts at the restart, from means ``z_restart`` apart.  If the optimum is infinite, the pair forgets
        everything right after the last noise, and so has different means and no noise.
        """
        return _frozen(np.asarray(self._found.worst_contraction, np.float64))

    @cached_property
    def worst_enclosure(self) -> arb:
        """A ball of which the lower end is ``worst_value``, whatever the range of floats."""
        if self.infinite_reason is not None:
            return arb("inf")
        with working_precision(BITS):
            lost = 4 * (len(self.worst_contraction) + 2) if self.rounded else 0
            value: arb = self._found.pair_value()
            return value * (1 - arb(lost * UNIT))

    @property
    def worst_value(self) -> float:
        """Squared mean over variance of the worst-case pair, rounded downwards.

        Every pair that contracts by at most ``c_t`` bounds the optimum from below; this one attains it up to rounding.  Of data that
        were rounded for the worse, each by a factor of at most 1 + 2^-52, there is a pair for the given ones whose mean is smaller
        by at most T + 1 such factors and whose variance is larger by at most one; that much is subtracted.
        """
        return float_bounds(self.worst_enclosure)[0]


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
    plain: bool = True
    """Whether all that is computed from the data lies within the range of floats."""

    @property
    def steps(self) -> int:
        return len(self.gap)

    @property
    def remembered(self) -> int:
        """The step before the last contraction by 0, or 0: nothing before it reaches the end."""
        return int(np.flatnonzero(self.contraction == 0.0)[-1]) if self.steps and self.low == 0.0 == self.contraction.min() else 0

    @property
    def last_noise(self) -> int:
        """The last step with noise, or 0."""
        return 1 + int(np.flatnonzero(self.variance)[-1]) if self.variance.any() else 0

    @property
    def unpayable(self) -> int | None:
        """The first step after the last noise whose gap survives to the end (0: the start shift), or None."""
        if self.steps and self.variance[-1] > 0.0:
            return None
        return surviving_gap(self.contraction.tolist(), self.gap.tolist(), self.last_noise, self.start)

    def instance(self) -> Instance:
        """The same numbers as rationals."""
        c, s, v = (tuple(map(dyadic, row.tolist())) for row in (self.contraction, self.gap, self.variance))
        return Instance(self.steps, c, s, v, dyadic(self.start), None if self.diameter == math.inf else dyadic(self.diameter))

    def coordinates(self, rows: _Rows, start: float = 0.0) -> tuple[Floats, Floats]:
        """Shift n and noise m of the steps in rows, with ``start`` before the first of them, relative to the ends of their rows."""
        s, v, w = self.gap[rows.first :], self.variance[rows.first :], rows.weight
        n, m = (s, v) if self.low == self.high == 1.0 else (w * s, w * w * v)
        if start:
            n = n.copy() if n is s else n
            n[0] += self.contraction[rows.first] * w[0] * start
        return n, m


class _Rows(NamedTuple):
    """The steps from ``first`` on in rows of ``length``, of which the first may be shorter.

    ``weight`` are the products of contractions after each step within its row, ``after`` those after each row.
    """

    first: int
    length: int
    weight: Floats
    after: list[arb]

    @property
    def begins(self) -> Integers:
        """Where rows begin among their steps."""
        return np.maximum(np.arange(-(-len(self.weight) % self.length), len(self.weight), self.length), 0)

    def of(self, at: Integers) -> Integers:
        """The row of each of some places."""
        return np.searchsorted(self.begins, at, "right") - 1

    @property
    def scaled_after(self) -> tuple[Floats, Integers]:
        """Mantissas and exponents of ``after``."""
        pairs = [mantissa_exponent(one) for one in self.after]
        return np.array([m for m, _ in pairs]), np.array([e for _, e in pairs], np.int64)

    def balls(self, row: int, shift: float, noise: float) -> tuple[arb, arb]:
        """Sums N and W of steps of a row as seen at the end, with what products and sums were rounded by."""
        units, after = roundings(self.length), self.after[row]
        return arb(shift) * _around(2 * units + 4) * after, arb(noise) * _around(3 * units + 4) * after * after


def _rows(problem: _FloatProblem, position: int, length: int = 0) -> _Rows:
    """The rows of the steps from ``position`` on, as long as the range of floats allows unless their length is given."""
    length, alike = length or _row_length(problem, position), problem.low == problem.high
    if problem.low == problem.high == 1.0:
        return _Rows(position, length, np.broadcast_to(1.0, problem.steps - position), [arb(1)])
    given = problem.contraction[position:]
    before = -len(given) % length
    factors = np.concatenate((np.ones(before), given)).reshape(-1, length)
    inside = factors[-1:] if alike else factors
    weight = np.concatenate((prefixes(np.multiply, inside[:, :0:-1])[:, ::-1], np.ones((len(inside), 1))), axis=1)
    with working_precision(BITS):
        after, later = [arb(1)], len(factors) - 1
        for one in _products(inside) * later if alike else _products(factors[:0:-1]):
            after.append(after[-1] * one)
    return _Rows(position, length, np.broadcast_to(weight, factors.shape).ravel()[before:], after[::-1])


def _row_length(problem: _FloatProblem, position: int) -> int:
    """The length of rows, counted from the end, in none of which contractions change numbers by more than :data:`WINDOW`."""
    steps = problem.steps - position
    if 0.0 < problem.low == problem.high:
        return max(min(steps, int(WINDOW / abs(math.log2(problem.low)))), 1) if problem.low != 1.0 else steps
    change = np.concatenate(([0.0], np.cumsum(np.abs(np.log2(problem.contraction[: position : -1])))))
    length = steps
    while length > 1 and np.diff(change[::length], append=change[-1]).max() > WINDOW:
        length = max(min(int(length * WINDOW / change[-1]) if length == steps else length * 7 // 8, length - 1), 1)
    return length


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


class _Blocks(NamedTuple):
    """The steps before the first ones of the blocks, and T; their slopes; U(B)."""

    firsts: Integers
    slopes: _Slopes
    value: arb


class _FloatString:
    """The string of a problem from ``start`` at the step ``restart``; each part of it is found when it is first asked for."""

    def __init__(self, problem: _FloatProblem, restart: int, start: float) -> None:
        self.problem, self.restart, self.start = problem, restart, start
        self.position = max(restart, problem.remembered)
        self.entering = start if self.position == restart else 0.0

    @cached_property
    def rows(self) -> _Rows:
        """All steps from which something reaches the end."""
        return _rows(self.problem, self.position)

    @cached_property
    def blocks(self) -> _Blocks:
        """What decides everything else."""
        problem, steps = self.problem, self.problem.steps
        if not (self.entering or problem.gap[self.position :].any()):
            only = np.array([self.restart, steps][self.restart == steps :])
            return _Blocks(only, (np.zeros(len(only) - 1), np.zeros(len(only) - 1, np.int64)), arb(0))
        rows, (n, m) = self.rows, problem.coordinates(self.rows, self.entering)
        begins = rows.begins
        found = [block_firsts(n[p:q], m[p:q]) for p, q in pairwise([*begins.tolist(), len(n)])]
        firsts = found[0] if len(found) == 1 else np.concatenate([one + p for one, p in zip(found, begins, strict=True)])
        shift, noise = run_sums(n, firsts), run_sums(m, firsts)
        slope, value = quotients(shift, noise), arb(0)
        mantissa, exponent = slope, np.broadcast_to(np.int64(0), len(firsts))
        if len(begins) > 1:
            silent = [k for k in np.flatnonzero((n[begins] == 0.0) & (m[begins] == 0.0)).tolist() if k]
            at, row, after, kept = np.searchsorted(firsts, begins), rows.of(firsts), rows.scaled_after, np.ones(len(firsts), np.bool_)
            mantissa, exponent = np.frexp(slope)
            mantissa, exponent = mantissa / after[0][row], exponent - after[1][row]
            for k in silent:
                firsts[at[k]] += np.argmax((n[begins[k] :][: rows.length] > 0.0) | (m[begins[k] :][: rows.length] > 0.0))
            with working_precision(BITS):
                for low, high, over, under in _join(rows, row, shift, noise):
                    slope_of_all = over / under if over != 0 else arb(0)
                    value += over * slope_of_all
                    mantissa[low], exponent[low] = mantissa_exponent(slope_of_all)
                    shift[low:high], slope[low:high], kept[low + 1 : high] = 0.0, 0.0, False
            firsts, mantissa, exponent = firsts[kept], mantissa[kept], exponent[kept]
        with working_precision(BITS):
            value += arb(sum_of_products(shift, slope)) * arb(1, inflation(steps))
        ends = np.append(firsts, steps - self.position)
        ends += self.position
        ends[0] = self.restart
        return _Blocks(ends, (mantissa, exponent), value)

    @property
    def firsts(self) -> Integers:
        return self.blocks.firsts

    @property
    def block_slope(self) -> Floats:
        m, e = self.blocks.slopes
        return _scale(m, e + self.problem.unit)

    @property
    def multiplier(self) -> Floats:
        return self._paid(None)

    @cached_property
    def allocation(self) -> Floats:
        return self._paid(self.problem.variance)

    def _paid(self, variance: Floats | None) -> Floats:
        """The multipliers, or with the variances what is paid."""
        result, (m, e) = np.zeros(self.problem.steps), self.blocks.slopes
        if not m.any():
            return result
        rows, begins = self.rows, self.firsts[:-1] - self.position
        begins[0] = 0
        if len(rows.after) > 1:
            after, parts = rows.scaled_after, np.union1d(begins, rows.begins)
            block, row = np.searchsorted(begins, parts, "right") - 1, rows.of(parts)
            begins, m, e = parts, m[block] * after[0][row], e[block] + after[1][row]
        lengths, y = np.diff(begins, append=len(rows.weight)), result[rows.first :]
        np.multiply(np.repeat(m, lengths), rows.weight, out=y)
        y, e = (y, e + self.problem.unit) if variance is None else (np.multiply(y, variance[rows.first :], out=y), e)
        with np.errstate(over="ignore", under="ignore"):
            for half in (e // 2, e - e // 2) if e.any() else ():
                y *= np.repeat(_scale(np.ones(len(half)), half), lengths)
        return result

    @property
    def shift(self) -> Floats:
        problem, restart, ends = self.problem, self.restart, self.firsts[1:]
        z, factor = np.zeros(problem.steps), problem.contraction[restart:].copy()
        if (most := problem.diameter) < math.inf:
            z[:restart] = recursion(problem.contraction[:restart], problem.gap[:restart], min(problem.start, most), most)
        factor[ends[:-1] - restart] = 0.0
        z[restart:] = np.maximum(recursion(factor, problem.gap[restart:] - self.allocation[restart:], self.start), 0.0)
        z[ends - 1] = 0.0
        return z

    @cached_property
    def worst_contraction(self) -> Floats:
        found, (m, e), starts = self.problem.contraction.copy(), self.blocks.slopes, self.firsts[1:-1]
        if len(starts):
            ratio = _scale(m[:-1] / m[1:], e[:-1] - e[1:])
            found[starts] = np.minimum(found[starts], found[starts] * ratio)
        return found

    def pair_value(self) -> arb:
        """Squared mean over variance of the linear pair with the worst contractions.

        Those below ``2**-WINDOW`` are taken for 0, also a pair of the class: what they leave costs less than any rounding.
        """
        if self.blocks.value == 0:
            return arb(0)
        contraction = np.where(self.worst_contraction < 2.0**-WINDOW, 0.0, self.worst_contraction)
        pair = _FloatString(self.problem._replace(contraction=contraction, low=0.0, high=math.inf), self.restart, self.start)
        sums = (run_sums(x, pair.rows.begins).tolist() for x in pair.problem.coordinates(pair.rows, pair.entering))
        mean, variance = (sum(x, arb(0)) for x in zip(*map(pair.rows.balls, range(len(pair.rows.after)), *sums), strict=True))
        return arb(0) if mean == 0 else mean * mean / variance * arb(2) ** self.problem.unit


_Joined: TypeAlias = tuple[int, int, arb, arb]
"""Blocks low..high-1 as one, with N and W as seen at the end."""


def _join(rows: _Rows, row: Integers, shift: Floats, noise: Floats) -> list[_Joined]:
    """The blocks of several that come of pooling the blocks of rows, of which those of the same row are in order already."""
    found = list[_Joined]()

    def block(i: int) -> _Joined:
        return i, i + 1, *rows.balls(row[i], shift[i], noise[i])

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
    if problem.diameter and (unpayable := problem.unpayable) is not None:
        return FloatSolution(arb("inf"), 0, infinite_reason(unpayable), _endless(problem))
    if not problem.plain:
        return _by_balls(problem)
    if not problem.diameter:
        return _solution(_FloatString(problem, last_surviving_gap(problem.contraction.tolist(), problem.gap.tolist()), 0.0))
    if problem.diameter == math.inf:
        return _solution(_FloatString(problem, 0, problem.start), _by_the_end(problem))
    return _solve_with_restarts(problem)


def _solution(string: _FloatString, value: arb | None = None, lower: arb | None = None) -> FloatSolution:
    """The answer, of a string, its U(B) where that is known before the string, and perhaps a lower bound for all others."""
    value = string.blocks.value if value is None else value
    with working_precision(BITS):
        around = arb(1, inflation(string.problem.steps, sums=False))
        found = value * around if lower is None else (value * around).union(lower * around)
        return FloatSolution(found * arb(2) ** string.problem.unit, string.restart, None, string)


def _endless(problem: _FloatProblem) -> SimpleNamespace:
    """What is found where no allocation is feasible: a pair that forgets everything right after the last noise."""
    contraction, last, nowhere = problem.contraction.copy(), problem.last_noise, np.full(problem.steps, math.nan)
    if last:
        contraction[last] = 0.0
    return SimpleNamespace(allocation=nowhere, shift=nowhere, multiplier=nowhere, firsts=np.array([problem.steps]), block_slope=np.empty(0),
                           worst_contraction=contraction)


def _by_the_end(problem: _FloatProblem) -> arb | None:
    """The optimum, where so much is forgotten that the last steps alone decide it; None elsewhere.

    The optimum is at least that of the last steps from the shift 0, and at most that from all that can have entered before.
    """
    if problem.high > 1.0 or problem.steps <= LAST:
        return None
    forgotten = np.cumsum(-np.log2(np.maximum(problem.contraction[: -LAST - 1 : -1], 2.0**-WINDOW)))
    kept = int(np.searchsorted(forgotten, ENOUGH)) + 1
    if kept > LAST:
        return None
    last = problem._replace(contraction=problem.contraction[-kept:], gap=problem.gap[-kept:], variance=problem.variance[-kept:])
    entered = (problem.start + float(problem.gap[:-kept].sum())) * (1 + problem.steps * UNIT)
    lower, upper = (_FloatString(last, 0, start).blocks.value for start in (0.0, entered))
    return lower.union(upper) if upper < lower * (1 + TIE) + lower * inflation(last.steps) * 4 else None


def _by_balls(problem: _FloatProblem) -> FloatSolution:
    """The answer of ball arithmetic."""
    found = solve_ball(problem._replace(variance=problem.variance * 2.0**-problem.unit, unit=0).instance(), DIGITS)
    if not isinstance(found, BallSolution):
        raise ArithmeticError("an optimum that is finite and infinite")
    return FloatSolution(found.value, found.restart, None, BallFloats(found))


# Restarts.


def _solve_with_restarts(problem: _FloatProblem) -> FloatSolution:
    """The best restart in a bounded domain: among the last steps, then in all of the last window, then by balls."""
    if not problem.steps:
        return _solution(_FloatString(problem, 0, 0.0))
    window, share = _last_window(problem), 1 + inflation(problem.steps)
    for begin in sorted({max(window, problem.steps - LAST), window}, reverse=True):
        base, found = _search(problem, begin)
        if found.restart[0] and found.value[0] * share < base / share:
            string = _FloatString(problem, begin + int(found.restart[0]), problem.diameter)
            return _solution(string, lower=string.blocks.value.lower().min(arb(float(found.lower[0]))))
    string = _FloatString(problem, 0, min(problem.start, problem.diameter))
    value = string.blocks.value
    lower = value.lower() if window == problem.remembered else arb(base / share)
    if found.restart[0]:
        other = _FloatString(problem, window + int(found.restart[0]), problem.diameter)
        lower, cost = lower.min(arb(float(found.lower[0]))), other.blocks.value
        if cost < value * (1 - TIE):
            string, value = other, cost
    if window > problem.remembered and not value < lower * (1 + CLOSE):
        return _by_balls(problem)
    return _solution(string, lower=lower)


def _last_window(problem: _FloatProblem) -> int:
    """The first of the last steps whose contractions multiply to something within :data:`WINDOW`."""
    c = problem.contraction[: problem.remembered : -1]
    if problem.low == problem.high == 1.0 or not len(c):
        return problem.remembered
    return problem.steps - 1 - int(np.searchsorted(np.cumsum(np.abs(np.log2(c))), WINDOW))


def _search(problem: _FloatProblem, begin: int) -> tuple[float, Least]:
    """The optimum of the steps after ``begin`` without a shift, which no restart before undercuts, and the best later restart."""
    rows = _rows(problem, begin, problem.steps - begin)
    n, m = (x[None] for x in problem.coordinates(rows))
    base = float(optima(n, m)[0][0]) if begin > problem.remembered else 0.0
    return base, least(n, m, rows.weight[None], np.array([problem.diameter]), np.array([math.inf]))


# Reading.


def _scale(m: Floats, e: Integers) -> Floats:
    """``m * 2**e``, 0 and infinite beyond the range of floats."""
    with np.errstate(over="ignore", under="ignore"):
        result: Floats = np.ldexp(m, np.clip(e, -5000, 5000))
        return result


def _copied(given: Floats) -> tuple[Floats, float, float]:
    """A copy in which -0.0 is 0.0, its least number that is not 0 (or 1), and its greatest; NaN stays.

    The bits of floats that are not negative are integers in the same order, of which 0 less 1 is the largest.
    """
    values, least, most = np.empty(len(given)), np.float64(math.inf), np.float64(0.0)
    for begin in range(0, len(given), PART):
        part = np.add(given[begin : begin + PART], 0.0, out=values[begin : begin + PART])
        low = part.min() or ((part.view(np.uint64) - np.uint64(1)).min(keepdims=True) + np.uint64(1)).view(np.float64)[0]
        least, most = np.minimum(least, low or least), np.maximum(most, part.max())
    return values, float(least) if least < math.inf else 1.0, float(most)


def _read_problem(data: FloatData) -> _FloatProblem:
    """Validate and copy; variances that are all very small or large get a unit in which the largest is about 1, if no bit is lost."""
    c, limit, unit = data.contraction, math.inf if data.diameter is None else data.diameter, 0
    low, high = (float(c.min()), float(c.max())) if len(c) else (1.0, 1.0)
    (s, least_s, most_s), (v, least_v, most_v) = _copied(data.gap), _copied(data.noise_variance)
    if not (min(low, least_s, least_v) >= 0.0 and high < math.inf and most_s < math.inf and most_v < math.inf):
        data.validate()
    c, least, _ = _copied(c) if low < high else (np.broadcast_to(low + 0.0, len(c)), low or 1.0, high)
    if most_v and not 2.0**-PLAIN <= most_v <= 2.0**PLAIN:
        unit = max(min(-math.frexp(most_v)[1], 1000), -1000)
        scaled = np.multiply(v, 2.0**unit, out=v if unit > 0 else None)
        if unit > 0 or np.array_equal(scaled * 2.0**-unit, v):
            v, least_v, most_v = scaled, least_v * 2.0**unit if most_v else 1.0, most_v * 2.0**unit
        else:
            unit = 0
    pairs = [(least, high, MODERATE), (least_s, most_s, PLAIN), (least_v, most_v, PLAIN),
             *((x or 1.0, x, PLAIN) for x in (data.start, limit if limit < math.inf else 0.0))]
    is_plain = all(least >= 2.0**-orders and most <= 2.0**orders for least, most, orders in pairs)
    return _FloatProblem(c, s, v, data.start + 0.0, limit, unit, low, high, is_plain)


def _frozen(array: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    array.flags.writeable = False
    return array
