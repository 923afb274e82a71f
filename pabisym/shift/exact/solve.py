"""The exact optimum of a shift allocation problem over the rationals.

The problem: choose ``a_t >= 0`` with ``z_t = c_t z_{t-1} + s_t - a_t >= 0`` and ``z_T = 0`` such that
``sum a_t^2 / sigma_t^2`` is least.  Its optimality conditions are local: with ``y_t = a_t / sigma_t^2``,

    y_t <= c_{t+1} y_{t+1}     and     z_t (c_{t+1} y_{t+1} - y_t) = 0.

Pooling adjacent violators finds the *blocks* inside which ``y_t = c_{t+1} y_{t+1}``.  A block p+1..q is known by

    N = sum C(t, q) s_t      W = sum C(t, q)^2 sigma_t^2      G = prod c_i,      C(t, q) = prod_{t < i <= q} c_i,

the shift that must be paid in it, the noise that pays, both as seen at its end, and its whole contraction.  A left
block is merged into its right neighbour while ``N_l W_r >= G_r N_r W_l``.  The test is cross-multiplied, so steps
without noise (W = 0) and steps that forget the past (G = 0) need no special case.

Which steps share a block is decided by pooling in balls.  Only sums, products and quotients of non-negative numbers occur, so the relative
width of the balls grows with the number of steps and not with what the numbers are; nothing cancels, nothing underflows.  The few
comparisons that balls leave open, ties above all, are decided by exact sums over the steps in question, so that the blocks are those of
exact arithmetic.  Where every contraction is 0 or 1 and the gaps and the variances have moderate common denominators, everything is done in
integers instead.

Exact sums are computed by balanced products: with N = n / (Q a), W = w / (Q^2 b) and G = P / Q of neighbouring steps,
joined over common multiples of a and of b,

    n = P_r n_l + Q_l n_r      w = P_r^2 w_l + Q_l^2 w_r      P = P_l P_r      Q = Q_l Q_r.

No greatest common divisor of long numbers is taken before the last line.

**Restarts.**  With a diameter D the processes are at most ``F_0 = min(D, z_0)``, ``F_t = min(D, c_t F_{t-1} + s_t)`` apart at
step t, whatever was paid.  The problem may therefore be started at any step tau from the shift ``F_tau``; the least of
these optima is the best use of all the bounds at once.  Where the minimum does not cut, ``F_tau`` is what comes of
paying nothing, which the problem started earlier may do too: only the steps where D cuts compete with the start.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import add
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError
from pabisym.lang.once import cached_property, working_precision
from pabisym.lang.rational import rational_text
from pabisym.numerics.pool import pool
from pabisym.shift.exact.filter import Parts, blocks_in_floats, parts, quotients
from pabisym.shift.exact.restart import Link, Real, RestartSteps, RestartString, distances, optima
from pabisym.shift.instance import Instance
from pabisym.shift.replay import infinite_reason

_T = TypeVar("_T")
FILTER_BITS = 128
"""Precision of the balls that propose the blocks and compare the restarts."""
MAX_LISTED_DIGITS = 2 * 10**9
"""Most digits of all the multipliers together that are computed."""
_SCALE_BITS = 256
"""Longest common denominator with which everything is done in integers."""
_CHUNK = 32
"""Exact sums over this many steps are made one step at a time."""
_COMMON_BITS = 4096
"""Denominators up to this length are joined by their least common multiple, longer ones by their product."""


# Pooling.


class Pool(NamedTuple, Generic[Real]):
    """The block (``start``, ``end``) with N = ``shift`` and W = ``noise``."""

    start: int
    end: int
    shift: Real
    noise: Real


_Grown: TypeAlias = tuple[int, int, Real, Real, Real]
"""Start, end, N, W and G."""


def memory_start(contraction: Sequence[fmpq], position: int) -> int:
    """The position before the last step after ``position`` that contracts by 0, or ``position`` if there is none.

    Nothing that comes before it reaches the end, and what begins there has lost its history.
    """
    return next((t for t in range(len(contraction) - 1, position - 1, -1) if not contraction[t]), position)


def optimal_pools(steps: RestartSteps[Real], position: int, start: Real, joins: Callable[[int, int, int], bool]) -> list[Pool[Real]]:
    """The blocks of the optimum on the steps after ``position`` from the shift ``start``, slopes increasing.

    They are those of exact arithmetic when ``joins(p, m, q)`` answers whether ``N_l W_r >= G_r N_r W_l`` for blocks (p, m) and (m, q)
    that balls do not tell apart.
    """
    contraction, gap, variance = steps.contraction[position:], list(steps.gap[position:]), steps.variance[position:]
    if gap:
        gap[0] += contraction[0] * start
    positions = range(position, len(steps.gap))

    def violates(left: _Grown[Real], right: _Grown[Real]) -> bool:
        mine, other = left[2] * right[3], right[4] * right[2] * left[3]
        return not mine < other and (bool(mine >= other) or joins(left[0], right[0], right[1]))

    def join(left: _Grown[Real], right: _Grown[Real]) -> _Grown[Real]:
        g = right[4]
        return left[0], right[1], g * left[2] + right[2], g * g * left[3] + right[3], g * left[4]

    steps_alone = zip(positions, range(position + 1, len(steps.gap) + 1), gap, variance, contraction, strict=True)
    return [Pool(*block[:4]) for block in pool(steps_alone, violates, join)]


# Exact sums, and the comparisons that balls leave open.


class Sums(NamedTuple):
    """N = ``shift / (below * shift_below)``, W = ``noise / (below^2 * noise_below)``, G = ``above / below``."""

    shift: fmpz
    shift_below: fmpz
    noise: fmpz
    noise_below: fmpz
    above: fmpz
    below: fmpz

    @property
    def total_shift(self) -> fmpq:
        """N."""
        return fmpq(self.shift, self.below * self.shift_below)

    @property
    def total_noise(self) -> fmpq:
        """W."""
        return fmpq(self.noise, self.below * self.below * self.noise_below)

    @property
    def balls(self) -> tuple[arb, arb]:
        """N and W at the working precision."""
        if self.below == 1:
            return arb(self.shift) / self.shift_below, arb(self.noise) / self.noise_below
        below = arb(self.below)
        return arb(self.shift) / (below * self.shift_below), arb(self.noise) / (below * below * self.noise_below)

    def block(self, first: int, last: int) -> SolvedBlock:
        """The block of these steps, which pays N by W."""
        return SolvedBlock(first, last, self.shift * self.below * self.noise_below, self.shift_below * self.noise)

    @property
    def cost(self) -> fmpq:
        """N^2 / W, and 0 when there is nothing to pay.

        Long N and W are reduced once: what the square of a reduced quotient has in common with W is found at once.
        """
        if not self.shift:
            return fmpq(0)
        return fmpq(self.shift, self.noise) ** 2 * self.noise * fmpq(self.noise_below, self.shift_below * self.shift_below)


class Rows(NamedTuple):
    """Contractions as numerators and denominators; gaps and variances times a common denominator."""

    above: Sequence[Any]
    below: Sequence[Any]
    gap_scale: fmpz
    gap: Sequence[Any]
    noise_scale: fmpz
    variance: Sequence[Any]

    def sums(self, p: int, q: int) -> Sums:
        """N, W and G of a few steps p+1..q, one after the other."""
        n, w, above, below = 0, 0, 1, 1
        for over, under, gap, variance in zip(self.above[p:q], self.below[p:q], self.gap[p:q], self.variance[p:q], strict=True):
            above *= over
            below *= under
            n = over * n + below * gap
            w = over * over * w + below * below * variance
        return Sums(fmpz(n), self.gap_scale, fmpz(w), self.noise_scale, fmpz(above), fmpz(below))


class Products:
    """Exact sums over consecutive steps, whose gaps may be negative; those found become parts of later ones."""

    def __init__(self, steps: RestartSteps[fmpq]) -> None:
        self.steps = steps
        self._known: dict[int, tuple[int, Sums]] = {}

    @cached_property
    def parts(self) -> tuple[Parts, Parts, Parts]:
        """Numerators and denominators of contractions, gaps and variances."""
        contraction, gap, variance = map(parts, self.steps)
        return contraction, gap, variance

    @cached_property
    def rows(self) -> Rows | None:
        """Contractions, gaps and variances in integers; None where gaps or variances have no moderate common denominator."""
        contraction, gap, variance = self.parts
        gap_scale, gaps = _over_one(*gap)
        noise_scale, variances = _over_one(*variance)
        return None if gaps is None or variances is None else Rows(*contraction, gap_scale, gaps, noise_scale, variances)

    def over(self, p: int, q: int) -> Sums:
        """N, W and G of the steps p+1..q."""
        nodes, t = [], p
        while t < q:
            end, node = self._known.get(t, (q + 1, _NOTHING))
            if end > q:
                end = next((u for u in range(t + 1, min(t + _CHUNK, q)) if u in self._known), min(t + _CHUNK, q))
                node = self._chunk(t, end)
            nodes.append(node)
            t = end
        found = balanced(nodes, _join, _NOTHING)
        if q > p:
            self._known[p] = q, found
        return found

    def _chunk(self, p: int, q: int) -> Sums:
        """The same of a few steps, one after the other over common denominators."""
        if self.rows is not None:
            return self.rows.sums(p, q)
        contraction, gap, variance = (values[p:q] for values in self.steps)
        return Rows([c.p for c in contraction], [c.q for c in contraction], *_integral(gap), *_integral(variance)).sums(0, q - p)


def _integral(values: Sequence[fmpq]) -> tuple[fmpz, list[fmpz]]:
    """The least common denominator, and the numbers multiplied by it."""
    denominators = [value.q for value in values]
    scale = fmpz(1)
    for denominator in denominators:
        scale = scale.lcm(denominator)
    return scale, [value.p * (scale // below) for value, below in zip(values, denominators, strict=True)]


_NOTHING = Sums(fmpz(0), fmpz(1), fmpz(0), fmpz(1), fmpz(1), fmpz(1))


def _join(left: Sums, right: Sums) -> Sums:
    shift_below, of_left, of_right = _common(left.shift_below, right.shift_below)
    shift = right.above * left.shift * of_left + left.below * right.shift * of_right
    noise_below, of_left, of_right = _common(left.noise_below, right.noise_below)
    noise = right.above * right.above * left.noise * of_left + left.below * left.below * right.noise * of_right
    return Sums(shift, shift_below, noise, noise_below, left.above * right.above, left.below * right.below)


def _common(left: fmpz, right: fmpz) -> tuple[fmpz, fmpz, fmpz]:
    """A common multiple, and by what to multiply each of the two numbers to get it."""
    if left == right:
        return left, fmpz(1), fmpz(1)
    if max(left.bit_length(), right.bit_length()) > _COMMON_BITS:
        return left * right, right, left
    multiple = left.lcm(right)
    return multiple, multiple // left, multiple // right


def with_start(sums: Sums, start: fmpq) -> Sums:
    """The same sums with the shift ``start`` coming in from before."""
    return _join(Sums(start.p, start.q, fmpz(0), fmpz(1), fmpz(1), fmpz(1)), sums)


_Range: TypeAlias = tuple[int, int, bool]
"""The steps p+1..q, with the shift that p starts from or without."""


class Decisions:
    """The comparisons that balls leave open, by exact sums.

    ``first`` is the shift at position 0 or wherever the steps begin, ``diameter`` the one at a later restart.

    Where two neighbours tie, the block that they become has the slope of each of them, and the next comparisons look
    at the outermost pieces of such a chain of ties alone: at its first piece from the left, its last from the right.
    """

    def __init__(self, instance: Instance, first: fmpq, diameter: fmpq) -> None:
        self.products, self.first, self.diameter = Products(exact_steps(instance)), first, diameter
        self.reached = 0, first
        self.first_piece: dict[_Range, _Range] = {}
        self.last_piece: dict[_Range, _Range] = {}

    def joins(self, p: int, m: int, q: int, started: bool) -> bool:
        """Whether ``N_l W_r >= G_r N_r W_l`` for the blocks (p, m), with the start of p if ``started``, and (m, q)."""
        whole_left, whole_right = (p, m, started), (m, q, False)
        left = self._sums(*self.last_piece.get(whole_left, whole_left))
        right = self._sums(*self.first_piece.get(whole_right, whole_right))
        mine = left.shift * right.noise * left.below * right.shift_below * left.noise_below
        other = right.above * right.shift * left.noise * left.shift_below * right.noise_below
        if mine == other and left.noise and right.noise:
            self.first_piece[p, q, started] = self.first_piece.get(whole_left, whole_left)
            self.last_piece[p, q, started] = self.last_piece.get(whole_right, whole_right)
        return bool(mine >= other)

    def cost(self, p: int, string: RestartString, until: Link) -> fmpq:
        """The exact cost of the blocks of the string from p, up to the link ``until``."""
        link = string.link
        costs = [self._sums(p, link.end, True).cost]
        while link is not until and link.below is not None:
            costs.append(self._sums(link.end, link.below.end, False).cost)
            link = link.below
        return total(costs)

    def cut(self, t: int, cuts: list[int]) -> bool:
        """Whether the diameter is less than the distance it allows at step t, given the steps where it was before."""
        position, distance = max(self.reached, (cuts[-1], self.diameter) if cuts else (0, self.first))
        distance = with_start(self.products.over(position, t), distance).total_shift
        self.reached = t, min(distance, self.diameter)
        return bool(distance > self.diameter)

    def _sums(self, p: int, q: int, started: bool) -> Sums:
        sums = self.products.over(p, q)
        return with_start(sums, self.first if p == 0 else self.diameter) if started else sums


def exact_steps(instance: Instance) -> RestartSteps[fmpq]:
    """The data of an instance as they are."""
    return RestartSteps(instance.contraction, instance.gap, instance.noise_variance)


def balls(instance: Instance) -> RestartSteps[arb]:
    """The data of an instance as balls of the working precision."""
    return RestartSteps(*(list(map(arb, values)) for values in exact_steps(instance)))


def total(values: list[fmpq]) -> fmpq:
    """The sum."""
    return balanced(values, add, fmpq(0))


def balanced(values: list[_T], join: Callable[[_T, _T], _T], nothing: _T) -> _T:
    """All values joined, neighbours in pairs, so that long numbers are met only near the end."""
    while len(values) > 1:
        odd = values[-1:] if len(values) % 2 else []
        values = [join(left, right) for left, right in zip(values[::2], values[1::2], strict=False)] + odd
    return values[0] if values else nothing


# The solution.


class SolvedBlock:
    """Steps ``first..last`` paid for together; ``over / under`` is ``multiplier``, and ``over`` 0 when there is nothing to pay."""

    def __init__(self, first: int, last: int, over: fmpq | fmpz, under: int | fmpz = 1) -> None:
        self.first, self.last, self._over, self._under = first, last, over, under

    @cached_property
    def multiplier(self) -> fmpq:
        """``y_last = N / W``, 0 when there is nothing to pay; reduced when first asked for, as it may be long."""
        return fmpq(self._over) / self._under if self._over else fmpq(0)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SolvedBlock):
            return NotImplemented
        return (self.first, self.last) == (other.first, other.last) and self.multiplier == other.multiplier

    def __hash__(self) -> int:
        return hash((self.first, self.last, self.multiplier))

    def __repr__(self) -> str:
        return f"SolvedBlock({self.first}, {self.last}, {rational_text(self.multiplier)})"


def block_multipliers(blocks: Sequence[Any], contraction: Sequence[Real], zero: Real) -> tuple[Real, ...]:
    """``y_1..y_T`` of blocks, exactly or in balls; 0 before the first one."""
    values = [zero] * len(contraction)
    for block in blocks:
        values[block.last - 1] = block.multiplier
        for t in range(block.last - 1, block.first - 1, -1):
            values[t - 1] = contraction[t] * values[t]
    return tuple(values)


def block_slopes(blocks: Sequence[Any], contraction: Sequence[Any]) -> tuple[Any, ...]:
    """``multiplier / prod_{j > last} c_j`` of each block, exactly or in balls."""
    weight, following, slopes = 1, len(contraction), []
    for block in reversed(blocks):
        weight = math.prod(reversed(contraction[block.last : following]), start=weight)
        following = block.last
        slopes.append(block.multiplier / weight)
    return tuple(reversed(slopes))


@dataclass(frozen=True)
class ExactSolution:
    """The optimum of ``instance`` started at step ``restart`` from the shift ``start``.

    ``value`` is ``sum a_t^2 / sigma_t^2``; ``blocks`` cover the steps ``restart+1..T``.  Lists of length T are computed when
    first asked for.  The rationals of single steps can have as many digits as there are steps; :meth:`multiplier`,
    :meth:`payment` and :meth:`shift_after` compute one of them, where the sequences compute all.
    """

    instance: Instance
    restart: int
    start: fmpq
    value: fmpq
    blocks: tuple[SolvedBlock, ...]
    infinite_reason: None = None

    def multiplier(self, t: int) -> fmpq:
        """``y_t`` of the step t = 1..T; 0 up to the restart."""
        if t <= self.restart:
            return fmpq(0)
        block = self._block_of(t)
        after = self._products.over(t, block.last)
        return block.multiplier * fmpq(after.above, after.below)

    def payment(self, t: int) -> fmpq:
        """``a_t`` of the step t = 1..T."""
        return self.instance.noise_variance[t - 1] * self.multiplier(t)

    def shift_after(self, t: int) -> fmpq:
        """``z_t`` of the step t = 1..T: what came in by then less what was paid; up to the restart the bound of the distance."""
        if t <= self.restart and self.instance.diameter is not None:
            return forward_bounds(self.instance, self.instance.diameter)[t]
        block = self._block_of(t)
        until, after = self._products.over(block.first - 1, t), self._products.over(t, block.last)
        if block.first == self.restart + 1:
            until = with_start(until, self.start)
        return until.total_shift - block.multiplier * fmpq(after.above, after.below) * until.total_noise

    @cached_property
    def multipliers(self) -> tuple[fmpq, ...]:
        """``y_t = a_t / sigma_t^2`` for t = 1..T; 0 up to the restart.

        Raises :class:`~pabisym.errors.InputError` when they, or the allocation or the shifts, would not fit in memory.
        """
        digits = self.listed_bits * 3 // 10
        if digits > MAX_LISTED_DIGITS:
            problem = f"the exact payments of all steps have about {digits:.0e} digits"
            raise InputError("arithmetic", problem, "use ball arithmetic, or ask for single steps")
        return block_multipliers(self.blocks, self.instance.contraction, fmpq(0))

    @cached_property
    def allocation(self) -> tuple[fmpq, ...]:
        """``a_t = sigma_t^2 y_t`` for t = 1..T; 0 up to the restart."""
        return tuple(v * y for v, y in zip(self.instance.noise_variance, self.multipliers, strict=True))

    @cached_property
    def shift(self) -> tuple[fmpq, ...]:
        """``z_t`` for t = 1..T; up to the restart the bounds of the distance."""
        return shifts(self.instance, self.allocation, self.restart, self.start)

    @cached_property
    def listed_bits(self) -> int:
        """About how many bits the multipliers of all steps have, known before any is computed; payments and shifts have as many each."""
        bits = 0
        for block in self.blocks:  # from step to step the multipliers have one contraction more
            one = sum(c.height_bits() for c in self.instance.contraction[block.first : block.last] if c != 1)
            bits += (block.last - block.first + 1) * (block.multiplier.height_bits() + one // 2)
        return bits

    @cached_property
    def block_first(self) -> tuple[int, ...]:
        """The first step of each block."""
        return tuple(block.first for block in self.blocks)

    @cached_property
    def block_last(self) -> tuple[int, ...]:
        """The last step of each block."""
        return tuple(block.last for block in self.blocks)

    def slope_of(self, block: SolvedBlock) -> fmpq:
        """The slope of one block."""
        after = self._products.over(block.last, self.instance.steps)
        return block.multiplier / fmpq(after.above, after.below)

    @cached_property
    def block_slope(self) -> tuple[fmpq, ...]:
        """The slope ``y_q / prod_{j > q} c_j`` of each block with last step q; strictly increasing."""
        return block_slopes(self.blocks, self.instance.contraction)

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair that attains the optimum, started where the solution is."""
        slopes = list(self.instance.contraction)
        for left, right in zip(self.blocks, self.blocks[1:], strict=False):
            slopes[right.first - 1] = left.multiplier / self.multiplier(right.first)
        return tuple(slopes)

    @cached_property
    def worst_value(self) -> fmpq:
        """``m_T^2 / N_T`` of that pair, which is ``value``.

        With ``y`` the last multiplier of a block, the mean and the variance at its end satisfy
        ``y m = sum N^2 / W = y^2 variance`` over the blocks so far, an identity in N and W.  The pair is followed
        step by step in balls besides; raises :class:`ArithmeticError` should its value differ.
        """
        with working_precision(FILTER_BITS):
            mean, variance = arb(self.start), arb(0)
            for t in range(self.restart, self.instance.steps):
                slope = arb(self.worst_contraction[t])
                mean = slope * mean + arb(self.instance.gap[t])
                variance = slope * slope * variance + arb(self.instance.noise_variance[t])
            square = mean * mean
            if not square.overlaps(arb(self.value) * variance) or square.rel_accuracy_bits() < FILTER_BITS // 2:
                raise ArithmeticError("the pair of the blocks does not attain the value")
        return self.value

    @cached_property
    def _products(self) -> Products:
        return Products(exact_steps(self.instance))

    def _block_of(self, t: int) -> SolvedBlock:
        return self.blocks[bisect_left(self.block_last, t)]


@dataclass(frozen=True)
class InfiniteSolution:
    """No allocation is feasible, and no bound holds."""

    instance: Instance
    infinite_reason: str
    restart: int = 0

    @cached_property
    def worst_contraction(self) -> tuple[fmpq, ...]:
        """``c'_1..c'_T`` of a pair with different means and no noise at the end.

        It forgets everything right after the last noise; what enters afterwards survives.
        """
        contraction, last = list(self.instance.contraction), last_noise(self.instance)
        if last:
            contraction[last] = fmpq(0)
        return tuple(contraction)


def optimum(instance: Instance) -> ExactSolution | InfiniteSolution:
    """The optimum over all allocations and, with a diameter, over all restarts (the first of several best).

    An ``allocation`` that the instance carries plays no part.
    """
    unpayable = unpayable_step(instance)
    if unpayable is not None and instance.diameter != 0:
        return InfiniteSolution(instance, infinite_reason(unpayable))
    restart, start = best_start(instance)
    whole = _integers(instance, restart, start)
    if whole is None:
        sums = block_sums(instance, restart, start)
        blocks = tuple(one.block(p + 1, q) for p, q, one in sums)
        return ExactSolution(instance, restart, start, total([one.cost for _, _, one in sums]), blocks)
    pools, unit = whole.pools(restart), fmpq(whole.noise_scale, whole.gap_scale)
    squares: dict[int, int] = {}
    for block in pools:
        if block.shift:
            squares[block.noise] = squares.get(block.noise, 0) + block.shift * block.shift
    value = total([fmpq(square, noise) for noise, square in squares.items()]) * unit / whole.gap_scale
    over, under = unit.p, unit.q
    return ExactSolution(instance, restart, start, value, tuple([SolvedBlock(p + 1, q, over * n, under * w) for p, q, n, w in pools]))


def best_start(instance: Instance) -> tuple[int, fmpq]:
    """The first restart from which the optimum is least, and the shift there; the optimum must be finite."""
    diameter = instance.diameter
    if diameter is None:
        return 0, instance.start_shift
    first = min(diameter, instance.start_shift)
    with working_precision(FILTER_BITS):
        steps, exact = balls(instance), Decisions(instance, first, diameter)
        bounds, cuts = distances(steps, arb(first), arb(diameter), exact.cut)
        if all(bound == 0 for bound in bounds):
            return last_surviving_gap(instance.contraction, instance.gap), fmpq(0)
        memory = memory_start(instance.contraction, 0)
        starts = {memory: arb(first)} | {t: arb(diameter) for t in cuts if memory < t < instance.steps}
        strings: dict[int, RestartString] = {}
        found = {t: value for t, value in optima(steps, starts, exact.joins, strings).items() if value is not None}
        least = min(found.values(), key=lambda value: value.upper())
        best = _cheapest([t for t, value in sorted(found.items()) if not value > least], strings, starts, steps, exact)
    return (0, first) if best == memory else (best, diameter)


def _cheapest(candidates: Sequence[int], strings: Mapping[int, RestartString], starts: Mapping[int, arb], steps: RestartSteps[arb],
              exact: Decisions) -> int:
    """The first start with the least optimum among some that balls do not tell apart; compared where the strings differ."""
    best, *others = candidates
    run = _Run(best, starts[best], arb(0))
    for t in others:
        run = run.until(t, steps)
        verdict = _later_is_cheaper(strings[best], strings[t], run, starts[t])
        if verdict is None:
            _, _, common = strings[t].apart(strings[best])
            verdict = exact.cost(t, strings[t], common) < exact.cost(best, strings[best], common)
        if verdict:
            best, run = t, _Run(t, starts[t], arb(0))
    return best


class _Run(NamedTuple):
    """The distance ``reached`` at a position if nothing is paid since some start, and the noise since then."""

    position: int
    reached: arb
    noise: arb

    def until(self, position: int, steps: RestartSteps[arb]) -> _Run:
        """The same at a later position."""
        x, w = self.reached, self.noise
        for c, s, v in zip(*(values[self.position : position] for values in steps), strict=True):
            x, w = c * x + s, c * c * w + v
        return _Run(position, x, w)


def _later_is_cheaper(earlier: RestartString, later: RestartString, run: _Run, start: arb) -> bool | None:
    """Whether the later start D has the lesser optimum; None if balls do not tell.

    Where the first blocks end together, with N and W of the later one, N + C (x - D) and W + C^2 w of the earlier one, C the contraction of
    the later block, x and w of the ``run``, the comparison is ``N^2 C w < (x - D)(2 N + C (x - D)) W`` and nothing cancels but D.
    """
    if earlier.link is not later.link:
        before, after, _ = earlier.apart(later)
        return True if after < before else False if after >= before else None
    n, w, c = later.first
    rise = run.reached - start
    mine, theirs = n * n * c * run.noise, rise * (2 * n + c * rise) * w
    return None if not c > 0 else True if mine < theirs else False if mine >= theirs else None


def partition(instance: Instance, restart: int, start: fmpq, exact: Decisions) -> list[tuple[int, int]]:
    """The blocks (p, q), steps p+1..q, of the optimum on the steps after ``restart``; it must be finite.

    ``exact`` decides comparisons from that start.
    """
    position = memory_start(instance.contraction, restart)
    contraction, gap, variance = (quotients(above[position:], below[position:]) for above, below in exact.products.parts)
    first = quotients([int(start.p)], [int(start.q)])
    if contraction is not None and gap is not None and variance is not None and first is not None:
        ends = blocks_in_floats(contraction, gap, variance, first[0],
                                lambda p, m, q: exact.joins(position + p, position + m, position + q, p == 0))
        if ends is not None:
            return [(restart if not p else position + p, position + q) for p, q in ends]
    with working_precision(FILTER_BITS):
        found = optimal_pools(balls(instance), position, arb(start), lambda p, m, q: exact.joins(p, m, q, p == position))
    return [(restart if block.start == position else block.start, block.end) for block in found]


class _Integers(NamedTuple):
    """The data as integers: gaps and the start are divided by ``gap_scale``, variances by ``noise_scale``."""

    steps: RestartSteps[int]
    start: int
    gap_scale: fmpz
    noise_scale: fmpz

    def pools(self, restart: int) -> list[Pool[int]]:
        """The blocks of the optimum on the steps after ``restart``."""
        return optimal_pools(self.steps, restart, self.start, lambda p, m, q: False)  # never asked: integers compare


def block_sums(instance: Instance, restart: int, start: fmpq) -> list[tuple[int, int, Sums]]:
    """The blocks (p, q) of the optimum on the steps after ``restart`` with their exact N and W; it must be finite."""
    whole = _integers(instance, restart, start)
    if whole is not None:
        one = fmpz(1)
        return [(p, q, Sums(fmpz(n), whole.gap_scale, fmpz(w), whole.noise_scale, one, one)) for p, q, n, w in whole.pools(restart)]
    exact = Decisions(instance, start, start)
    found, position = [], memory_start(instance.contraction, restart)
    for p, q in partition(instance, restart, start, exact):
        sums = exact.products.over(max(p, position), q)
        found.append((p, q, with_start(sums, start) if p == restart else sums))
    return found


def _integers(instance: Instance, restart: int, start: fmpq) -> _Integers | None:
    """The data as integers, if the contractions are 0 and 1 and the denominators have a moderate common multiple."""
    if instance.steps and instance.contraction[-1] != 1 and instance.contraction[-1] != 0:
        return None
    ones = instance.contraction.count(fmpq(1))
    if ones + instance.contraction.count(fmpq(0)) < instance.steps:
        return None
    gap_scale, gap = _over_one(*parts((*instance.gap, start)))
    noise_scale, variance = _over_one(*parts(instance.noise_variance))
    if gap is None or variance is None:
        return None
    steps = RestartSteps([1] * ones if ones == instance.steps else [int(c.p) for c in instance.contraction], gap[:-1], variance)
    return _Integers(steps, gap[-1], gap_scale, noise_scale)


def _over_one(above: list[int], below: list[int]) -> tuple[fmpz, list[int] | None]:
    """A common denominator of quotients, and these multiplied by it, or ``None`` where it would be long."""
    scale, factors = fmpz(1), dict.fromkeys(below, 0)
    for denominator in factors:
        scale = scale.lcm(denominator)
        if scale.bit_length() > _SCALE_BITS:
            return scale, None
    factors = {denominator: int(scale) // denominator for denominator in factors}
    return scale, [p * factors[q] for p, q in zip(above, below, strict=True)]


# What is seen of an instance without solving it.


def forward_bounds(instance: Instance, diameter: fmpq) -> tuple[fmpq, ...]:
    """``F_0..F_T``: what the diameter and the gaps alone say of the distance."""
    bounds = [min(diameter, instance.start_shift)]
    for c, s in zip(instance.contraction, instance.gap, strict=True):
        bounds.append(min(diameter, c * bounds[-1] + s))
    return tuple(bounds)


def shifts(instance: Instance, allocation: Sequence[fmpq], restart: int, start: fmpq) -> tuple[fmpq, ...]:
    """``z_1..z_T`` of an allocation from the shift ``start`` at a restart; up to it the bounds of the distance."""
    values = [start] if instance.diameter is None else list(forward_bounds(instance, instance.diameter)[: restart + 1])
    for t in range(restart, instance.steps):
        values.append(instance.contraction[t] * values[-1] + instance.gap[t] - allocation[t])
    return tuple(values[1:])


def last_noise(instance: Instance) -> int:
    """The last step with noise, or 0."""
    return next((t for t in range(instance.steps, 0, -1) if instance.noise_variance[t - 1]), 0)


def unpayable_step(instance: Instance) -> int | None:
    """The first step after the last noise whose gap survives to the end (0: the start shift), or ``None``.

    The optimum is infinite exactly when there is one, unless a diameter 0 forbids every distance.
    """
    return surviving_gap(instance.contraction, instance.gap, last_noise(instance), instance.start_shift)


def surviving_gap(contraction: Sequence[Any], gap: Sequence[Any], last: int, start: Any) -> int | None:
    """The first step after ``last`` whose gap survives to the end (0: the start shift), or ``None``; numbers of any kind."""
    found = None
    for t in range(len(gap), last, -1):
        if gap[t - 1]:
            found = t
        if not contraction[t - 1]:
            return found
    return 0 if last == 0 and start else found


def last_surviving_gap(contraction: Sequence[Any], gap: Sequence[Any]) -> int:
    """The first step after which nothing can be paid for: no later gap survives to the end; numbers of any kind."""
    for t in range(len(gap), 0, -1):
        if gap[t - 1]:
            return t
        if not contraction[t - 1]:
            break
    return 0
