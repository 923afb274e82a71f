"""Exact optima of long instances, where pooling in rational arithmetic would spend its time on long numbers.

Which steps share a block is decided by pooling in balls (:mod:`pabisym.shift.exact.pooling`); the few comparisons that balls
leave open, ties above all, are decided by exact sums over the steps in question.  So the blocks are those of exact
arithmetic, and only their sums are computed as rationals, by balanced products: with N = n / (Q a), W = w / (Q^2 b)
and G = P / Q of neighbouring steps, joined over common multiples of a and of b,

    n = P_r n_l + Q_l n_r      w = P_r^2 w_l + Q_l^2 w_r      P = P_l P_r      Q = Q_l Q_r.

No greatest common divisor of long numbers is taken before the last line.  Where every contraction is 0 or 1 and the
gaps and the variances have moderate common denominators, everything is done in integers instead.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import NamedTuple, Protocol, TypeAlias

from flint import arb, fmpq, fmpz

from pabisym.errors import InputError
from pabisym.kernel.allocation import infinite_reason
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.exact.pooling import Link, Pool, Steps, String, distances, optima, pooled, pooled_sums, remembered, rounded
from pabisym.shift.exact.restart import best_restart, forward_bounds
from pabisym.shift.exact.solve import ExactSolution, InfiniteSolution, SolvedBlock, unpayable_step
from pabisym.shift.instance import Instance

FILTER_BITS = 128
"""Precision of the balls that propose the blocks and compare the restarts."""
MAX_LISTED_DIGITS = 2 * 10**9
"""Most digits of all the multipliers together that are computed."""
_SCALE_BITS = 256
"""Longest common denominator with which everything is done in integers."""
_CHUNK = 32
"""Sums over this many steps are made one step at a time."""
_COMMON_BITS = 4096
"""Denominators up to this length are joined by their least common multiple, longer ones by their product."""


class LargeSolution(ExactSolution):
    """The optimum of a long instance: the same numbers as :class:`~pabisym.shift.exact.solve.ExactSolution`.

    The rationals of single steps can have as many digits as there are steps; :meth:`multiplier`, :meth:`payment` and
    :meth:`shift_after` compute one of them, where the sequences compute all.  ``before`` is empty; ``shift`` computes
    the distances up to the restart when asked.
    """

    def multiplier(self, t: int) -> fmpq:
        """``y_t`` of the step t = 1..T; 0 up to the restart."""
        if t <= self.restart:
            return fmpq(0)
        _, last, multiplier = self._block_of(t)
        after = self._products.over(t, last)
        return multiplier * fmpq(after.above, after.below)

    def payment(self, t: int) -> fmpq:
        """``a_t`` of the step t = 1..T."""
        return self.instance.noise_variance[t - 1] * self.multiplier(t)

    def shift_after(self, t: int) -> fmpq:
        """``z_t`` of a step t after the restart: what came in by then less what was paid."""
        first, last, multiplier = self._block_of(t)
        until, after = self._products.over(first - 1, t), self._products.over(t, last)
        if first == self.restart + 1:
            until = lifted(until, self.start)
        return until.total_shift - multiplier * fmpq(after.above, after.below) * until.total_noise

    @cached_property
    def multipliers(self) -> tuple[fmpq, ...]:
        """``y_t = a_t / sigma_t^2`` for t = 1..T; 0 up to the restart.

        Raises :class:`~pabisym.errors.InputError` when they, or the allocation or the shifts, would not fit in memory.
        """
        digits = sum(self._bits_of(block) for block in self.blocks) * 3 // 10
        if digits > MAX_LISTED_DIGITS:
            problem = f"the exact payments of all steps have about {digits:.0e} digits"
            raise InputError("arithmetic", problem, "use ball arithmetic, or ask for single steps")
        return super().multipliers

    @cached_property
    def shift(self) -> tuple[fmpq, ...]:
        """``z_t`` for t = 1..T; up to the restart the bounds of the distance."""
        values: list[fmpq] = []
        if self.restart and self.instance.diameter is not None:
            values += forward_bounds(self.instance, self.instance.diameter)[1 : self.restart + 1]
        z = self.start
        for t in range(self.restart, self.instance.steps):
            z = self.instance.contraction[t] * z + self.instance.gap[t] - self.allocation[t]
            values.append(z)
        return tuple(values)

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
        return Products(self.instance)

    def _bits_of(self, block: SolvedBlock) -> int:
        """About how many bits the multipliers of a block have: from step to step one contraction more."""
        steps = block.last - block.first + 1
        one = sum(c.height_bits() for c in self.instance.contraction[block.first : block.last] if c != 1)
        return steps * (block.multiplier.height_bits() + one // 2)

    def _block_of(self, t: int) -> SolvedBlock:
        return self.blocks[bisect_left(self.block_last, t)]


def solve_large(instance: Instance) -> LargeSolution | InfiniteSolution:
    """The optimum over all allocations and, with a diameter, over all restarts (the first of several best).

    Equal to :func:`pabisym.shift.exact.solve.optimum` in every number.  An ``allocation`` that the instance carries plays no part.
    """
    unpayable = unpayable_step(instance)
    if unpayable is not None and instance.diameter != 0:
        return InfiniteSolution(instance, infinite_reason(unpayable))
    restart, start = best_start(instance)
    value, blocks = _optimum_from(instance, restart, start)
    return LargeSolution(instance, restart, start, (), value, blocks)


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
            return best_restart(instance, (fmpq(0),)), fmpq(0)
        memory = remembered(instance.contraction, 0)
        starts = {memory: arb(first)} | {t: arb(diameter) for t in cuts if memory < t < instance.steps}
        strings: dict[int, String] = {}
        found = {t: value for t, value in optima(steps, starts, exact.joins, strings).items() if value is not None}
        least = min(found.values(), key=lambda value: value.upper())
        best = _cheapest([t for t, value in sorted(found.items()) if not value > least], strings, starts, steps, exact)
    return (0, first) if best == memory else (best, diameter)


def _cheapest(candidates: Sequence[int], strings: Mapping[int, String], starts: Mapping[int, arb], steps: Steps[arb],
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

    def until(self, position: int, steps: Steps[arb]) -> _Run:
        """The same at a later position."""
        x, w = self.reached, self.noise
        for c, s, v in zip(*(values[self.position : position] for values in steps), strict=True):
            x, w = c * x + s, c * c * w + v
        return _Run(position, x, w)


def _later_is_cheaper(earlier: String, later: String, run: _Run, start: arb) -> bool | None:
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


def partition(instance: Instance, restart: int, start: fmpq) -> list[tuple[int, int]]:
    """The blocks (p, q), steps p+1..q, of the optimum on the steps after ``restart``; it must be finite."""
    whole = _integers(instance, restart, start)
    if whole is not None:
        return [(pool.start, pool.end) for pool in whole.pools(restart)]
    position = remembered(instance.contraction, restart)
    exact = Decisions(instance, start, start)
    with working_precision(FILTER_BITS):
        pools = pooled(balls(instance), position, arb(start), lambda p, m, q: exact.joins(p, m, q, p == position))
    return [(restart if pool.start == position else pool.start, pool.end) for pool in pools]


class _Integers(NamedTuple):
    """The data as integers: gaps and the start are divided by ``gap_scale``, variances by ``noise_scale``."""

    steps: Steps[int]
    start: int
    gap_scale: fmpz
    noise_scale: fmpz
    steady: bool
    """Whether every contraction is 1."""

    def pools(self, restart: int) -> list[Pool[int]]:
        """The blocks of the optimum on the steps after ``restart``."""
        if self.steady:
            return pooled_sums(self.steps.gap, self.steps.variance, restart, self.start)
        return pooled(self.steps, restart, self.start, _never_asked)


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
    def multiplier(self) -> fmpq:
        """N / W, and 0 when there is nothing to pay."""
        if not self.shift:
            return fmpq(0)
        return fmpq(self.shift * self.below * self.noise_below, self.shift_below * self.noise)

    @property
    def cost(self) -> fmpq:
        """N^2 / W, and 0 when there is nothing to pay."""
        if not self.shift:
            return fmpq(0)
        return fmpq(self.shift * self.shift * self.noise_below, self.shift_below * self.shift_below * self.noise)


class Series(Protocol):
    """Contractions, gaps and noise variances, one per step; gaps may be negative here."""

    @property
    def contraction(self) -> Sequence[fmpq]:
        """``c_t``."""

    @property
    def gap(self) -> Sequence[fmpq]:
        """``s_t``."""

    @property
    def noise_variance(self) -> Sequence[fmpq]:
        """``sigma_t^2``."""


class Products:
    """Exact sums over consecutive steps of an instance; those found become parts of later ones."""

    def __init__(self, instance: Series) -> None:
        self.instance = instance
        self._known: dict[int, tuple[int, Sums]] = {}

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
        while len(nodes) > 1:
            odd = nodes[-1:] if len(nodes) % 2 else []
            nodes = [_joined(left, right) for left, right in zip(nodes[::2], nodes[1::2], strict=False)] + odd
        if q > p:
            self._known[p] = q, nodes[0]
        return nodes[0] if nodes else _NOTHING

    def _chunk(self, p: int, q: int) -> Sums:
        """The same of a few steps, one after the other over common denominators."""
        shift_below, gaps = _integral(self.instance.gap[p:q])
        noise_below, variances = _integral(self.instance.noise_variance[p:q])
        n, w, above, below = fmpz(0), fmpz(0), fmpz(1), fmpz(1)
        for contraction, gap, variance in zip(self.instance.contraction[p:q], gaps, variances, strict=True):
            factor = contraction.p
            above *= factor
            below *= contraction.q
            n = factor * n + below * gap
            w = factor * factor * w + below * below * variance
        return Sums(n, shift_below, w, noise_below, above, below)


def _integral(values: Sequence[fmpq]) -> tuple[fmpz, list[fmpz]]:
    """The least common denominator, and the numbers multiplied by it."""
    denominators = [value.q for value in values]
    scale = fmpz(1)
    for denominator in denominators:
        scale = scale.lcm(denominator)
    return scale, [value.p * (scale // below) for value, below in zip(values, denominators, strict=True)]


_NOTHING = Sums(fmpz(0), fmpz(1), fmpz(0), fmpz(1), fmpz(1), fmpz(1))


def _joined(left: Sums, right: Sums) -> Sums:
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


def lifted(sums: Sums, start: fmpq) -> Sums:
    """The same sums with the shift ``start`` coming in from before."""
    return _joined(Sums(start.p, start.q, fmpz(0), fmpz(1), fmpz(1), fmpz(1)), sums)


_Range: TypeAlias = tuple[int, int, bool]
"""The steps p+1..q, with the shift that p starts from or without."""


class Decisions:
    """The comparisons that balls leave open, by exact sums.

    ``first`` is the shift at position 0 or wherever the steps begin, ``diameter`` the one at a later restart.

    Where two neighbours tie, the block that they become has the slope of each of them, and the next comparisons look
    at the outermost pieces of such a chain of ties alone: at its first piece from the left, its last from the right.
    """

    def __init__(self, instance: Instance, first: fmpq, diameter: fmpq) -> None:
        self.products, self.first, self.diameter = Products(instance), first, diameter
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

    def cost(self, p: int, string: String, until: Link) -> fmpq:
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
        distance = lifted(self.products.over(position, t), distance).total_shift
        self.reached = t, min(distance, self.diameter)
        return bool(distance > self.diameter)

    def _sums(self, p: int, q: int, started: bool) -> Sums:
        sums = self.products.over(p, q)
        return lifted(sums, self.first if p == 0 else self.diameter) if started else sums


def _optimum_from(instance: Instance, restart: int, start: fmpq) -> tuple[fmpq, tuple[SolvedBlock, ...]]:
    """The optimum on the steps after ``restart`` from the shift ``start``, and its blocks."""
    whole = _integers(instance, restart, start)
    if whole is not None:
        return _integer_optimum(whole, restart)
    products, position = Products(instance), remembered(instance.contraction, restart)
    costs, blocks = [], []
    for p, q in partition(instance, restart, start):
        sums = products.over(max(p, position), q)
        if p == restart:
            sums = lifted(sums, start)
        costs.append(sums.cost)
        blocks.append(SolvedBlock(p + 1, q, sums.multiplier))
    return total(costs), tuple(blocks)


def _integer_optimum(whole: _Integers, restart: int) -> tuple[fmpq, tuple[SolvedBlock, ...]]:
    pools = whole.pools(restart)
    unit = fmpq(whole.noise_scale, whole.gap_scale)
    squares: dict[int, int] = {}
    for pool in pools:
        if pool.shift:
            squares[pool.noise] = squares.get(pool.noise, 0) + pool.shift * pool.shift
    value = total([fmpq(square, noise) for noise, square in squares.items()]) * unit / whole.gap_scale
    blocks = (SolvedBlock(p + 1, q, unit * fmpq(n, w) if n else fmpq(0)) for p, q, n, w in pools)
    return value, tuple(blocks)


def _integers(instance: Instance, restart: int, start: fmpq) -> _Integers | None:
    """The data as integers, if the contractions are 0 and 1 and the denominators have a moderate common multiple."""
    ones = instance.contraction.count(fmpq(1))
    if ones + instance.contraction.count(fmpq(0)) < instance.steps:
        return None
    gap_scale, gap = _scaled((*instance.gap, start))
    noise_scale, variance = _scaled(instance.noise_variance)
    if gap is None or variance is None:
        return None
    steady = ones == instance.steps
    steps = Steps([1] * ones if steady else [int(c.p) for c in instance.contraction], gap[:-1], variance)
    return _Integers(steps, gap[-1], gap_scale, noise_scale, steady)


def _scaled(values: Sequence[fmpq]) -> tuple[fmpz, list[int] | None]:
    """A common denominator and the numbers multiplied by it, or ``None`` where it would be long."""
    denominators, scale = [int(value.q) for value in values], fmpz(1)
    factors = dict.fromkeys(denominators, 0)
    for denominator in factors:
        scale = scale.lcm(denominator)
        if scale.bit_length() > _SCALE_BITS:
            return scale, None
    factors = {denominator: int(scale) // denominator for denominator in factors}
    return scale, [int(value.p) * factors[below] for value, below in zip(values, denominators, strict=True)]


def _never_asked(p: int, m: int, q: int) -> bool:
    raise ArithmeticError("two integers that are neither less nor not less")


def balls(instance: Instance) -> Steps[arb]:
    """The data of an instance as balls of the working precision."""
    return Steps(rounded(instance.contraction), rounded(instance.gap), rounded(instance.noise_variance))


def total(values: list[fmpq]) -> fmpq:
    """The sum, pairing neighbours so that long denominators are met only near the end."""
    while len(values) > 1:
        odd = values[-1:] if len(values) % 2 else []
        values = [left + right for left, right in zip(values[::2], values[1::2], strict=False)] + odd
    return values[0] if values else fmpq(0)
