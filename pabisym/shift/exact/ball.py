"""Certified optima: every number an enclosure, to as many digits as asked for.

The blocks of the optimum come from :mod:`pabisym.shift.exact.solve`; their sums N and W follow by Horner's rule in balls,
in which nothing cancels.  For rational data every comparison is decided exactly, the blocks are those of the optimum,
and all that is left of an enclosure is rounding.  For irrational data two numbers that stay too close at the limit of
precision are taken as equal, and the optimum V is enclosed by what can be proved nevertheless:

    V <= sum a_t^2 / sigma_t^2                          if z_t >= max(0, c_t z_{t-1} + s_t - a_t) and z_T = 0,
    V >= (sum y_t s_t)^2 / sum sigma_t^2 y_t^2          if 0 <= y_t <= c_{t+1} y_{t+1}           (s_1 + c_1 z_0 for s_1).

The second is the value of a linear pair with the contractions ``y_t / y_{t+1}``, a process of the instance.  Payments
are then known to within the difference G of the two, as ``sum (a_t - a*_t)^2 / sigma_t^2 <= G``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias, cast

from flint import arb, fmpq, fmpz

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.once import cached_property
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import Term, free_names
from pabisym.numerics.enclosure import check_digits, decimal_text
from pabisym.numerics.evaluator import TooCoarse, working_precision
from pabisym.shift.exact import solve
from pabisym.shift.exact.restart import Distances, RestartSteps, distances, optima
from pabisym.shift.instance import Instance
from pabisym.shift.replay import infinite_reason

Number: TypeAlias = fmpq | arb
"""An exact rational, or a ball that contains the number."""
Real: TypeAlias = fmpq | Callable[[int], Number]
"""A rational, or for any number of bits the number to about that relative precision; zero only as an exact 0."""
Reals: TypeAlias = Sequence[fmpq] | Callable[[int], Sequence[Number]]
"""The same, one number per step."""

DIGITS = 30
"""Significant digits when nobody asks for a number of them."""
GUARD_BITS = 64
"""Working precision beyond the digits asked for."""
MAX_BRACKETS = 20_000_000
"""Most restarts times steps that are solved one by one where the sweep over all of them is undecided."""


@dataclass(frozen=True)
class RealInstance:
    """An instance whose data may be irrational; see :class:`~pabisym.shift.instance.Instance` for what they mean.

    Data are rationals or functions from a precision in bits to numbers; :meth:`from_texts` reads formulas.
    """

    steps: int
    contraction: Reals
    gap: Reals
    noise_variance: Reals
    start_shift: Real = field(default_factory=lambda: fmpq(0))
    diameter: Real | None = None

    @classmethod
    def from_texts(cls, *, steps: int, gap: object, noise_variance: object, contraction: object = "1", start_shift: object = "0",
                   diameter: object = None, at: Mapping[str, object] | None = None) -> RealInstance:
        """Read formulas such as ``"sqrt(1 - 1/k)"`` in the step k = 1..``steps`` and in the names that ``at`` values.

        Each of ``gap``, ``noise_variance`` and ``contraction`` is one formula or number for all steps, or a list.
        Raises :class:`~pabisym.errors.InputError` for what cannot be read and for lists of another length.
        """
        if isinstance(steps, bool) or not isinstance(steps, int) or steps < 0:
            raise InputError("steps", f"{steps!r} is not a number of steps", "give an integer that is 0 or more")
        point = {name: rational(value, name) for name, value in (at or {}).items()}
        return cls(steps=steps, contraction=_series(contraction, steps, "contraction", point), gap=_series(gap, steps, "gap", point),
                   noise_variance=_series(noise_variance, steps, "noise_variance", point),
                   start_shift=_single(start_shift, "start_shift", point),
                   diameter=None if diameter is None else _single(diameter, "diameter", point))

    def rational(self) -> Instance | None:
        """The same instance when all its data are given as rationals."""
        c, s, v, start, diameter = self.contraction, self.gap, self.noise_variance, self.start_shift, self.diameter
        if callable(c) or callable(s) or callable(v) or callable(start) or callable(diameter):
            return None
        return Instance(self.steps, tuple(c), tuple(s), tuple(v), start, diameter)


class Interval(NamedTuple):
    """Decimal texts below and above a number, rounded outwards."""

    lower: str
    upper: str


class BallBlock(NamedTuple):
    """RestartSteps ``first..last`` paid for together; ``multiplier`` encloses ``a_last / sigma_last^2``, which is N / W."""

    first: int
    last: int
    multiplier: arb


@dataclass(frozen=True, eq=False)
class BallSolution:
    """The optimum of an instance started at step ``restart``; all numbers are enclosures.

    ``value`` encloses the optimum, to ``digits`` digits; ``bits`` is the precision that it took.  ``gap`` encloses the
    difference between what is proved from ``restart`` and the worst case: 0 unless something was left undecided.

    Two things can be.  Restarts whose optima no precision within the limit told apart are the ``tied_restarts``;
    ``restart`` is the first of them, and ``value`` encloses the least.  And unless ``certain``, there are neighbouring
    blocks that were not told apart; they appear as one, with the mean slope of its steps weighted by their noise.
    """

    value: arb
    gap: arb
    restart: int
    tied_restarts: tuple[int, ...]
    digits: int
    bits: int
    _path: _Path
    _before: tuple[arb, ...]
    infinite_reason: None = None

    @property
    def certain(self) -> bool:
        """Whether the blocks are those of the optimum."""
        return self._path.slack == 0

    @cached_property
    def blocks(self) -> tuple[BallBlock, ...]:
        """The blocks of the steps after the restart."""
        with working_precision(self.bits):
            pools = zip(self._path.pools, self._path.block_multipliers(), strict=True)
            return tuple(BallBlock(pool.start + 1, pool.end, multiplier) for pool, multiplier in pools)

    @cached_property
    def allocation(self) -> tuple[arb, ...]:
        """``a_1..a_T``; 0 up to the restart."""
        with working_precision(self.bits):
            return (*[arb(0)] * self.restart, *self._path.allocation())

    @cached_property
    def shift(self) -> tuple[arb, ...]:
        """``z_1..z_T``; up to the restart the bounds of the distance that the diameter allows."""
        with working_precision(self.bits):
            return (*self._before, *self._path.shift())

    @property
    def multipliers(self) -> tuple[arb, ...]:
        """``y_1..y_T``; 0 up to the restart."""
        with working_precision(self.bits):
            return (*[arb(0)] * self.restart, *self._path.multipliers)

    @property
    def block_first(self) -> tuple[int, ...]:
        """The first step of each block."""
        return tuple(block.first for block in self.blocks)

    @property
    def block_last(self) -> tuple[int, ...]:
        """The last step of each block."""
        return tuple(block.last for block in self.blocks)

    @cached_property
    def block_slope(self) -> tuple[arb, ...]:
        """The slope ``y_q / prod_{j > q} c_j`` of each block with last step q; increasing."""
        with working_precision(self.bits):
            return solve.block_slopes(self.blocks, self._path.steps.contraction)

    @cached_property
    def worst_contraction(self) -> tuple[arb, ...]:
        """``c'_1..c'_T`` of a pair that attains the value to within ``gap``, started where the solution is."""
        with working_precision(self.bits):
            return (*self._path.steps.contraction[: self.restart], *self._path.worst_contraction())

    @cached_property
    def worst_value(self) -> arb:
        """``m_T^2 / N_T`` of that pair, by its own recursion."""
        with working_precision(self.bits):
            _, gap, variance = self._path.steps
            mean, noise = self._path.start, arb(0)
            for t in range(self.restart, len(gap)):
                slope = self.worst_contraction[t]
                mean, noise = slope * mean + gap[t], slope * slope * noise + variance[t]
            return arb(0) if mean == 0 else mean * mean / noise


@dataclass(frozen=True, eq=False)
class InfiniteBall:
    """No allocation is feasible; the contractions are those of a pair with different means and no noise at the end."""

    infinite_reason: str
    worst_contraction: tuple[arb, ...]
    restart: int = 0


def solve_ball(instance: Instance | RealInstance, digits: int = DIGITS, limit_bits: int | None = None) -> BallSolution | InfiniteBall:
    """The optimum over all allocations and, with a diameter, over all restarts, to ``digits`` significant digits.

    The precision doubles, at most to ``limit_bits`` (absent: four times the first).  Rational data never leave
    anything undecided but digits.  Raises :class:`~pabisym.errors.Undecided` when the digits are not reached, or
    something that is not exactly 0 is not seen to be positive, and :class:`~pabisym.errors.InputError` for negative data.
    """
    check_digits(digits)
    known = instance.rational() if isinstance(instance, RealInstance) else instance
    attempt = _Rational(known) if known is not None else _Irrational(cast(RealInstance, instance))
    bits = int(digits * math.log2(10)) + GUARD_BITS
    limit, problem = 4 * bits if limit_bits is None else limit_bits, "the optimum is"
    while bits <= limit:
        try:
            with working_precision(bits):
                found = attempt.solution(digits, bits, final=2 * bits > limit)
                if isinstance(found, InfiniteBall) or found.value.rel_accuracy_bits() > digits * math.log2(10) + 1:
                    return found
        except TooCoarse as reason:
            problem = str(reason)
        bits *= 2
    raise Undecided(f"{problem} not certified to {digits} digits within the limit of {limit} bits")


def interval(value: arb, digits: int) -> Interval:
    """Decimal texts that enclose a ball: not much longer than ``digits``, or than the width of the ball lets stand."""
    middle, radius, exponent = value.mid_rad_10exp(digits + 2)
    low = fmpz(0) if middle < radius and value >= 0 else middle - radius
    return Interval(decimal_text(low, exponent), decimal_text(middle + radius, exponent))


@dataclass(frozen=True, eq=False)
class _Path:
    """An optimum on the steps after ``restart`` from the shift ``start``, whose blocks are certain."""

    given: RestartSteps[arb] | Instance
    restart: int
    start: arb
    pools: Sequence[solve.Pool[arb]]

    @cached_property
    def steps(self) -> RestartSteps[arb]:
        """The data; rational ones become balls when first asked for, at the working precision of then."""
        return solve.balls(self.given) if isinstance(self.given, Instance) else self.given

    @cached_property
    def value(self) -> arb:
        """The optimum."""
        return sum((pool.shift * pool.shift / pool.noise for pool in self.pools if pool.shift != 0), arb(0))

    @property
    def slack(self) -> arb:
        """How much more than the optimum the payments may cost."""
        return arb(0)

    @cached_property
    def multipliers(self) -> list[arb]:
        """``y_t`` for the steps after the restart."""
        values: list[arb] = []
        for pool, y in zip(reversed(self.pools), reversed(_Path.block_multipliers(self)), strict=True):
            for t in range(pool.end - 1, pool.start - 1, -1):
                values.append(y)
                y = self.steps.contraction[t] * y
        return values[::-1]

    def block_multipliers(self) -> list[arb]:
        """``y_q`` of each block with last step q."""
        return [arb(0) if pool.shift == 0 else pool.shift / pool.noise for pool in self.pools]

    def allocation(self) -> list[arb]:
        """``a_t`` of the optimum."""
        return [v * y for v, y in zip(self.steps.variance[self.restart :], self.multipliers, strict=True)]

    def shift(self) -> list[arb]:
        """``z_t`` of the optimum."""
        z, values, ends = self.start, [], {pool.end for pool in self.pools}
        for t, payment in enumerate(self.allocation(), start=self.restart):
            z = self.steps.contraction[t] * z + self.steps.gap[t] - payment
            z = arb(0) if t + 1 in ends else _nonnegative_part(z)
            values.append(z)
        return values

    def worst_contraction(self) -> list[arb]:
        """``c'_t`` of the pair that attains the optimum: ``c_t``, and less where a later block begins."""
        slopes = list(self.steps.contraction[self.restart :])
        for pool in self.pools[1:]:
            t = pool.start - self.restart
            slopes[t] = self.multipliers[t - 1] / self.multipliers[t]
        return slopes


class _Bracket(_Path):
    """The same where blocks that are not told apart were pooled: a payment and a pair, with the optimum between.

    The numbers that are asked for are those of the true optimum, which costs at most ``slack`` less than the payments.
    """

    @cached_property
    def value(self) -> arb:
        """The optimum, between the value of the pair and the cost of the payments."""
        pairs = zip(self.payments, self.steps.variance[self.restart :], strict=True)
        upper = sum((a * a / v for a, v in pairs if v != 0), arb(0)).upper()
        gaps = list(self.steps.gap[self.restart :])
        if gaps:
            gaps[0] += self.steps.contraction[self.restart] * self.start
        mean = sum((y * s for y, s in zip(self.duals, gaps, strict=True)), arb(0))
        noise = sum((y * y * v for y, v in zip(self.duals, self.steps.variance[self.restart :], strict=True)), arb(0))
        lower = arb(0) if noise == 0 else (mean * mean / noise).lower()
        return lower.union(upper)

    @cached_property
    def slack(self) -> arb:
        """How much more than the optimum the payments may cost."""
        return (self.value.upper() - self.value.lower()).upper()

    @cached_property
    def payments(self) -> list[arb]:
        """Exact numbers that pay for more than everything: the last noise of each block takes all that is left."""
        z, paid, (c, s, v) = self.start.upper(), [], self.steps
        for pool in self.pools:
            last = max((t for t in range(pool.start, pool.end) if v[t] != 0 and pool.shift != 0), default=-1)
            for t in range(pool.start, pool.end):
                z = (c[t] * z + s[t]).upper()
                a = z if t == last else (v[t] * self.multipliers[t - self.restart]).mid()
                z = (z - a).upper().max(arb(0))
                paid.append(a)
        return paid

    @cached_property
    def duals(self) -> list[arb]:
        """Exact multipliers with ``0 <= y_t <= c_{t+1} y_{t+1}``."""
        values: list[arb] = []
        for t in range(len(self.steps.gap) - 1, self.restart - 1, -1):
            y = self.multipliers[t - self.restart].lower()
            values.append(y.min((self.steps.contraction[t + 1] * values[-1]).lower()) if values else y)
        return values[::-1]

    def block_multipliers(self) -> list[arb]:
        """``y_q`` that stands for the mean slope of the steps of each block with last step q."""
        values = []
        for pool in self.pools:
            paid = arb(0)
            for t in range(pool.start, pool.end):
                paid = self.steps.contraction[t] * paid + self.payments[t - self.restart]
            values.append(arb(0) if pool.noise == 0 else _around(paid / pool.noise, self.slack / pool.noise))
        return values

    def allocation(self) -> list[arb]:
        """``a_t`` of the optimum: as ``sum (a_t - a*_t)^2 / sigma_t^2`` is at most the slack."""
        pairs = zip(self.payments, self.steps.variance[self.restart :], strict=True)
        return [_nonnegative_part(_around(a, v * self.slack)) for a, v in pairs]

    def shift(self) -> list[arb]:
        """``z_t`` of the optimum: by Cauchy's inequality from the same."""
        z, spread, values = self.start, arb(0), []
        for t, payment in enumerate(self.payments, start=self.restart):
            c = self.steps.contraction[t]
            z, spread = c * z + self.steps.gap[t] - payment, c * c * spread + self.steps.variance[t]
            values.append(_nonnegative_part(_around(z, spread * self.slack)))
        return [*values[:-1], arb(0)] if values else values

    def worst_contraction(self) -> list[arb]:
        """``c'_t`` of the pair."""
        slopes = list(self.steps.contraction[self.restart : self.restart + 1])
        for t, (y, following) in enumerate(zip(self.duals, self.duals[1:], strict=False), start=self.restart + 1):
            slopes.append(self.steps.contraction[t] if following == 0 else y / following)
        return slopes


def _nonnegative_part(value: arb) -> arb:
    """A ball without negative numbers that holds those of ``value`` that are not."""
    if value >= 0:
        return value
    around_zero = arb(0, value.upper().max(arb(0)) / 2)
    return around_zero + around_zero.rad()


def _around(value: arb, square: arb) -> arb:
    """The numbers whose distance from those of ``value`` has a square of at most ``square``."""
    return value + arb(0, square.upper().sqrt().upper())


class _Rational:
    """Rational data: restart and blocks are exact, and only their sums are balls."""

    def __init__(self, instance: Instance) -> None:
        self.instance, self.unpayable = instance, solve.unpayable_step(instance)
        if instance.diameter == 0:
            self.unpayable = None
        if self.unpayable is None:
            self.restart, self.start = solve.best_start(instance)
            self.sums = solve.block_sums(instance, self.restart, self.start)

    def solution(self, digits: int, bits: int, final: bool) -> BallSolution | InfiniteBall:
        """The answer at one precision."""
        instance = self.instance
        if self.unpayable is not None:
            return _infinite(solve.balls(instance), instance, self.unpayable)
        before: tuple[arb, ...] = ()
        if instance.diameter is not None:
            reach = distances(solve.balls(instance), arb(instance.start_shift), arb(instance.diameter), _yes)
            before = tuple(reach.bounds[1 : self.restart + 1])
        pools = [solve.Pool(p, q, *sums.balls) for p, q, sums in self.sums]
        path = _Path(instance, self.restart, arb(self.start), pools)
        return BallSolution(path.value, arb(0), self.restart, (self.restart,), digits, bits, path, before)


class _Irrational:
    """Data known to any precision: what stays undecided at the last one is bracketed."""

    def __init__(self, instance: RealInstance) -> None:
        self.instance = instance

    def solution(self, digits: int, bits: int, final: bool) -> BallSolution | InfiniteBall:
        """The answer at one precision; undecided comparisons are accepted at the ``final`` one."""
        steps, start, diameter = _data(self.instance, bits)
        pattern = _pattern(steps, start, diameter)
        unpayable = solve.unpayable_step(pattern)
        if unpayable is not None and pattern.diameter != 0:
            return _infinite(steps, pattern, unpayable)
        reach = Distances([start], []) if diameter is None else distances(steps, start, diameter, _yes)
        if diameter is not None and all(bound == 0 for bound in reach.bounds):
            starts = {solve.last_surviving_gap(pattern.contraction, pattern.gap): arb(0)}
        else:
            starts = {0: reach.bounds[0]} | {t: reach.bounds[t] for t in reach.cuts if t < pattern.steps}
        values = _values(steps, starts, final) if len(starts) > 1 else dict.fromkeys(starts, arb(0))
        least = min(values.values(), key=lambda value: value.upper())
        tied = tuple(t for t, value in sorted(values.items()) if not value > least)
        if len(tied) > 1 and not final:
            raise TooCoarse("the best restart is")
        path = _path(steps, tied[0], starts[tied[0]], final)
        value, gap = path.value, path.slack
        if len(tied) > 1:
            lower = min([value.lower(), *(values[t].lower() for t in tied)])
            value, gap = lower.union(least.upper()), (value.upper() - lower).upper()
        if gap != 0:
            gap = _nonnegative_part(arb(0).union(gap))
        return BallSolution(value, gap, tied[0], tied, digits, bits, path, tuple(reach.bounds[1 : tied[0] + 1]))


class _Unsure:
    """The answer to every comparison of balls that cannot be told apart, and whether there was one."""

    asked = False

    def joins(self, *_: object) -> bool:
        self.asked = True
        return True


def _values(steps: RestartSteps[arb], starts: Mapping[int, arb], final: bool) -> dict[int, arb]:
    """The finite optima from each of the starts; those before the last contraction by 0 have that of the first."""
    memory, unsure = solve.memory_start(steps.contraction, 0), _Unsure()
    distinct = {max(t, memory): start for t, start in starts.items() if t == 0 or t > memory}
    found = {t: value for t, value in optima(steps, distinct, unsure.joins).items() if value is not None}
    if unsure.asked and not final:
        raise TooCoarse("a comparison of slopes is")
    if unsure.asked and len(found) * len(steps.gap) > MAX_BRACKETS:
        raise Undecided(f"{len(found)} restarts with blocks too close to be told apart are too many")
    if unsure.asked:
        found = {t: _path(steps, t, distinct[t], final).value for t in found}
    return {0 if t == memory else t: value for t, value in found.items()}


def _path(steps: RestartSteps[arb], restart: int, start: arb, final: bool) -> _Path:
    unsure, position = _Unsure(), solve.memory_start(steps.contraction, restart)
    pools = solve.optimal_pools(steps, position, start, unsure.joins)
    if unsure.asked and not final:
        raise TooCoarse("a comparison of slopes is")
    pools = [pool._replace(start=restart) if pool.start == position else pool for pool in pools]
    return (_Bracket if unsure.asked else _Path)(steps, restart, start, pools)


def _yes(*_: object) -> bool:
    return True


def _infinite(steps: RestartSteps[arb], pattern: Instance, unpayable: int) -> InfiniteBall:
    contraction, last = list(steps.contraction), solve.last_noise(pattern)
    if last:
        contraction[last] = arb(0)
    return InfiniteBall(infinite_reason(unpayable), tuple(contraction))


def _data(instance: RealInstance, bits: int) -> tuple[RestartSteps[arb], arb, arb | None]:
    """The data at one precision, checked."""
    names = ("contraction", "gap", "noise_variance")
    steps = RestartSteps(*(_numbers_of(getattr(instance, name), name, instance.steps, bits) for name in names))
    start = _nonnegative(_at(instance.start_shift, bits), "start_shift")
    return steps, start, None if instance.diameter is None else _nonnegative(_at(instance.diameter, bits), "diameter")


def _numbers_of(values: Reals, name: str, steps: int, bits: int) -> list[arb]:
    numbers = values(bits) if callable(values) else values
    if len(numbers) != steps:
        raise InputError(name, f"{len(numbers)} values for {steps} steps", "give one value per step")
    return [_nonnegative(number, f"{name}[{i}]") for i, number in enumerate(numbers)]


def _at(value: Real, bits: int) -> Number:
    return value(bits) if callable(value) else value


def _nonnegative(value: Number, name: str) -> arb:
    ball = arb(value)
    if ball < 0:
        raise InputError(name, f"{ball.str(6, radius=False)} is negative", "give a number that is 0 or more")
    if ball == 0 or ball > 0:
        return ball
    raise TooCoarse(f"that {name} is 0 or more is")


def _pattern(steps: RestartSteps[arb], start: arb, diameter: arb | None) -> Instance:
    """1 for every positive number and 0 for every 0: what decides whether the optimum is finite."""
    contraction, gap, variance = (tuple(fmpq(x != 0) for x in values) for values in steps)
    limit = None if diameter is None else fmpq(diameter != 0)
    return Instance(len(gap), contraction, gap, variance, fmpq(start != 0), limit)


def _series(value: object, steps: int, name: str, point: Mapping[str, fmpq]) -> Reals:
    """One formula or number for all steps, or a list of them, as rationals if they all are."""
    if isinstance(value, list | tuple):
        if len(value) != steps:
            raise InputError(name, f"{len(value)} values for {steps} steps", "give one value per step, or one for all")
        terms = [_term(item, f"{name}[{i}]") for i, item in enumerate(value)]
    elif "k" in free_names(term := _term(value, name)):
        terms = [term] * steps
    else:
        same = _single(value, name, point)
        return (lambda bits: [same(bits)] * steps) if callable(same) else [same] * steps
    points = [(term, {**point, "k": fmpq(k)}) for k, term in enumerate(terms, start=1)]
    exact = []
    for term, at in points:
        number = exact_value(term, at)
        if number is None:
            return lambda bits: [_evaluate(term, at, bits) for term, at in points]
        exact.append(number)
    return exact


def _single(value: object, name: str, point: Mapping[str, fmpq]) -> Real:
    term = _term(value, name)
    exact = exact_value(term, point)
    return exact if exact is not None else lambda bits: _evaluate(term, point, bits)


def _term(value: object, name: str) -> Term:
    return parse(value if isinstance(value, str) else rational_text(rational(value, name)), name)


def _evaluate(term: Term, point: Mapping[str, fmpq], bits: int) -> Number:
    exact = exact_value(term, point)
    if exact is not None:
        return exact
    found = enclose(term, point, digits=math.ceil(bits * math.log10(2)))
    with working_precision(bits):
        return arb(found.lower).union(arb(found.upper))
