"""Judging a given allocation.

Feasible means: paid from the start shift, or with a diameter from the distance at some restart before the first
payment, every shift stays non-negative, the last is 0, and nothing is paid at a step without noise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from pabisym.errors import InputError
from pabisym.number import to_fraction, to_text
from pabisym.shift.exact import ExactSolution, optimum
from pabisym.shift.instance import Instance, Json
from pabisym.shift.restart import forward_bounds


@dataclass(frozen=True)
class Feasibility:
    """The verdict on the allocation of ``instance``; exact numbers are kept as :class:`flint.fmpq`.

    Feasible: ``restart``, ``exact_shifts`` (``z_1..z_T``), ``exact_value`` and ``exact_optimal_value``.
    Infeasible: the first violated ``step``, ``exact_shift`` there, and ``reason``; the restart is the first from
    which the allocation does not pay too little, or the last possible one.
    """

    status: str
    instance: Instance
    restart: int
    exact_value: fmpq | None = None
    exact_optimal_value: fmpq | None = None
    exact_shifts: tuple[fmpq, ...] = ()
    step: int | None = None
    exact_shift: fmpq | None = None
    reason: str = ""

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

    @property
    def shift(self) -> Fraction | None:
        """The shift at the violated step of an infeasible allocation."""
        return _fraction(self.exact_shift)

    def to_json(self) -> dict[str, Json]:
        """The JSON object of the contract."""
        if self.exact_value is not None and self.exact_optimal_value is not None:
            value, optimal = to_text(self.exact_value), to_text(self.exact_optimal_value)
            return {"status": self.status, "value": value, "optimal_value": optimal}
        shift = "" if self.exact_shift is None else to_text(self.exact_shift)
        return {"status": self.status, "step": self.step, "shift": shift, "reason": self.reason}


def check(instance: Instance) -> Feasibility:
    """Judge ``instance.allocation``.

    Raises :class:`~pabisym.errors.InputError` when the instance has none.
    """
    if instance.allocation is None:
        raise InputError("allocation", "is missing", "give one value per step to be checked")
    restart, start = 0, instance.start_shift
    before: tuple[fmpq, ...] = ()
    if instance.diameter is not None:
        bounds = forward_bounds(instance, instance.diameter)
        restart = _restart(instance, instance.allocation, bounds)
        start, before = bounds[restart], bounds[1 : restart + 1]
    shifts = [start]
    for t in range(restart, instance.steps):
        a = instance.allocation[t]
        shifts.append(instance.contraction[t] * shifts[-1] + instance.gap[t] - a)
        if reason := _violation(a, instance.noise_variance[t], shifts[-1]):
            return Feasibility("infeasible", instance, restart, step=t + 1, exact_shift=shifts[-1], reason=reason)
    if shifts[-1] != 0:
        reason = "the last shift is positive: not everything is paid"
        return Feasibility("infeasible", instance, restart, step=instance.steps, exact_shift=shifts[-1], reason=reason)
    return _feasible(instance, instance.allocation, restart, (*before, *shifts[1:]))


def _violation(a: fmpq, variance: fmpq, shift: fmpq) -> str:
    if a < 0:
        return "the allocation is negative"
    if a > 0 and variance == 0:
        return "something is allocated to a step without noise"
    return "the shift is negative: more is paid than there is" if shift < 0 else ""


def _feasible(instance: Instance, allocation: Sequence[fmpq], restart: int, shifts: tuple[fmpq, ...]) -> Feasibility:
    costs = (a * a / v for a, v in zip(allocation, instance.noise_variance, strict=True) if a)
    best = optimum(instance)
    if not isinstance(best, ExactSolution):  # impossible: a feasible allocation is a finite bound
        raise ArithmeticError("a feasible allocation of an instance without a finite optimum")
    return Feasibility("feasible", instance, restart, sum(costs, fmpq(0)), best.value, shifts)


def _restart(instance: Instance, allocation: Sequence[fmpq], bounds: Sequence[fmpq]) -> int:
    """The first restart from which the allocation does not pay too little, else the last before any payment.

    The shift that just before the first payment is ``needed`` for the last one to be 0 is unique, unless the past is
    forgotten afterwards; the shift ``reached`` there does not increase with the restart.
    """
    contraction, gap = instance.contraction, instance.gap
    last = next((t for t, a in enumerate(allocation) if a), instance.steps)
    needed = fmpq(0)
    for t in range(instance.steps - 1, last - 1, -1):
        if contraction[t] == 0:
            return 0
        needed = (needed + allocation[t] - gap[t]) / contraction[t]
    found, weight, entered = last, fmpq(1), fmpq(0)
    for t in range(last, -1, -1):
        reached = weight * bounds[t] + entered
        if reached <= needed:
            found = t
        if t:
            entered += weight * gap[t - 1]
            weight *= contraction[t - 1]
    return found


def _fraction(value: fmpq | None) -> Fraction | None:
    return None if value is None else to_fraction(value)
