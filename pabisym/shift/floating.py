"""The optimum of a shift allocation problem in float64: arrays in, arrays out, in linear time.

The numbers given are taken as the float64 numbers that they are.  For these data the answer encloses the optimum::

    lower <= optimum <= value,      value <= (1 + 2e-14) lower     without a diameter, for up to 10**7 steps.

``value`` is what a privacy statement may use: it is rounded upwards, it is not 0 unless the optimum is, and where it
leaves the range of floats ``mantissa * 2**exponent`` and ``log2_value`` still hold it.

**Method.**  Pooling adjacent violators in the local form, by blocks (N, W, G): the shift to be paid, the noise that
pays, and the whole contraction, as seen at the end of the block; see :mod:`pabisym.shift.exact`.  It adds,
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
5.  *The value* is not taken from the sums of pooling.  For the final blocks N and W are computed again by Horner's
    rule, with every rounding error recovered exactly (two-product, two-sum) and summed along: relative error at most
    ``u + 16 (n u)^2``.  The quotients and their compensated sum add fewer than 8 u.

Together U(B) is known, and the optimum differs from it, by a relative ``inflation(T)``, which is 2e-15 for
T <= 10**6 and 6e-15 for T = 10**7; ``value`` and ``lower`` are the computed U(B) enlarged and diminished by it.

``multiplier`` and ``allocation`` are those of the partition, to about 10 u relative; ``shift`` follows from them with
an error of about u times what entered, is never negative and is 0 at block ends.  Entries that leave the range of
floats become 0 or infinite.

**Restarts.**  One sweep from the end finds the optimum from every step at which the diameter cuts, on the lower hull
of the points to its right; the tangent from a start is found by skew-binary jumps, which add up neighbouring edges,
so that nothing is subtracted.  Time O(T log T).  Any step gives a valid bound; the one chosen is then solved as
above.  The optimum over all steps is certified from below by the sweep, up to a relative 32 n u.

**Speed.**  The loops are compiled with numba where that is installed, else they run as Python, about a hundred times
slower, with equal results.  Problems with few steps are not worth importing numba for and run as Python, too.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from pabisym.errors import InputError
from pabisym.kernel.allocation import infinite_reason
from pabisym.shift import _float_kernels as kernels
from pabisym.shift.instance import MAX_STEPS

Array = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

_Number = TypeVar("_Number", np.float64, np.int64)

_UNIT = 2.0**-53
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

    ``block_slope``, ``block_log2_slope``, ``worst_contraction``, ``worst_value`` and ``log2_worst_value`` are computed
    when first asked for.  All arrays are read-only.
    """

    value: float
    log2_value: float
    mantissa: float
    exponent: int
    lower: float
    log2_lower: float
    allocation: Array
    shift: Array
    multiplier: Array
    block_first: Integers
    block_last: Integers
    restart: int
    infinite_reason: str | None
    _problem: _Problem = field(repr=False)
    _blocks: _Blocks = field(repr=False)

    @cached_property
    def _slopes(self) -> tuple[Array, Integers]:
        mantissas, exponents = self._blocks.multiplier.copy(), self._blocks.exponent.copy()
        firsts = self._blocks.firsts.reshape(1, -1)
        _run(kernels.slopes, self._problem.contraction, len(mantissas), firsts, mantissas, exponents)
        return mantissas, exponents

    @cached_property
    def block_slope(self) -> Array:
        """The slope of the taut string in every block, ``y_q / prod_{j > q} c_j`` for its last step q.

        0 or infinite where it leaves the range of floats, as ``0.9**-T`` soon does.
        """
        return _frozen(np.array([kernels.unscaled(m, e) for m, e in zip(*_lists(*self._slopes), strict=True)], float))

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
        starts = self._blocks.firsts[1:-1]
        contraction[starts] = np.minimum(contraction[starts], self._blocks.ratio[1:])
        return _frozen(contraction)

    @cached_property
    def _worst(self) -> tuple[float, int]:
        problem, restart = self._problem, self.restart
        if self.infinite_reason is not None:
            return math.inf, 0
        if restart == problem.steps:
            return 0.0, 0
        start = float(self.shift[restart - 1]) if restart else problem.first_shift
        data = self.worst_contraction, problem.gap, problem.variance
        m, e = _run(kernels.pair, *data, restart, start, np.empty((3, 2)), np.empty((4, 2), np.int64))
        return m * (1 - _inflation(problem.steps)), e

    @property
    def worst_value(self) -> float:
        """Squared mean over variance of the worst-case pair, rounded downwards.

        Every pair that contracts by at most ``c_t`` bounds the optimum from below; this one attains it up to rounding.
        """
        return _rounded(*self._worst, up=False)

    @property
    def log2_worst_value(self) -> float:
        """The binary logarithm of ``worst_value``, which does not underflow."""
        return _log2(*self._worst, -math.inf)


class _Problem(NamedTuple):
    """Validated data; ``start`` is the shift before step 1."""

    contraction: Array
    gap: Array
    variance: Array
    start: float
    diameter: float

    @property
    def steps(self) -> int:
        return len(self.gap)

    @property
    def first_shift(self) -> float:
        return min(self.start, self.diameter)


class _Blocks(NamedTuple):
    """By blocks: first steps from 0 and T, last multipliers as mantissa and exponent, and c' where a block begins."""

    firsts: Integers
    multiplier: Array
    exponent: Integers
    ratio: Array


class _Answer(NamedTuple):
    """The optimum from one restart: ``(h + r) * 2**e`` is U(B)."""

    h: float
    r: float
    e: int
    allocation: Array
    multiplier: Array
    shift: Array
    blocks: _Blocks


def solve_float(
    contraction: npt.ArrayLike,
    gap: npt.ArrayLike,
    variance: npt.ArrayLike,
    start: float = 0.0,
    diameter: float | None = None,
) -> FloatSolution:
    """Minimise ``sum a_t^2 / sigma_t^2`` over the shift allocations; see :class:`FloatSolution`.

    ``contraction``, ``gap`` and ``variance`` are ``c_t``, ``s_t`` and ``sigma_t^2``, the variance of the noise on the
    iterate at step t: arrays of length T, or one number for all steps (not all three).  ``start`` is ``z_0``.  With a
    ``diameter`` the distance never exceeds it and the problem may be restarted at any step.  Arrays of floats are not
    copied; the solution refers to them for what it computes later.

    Raises :class:`~pabisym.errors.InputError`, with a field such as ``gap[3]`` counted from 0, for NaN, infinities,
    negative numbers, wrong shapes and more than ``MAX_STEPS`` steps.
    """
    problem = _read(contraction, gap, variance, start, diameter)
    if problem.diameter == 0.0:
        restart = _last_surviving_gap(problem)
        answer = _solve(problem, restart, 0.0)
        return _solution(problem, restart, answer, _lower(answer, problem.steps))
    restart, answer = 0, _solve(problem, 0, problem.first_shift)
    if answer.h == math.inf:
        return _infinite(problem, infinite_reason(_unpayable_step(problem)))
    lower = _lower(answer, problem.steps)
    if problem.diameter < math.inf and answer.h > 0.0:
        best, m, e = _sweep(problem)
        if best:
            lower = _smaller(lower, (m * (1 - 32 * (problem.steps + 1) * _UNIT), e))
            if not kernels.less(answer.h * (1 + 2.0**-20), answer.e, m, e):
                other = _solve(problem, best, problem.diameter)
                if kernels.less(other.h + other.r, other.e, answer.h + answer.r, answer.e):
                    restart, answer = best, other
    return _solution(problem, restart, answer, lower)


def _solve(problem: _Problem, restart: int, start: float) -> _Answer:
    """The optimum from ``restart``, with the bounds of the distance as shifts before."""
    steps = problem.steps
    a, y, z = (np.empty(steps) for _ in range(3))
    reals, whole = np.empty((3, steps + 1)), np.empty((4, steps + 1), np.int64)
    data = problem.contraction, problem.gap, problem.variance
    count, h, r, e = 0, 0.0, 0.0, 0
    if restart:
        a[:restart] = y[:restart] = 0.0
        _run(kernels.bounds, *(x[:restart] for x in data[:2]), problem.diameter, problem.start, z[:restart])
    if restart < steps:
        count, h, r, e = _run(kernels.allocation, *data, restart, start, a, y, z, reals, whole)
    else:
        h, whole[0][0] = math.inf if start else 0.0, steps
    blocks = _Blocks(
        whole[0][: count + 1].copy(), reals[0][:count].copy(), whole[1][:count].copy(), reals[1][:count].copy()
    )
    return _Answer(h, r, e, a, y, z, blocks)


def _sweep(problem: _Problem) -> tuple[int, float, int]:
    """The best step to restart at, 0 for none, and the approximate optimum from there."""
    steps = problem.steps
    scratch = np.empty(steps), np.empty((7, steps + 1)), np.empty((8, steps + 1), np.int64)
    best: tuple[int, float, int] = _run(
        kernels.sweep, problem.contraction, problem.gap, problem.variance, problem.diameter, problem.start, *scratch
    )
    return best if best[1] < math.inf else (0, 0.0, 0)


def _solution(problem: _Problem, restart: int, answer: _Answer, lower: tuple[float, int]) -> FloatSolution:
    m, k = math.frexp((answer.h + answer.r) * (1 + _inflation(problem.steps)))
    e = answer.e + k if m else 0
    return FloatSolution(
        value=_rounded(m, e, up=True),
        log2_value=_log2(m, e, math.inf),
        mantissa=m,
        exponent=e,
        lower=_rounded(*lower, up=False),
        log2_lower=_log2(*lower, -math.inf),
        allocation=_frozen(answer.allocation),
        shift=_frozen(answer.shift),
        multiplier=_frozen(answer.multiplier),
        block_first=_frozen(answer.blocks.firsts[:-1] + 1),
        block_last=_frozen(answer.blocks.firsts[1:].copy()),
        restart=restart,
        infinite_reason=None,
        _problem=problem,
        _blocks=answer.blocks,
    )


def _infinite(problem: _Problem, reason: str) -> FloatSolution:
    nothing = _frozen(np.full(problem.steps, math.nan))
    no_steps = _frozen(np.empty(0, np.int64))
    return FloatSolution(
        value=math.inf,
        log2_value=math.inf,
        mantissa=math.inf,
        exponent=0,
        lower=math.inf,
        log2_lower=math.inf,
        allocation=nothing,
        shift=nothing,
        multiplier=nothing,
        block_first=no_steps,
        block_last=no_steps,
        restart=0,
        infinite_reason=reason,
        _problem=problem,
        _blocks=_Blocks(np.array([problem.steps]), np.empty(0), no_steps, np.empty(0)),
    )


def _inflation(steps: int) -> float:
    """By how much the optimum may differ from the computed U(B), relatively; the module docstring proves it."""
    n = steps + 1
    return 16 * _UNIT + 96 * (n * _UNIT) ** 2 * (2 + math.log2(n)) * math.exp(12 * n * n * _UNIT)


def _lower(answer: _Answer, steps: int) -> tuple[float, int]:
    return (answer.h + answer.r) * (1 - _inflation(steps)), answer.e


def _smaller(a: tuple[float, int], b: tuple[float, int]) -> tuple[float, int]:
    return a if kernels.less(*a, *b) else b


def _rounded(m: float, e: int, *, up: bool) -> float:
    """``m * 2**e`` as a float that is not less, or not more."""
    value = kernels.unscaled(m, e)
    exact = math.frexp(value)
    m, k = math.frexp(m)
    if up and kernels.less(*exact, m, k + e):
        return math.nextafter(value, math.inf)
    if not up and (value == math.inf > m or kernels.less(m, k + e, *exact)):
        return math.nextafter(value, 0.0)
    return value


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


def _read(
    contraction: npt.ArrayLike, gap: npt.ArrayLike, variance: npt.ArrayLike, start: float, diameter: float | None
) -> _Problem:
    """Validate and broadcast."""
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
        _check(x, name)
    arrays = {name: x if x.ndim else np.full(steps, x) for name, x in given.items()}
    limit = math.inf if diameter is None else _number(diameter, "diameter")
    return _Problem(
        arrays["contraction"], arrays["gap"], arrays["noise_variance"], _number(start, "start_shift"), limit
    )


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


class _Work:
    """How many steps were solved by Python code in this process."""

    interpreted = 0


def _run(function: Callable[..., Any], *arguments: Any) -> Any:
    """Call a function of the kernels, compiled if that is worth it and possible; arrays come back changed."""
    steps = max(x.shape[-1] for x in arguments if isinstance(x, np.ndarray))
    if _Work.interpreted + steps >= kernels.SMALL and kernels.numba_module() is not None:
        return kernels.compiled(function)(*arguments)
    _Work.interpreted += steps
    plain = [x.tolist() if isinstance(x, np.ndarray) else x for x in arguments]
    result = function(*plain)
    for array, values in zip(arguments, plain, strict=True):
        if isinstance(array, np.ndarray) and array.flags.writeable:
            array[...] = values
    return result
