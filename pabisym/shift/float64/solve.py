"""The optimum of a shift allocation problem in float64: arrays in, arrays out, in linear time.

The numbers given are taken as the float64 numbers that they are.  For these data the answer encloses the optimum::

    lower <= optimum <= value,      value <= (1 + 3e-14) lower     without a diameter, for up to 10**7 steps

(without numba 5e-13).

``value`` is what a privacy statement may use: it is rounded upwards, it is not 0 unless the optimum is, and where it
leaves the range of floats ``mantissa * 2**exponent`` and ``log2_value`` still hold it.

**Method.**  Pooling adjacent violators in the local form, by blocks (N, W, G): the shift to be paid, the noise that
pays, and the whole contraction, as seen at the end of the block; see :mod:`pabisym.shift.exact.solve`.  It adds,
multiplies and divides non-negative numbers only, so nothing cancels.  Long products of contractions leave the range
of floats; such numbers are carried as a mantissa and an integer exponent.

**Error analysis**, with ``u = 2**-53``, n = T + 1 and everything in the scaled coordinates of the taut string, where
a block has weight W and slope N / W, the blocks in order should have increasing slopes, and a partition B of the
steps into blocks has the value ``U(B) = sum N^2 / W``.

1.  *The sums.*  While pooling, G of a block of l steps is a product with l - 1 roundings; by induction N has a
    relative error of at most 2 l u and W of 3 l u.  So the comparison of two slopes is right up to a factor
    1 +- delta with delta = 6 n u.  Rescaling by powers of two is exact.
2.  *A wrong merge is harmless.*  Suppose that neighbours l, r are merged although slope(l) < slope(r), by a factor
    of at most 1 - delta.  Let k be the slopes of the optimum before the merge.  If k is equal on l and r nothing is
    lost.  Otherwise l ends a block of k and r begins one, so slope(l) <= k_l < k_r <= slope(r), and the optimum
    falls by at most ``(slope(r) - slope(l))^2 / (1/W_l + 1/W_r)``, which is at most ``delta^2 / (1 - delta)^2`` times
    ``k^2 W`` of l or of r, whichever we like: of the one with fewer steps.  A merge changes the data by a factor of
    at least 1 - delta, hence also k (isotonic regression is monotone and homogeneous).  A step is on the side with
    fewer steps at most log2 n times.  All wrong merges together lose at most a relative

        ``delta^2 log2(n) (1 - delta)^(-2 n - 2)``.

3.  *A wrong non-merge is harmless.*  The slopes of the final blocks increase up to a factor 1 - 2 delta.  The optimum
    is at least the value under the constraint of being constant on these blocks, which is U(B) less the squared
    distance of their slopes from an increasing sequence: at least ``(1 - 5 delta^2) U(B)``.
4.  *Many steps at once* are merged with a block only if every shorter run of them is above the block's slope up to
    1 - delta and all together are below it by at least 2**-20 > 2 delta.  Then every prefix of the merged block is
    above its slope, which is an exact merge; nothing is lost.
5.  *Chunks.*  A problem of many steps is first looked at by chunks of m = 32 steps: only the ends of chunks count as
    points of the taut string.  Its blocks give a broken line through some of these points.  The greatest convex
    minorant of the ends of chunks is convex and lies below every one of them, so also below the chords of the broken
    line, and the minorant of all points lies below that.  A point above the broken line is therefore above the taut
    string and may be left out: not one bit of the optimum changes, whatever the blocks.  A chunk stays closed where
    all points inside it are certainly above the line.  For this the shift that a point is above the line is computed,
    with an error of at most 16 n u times what has entered the block so far, and required to be 2**-22 times that,
    which is more.  Chunks in which any number may come near the ends of the range of floats are not used.  For those
    that stay closed N has a relative error of at most 22 u, W of 34 u (four runs of 8 steps, joined twice), and the
    rounding error of G is carried along; with 80 u more, all the rest holds for chunks as for steps.  Without numba
    m = 256, and it is 8 m u.  Blocks of at most 8 steps are no less accurate however they are summed up.
6.  *The value* is not taken from the sums of pooling.  For the final blocks N and W are computed again by Horner's
    rule, with every rounding error recovered exactly (two-product, two-sum) and summed along: relative error at most
    ``u + 16 (n u)^2``.  The quotients and their compensated sum add fewer than 8 u.

Together U(B) is known, and the optimum differs from it, by a relative ``inflation(T)``, which is 2e-15 for T <= 10**6 and 6e-15 for T =
10**7, and by what chunks add; ``value`` and ``lower`` are the computed U(B) enlarged and diminished by this.

``multiplier`` and ``allocation`` are those of the partition, to about 10 u relative (without numba 300 u); ``shift``
follows from them with an error of about u times what entered, is never negative and is 0 at block ends.  Entries that
leave the range of normal floats become 0 or infinite.  They are computed when first asked for.

**Restarts.**  One sweep from the end finds the optimum from every step at which the diameter cuts, on the lower hull
of the points to its right; the tangent from a start is found by skew-binary jumps, which add up neighbouring edges,
so that nothing is subtracted.  Time O(T log T), and far less where gaps go on: from any step before t the optimum is at least that from
t without a shift, so that the sweep ends once this is above the best by 2**-20, and no earlier step competes.  Any step gives a valid
bound; the one chosen is then solved as above.  The optimum over all steps is certified from below by the sweep, up to a relative 32 n u.

Of a long problem the last steps are swept first.  If that leaves others in the race, one pass finds what paying in a single block costs
from every restart, a lower bound (:mod:`pabisym.shift.float64.restarts`).  Where the optimum from the restart with the least such cost
is that cost, up to 32 n u, no other restart is better; elsewhere all steps are swept.

**Units.**  Variances that are all very small or very large are multiplied by a power of two, where that loses no bit of any: payments
stay the same, and the optimum is divided by it.

**Speed.**  The loops are compiled with numba where that is installed.  Without it, long problems are looked at by chunks in numpy, which
takes about ten times as long, and those in which that does not help (many short blocks, contractions below 0.34) in Python, a hundred times
as long.  Problems with few steps are not worth importing numba for and run as Python, with equal results.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pabisym.errors import InputError
from pabisym.kernel.allocation import infinite_reason
from pabisym.lang.once import cached_property
from pabisym.shift.float64 import engine, kernels, long, restarts
from pabisym.shift.float64.short import UNIT, inflation, rounded
from pabisym.shift.instance import MAX_STEPS

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_Number = TypeVar("_Number", np.float64, np.int64)

LAST = 4096
"""Of a long problem in a bounded domain so many steps are swept first: where gaps go on, the best restart is among the last."""
TINY = 2.0**-128
_SHAPE_CURE = "give one value per step, or one value for all"


@dataclass(frozen=True, eq=False)
class FloatSolution:
    """The optimum of a shift allocation problem in float64; steps are counted from 1.

    ``value``
        Upper bound of the optimum of ``sum a_t^2 / sigma_t^2``; infinite if ``infinite_reason`` says why, or if it
        exceeds the range of floats.
    ``mantissa``, ``exponent``, ``log2_value``
        The same bound as ``mantissa * 2**exponent``, with mantissa in [1/2, 1) or 0, and its binary logarithm,
        rounded upwards; they neither overflow nor underflow.
    ``lower``, ``log2_lower``
        Certified lower bound of the optimum, rounded downwards.
    ``allocation``, ``shift``, ``multiplier``
        ``a_t``, ``z_t`` and ``y_t = a_t / sigma_t^2`` for t = 1..T; all NaN if the optimum is infinite.  Up to the
        restart nothing is paid and the shifts are the bounds of the distance.
    ``block_first``, ``block_last``
        First and last steps of the blocks, which cover the steps after the restart.
    ``restart``
        The step after which the problem starts, 0 unless a diameter makes a later one better.
    ``infinite_reason``
        Why no allocation exists, or ``None``.

    ``rounded``
        Whether the data were rounded for the worse: ``worst_value`` is then at most the optimum of the data that were given,
        the other numbers are about those that were solved.

    All arrays and ``worst_value`` are computed when first asked for; arrays are read-only.
    """

    value: float
    log2_value: float
    mantissa: float
    exponent: int
    lower: float
    log2_lower: float
    restart: int
    infinite_reason: str | None
    _problem: _Problem = field(repr=False)
    _answer: _Answer = field(repr=False)
    rounded: bool = False

    @cached_property
    def allocation(self) -> Array:
        """``a_1..a_T``; 0 up to the restart."""
        return _frozen(self._paid.allocation)

    @cached_property
    def shift(self) -> Array:
        """``z_1..z_T``; up to the restart the bounds of the distance that the diameter allows."""
        return _frozen(_shifts(self._problem, self._answer, self._paid))

    @cached_property
    def multiplier(self) -> Array:
        """``y_1..y_T``, with ``a_t = sigma_t^2 y_t``; 0 up to the restart."""
        problem = self._problem._replace(variance=np.full(self._problem.steps, 2.0**self._problem.unit))
        return _frozen(_payments(problem, self._answer).allocation)

    @cached_property
    def block_first(self) -> Integers:
        """The first step of every block."""
        return _frozen(self._answer.firsts[:-1] + 1)

    @cached_property
    def block_last(self) -> Integers:
        """The last step of every block."""
        return _frozen(self._answer.firsts[1:])

    @cached_property
    def _paid(self) -> _Paid:
        return _payments(self._problem, self._answer)

    @cached_property
    def _slopes(self) -> tuple[Array, Integers]:
        blocks = self._answer.blocks
        mantissas, exponents = blocks.multiplier.copy(), blocks.exponent + self._problem.unit
        firsts = self._answer.firsts.reshape(1, -1)
        engine.run(kernels.slopes, self._problem.contraction, len(mantissas), firsts, mantissas, exponents)
        return mantissas, exponents

    @cached_property
    def block_slope(self) -> Array:
        """The slope of the taut string in every block, ``y_q / prod_{j > q} c_j`` for its last step q.

        0 or infinite where it leaves the range of floats, as ``0.9**-T`` soon does.
        """
        mantissas, exponents = self._slopes
        with np.errstate(over="ignore", under="ignore"):
            return _frozen(np.ldexp(mantissas, np.clip(exponents, -5000, 5000)))

    @cached_property
    def block_log2_slope(self) -> Array:
        """The binary logarithms of the block slopes, which stay finite; ``-inf`` where nothing is paid."""
        return _frozen(np.array([_log2(m, e) for m, e in zip(*_lists(*self._slopes), strict=True)], float))

    @cached_property
    def worst_contraction(self) -> Array:
        """``c'_1..c'_T`` of the linear pair that attains the optimum: ``c_t``, or less where a later block begins.

        The pair starts at the restart, from means ``z_restart`` apart.  If the optimum is infinite, the pair forgets
        everything right after the last noise, and so has different means and no noise.
        """
        contraction = self._problem.contraction.copy()
        if self.infinite_reason is not None:
            last = _last_noise(self._problem)
            if last:
                contraction[last] = 0.0
            return _frozen(contraction)
        starts = self._answer.firsts[1:-1]
        contraction[starts] = np.minimum(contraction[starts], self._paid.ratio[1:])
        return _frozen(contraction)

    @cached_property
    def _worst(self) -> tuple[float, int]:
        problem, restart = self._problem, self.restart
        if self.infinite_reason is not None:
            return math.inf, 0
        if restart == problem.steps:
            return 0.0, 0
        data = self.worst_contraction, problem.gap, problem.variance
        scratch = np.empty((3, 2)), np.empty((4, 2), np.int64)
        m, e = engine.run(kernels.pair, *data, restart, self._answer.start, *scratch)
        lost = 4 * (problem.steps + 2) * UNIT if self.rounded else 0.0
        return m * (1 - inflation(problem.steps) - lost), e + problem.unit

    @property
    def worst_value(self) -> float:
        """Squared mean over variance of the worst-case pair, rounded downwards.

        Every pair that contracts by at most ``c_t`` bounds the optimum from below; this one attains it up to rounding.  Of data that
        were rounded for the worse, each by a factor of at most 1 + 2^-52, there is a pair for the given ones whose mean is smaller
        by at most T + 1 such factors and whose variance is larger by at most one; that much is subtracted.
        """
        return rounded(*self._worst, up=False)

    @property
    def log2_worst_value(self) -> float:
        """The binary logarithm of ``worst_value``, which does not underflow."""
        return _log2(*self._worst, -math.inf)


class _Problem(NamedTuple):
    """Validated data, arrays of our own; ``start`` is the shift before step 1.

    The variances were multiplied by ``2**unit``, which divides optima and multipliers by it, and changes no payment.
    """

    contraction: Array
    gap: Array
    variance: Array
    start: float
    diameter: float
    unit: int = 0

    @property
    def steps(self) -> int:
        return len(self.gap)

    @property
    def first_shift(self) -> float:
        return min(self.start, self.diameter)

    def after(self, restart: int) -> tuple[Array, Array, Array]:
        """Contractions, gaps and variances of the steps after ``restart``."""
        return self.contraction[restart:], self.gap[restart:], self.variance[restart:]


class _Answer(NamedTuple):
    """The optimum from the step ``restart`` and the shift ``start``, its steps counted from there.

    ``(h + r) * 2**e`` is U(B), up to the relative ``error``.
    """

    restart: int
    start: float
    optimum: long.Optimum
    error: float

    @property
    def h(self) -> float:
        return self.optimum.h

    @property
    def value(self) -> tuple[float, int]:
        return self.optimum.h + self.optimum.r, self.optimum.e

    @property
    def blocks(self) -> long.Blocks:
        return self.optimum.blocks

    @property
    def firsts(self) -> Integers:
        return self.optimum.blocks.firsts + self.restart


class _Paid(NamedTuple):
    """Payments, shifts if they came with them, and where a block begins the multiplier before over the first one."""

    allocation: Array
    shift: Array | None
    ratio: Array


def solve_float(contraction: npt.ArrayLike, gap: npt.ArrayLike, variance: npt.ArrayLike, start: float = 0.0,
                diameter: float | None = None) -> FloatSolution:
    """Minimise ``sum a_t^2 / sigma_t^2`` over the shift allocations; see :class:`FloatSolution`.

    ``contraction``, ``gap`` and ``variance`` are ``c_t``, ``s_t`` and ``sigma_t^2``, the variance of the noise on the
    iterate at step t: arrays of length T, or one number for all steps (not all three).  ``start`` is ``z_0``.  With a
    ``diameter`` the distance never exceeds it and the problem may be restarted at any step.  Arrays of floats are not
    copied; the solution refers to them for what it computes later.

    Raises :class:`~pabisym.errors.InputError`, with a field such as ``gap[3]`` counted from 0, for NaN, infinities,
    negative numbers, wrong shapes and more than ``MAX_STEPS`` steps.
    """
    problem, digest = _read(contraction, gap, variance, start, diameter)
    if problem.diameter == 0.0:
        answer = _solve(problem, _last_surviving_gap(problem), 0.0)
        return _solution(problem, answer, _lower(answer))
    swept = _swept(problem) if problem.diameter < math.inf else _Swept()
    if swept.certain:
        answer = swept.answer or _solve(problem, swept.restart, problem.diameter)
        if answer.h < math.inf:
            return _solution(problem, answer, _smaller(_lower(answer), swept.lower))
    answer = _solve(problem, 0, problem.first_shift, digest)
    if answer.h == math.inf:
        return _infinite(problem, answer, infinite_reason(_unpayable_step(problem)))
    lower = _lower(answer)
    if swept.restart and answer.h > 0.0:
        lower = _smaller(lower, swept.lower)
        if not kernels.less(answer.h * (1 + 2.0**-20), answer.value[1], *swept.lower):
            other = swept.answer or _solve(problem, swept.restart, problem.diameter)
            if kernels.less(*other.value, *answer.value):
                answer = other
    return _solution(problem, answer, lower)


def _solve(problem: _Problem, restart: int, start: float, digest: long.Digest | None = None) -> _Answer:
    """The optimum from the step ``restart`` and the shift ``start``."""
    if restart == problem.steps:
        found = long.Optimum(_no_blocks(0), math.inf if start else 0.0, 0.0, 0)
    else:
        found = long.solve(problem.after(restart), start, digest)
    return _Answer(restart, start, found, inflation(problem.steps) + found.error)


def _no_blocks(steps: int) -> long.Blocks:
    none = np.empty(0, np.int64)
    return long.Blocks(np.array([steps]), np.empty(0), none, none)


def _payments(problem: _Problem, answer: _Answer) -> _Paid:
    """The payments of a solution, 0 up to the restart."""
    steps, restart, blocks = problem.steps, answer.restart, answer.blocks
    if answer.h == math.inf:
        return _Paid(np.full(steps, math.nan), np.full(steps, math.nan), np.empty(0))
    a, count = np.empty(steps), len(blocks.multiplier)
    a[:restart] = 0.0
    if answer.optimum.falling:
        ratio = np.empty(count)
        long.pay(problem.after(restart), answer.optimum, a[restart:], ratio)
        return _Paid(a, None, ratio)
    y, z, reals, whole = np.empty(steps), np.empty(steps), np.empty((2, count)), np.empty((4, steps - restart + 1), np.int64)
    reals[0] = blocks.multiplier
    whole[0, : count + 1], whole[1, :count], whole[2, :count] = blocks.firsts, blocks.exponent, blocks.shift_exponent
    if count:
        written = a[restart:], y[restart:], z[restart:]
        engine.run(kernels.payments, *problem.after(restart), answer.start, count, *written, reals, whole)
    return _Paid(a, _with_bounds(problem, restart, z), reals[1])


def _shifts(problem: _Problem, answer: _Answer, paid: _Paid) -> Array:
    """The shifts that belong to the payments."""
    if paid.shift is not None:
        return paid.shift
    z, restart = np.empty(problem.steps), answer.restart
    long.drain(problem.after(restart), paid.allocation[restart:], answer.blocks, answer.start, z[restart:])
    return _with_bounds(problem, restart, z)


def _with_bounds(problem: _Problem, restart: int, z: Array) -> Array:
    """The shifts with the bounds of the distance up to the restart."""
    if restart:
        before = problem.contraction[:restart], problem.gap[:restart]
        engine.run(kernels.bounds, *before, problem.diameter, problem.start, z[:restart])
    return z


class _Swept(NamedTuple):
    """The best step to restart at, 0 for none; a scaled lower bound of the optimum from there and from every other restart; whether nothing
    that begins earlier can be better; the optimum itself where it is known.
    """

    restart: int = 0
    lower: tuple[float, int] = (math.inf, 0)
    certain: bool = False
    answer: _Answer | None = None


def _swept(problem: _Problem) -> _Swept:
    """The best restart; many steps are looked at in one pass first, the last ones apart."""
    steps, share = problem.steps, 32 * (problem.steps + 1) * UNIT
    plain = kernels.is_plain(problem.diameter) and kernels.is_plain(problem.start)
    if steps < long.LONG or not plain or not engine.wanted(steps):
        return _sweep(problem, np.empty(steps))
    z = np.empty(steps)
    engine.run(kernels.bounds, problem.contraction, problem.gap, problem.diameter, problem.start, z)
    first = steps - min(LAST, steps // 4)
    last = _sweep(_Problem(*problem.after(first), float(z[first - 1]), problem.diameter), z[first:])
    if last.certain:
        return last._replace(restart=first + last.restart)
    ends = min(kernels.unscaled(*last.lower) * (1 + 2.0**-20), kernels.HIGH)
    found = engine.compiled(restarts.lowest)(*problem.after(0), problem.diameter, problem.first_shift, ends, z)
    restart, least, whole, plain = found
    if plain and not restart:
        return _Swept()
    if plain:
        answer = _solve(problem, restart, problem.diameter)
        total, e = answer.value
        if kernels.less(total * (1 - share), e, least, 0):
            certain = kernels.less(total, e, whole * (1 - share), 0)
            return _Swept(restart, (least * (1 - share), 0), certain, answer)
    return _sweep(problem, z)


def _sweep(problem: _Problem, z: Array) -> _Swept:
    """The best restart on the lower hull; ``z`` is scratch space."""
    scratch = z, np.empty((7, problem.steps + 1)), np.empty((8, problem.steps + 1), np.int64)
    best, m, e, certain = engine.run(kernels.sweep, *problem.after(0), problem.diameter, problem.start, *scratch)
    lower = m * (1 - 32 * (problem.steps + 1) * UNIT), e
    return _Swept(best, lower, certain) if m < math.inf else _Swept()


def _solution(problem: _Problem, answer: _Answer, lower: tuple[float, int]) -> FloatSolution:
    total, e = answer.value
    m, k = math.frexp(total * (1 + answer.error))
    e = e + k + problem.unit if m else 0
    lower = lower[0], lower[1] + problem.unit
    return FloatSolution(value=rounded(m, e, up=True), log2_value=_log2(m, e, math.inf), mantissa=m, exponent=e,
                         lower=rounded(*lower, up=False), log2_lower=_log2(*lower, -math.inf), restart=answer.restart,
                         infinite_reason=None, _problem=problem, _answer=answer)


def _infinite(problem: _Problem, answer: _Answer, reason: str) -> FloatSolution:
    infinity, empty = math.inf, answer.optimum._replace(blocks=_no_blocks(problem.steps))
    found = answer._replace(optimum=empty)
    return FloatSolution(infinity, infinity, infinity, 0, infinity, infinity, 0, reason, _problem=problem, _answer=found)


def _lower(answer: _Answer) -> tuple[float, int]:
    total, e = answer.value
    return total * (1 - answer.error), e


def _smaller(a: tuple[float, int], b: tuple[float, int]) -> tuple[float, int]:
    return a if kernels.less(*a, *b) else b


def _log2(m: float, e: int, towards: float | None = None) -> float:
    """The binary logarithm of ``m * 2**e``, on the wanted side of it."""
    if m == 0.0 or m == math.inf:
        return math.inf if m else -math.inf
    m, k = math.frexp(m)
    value = math.log2(m) + (e + k)
    return value if towards is None else math.nextafter(value + math.copysign(2.0**-51, towards), towards)


def _last_surviving_gap(problem: _Problem) -> int:
    """The last step with a gap, if nothing later forgets it, or 0."""
    gaps, zeros = np.flatnonzero(problem.gap), np.flatnonzero(problem.contraction == 0.0)
    if not len(gaps) or (len(zeros) and zeros[-1] > gaps[-1]):
        return 0
    return int(gaps[-1]) + 1


def _last_noise(problem: _Problem) -> int:
    """The last step with noise, or 0."""
    noisy = np.flatnonzero(problem.variance)
    return int(noisy[-1]) + 1 if len(noisy) else 0


def _unpayable_step(problem: _Problem) -> int:
    """The first step whose gap survives to the end with no noise after it (0: the start shift), where there is one."""
    last, zeros = _last_noise(problem), np.flatnonzero(problem.contraction == 0.0)
    if last == 0 and not len(zeros) and problem.start > 0.0:
        return 0
    late = max(last, int(zeros[-1]) if len(zeros) else 0)
    return late + int(np.flatnonzero(problem.gap[late:])[0]) + 1


def _read(contraction: npt.ArrayLike, gap: npt.ArrayLike, variance: npt.ArrayLike, start: float, diameter: float | None) -> tuple[_Problem,
          long.Digest | None]:
    """Validate, broadcast and copy; long arrays are summed up in the same pass."""
    given = {"gap": _floats(gap, "gap"), "noise_variance": _floats(variance, "noise_variance")}
    given["contraction"] = _floats(contraction, "contraction")
    steps = next((len(x) for x in given.values() if x.ndim), None)
    if steps is None:
        raise InputError("gap", "the number of steps cannot be told from numbers", "give an array for one of the data")
    if steps > MAX_STEPS:
        raise InputError("gap", f"{steps} steps are too many", f"at most {MAX_STEPS} steps are solved")
    for name, x in given.items():
        if x.ndim and len(x) != steps:
            raise InputError(name, f"{len(x)} values for {steps} steps", _SHAPE_CURE)
        if not x.ndim:
            _check(x, name)
    limit = math.inf if diameter is None else _number(diameter, "diameter")
    data = tuple(given[name] if given[name].ndim else np.full(steps, given[name]) for name in ("contraction", "gap", "noise_variance"))
    own, digest = long.copied(*data)
    if digest is None:
        for name, x in given.items():
            _check(x, name)
    problem = _Problem(*own, _number(start, "start_shift"), limit)
    return _in_units(problem, digest) if steps >= long.LONG else (problem, digest)


def _in_units(problem: _Problem, digest: long.Digest | None) -> tuple[_Problem, long.Digest | None]:
    """Variances that are all very small or very large, in a unit in which the largest is about 1, where no bit of any is lost."""
    largest = float(problem.variance.max())
    if largest == 0.0 or TINY <= largest <= 1.0 / TINY:
        return problem, digest
    unit = max(min(-math.frexp(largest)[1], 1000), -1000)
    variance = problem.variance * 2.0**unit
    if unit < 0 and not np.array_equal(variance * 2.0**-unit, problem.variance):
        return problem, digest
    scaled = problem._replace(variance=variance, unit=unit)
    return scaled, None if digest is None else long.digested(scaled.after(0))


def _floats(value: npt.ArrayLike, name: str) -> Array:
    """A contiguous array of dimension 0 or 1."""
    try:
        array = np.asarray(value)
        if array.dtype.kind in "iufO":
            array = np.ascontiguousarray(array, dtype=np.float64).reshape(array.shape)
    except (TypeError, ValueError, OverflowError):
        array = np.asarray("not numbers")
    if array.dtype.kind != "f":
        raise InputError(name, "is not made of real numbers", "give floats that are 0 or more")
    if array.ndim > 1:
        raise InputError(name, f"has {array.ndim} dimensions", _SHAPE_CURE)
    return array


def _check(array: Array, name: str) -> None:
    """Refuse what is not finite and non-negative, naming the first place."""
    if not array.size or (array.min() >= 0.0 and array.max() < math.inf):
        return
    position = int(np.flatnonzero(~((array >= 0.0) & (array < math.inf)))[0])
    value = float(array.flat[position])
    problem = f"{value!r} is negative" if -math.inf < value < 0.0 else f"{value!r} is not a finite number"
    raise InputError(f"{name}[{position}]" if array.ndim else name, problem, "give a finite number that is 0 or more")


def _number(value: object, name: str) -> float:
    array = _floats(value, name)  # type: ignore[arg-type]
    if array.ndim:
        raise InputError(name, "is an array", "give one number")
    _check(array, name)
    return float(array)


def _frozen(array: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    array.flags.writeable = False
    return array


def _lists(*arrays: npt.NDArray[Any]) -> list[list[Any]]:
    return [array.tolist() for array in arrays]
