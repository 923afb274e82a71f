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
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from flint import arb

from pabisym.lang.once import cached_property, working_precision
from pabisym.lang.rational import dyadic
from pabisym.numerics.array_sums import PART, UNIT, Floats, Integers, prefixes, recursion, roundings, run_sums, sum_of_products
from pabisym.numerics.arrays import product_error
from pabisym.shift.exact.ball import BallSolution, solve_ball
from pabisym.shift.exact.solve import last_surviving_gap, surviving_gap
from pabisym.shift.float64.answer import BITS, DIGITS, FloatSolution, mantissa_exponent, nearest
from pabisym.shift.float64.kernels import block_firsts, quotients
from pabisym.shift.float64.restarts import TIE, least, optima
from pabisym.shift.instance import Instance
from pabisym.shift.reading.arrays import FloatData, argument_arrays
from pabisym.shift.replay import infinite_reason

WINDOW = 230
"""Binary orders of magnitude by which contractions may change numbers within a row."""
PLAIN, MODERATE = 128, 13
"""Gaps and variances lie between 2**-128 and 2**128, contractions between 2**-13 and 2**13, or are 0, or all is left to balls."""
LAST, ENOUGH = 8192, 120
"""So many steps are looked at first: for the best restart, and for whether they make all before smaller by so many orders of magnitude."""
CLOSE = 1e-9
"""How close to its lower bound the best restart must be: else it takes longer."""
_Found: TypeAlias = tuple[arb, int, Any]
"""A ball that contains the optimum, the restart, and what has the sequences of a :class:`FloatSolution`."""


def inflation(steps: int, sums: bool = True) -> float:
    """By how much the optimum may differ from the computed U(B), relatively; without ``sums`` from U(B) itself."""
    n = steps + 1
    delta = 16 * n * UNIT
    return (7 * roundings(n) + 16) * UNIT * sums + delta**2 * (5 + math.log2(n)) * math.exp(3 * n * delta)


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

    def of(self, at: Integers) -> tuple[Integers, Floats, Integers]:
        """The row of each of some places, and the mantissa and the exponent of ``after`` there."""
        row, pairs = np.searchsorted(self.begins, at, "right") - 1, list(map(mantissa_exponent, self.after))
        return row, np.array([m for m, _ in pairs])[row], np.array([e for _, e in pairs], np.int64)[row]

    def balls(self, row: int, shift: float, noise: float) -> tuple[arb, arb]:
        """Sums N and W of steps of a row as seen at the end, with what products and sums were rounded by."""
        units, unit, after = roundings(self.length), 1.01 * UNIT, self.after[row]
        return arb(shift) * arb(1, (2 * units + 4) * unit) * after, arb(noise) * arb(1, (3 * units + 4) * unit) * after * after


def _rows(problem: _FloatProblem, position: int, length: int = 0) -> _Rows:
    """The rows of the steps from ``position`` on, counted from the end, all in one if ``length`` is given.

    Without it they are as long as contractions change numbers in none of them by more than :data:`WINDOW`.
    """
    given, alike = problem.contraction[position:], problem.low == problem.high
    if problem.low == problem.high == 1.0:
        return _Rows(position, max(len(given), 1), given, [arb(1)])
    if not length and 0.0 < problem.low == problem.high:
        length = max(min(len(given), int(WINDOW / abs(math.log2(problem.low)))), 1)
    elif not length:
        change, length = np.concatenate(([0.0], np.cumsum(np.abs(np.log2(given[:0:-1]))))), len(given)
        while length > 1 and np.diff(change[::length], append=change[-1]).max() > WINDOW:
            length = max(min(int(length * WINDOW / change[-1]) if length == len(given) else length * 7 // 8, length - 1), 1)
    before = -len(given) % length
    factors = np.concatenate((np.ones(before), given)).reshape(-1, length)
    inside = factors[-1:] if alike else factors
    weight = np.concatenate((prefixes(np.multiply, inside[:, :0:-1])[:, ::-1], np.ones((len(inside), 1))), axis=1)
    with working_precision(BITS):
        after, later = [arb(1)], len(factors) - 1
        for one in _products(inside) * later if alike else _products(factors[:0:-1]):
            after.append(after[-1] * one)
    return _Rows(position, length, np.broadcast_to(weight, factors.shape).ravel()[before:], after[::-1])


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


class _Blocks(NamedTuple):
    """The steps before the first ones of the blocks, and T; their slopes ``mantissa * 2**exponent``; U(B)."""

    ends: Integers
    mantissa: Floats
    exponent: Integers
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
            return _Blocks(only, np.zeros(len(only) - 1), np.zeros(len(only) - 1, np.int64), arb(0))
        rows, (n, m) = self.rows, problem.coordinates(self.rows, self.entering)
        begins = rows.begins
        found = [block_firsts(n[p:q], m[p:q]) for p, q in pairwise([*begins.tolist(), len(n)])]
        firsts = found[0] if len(found) == 1 else np.concatenate([one + p for one, p in zip(found, begins, strict=True)])
        shift, noise = run_sums(firsts, n, m)
        slope, value = quotients(shift, noise), arb(0)
        mantissa, exponent = slope, np.zeros(len(firsts), np.int64)
        if len(begins) > 1:
            (row, after, orders), kept, (mantissa, exponent) = rows.of(firsts), np.ones(len(firsts), np.bool_), np.frexp(slope)
            mantissa, exponent = mantissa / after, exponent - orders
            # Steps at the beginning of a row without shift and noise belong to what comes before.
            for k in begins[(begins > 0) & (n[begins] == 0.0) & (m[begins] == 0.0)].tolist():
                firsts[np.searchsorted(firsts, k)] += np.argmax((n[k : k + rows.length] > 0.0) | (m[k : k + rows.length] > 0.0))
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
        return _Blocks(ends, mantissa, exponent, value)

    @property
    def block_first(self) -> Integers:
        return self.blocks.ends[:-1] + 1

    @property
    def block_last(self) -> Integers:
        return self.blocks.ends[1:]

    @property
    def block_slope(self) -> Floats:
        return _scale(self.blocks.mantissa, self.blocks.exponent + self.problem.unit)

    @property
    def multipliers(self) -> Floats:
        return self._paid(None)

    @cached_property
    def allocation(self) -> Floats:
        return self._paid(self.problem.variance)

    def _paid(self, variance: Floats | None) -> Floats:
        """The multipliers, or with the variances what is paid."""
        result, (ends, m, e, _) = np.zeros(self.problem.steps), self.blocks
        if not m.any():
            return result
        rows, begins = self.rows, ends[:-1] - self.position
        begins[0] = 0
        if len(rows.after) > 1:
            parts = np.union1d(begins, rows.begins)
            block, (_, after, orders) = np.searchsorted(begins, parts, "right") - 1, rows.of(parts)
            begins, m, e = parts, m[block] * after, e[block] + orders
        lengths, y = np.diff(begins, append=len(rows.weight)), result[rows.first :]
        np.multiply(np.repeat(m, lengths), rows.weight, out=y)
        y, e = (y, e + self.problem.unit) if variance is None else (np.multiply(y, variance[rows.first :], out=y), e)
        with np.errstate(over="ignore", under="ignore"):
            for half in (e // 2, e - e // 2) if e.any() else ():
                y *= np.repeat(_scale(np.ones(len(half)), half), lengths)
        return result

    @property
    def shift(self) -> Floats:
        problem, restart, ends = self.problem, self.restart, self.blocks.ends[1:]
        z, factor = np.zeros(problem.steps), problem.contraction[restart:].copy()
        if (most := problem.diameter) < math.inf:
            z[:restart] = recursion(problem.contraction[:restart], problem.gap[:restart], min(problem.start, most), most)
        factor[ends[:-1] - restart] = 0.0
        z[restart:] = np.maximum(recursion(factor, problem.gap[restart:] - self.allocation[restart:], self.start), 0.0)
        z[ends - 1] = 0.0
        return z

    @cached_property
    def worst_contraction(self) -> Floats:
        found, (ends, m, e, _) = self.problem.contraction.copy(), self.blocks
        if len(starts := ends[1:-1]):
            ratio = _scale(m[:-1] / m[1:], e[:-1] - e[1:])
            found[starts] = np.minimum(found[starts], found[starts] * ratio)
        return found

    @property
    def worst_value(self) -> arb:
        """Squared mean over variance of the linear pair with the worst contractions.

        Those below ``2**-WINDOW`` are taken for 0, also a pair of the class: what they leave costs less than any rounding.
        """
        if self.blocks.value == 0:
            return arb(0)
        contraction = np.where(self.worst_contraction < 2.0**-WINDOW, 0.0, self.worst_contraction)
        pair = _FloatString(self.problem._replace(contraction=contraction, low=0.0, high=math.inf), self.restart, self.start)
        sums = (x.tolist() for x in run_sums(pair.rows.begins, *pair.problem.coordinates(pair.rows, pair.entering)))
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
    :func:`~pabisym.shift.reading.arrays.argument_arrays` does.

    Raises :class:`~pabisym.errors.InputError`, with a field such as ``gap[3]`` counted from 0, for NaN, infinities,
    negative numbers, wrong shapes and more than ``MAX_STEPS`` steps.
    """
    return solve_data(argument_arrays({
        "contraction": contraction, "gap": gap, "noise_variance": variance, "start_shift": start, "diameter": diameter}))


def solve_data(data: FloatData) -> FloatSolution:
    """The same for data that were read."""
    return _solve_read(_read_problem(data), data.rounded)


def _solve_read(problem: _FloatProblem, rounded: bool) -> FloatSolution:
    """The answer to data that were read; ``rounded`` says whether these were rounded before."""
    reason = None
    if problem.diameter and not (problem.steps and problem.variance[-1] > 0.0):
        last = 1 + int(np.flatnonzero(problem.variance)[-1]) if problem.variance.any() else 0
        unpayable = surviving_gap(problem.contraction.tolist(), problem.gap.tolist(), last, problem.start)
        reason = None if unpayable is None else infinite_reason(unpayable)
    if reason is None:
        enclosure, restart, found = _optimum(problem)
    else:
        # The pair forgets everything right after the last noise.
        contraction, nothing, nowhere = problem.contraction.copy(), np.empty(0, np.int64), np.full(problem.steps, math.nan)
        contraction[last : last + 1] *= 0.0 if last else 1.0
        enclosure, restart, found = arb("inf"), 0, SimpleNamespace(
            allocation=nowhere, shift=nowhere, multipliers=nowhere, block_first=nothing, block_last=nothing, block_slope=np.empty(0),
            worst_contraction=contraction)
    return FloatSolution(enclosure, restart, reason, rounded, found, _frozen, (_solve_read, (problem, rounded)))


def _frozen(values: Any) -> Any:
    array = values if isinstance(values, np.ndarray) else np.array(nearest(values))
    array.flags.writeable = False
    return array


def _optimum(problem: _FloatProblem) -> _Found:
    if not problem.plain:
        return _by_balls(problem)
    if not problem.diameter:
        return _enclosed(_FloatString(problem, last_surviving_gap(problem.contraction.tolist(), problem.gap.tolist()), 0.0))
    if problem.diameter == math.inf:
        return _enclosed(_FloatString(problem, 0, problem.start), _by_the_end(problem))
    return _with_restarts(problem)


def _enclosed(string: _FloatString, value: arb | None = None, lower: arb | None = None) -> _Found:
    """What a string finds: its U(B), where that is known before the string, and perhaps a lower bound for all others."""
    value = string.blocks.value if value is None else value
    with working_precision(BITS):
        around = arb(1, inflation(string.problem.steps, sums=False))
        found = value * around if lower is None else (value * around).union(lower * around)
        return found * arb(2) ** string.problem.unit, string.restart, string


def _by_the_end(problem: _FloatProblem) -> arb | None:
    """The optimum, where so much is forgotten that the last steps alone decide it; None elsewhere.

    The optimum is at least that of the last steps from the shift 0, and at most that from all that can have entered before.
    """
    if problem.high > 1.0 or problem.steps <= LAST or problem.low > 2.0 ** (-ENOUGH / LAST):
        return None
    forgotten = np.cumsum(-np.log2(np.maximum(problem.contraction[: -LAST - 1 : -1], 2.0**-WINDOW)))
    kept = int(np.searchsorted(forgotten, ENOUGH)) + 1
    if kept > LAST:
        return None
    last = problem._replace(contraction=problem.contraction[-kept:], gap=problem.gap[-kept:], variance=problem.variance[-kept:])
    entered = (problem.start + float(problem.gap[:-kept].sum())) * (1 + problem.steps * UNIT)
    lower, upper = (_FloatString(last, 0, start).blocks.value for start in (0.0, entered))
    return lower.union(upper) if upper < lower * (1 + TIE) + lower * inflation(last.steps) * 4 else None


def _by_balls(problem: _FloatProblem) -> _Found:
    """The answer of ball arithmetic to the same numbers as rationals."""
    variance, limit = problem.variance * 2.0**-problem.unit, None if problem.diameter == math.inf else dyadic(problem.diameter)
    c, s, v = (tuple(map(dyadic, row.tolist())) for row in (problem.contraction, problem.gap, variance))
    found = solve_ball(Instance(problem.steps, c, s, v, dyadic(problem.start), limit), DIGITS)
    if not isinstance(found, BallSolution):
        raise ArithmeticError("an optimum that is finite and infinite")
    return found.value, found.restart, found


def _with_restarts(problem: _FloatProblem) -> _Found:
    """The best restart in a bounded domain: among the last steps, then in all of the last window, then by balls."""
    if not problem.steps:
        return _enclosed(_FloatString(problem, 0, 0.0))
    share, window, later = 1 + inflation(problem.steps), problem.remembered, problem.contraction[: problem.remembered : -1]
    if len(later) and not problem.low == problem.high == 1.0:
        window = problem.steps - 1 - int(np.searchsorted(np.cumsum(np.abs(np.log2(later))), WINDOW))
    for begin in sorted({max(window, problem.steps - LAST), window}, reverse=True):
        rows = _rows(problem, begin, problem.steps - begin)
        n, m = (x[None] for x in problem.coordinates(rows))
        # What no restart before ``begin`` undercuts: the optimum of the steps after it without a shift.
        base = float(optima(n, m)[0][0]) if begin > problem.remembered else 0.0
        found = least(n, m, rows.weight[None], np.array([problem.diameter]), np.array([math.inf]))
        if found.restart[0] and found.value[0] * share < base / share:
            string = _FloatString(problem, begin + int(found.restart[0]), problem.diameter)
            return _enclosed(string, lower=string.blocks.value.lower().min(arb(float(found.lower[0]))))
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
    return _enclosed(string, lower=lower)


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
