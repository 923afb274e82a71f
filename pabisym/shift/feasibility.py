"""Judging a given allocation.

Feasible means: paid from the start shift, or with a diameter from the distance at some restart before the first
payment, every shift stays non-negative, the last is 0, and nothing is paid at a step without noise.

Shifts can have as many digits as there are steps.  So their signs are decided in balls, and exactly only where these do
not tell, as where everything is paid; the exact sums are products over the steps since such a place.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, fmpq

from pabisym.errors import InputError
from pabisym.lang.once import cached_property, working_precision
from pabisym.lang.rational import rational_text, short, to_fraction
from pabisym.shift.allocate import solve
from pabisym.shift.exact.restart import RestartSteps, distances
from pabisym.shift.exact.solve import Decisions, ExactSolution, Products, balls, shifts, total, with_start
from pabisym.shift.instance import Instance, Json

BITS = 128
"""Precision of the balls that decide signs."""


@dataclass(frozen=True)
class Feasibility:
    """The verdict on the allocation of ``instance``; exact numbers are kept as :class:`flint.fmpq`.

    Feasible: ``restart``, ``exact_shifts`` (``z_1..z_T``), ``exact_value`` and ``exact_optimal_value``.
    Infeasible: the first violated ``step``, ``exact_shift`` there, and ``reason``; the restart is the first from
    which the allocation does not pay too little, or the last possible one.  ``start`` is the shift at the restart.
    """

    status: str
    instance: Instance
    restart: int
    start: fmpq
    exact_value: fmpq | None = None
    exact_optimal_value: fmpq | None = None
    step: int | None = None
    exact_shift: fmpq | None = None
    reason: str = ""

    def __repr__(self) -> str:
        if not self.feasible:
            return f"Feasibility({self.status!r}, step={self.step}, reason={self.reason!r})"
        values = ("unknown" if one is None else short(one) for one in (self.exact_value, self.exact_optimal_value))
        return "Feasibility('feasible', value={}, optimum={})".format(*values)

    @property
    def feasible(self) -> bool:
        """Whether the allocation proves a bound."""
        return self.status == "feasible"

    @property
    def value(self) -> Fraction | None:
        """``sum a_t^2 / sigma_t^2`` of a feasible allocation."""
        return _fraction(self.exact_value)

    @property
    def optimal_value(self) -> Fraction | None:
        """The least value of any allocation, when this one is feasible."""
        return _fraction(self.exact_optimal_value)

    @cached_property
    def exact_shifts(self) -> tuple[fmpq, ...]:
        """``z_1..z_T`` of a feasible allocation; up to the restart the bounds of the distance.  Computed when asked for."""
        if not self.feasible or self.instance.allocation is None:
            return ()
        return shifts(self.instance, self.instance.allocation, self.restart, self.start)

    @property
    def shift(self) -> Fraction | None:
        """The shift at the violated step of an infeasible allocation."""
        return _fraction(self.exact_shift)

    def mu_squared_at(self, at: Mapping[str, object] | None = None) -> fmpq:
        """mu^2 of a feasible allocation for :func:`pabisym.convert`; raises :class:`~pabisym.errors.InputError` for another one."""
        if at:
            raise InputError("at", "an allocation has numbers and no letters", "leave it out")
        if self.exact_value is None:
            raise InputError("bound", f"an infeasible allocation bounds nothing: {self.reason}", "give a feasible one")
        return self.exact_value

    def to_json(self) -> dict[str, Json]:
        """The JSON object of the contract."""
        if self.exact_value is not None and self.exact_optimal_value is not None:
            value, optimal = rational_text(self.exact_value), rational_text(self.exact_optimal_value)
            return {"status": self.status, "value": value, "optimal_value": optimal}
        shift = "" if self.exact_shift is None else rational_text(self.exact_shift)
        return {"status": self.status, "step": self.step, "shift": shift, "reason": self.reason}


def check(instance: Instance) -> Feasibility:
    """Judge ``instance.allocation``.

    Raises :class:`~pabisym.errors.InputError` when the instance has none.
    """
    if instance.allocation is None:
        raise InputError("allocation", "is missing", "give one value per step to be checked")
    restart, start = 0, instance.start_shift
    if instance.diameter is not None:
        restart, start = _restart(instance, instance.allocation, instance.diameter)
    net = _net(instance, instance.allocation)
    exact = _Exactly(Products(net), restart, start)
    step, reason = _first_violation(instance, instance.allocation, net, exact)
    if reason:
        return Feasibility("infeasible", instance, restart, start, step=step, exact_shift=exact.at(step), reason=reason)
    best = solve(replace(instance, allocation=None)).exact
    if not isinstance(best, ExactSolution):  # impossible: a feasible allocation is a finite bound
        raise ArithmeticError("a feasible allocation of an instance without a finite optimum")
    costs = [a * a / v for a, v in zip(instance.allocation, instance.noise_variance, strict=True) if a]
    return Feasibility("feasible", instance, restart, start, total(costs), best.value)


def _net(instance: Instance, allocation: Sequence[fmpq]) -> RestartSteps[fmpq]:
    """The steps with what is paid taken off the gaps, and no noise."""
    gaps = [s - a if a else s for s, a in zip(instance.gap, allocation, strict=True)]
    return RestartSteps(instance.contraction, gaps, [fmpq(0)] * instance.steps)


class _Exactly:
    """Exact shifts, from the last one that is known."""

    def __init__(self, products: Products, position: int, shift: fmpq) -> None:
        self.products, self.position, self.shift = products, position, shift

    def at(self, t: int) -> fmpq:
        """``z_t`` for a step not before the last one asked for."""
        data = self.products.steps
        if t == self.position + 1:
            self.shift, self.position = data.contraction[t - 1] * self.shift + data.gap[t - 1], t
        elif t > self.position:
            self.shift = with_start(self.products.over(self.position, t), self.shift).total_shift
            self.position = t
        return self.shift


def _first_violation(instance: Instance, allocation: Sequence[fmpq], net: RestartSteps[fmpq], exact: _Exactly) -> tuple[int, str]:
    """The first violated step and why; no reason where there is none."""
    with working_precision(BITS):
        known: dict[fmpq, arb] = {}
        z = arb(exact.shift)
        for t in range(exact.position, instance.steps):
            c = net.contraction[t]
            if c not in known:
                known[c] = arb(c)
            z = known[c] * z + arb(net.gap[t])
            if not (z > 0 or z < 0):
                z = arb(exact.at(t + 1))
            if allocation[t] < 0:
                return t + 1, "the allocation is negative"
            if allocation[t] > 0 and instance.noise_variance[t] == 0:
                return t + 1, "something is allocated to a step without noise"
            if z < 0:
                return t + 1, "the shift is negative: more is paid than there is"
    return instance.steps, "" if z == 0 else "the last shift is positive: not everything is paid"


def _restart(instance: Instance, allocation: Sequence[fmpq], diameter: fmpq) -> tuple[int, fmpq]:
    """The first restart from which the allocation does not pay too little, else the last before any payment; its shift.

    The shift that just before the first payment is ``needed`` for the last one to be 0 is unique, unless the past is
    forgotten afterwards; the shift ``reached`` there does not increase with the restart.
    """
    first = min(diameter, instance.start_shift)
    last = next((t for t, a in enumerate(allocation) if a), instance.steps)
    if any(c == 0 for c in instance.contraction[last:]):
        return 0, first
    rest = Products(_net(instance, allocation)).over(last, instance.steps)
    needed = -rest.total_shift * fmpq(rest.below, rest.above)
    bounds = _Bounds(instance, first, diameter, last)
    found = bisect_left(range(last), True, key=lambda t: bounds.reached(t) <= needed)
    return found, bounds.at(found)


class _Bounds:
    """The distances that a diameter allows at the steps 0..``last``, exactly, one at a time."""

    def __init__(self, instance: Instance, first: fmpq, diameter: fmpq, last: int) -> None:
        self.first, self.diameter, self.last = first, diameter, last
        decisions = Decisions(instance, first, diameter)
        self.products = decisions.products
        with working_precision(BITS):
            steps = RestartSteps(*(values[:last] for values in balls(instance)))
            self.cuts = distances(steps, arb(first), arb(diameter), decisions.cut).cuts

    def at(self, t: int) -> fmpq:
        """``F_t``."""
        index = bisect_right(self.cuts, t)
        position, shift = (self.cuts[index - 1], self.diameter) if index else (0, self.first)
        return with_start(self.products.over(position, t), shift).total_shift

    def reached(self, t: int) -> fmpq:
        """What is left at ``last`` of a start at t when nothing is paid."""
        return with_start(self.products.over(t, self.last), self.at(t)).total_shift


def _fraction(value: fmpq | None) -> Fraction | None:
    return None if value is None else to_fraction(value)
