"""The feasible allocation nearest to a given one, in the metric of the noise.

Given ``a_t`` of any sign, find the feasible ``b_t`` for which ``sum (b_t - a_t)^2 / sigma_t^2`` is least.  A step without noise pays
nothing whatever was asked of it, and does not count in the sum.  Optimality is local again: with multipliers ``y_t``

    b_t = max(0, a_t + sigma_t^2 y_t)     y_t <= c_{t+1} y_{t+1}     z_t (c_{t+1} y_{t+1} - y_t) = 0,

a convex isotonic regression that pooling adjacent violators solves exactly (Best, Chakravarti and Ubhaya 2000): with
``w_t = prod_{j > t} c_j`` a block has one slope ``x``, ``y_t = w_t x``, and pays what it received,

    sum w_t max(0, a_t + sigma_t^2 w_t x) = sum w_t s_t,

which is piecewise linear and convex in x, so that Newton's method from the right ends at the root after finitely many
steps.  A step that forgets the past (c_t = 0) cuts the problem in two; before it nothing needs to be paid, so slopes
above 0 become 0.  With a diameter every restart is tried, as long as clearing the steps before it alone does not cost
more than the best found.  Every result is checked against the conditions above, which are sufficient.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from flint import fmpq

from pabisym.errors import InputError
from pabisym.lang.rational import rational_text, to_fraction
from pabisym.numerics.pool import pool
from pabisym.shift.exact.solve import unpayable_step
from pabisym.shift.feasibility import Feasibility, check
from pabisym.shift.instance import Instance, Json
from pabisym.shift.replay import infinite_reason


@dataclass(frozen=True)
class Repair:
    """The nearest feasible allocation; ``verdict`` is the judgement on it, with its value and the optimal one.

    ``exact_distance`` is ``sum (b_t - a_t)^2 / sigma_t^2`` over the steps with noise; ``restart`` the step from which
    the allocation pays, 0 without a diameter.
    """

    given: Instance
    exact_allocation: tuple[fmpq, ...]
    exact_distance: fmpq
    restart: int
    verdict: Feasibility

    @property
    def allocation(self) -> tuple[Fraction, ...]:
        """``b_1..b_T``."""
        return tuple(map(to_fraction, self.exact_allocation))

    @property
    def distance(self) -> Fraction:
        """``sum (b_t - a_t)^2 / sigma_t^2`` over the steps with noise; 0 when nothing had to be changed there."""
        return to_fraction(self.exact_distance)

    @property
    def changed(self) -> tuple[int, ...]:
        """The steps at which the allocation had to be changed."""
        pairs = zip(self.given.allocation or (), self.exact_allocation, strict=True)
        return tuple(t for t, (a, b) in enumerate(pairs, 1) if a != b)

    def to_json(self) -> dict[str, Json]:
        """Plain data, rationals as texts: the allocation, its distance, and the verdict on it."""
        allocation: list[Json] = [rational_text(b) for b in self.exact_allocation]
        changed: list[Json] = list(self.changed)
        return {"allocation": allocation, "distance": rational_text(self.exact_distance), "changed": changed, **self.verdict.to_json()}


def repair(instance: Instance) -> Repair:
    """The feasible allocation nearest to ``instance.allocation``.

    Raises :class:`~pabisym.errors.InputError` when the instance has none, and when no allocation is feasible.
    """
    wanted = instance.allocation
    if wanted is None:
        raise InputError("allocation", "is missing", "give one value per step to be repaired")
    unpayable = unpayable_step(instance)
    if unpayable is not None and instance.diameter != 0:
        raise InputError("noise_variance", f"no allocation is feasible: {infinite_reason(unpayable)}", "add noise after it")
    best: tuple[fmpq, tuple[fmpq, ...], int] | None = None
    bound, cleared = instance.start_shift, fmpq(0)
    for restart in range(instance.steps + 1 if instance.diameter is not None else 1):
        if restart:
            bound = instance.contraction[restart - 1] * bound + instance.gap[restart - 1]
            cleared += _cost(instance, restart - 1, wanted[restart - 1])
            if best is not None and cleared >= best[0]:
                break
        bound = bound if instance.diameter is None else min(bound, instance.diameter)
        tail = _from(instance, wanted, restart, bound)
        if tail is not None:
            distance = cleared + sum((_cost(instance, t, wanted[t] - b) for t, b in enumerate(tail, restart)), fmpq(0))
            if best is None or distance < best[0]:
                best = distance, (fmpq(0),) * restart + tail, restart
    if best is None:  # impossible: some restart has a feasible allocation
        raise ArithmeticError("no restart of an instance with a finite optimum has a feasible allocation")
    distance, allocation, restart = best
    verdict = check(replace(instance, allocation=allocation))
    if not verdict.feasible:  # impossible: the conditions of optimality include feasibility
        raise ArithmeticError(f"the repaired allocation is infeasible at step {verdict.step}")
    return Repair(instance, allocation, distance, restart, verdict)


def _cost(instance: Instance, index: int, change: fmpq) -> fmpq:
    variance = instance.noise_variance[index]
    return change * change / variance if variance else fmpq(0)


class _Step(NamedTuple):
    """A step in scaled coordinates: weight, noise, what was asked for, and what enters."""

    weight: fmpq
    noise: fmpq
    asked: fmpq
    incoming: fmpq


@dataclass(slots=True)
class _Pool:
    """Steps with one slope; ``None`` is infinite: nothing can be paid."""

    steps: list[_Step]
    slope: fmpq | None


def _from(instance: Instance, wanted: Sequence[fmpq], restart: int, start: fmpq) -> tuple[fmpq, ...] | None:
    """The nearest payments after ``restart`` from the shift ``start``, or ``None`` where none is feasible."""
    if restart == instance.steps:
        return () if start == 0 else None
    resets = [t for t in range(restart + 1, instance.steps) if instance.contraction[t] == 0]
    payments: list[fmpq] = []
    multipliers: list[fmpq | None] = []
    for first, end in zip([restart, *resets], [*resets, instance.steps], strict=True):
        blocks = _blocks(instance, wanted, first, end, start if first == restart else fmpq(0))
        if end < instance.steps:
            for block in blocks:
                block.slope = fmpq(0) if block.slope is None else min(block.slope, fmpq(0))
        elif blocks[-1].slope is None and any(step.incoming for step in blocks[-1].steps):
            return None
        for block in blocks:
            for step in block.steps:
                y = None if block.slope is None else step.weight * block.slope
                multipliers.append(y)
                payments.append(fmpq(0) if y is None or not step.noise else max(fmpq(0), step.asked + step.noise * y))
    _verify(instance, restart, start, payments, multipliers)
    return tuple(payments)


def _blocks(instance: Instance, wanted: Sequence[fmpq], first: int, end: int, start: fmpq) -> list[_Pool]:
    """The blocks of the steps from ``first`` to the one before ``end``, slopes increasing."""
    steps, weight = [], fmpq(1)
    for t in reversed(range(first, end)):
        incoming = instance.gap[t] + (instance.contraction[t] * start if t == first else 0)
        steps.append(_Step(weight, instance.noise_variance[t], wanted[t], weight * incoming))
        weight *= instance.contraction[t]

    def violates(left: _Pool, right: _Pool) -> bool:
        return left.slope is None or (right.slope is not None and left.slope >= right.slope)

    return pool((_Pool([step], _root([step])) for step in reversed(steps)), violates,
                lambda left, right: _Pool(left.steps + right.steps, _root(left.steps + right.steps)))


def _root(steps: list[_Step]) -> fmpq | None:
    """The largest slope at which a block pays no more than it received; ``None`` when it has no noise."""
    active = [step for step in steps if step.noise]
    if not active:
        return None
    received = sum((step.incoming for step in steps), fmpq(0))
    while True:
        already = sum((step.weight * step.asked for step in active), fmpq(0))
        slope = (received - already) / sum((step.weight * step.weight * step.noise for step in active), fmpq(0))
        paying = [step for step in active if step.asked + step.noise * step.weight * slope > 0]
        if len(paying) in (0, len(active)):
            return slope
        active = paying


def _verify(instance: Instance, restart: int, start: fmpq, payments: Sequence[fmpq], multipliers: Sequence[fmpq | None]) -> None:
    """Check the shifts, the order of the multipliers and their complementarity; payments fit them by construction."""
    shift = start
    for i, (b, y) in enumerate(zip(payments, multipliers, strict=True)):
        t = restart + i
        shift = instance.contraction[t] * shift + instance.gap[t] - b
        last = t + 1 == instance.steps
        c, later = (fmpq(1), None) if last else (instance.contraction[t + 1], multipliers[i + 1])
        following = fmpq(0) if c == 0 else None if later is None else c * later
        rising = following is None or (y is not None and y <= following)
        if shift < 0 or not rising or (shift != 0 and (last or y != following)):
            raise ArithmeticError(f"the repaired allocation violates the conditions of optimality at step {t + 1}")
