"""The least sum of costs over the shift allocations of a noisy iteration, for noise of any kind.

The problem: choose ``a_t >= 0`` with ``z_t = c_t z_{t-1} + s_t - a_t >= 0`` and ``z_T = 0`` such that ``sum R_t(a_t)``
is least, R_t the cost of a shift under the noise of step t (:mod:`pabisym.shift.general.costs`).  Then the divergence between
the two runs is at most that sum.

>>> from pabisym.shift.general.costs import LaplaceCost
>>> from pabisym.shift.general.solve import allocate_general
>>> answer = allocate_general(gap=[3, 0, 0, 0, 0], contraction="4/5", cost=LaplaceCost(order=4, scale=1))
>>> answer.allocation.round(3).tolist()
[0.112, 0.147, 0.199, 0.291, 0.747]
>>> answer.optimal, answer.gap < 1e-12
(True, True)

**How.**  With equal convex costs and no contraction the allocation that is optimal for Gaussian noise is optimal (it
is the taut string, which minimises every sum of equal convex functions at once).  Otherwise threshold divide and
conquer (:mod:`pabisym.shift.general.threshold`) proposes payments and prices; costs that are not convex are replaced by their
convex envelopes there, and other candidates are tried (:mod:`pabisym.shift.general.improve`).

**Why it can be believed.**  What was proposed in floats is judged with the numbers as given:

* the payments are made feasible in rational arithmetic, shifts rounded up, every block paying what is left at its
  end.  Shifts may be over-estimated: a larger z only weakens what is proved of it.  ``value`` is at least
  ``sum R_t(a_t)``, by balls, and it is a bound of the divergence whatever else is true.
* for prices ``y_t >= 0`` with ``y_t <= c_{t+1} y_{t+1}`` every allocation costs at least ``sum (y_t s_t - R_t*(y_t))``,
  where ``R_t*(y) = sup (y a - R_t(a))`` over payments up to the largest possible one, and c_1 z_0 is part of s_1.
  The prices are rounded down to obey this, and ``lower`` is at most the sum, by balls.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

import numpy as np
from flint import arb, fmpq

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import dyadic, float_ends, rational_text
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.exact.solve import surviving_gap
from pabisym.shift.float64.solve import solve_float
from pabisym.shift.general import threshold
from pabisym.shift.general.cost import Cost, Family, Floats, exact_number
from pabisym.shift.general.curvature import Shown
from pabisym.shift.general.improve import Group, Reduced, improve_plan, run_through
from pabisym.shift.instance import Json, plain
from pabisym.shift.reading.arrays import argument_arrays
from pabisym.shift.replay import infinite_reason

CERTIFIED_STEPS = 10_000
"""Most steps that are certified without being asked to."""
TOLERANCE = 1e-9
"""The largest gap, relative to the value, with which an allocation is called optimal."""

StepCost: TypeAlias = Cost | None
"""The cost of one step; None for a step without noise, at which nothing can be paid."""

_BITS, _MOST_BITS, _SHARP = 128, 4096, 2**60
_ROUNDING, _WEIGHT = 2**45, 2**30
_LOWERED = 1 - 2.0**-50
"""What prices are multiplied by: above the slope of a cost at infinity they would be far worse than below it."""
_LARGEST = 1e300


@dataclass(frozen=True, eq=False)
class GeneralAllocation:
    """An allocation, its cost, and a lower bound of the cost of every allocation.

    ``value`` is at least ``sum R_t(a_t)``, and so a bound of the divergence in nats; ``lower`` is at most the optimum; ``gap`` is at least
    their difference.  ``allocation``, ``shift`` and ``multiplier`` hold a_t, z_t and y_t for t = 1..T; ``z_t >= c_t z_{t-1} + s_t - a_t``
    holds exactly, and the prices y_t obey ``y_t <= c_{t+1} y_{t+1}``.  ``optimal`` says that the gap is certified and at most
    :data:`TOLERANCE` of the value; ``reason`` says why not, or why every allocation costs infinitely much (then ``lower`` is infinite, too,
    and the arrays are empty).  ``certified`` is False where floats were not checked by balls: then ``value``, ``lower`` and ``gap`` are
    float estimates, and exact feasibility is not claimed.  ``convex`` tells whether every cost was shown to be convex on the payments that
    can occur.
    """

    value: float
    lower: float
    gap: float
    allocation: Floats
    shift: Floats
    multiplier: Floats
    optimal: bool
    certified: bool
    convex: Shown
    reason: str

    def to_json(self) -> dict[str, Json]:
        """As JSON: numbers of certified answers are exact texts, the value an enclosure; those of others are floats."""
        if self.value == math.inf:
            return {"status": "infinite" if self.lower == math.inf else "undecided", "reason": self.reason}
        text = _text if self.certified else float
        answer: dict[str, Json] = {"status": "optimal" if self.optimal else "feasible", "arithmetic": "ball" if self.certified else "float",
                                   "value": {"lower": _text(self.lower), "upper": _text(self.value)} if self.certified else self.value,
                                   "gap": text(self.gap), "reason": self.reason}
        for name in ("allocation", "shift", "multiplier"):
            numbers: list[Json] = [text(x) for x in getattr(self, name).tolist()]
            answer[name] = numbers
        return answer

    def __repr__(self) -> str:
        if self.value == math.inf:
            return f"GeneralAllocation({'infinite' if self.lower == math.inf else 'undecided'}, reason={self.reason!r})"
        status = "optimal" if self.optimal else "feasible"
        certified = "" if self.certified else ", not certified"
        return f"GeneralAllocation({status}, value={self.value!r}, gap={self.gap:.2g}, steps={len(self.allocation)}{certified})"


def allocate_general(*, cost: StepCost | Sequence[StepCost], gap: object, contraction: object = 1, start_shift: object = 0,
                     steps: int | None = None, certify: bool | None = None) -> GeneralAllocation:
    """The least sum of costs over the shift allocations, with a certified lower bound.

    ``cost`` is one cost for all steps or one per step, None where there is no noise; ``gap`` and ``contraction`` are one value or one per
    step, ``start_shift`` is z_0; ``steps`` is needed only when no sequence tells it.  Numbers are ints, Fractions, texts such as ``"3/4"``,
    floats and arrays; a float stands for exactly itself.  ``certify`` checks the answer by balls (absent: up to :data:`CERTIFIED_STEPS`
    steps).  Raises :class:`~pabisym.errors.InputError` naming the argument, and :class:`~pabisym.errors.Undecided` when a cost cannot be
    enclosed.
    """
    data = _read_data(cost, gap, contraction, start_shift, steps)
    certify = len(data.costs) <= CERTIFIED_STEPS if certify is None else certify
    last = max((t for t, cost in enumerate(data.costs, 1) if cost is not None), default=0)
    if (alive := surviving_gap(data.contraction.tolist(), data.gap.tolist(), last, data.start)) is not None:
        empty = _frozen(np.zeros(0))
        return GeneralAllocation(math.inf, math.inf, 0.0, empty, empty, empty, False, True, True, infinite_reason(alive))
    reduced = _reduce(data)
    convex: Shown = True if reduced is None else _convexity(reduced)
    if reduced is not None and not np.all(np.isfinite(reduced.gap) & np.isfinite(reduced.contraction)):
        return _bound(data, convex, _Exact.read(gap, contraction, start_shift, len(data.costs)))
    plan = _plan(data, reduced, convex)
    if not certify:
        return _estimate(data, reduced, plan, convex)
    return _certify(data, plan, convex, _Exact.read(gap, contraction, start_shift, len(data.costs)))


# Reading.


class _Data(NamedTuple):
    """The problem in floats, one entry per step."""

    contraction: Floats
    gap: Floats
    start: float
    costs: Sequence[StepCost]

    @property
    def first(self) -> int:
        """The first step that matters: the last one with contraction 0, or else the first."""
        zeros = np.flatnonzero(self.contraction == 0)
        return int(zeros[-1]) if zeros.size else 0


class _Exact(NamedTuple):
    """The same numbers as they were given."""

    contraction: Sequence[fmpq]
    gap: Sequence[fmpq]
    start: fmpq

    @classmethod
    def read(cls, gap: object, contraction: object, start: object, steps: int) -> _Exact:
        return cls(_per_step(contraction, steps, "contraction"), _per_step(gap, steps, "gap"), exact_number(plain(start), "start_shift"))


def _read_data(cost: object, gap: object, contraction: object, start: object, steps: int | None) -> _Data:
    costs = list(cost) if isinstance(cost, Sequence) else None
    for position, item in enumerate([cost] if costs is None else costs):
        if not (item is None or isinstance(item, Cost)):
            field = "cost" if costs is None else f"cost[{position}]"
            raise InputError(field, f"{type(item).__name__} is no cost", "give a cost such as LaplaceCost(order=4, scale=1), or None")
    if costs is not None and steps is not None and steps != len(costs):
        raise InputError("cost", f"{len(costs)} costs for {steps} steps", "give one cost per step, or one for all")
    data = argument_arrays({
        "contraction": contraction, "gap": gap, "noise_variance": 1 if costs is None else np.ones(len(costs)),
        "start_shift": start, "diameter": None, "steps": steps if costs is None else len(costs),
    })  # fmt: skip
    data.validate()
    return _Data(data.contraction, data.gap, data.start, costs or [cost if isinstance(cost, Cost) else None] * len(data.gap))


def _per_step(value: object, steps: int, field: str) -> list[fmpq]:
    given = plain(value)
    if isinstance(given, list):
        return [exact_number(item, f"{field}[{position}]") for position, item in enumerate(given)]
    return [exact_number(given, field)] * steps


# Reducing to the steps with noise that matter, and solving.


def _reduce(data: _Data) -> Reduced | None:
    """The problem that is left to be solved, or None when nothing is to be paid."""
    contraction, gap = data.contraction.tolist(), data.gap.tolist()
    kept, factors, gaps, caps = list[int](), list[float](), list[float](), list[float]()
    shift, factor, cap, first = 0.0, 1.0, 0.0, data.first
    for t in range(first, len(gap)):
        entering = contraction[t] * (data.start if t == first == 0 else 0.0) + gap[t]
        shift, factor = contraction[t] * shift + entering, contraction[t] * factor
        cap = min(contraction[t] * cap + entering, _LARGEST)
        if data.costs[t] is not None:
            if kept or shift > 0:
                kept.append(t)
                factors.append(factor)
                gaps.append(shift)
                caps.append(cap * (1 + 1e-9))
            shift, factor = 0.0, 1.0
    if not kept:
        return None
    costs = [cost for cost in (data.costs[t] for t in kept) if cost is not None]
    known = {id(cost): (cost.family, cost.parameters) for cost in {id(cost): cost for cost in costs}.values()}  # equal objects once
    members: dict[Family, list[int]] = {}
    for position, cost in enumerate(costs):
        members.setdefault(known[id(cost)][0], []).append(position)
    groups = []
    for family, positions in members.items():
        columns = zip(*(known[id(costs[t])][1] for t in positions), strict=True)
        groups.append(Group(slice(None) if len(members) == 1 else np.array(positions), family, tuple(map(np.array, columns))))
    return Reduced(np.array(kept), np.array(factors), np.array(gaps), np.array(caps), costs, groups)


def _convexity(reduced: Reduced) -> Shown:
    """Whether all costs are convex on the payments that can occur: False if one is not, else whether all were shown."""
    positions: dict[int, list[int]] = {}
    for position, cost in enumerate(reduced.costs):
        positions.setdefault(id(cost), []).append(position)
    largest: dict[Cost, float] = {}
    for members in positions.values():
        cost = reduced.costs[members[0]]
        largest[cost] = max(float(reduced.cap[members].max()), largest.get(cost, 0.0))
    verdicts = [cost.convexity(dyadic(cap)).verdict for cost, cap in largest.items()]
    if False in verdicts:
        return False
    return True if all(verdict is True for verdict in verdicts) else "not shown"


class _Plan(NamedTuple):
    """Proposed payments, shifts and prices of all steps, and the steps at whose end everything is paid.

    A price is 0 before anything is to be paid, and infinite at steps without noise in between.
    """

    allocation: Floats
    shift: Floats
    price: Floats
    ends: list[bool]
    last: int


def _plan(data: _Data, reduced: Reduced | None, convex: Shown) -> _Plan:
    count = len(data.costs)
    allocation, shift, price = np.zeros(count), np.zeros(count), np.zeros(count)
    ends = np.zeros(count, bool)
    if reduced is None:
        return _Plan(allocation, shift, price, ends.tolist(), -1)
    one = reduced.costs[0]
    if convex is True and np.all(reduced.contraction[1:] == 1) and all(cost is one or cost == one for cost in reduced.costs):
        # Equal convex costs without contraction: the allocation that is optimal for Gaussian noise of equal variance.
        ones = np.ones(len(reduced.gap))
        universal = solve_float(ones, reduced.gap, ones)
        found = threshold.Solution(universal.allocation, universal.shift, reduced.derivative(universal.allocation),
                                   np.append(universal.block_first - 1, len(ones)))
    else:
        slopes = np.array([cost.slope for cost in reduced.costs])
        found = threshold.solve(threshold.ThresholdProblem(reduced.contraction, reduced.gap, slopes, reduced.payment()))
    paid, left = found.allocation, found.shift
    last = found.starts[1:] - 1
    if convex is not True:
        best = improve_plan(reduced, paid)
        if best is not paid:
            paid, left = run_through(reduced.contraction, reduced.gap, best)
            last = np.flatnonzero(left == 0)
    first, final = int(reduced.steps[0]), int(reduced.steps[-1])
    while first > data.first and data.costs[first - 1] is None:
        first -= 1
    price[first : final + 1] = math.inf
    allocation[reduced.steps], shift[reduced.steps], price[reduced.steps] = paid, left, found.price * _LOWERED
    ends[reduced.steps[last]] = True
    return _Plan(allocation, shift, price, ends.tolist(), final)


# Judging.


def _certify(data: _Data, plan: _Plan, convex: Shown, given: _Exact) -> GeneralAllocation:
    """Make the plan feasible in rational arithmetic, and enclose what it costs and what every allocation costs."""
    payments = _feasible(data, plan, given) if np.all(np.isfinite(plan.shift + plan.allocation)) else None
    if payments is None:
        return _bound(data, convex, given)
    paid, shift = payments
    price = plan.price.tolist()  # lowered until y_t <= c_{t+1} y_{t+1} up to the last payment; 0 afterwards
    for t in range(plan.last - 1, -1, -1):
        if price[t] > 0:
            price[t] = min(price[t], max(float_ends(given.contraction[t + 1] * dyadic(price[t + 1]))[0], 0.0))
    price[plan.last + 1 :] = [0.0] * (len(price) - plan.last - 1)
    caps = _largest_payments(data, plan, given)
    bits = _BITS
    while True:
        with working_precision(bits):
            value, lower = _total(data, paid), _dual(data, plan, given, paid, price, caps)
            if value < 0:
                raise InputError("cost", "is negative at a payment that occurs", "a divergence is never negative")
            if bits >= _MOST_BITS or not value.is_finite() or (_is_sharp(value, value) and _is_sharp(lower, value)):
                break
        bits *= 2
    if not value.is_finite():
        raise Undecided("a cost has no finite value, or none that was enclosed, at a payment that occurs")
    above = float_ends(value.upper().fmpq())[1]
    below = max(float_ends(lower.lower().fmpq())[0], 0.0) if lower.is_finite() else 0.0
    if above > 2 * below:
        simple = _bound(data, convex, given)
        if simple.value < above:
            return replace(simple, lower=below, gap=float_ends(dyadic(simple.value) - dyadic(below))[1])
    return _answer(above, below, (np.array(paid), np.array(shift), np.array(price)), convex, True)


def _bound(data: _Data, convex: Shown, given: _Exact) -> GeneralAllocation:
    """A certified bound where the shifts of a good plan leave the range of floats, if any of two simple plans stays in it."""
    steps = len(data.costs)
    found: tuple[float, list[float], list[float]] | None = None
    for ends in _simple_ends(data):
        plan = _Plan(np.zeros(steps), np.zeros(steps), np.zeros(steps), ends, steps - 1)
        payments = _feasible(data, plan, given)
        if payments is not None:
            with working_precision(_BITS):
                value = float_ends(_total(data, payments[0]).upper().fmpq())[1]
            found = (value, *payments) if found is None or value < found[0] else found
    none = np.zeros(steps)
    if found is None or found[0] == math.inf:
        return _answer(math.inf, 0.0, (none, none, none), convex, True)
    value, paid, shift = found
    words = "not shown to be optimal: shifts or prices of better plans leave the range of floats"
    return GeneralAllocation(value, 0.0, value, _frozen(np.array(paid)), _frozen(np.array(shift)), _frozen(none), False, True, convex,
                             words)


def _simple_ends(data: _Data) -> Iterator[list[bool]]:
    """At which steps everything is paid: at each with noise; or at those after which no unit of shift is ever smaller."""
    steps, first = len(data.costs), data.first
    noisy = np.array([cost is not None for cost in data.costs], bool)
    noisy[:first] = False
    yield noisy.tolist()
    with np.errstate(divide="ignore"):
        size = np.concatenate([[0.0], np.cumsum(np.log(data.contraction[first + 1 :]))])
    least = np.minimum.accumulate(np.where(noisy[first:], size, math.inf)[::-1])[::-1]
    ends = np.zeros(steps, bool)
    ends[first:] = noisy[first:] & (size <= least)
    yield ends.tolist()


def _feasible(data: _Data, plan: _Plan, given: _Exact) -> tuple[list[float], list[float]] | None:
    """The payments of the plan made feasible, and shifts rounded up; None where a shift leaves the range of floats.

    A step that leaves nothing but rounding errors pays everything.  Otherwise the planned payments are kept to, but where
    some contraction exceeds 1, by which rounding errors grow, payments of some weight keep the planned shifts instead.
    """
    growing = any(c > 1 for c in given.contraction)
    paid, shifts = list[float](), list[float]()
    z, targets, proposed = given.start, plan.shift.tolist(), plan.allocation.tolist()
    for t, (c, s) in enumerate(zip(given.contraction, given.gap, strict=True)):
        if shifts and shifts[-1] == math.inf and c != 0:
            return None
        whole, target = (c * z if c != 0 else fmpq(0)) + s, dyadic(targets[t])
        a, left = 0.0, 0.0
        if data.costs[t] is None or (plan.price[t] == 0 and not plan.ends[t]):
            left = float_ends(whole)[1]
        elif plan.ends[t] or target * _ROUNDING < whole <= dyadic(proposed[t]) * 2:
            a = float_ends(whole)[1]
        elif growing and dyadic(proposed[t]) * _WEIGHT > whole > target:
            a, left = float_ends(whole - target)[1], targets[t]
        else:
            a = min(proposed[t], float_ends(whole)[1])
            left = float_ends(max(whole - dyadic(a), fmpq(0)))[1]
        z = dyadic(left) if left < math.inf else fmpq(0)
        paid.append(a)
        shifts.append(left)
    if shifts and (shifts[-1] > 0 or math.inf in paid):
        return None
    return paid, shifts


def _largest_payments(data: _Data, plan: _Plan, given: _Exact) -> list[fmpq]:
    """Upper bounds of the payments of every allocation: the shift when nothing is paid before."""
    cap, caps = given.start, list[fmpq]()
    for t in range(plan.last + 1):
        cap = (given.contraction[t] * cap if t > data.first or data.first == 0 else fmpq(0)) + given.gap[t]
        if cap.height_bits() > _BITS:
            with working_precision(_BITS):
                cap = arb(cap).upper().fmpq()
        caps.append(cap)
    return caps


def _total(data: _Data, paid: Sequence[float]) -> arb:
    total = arb(0)
    for cost, a in zip(data.costs, paid, strict=True):
        if cost is not None and a > 0:
            total += cost.value_ball(arb(a))
    return total


def _dual(data: _Data, plan: _Plan, given: _Exact, paid: Sequence[float], price: Sequence[float], caps: Sequence[fmpq]) -> arb:
    """``sum (y_t s_t - R_t*(y_t))``, c_1 z_0 being part of s_1."""
    total = arb(0)
    for t in range(plan.last + 1):
        if price[t] > 0:
            y = dyadic(price[t])
            total += y * (given.gap[t] + (given.contraction[0] * given.start if t == 0 else 0))
            cost = data.costs[t]
            if cost is not None:
                total -= cost.conjugate_ball(y, caps[t], dyadic(paid[t])).upper()
    return total


def _is_sharp(ball: arb, scale: arb) -> bool:
    return not ball.is_finite() or bool(ball.rad() * _SHARP <= abs(scale).upper())


def _estimate(data: _Data, reduced: Reduced | None, plan: _Plan, convex: Shown) -> GeneralAllocation:
    """The same in floats: estimates, whose rounding errors are allowed for but not proved."""
    paid, shift, price = plan.allocation, plan.shift, plan.price
    z = data.start
    shifts, prices = shift.tolist(), price.tolist()
    pays, rows = (price > 0).tolist(), zip(data.contraction.tolist(), data.gap.tolist(), strict=True)
    for t, (c, s) in enumerate(rows):
        if t > plan.last or data.costs[t] is None or not pays[t]:
            shifts[t] = (c * z if c else 0.0) + s
        z = shifts[t]
    for t in range(plan.last - 1, -1, -1):
        prices[t] = min(prices[t], float(data.contraction[t + 1]) * prices[t + 1])
    value = lower = 0.0
    if reduced is not None:
        a, y = paid[reduced.steps], np.array(prices)[reduced.steps]
        costs = reduced.value(a)
        value, lower = float(costs.sum()), float((y * reduced.gap - (y * a - costs)).sum())
        margin = (len(paid) + 200) * 2.0**-50
        value, lower = value * (1 + margin), max(lower - margin * value, 0.0)
    return _answer(value, lower if convex is True else 0.0, (paid, np.array(shifts), np.array(prices)), convex, False)


def _answer(value: float, lower: float, arrays: tuple[Floats, Floats, Floats], convex: Shown, certified: bool) -> GeneralAllocation:
    gap = float_ends(dyadic(value) - dyadic(lower))[1] if value < math.inf else math.inf
    optimal = certified and value < math.inf and gap <= TOLERANCE * value
    if optimal:
        reason = ""
    elif value == math.inf:
        reason = "the shifts leave the range of floats"
    elif not certified:
        reason = "computed in floats and not certified; ask with certify=True"
    else:
        lack = "a cost is not convex" if convex is False else "a cost was not shown to be convex"
        denied = "not shown to be optimal" if convex is True else f"optimality is not claimed, as {lack}"
        reason = f"{denied}: the certified gap is {gap:.2g}, {gap / value:.2g} of the value"
    paid, shift, price = map(_frozen, arrays)
    return GeneralAllocation(value, lower, gap, paid, shift, price, optimal, certified, convex, reason)


def _frozen(values: Floats) -> Floats:
    array = np.array(values, float) + 0.0
    array.flags.writeable = False
    return array


def _text(value: float) -> str:
    return rational_text(dyadic(value)) if value < math.inf else "inf"
