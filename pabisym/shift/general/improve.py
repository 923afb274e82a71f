"""Good allocations for costs that are not convex, in floats.  Nothing here claims to be optimal.

For concave costs some optimum pays, between two moments without shift, at one step only (an extreme point of the
feasible set); the best of these *batches* is found by a shortest path.  For costs that are convex first, a dynamic
program on a grid of shifts and a local descent from the best candidate are tried as well.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from scipy.optimize import LinearConstraint, minimize

from pabisym.shift.general.cost import Cost, Family, Floats, Payment

MAX_BATCHED = 1500
"""Most steps for which the best batches are looked for."""
MAX_GRIDDED = 400
"""Most steps for which the dynamic program on a grid is run."""
MAX_DESCENT = 80
"""Most steps for which the local descent is run."""
_GRID = 64
_TABLE = 8192
Table: TypeAlias = Callable[[Floats], Floats]


class Group(NamedTuple):
    """Steps whose costs share a float formula."""

    indices: np.ndarray[tuple[int], np.dtype[np.int64]] | slice
    family: Family
    parameters: tuple[Floats, ...]


class Reduced(NamedTuple):
    """The steps with noise between the first shift and the last noise; gaps and contractions between are merged.

    ``cap`` are the shifts before payment when nothing was paid.
    """

    steps: np.ndarray[tuple[int], np.dtype[np.int64]]
    contraction: Floats
    gap: Floats
    cap: Floats
    costs: Sequence[Cost]
    groups: Sequence[Group]

    def value(self, a: Floats) -> Floats:
        """What every payment costs."""
        return self._together(group.family.value(group.parameters, a[group.indices]) for group in self.groups)

    def derivative(self, a: Floats) -> Floats:
        """The derivatives of the costs."""
        return self._together(group.family.derivative(group.parameters, a[group.indices]) for group in self.groups)

    def payment(self) -> Payment:
        """Payments at given prices."""
        rules = [(group.indices, group.family.payment(group.parameters, self.cap[group.indices])) for group in self.groups]

        def pay(price: Floats, log_slack: Floats) -> Floats:
            with np.errstate(all="ignore"):
                return self._together(rule(price[indices], log_slack[indices]) for indices, rule in rules)

        return pay

    def _together(self, parts: Iterable[Floats]) -> Floats:
        """What the steps of each group have, in the order of the steps."""
        result = np.empty_like(self.gap)
        for group, part in zip(self.groups, parts, strict=True):
            result[group.indices] = part
        return result


def improve_plan(steps: Reduced, plan: Floats) -> Floats:
    """The best of a plan and of the candidates found here, by the sum of the costs."""
    later = steps.value(steps.gap)
    best = int(np.argmin(steps.value(steps.cap) + later.sum() - np.cumsum(later)))
    one_payment = np.concatenate([np.zeros(best), steps.cap[best : best + 1], steps.gap[best + 1 :]])  # and every gap at once afterwards
    candidates = [plan, steps.gap.copy(), one_payment]
    if len(plan) <= MAX_BATCHED:
        # Every cost by linear interpolation, worked out once for equal costs.
        grid = np.concatenate([[0.0], np.geomspace(1e-6, 1.0, _TABLE)]) * float(steps.cap.max())
        known: dict[Cost, Floats] = {cost: cost.value(grid) for cost in set(steps.costs)}
        tables: list[Table] = [lambda a, values=known[cost]: np.interp(a, grid, values) for cost in steps.costs]  # type: ignore[misc]
        candidates.append(_batches(steps, tables))
        if len(plan) <= MAX_GRIDDED:
            candidates.append(_search_grid(steps, tables))
    candidates.sort(key=lambda a: float(steps.value(a).sum()))
    if len(plan) <= MAX_DESCENT:
        candidates = sorted(candidates[:1] + [_descend(steps, a) for a in candidates[:3]], key=lambda a: float(steps.value(a).sum()))
    return candidates[0]


def run_through(contraction: Floats, gap: Floats, allocation: Floats) -> tuple[Floats, Floats]:
    """Feasible payments, at most the given ones but for the last step, and the shifts that they leave."""
    paid, shift, z = np.empty_like(allocation), np.empty_like(allocation), 0.0
    last = len(allocation) - 1
    for t, (c, s, a) in enumerate(zip(contraction, gap, allocation, strict=True)):
        whole = (c * z if t else 0.0) + s
        paid[t] = whole if t == last or a >= whole * (1 - 2.0**-40) else max(a, 0.0)
        shift[t] = z = max(whole - paid[t], 0.0)
    return paid, shift


def _batches(steps: Reduced, tables: list[Table]) -> Floats:
    """The best sequence of batches: steps p+1..q paid for at q."""
    count = len(steps.gap)
    best, origin, paid = np.full(count + 1, math.inf), np.zeros(count + 1, int), np.zeros(count + 1)
    best[0] = 0.0
    held = np.zeros(0)
    for q in range(count):
        held = np.append(held * steps.contraction[q], 0.0) + steps.gap[q]
        total = best[: q + 1] + tables[q](held)
        p = int(np.argmin(total))
        best[q + 1], origin[q + 1], paid[q + 1] = total[p], p, held[p]
    result, q = np.zeros(count), count
    while q > 0:
        result[q - 1] = paid[q]
        q = int(origin[q])
    return result


def _search_grid(steps: Reduced, tables: list[Table]) -> Floats:
    """Backward dynamic programming over shifts z_t at fractions of their largest value."""
    count, fractions = len(steps.gap), np.linspace(0.0, 1.0, _GRID + 1) ** 2
    future, choices = np.zeros(1), []
    following = np.zeros(1)
    for t in range(count - 1, -1, -1):
        before = fractions * steps.cap[t - 1] if t else np.zeros(1)
        whole = steps.contraction[t] * before + steps.gap[t]
        payment = whole[:, None] - following[None, :]
        total = np.where(payment >= 0, tables[t](np.maximum(payment, 0.0)) + future, math.inf)
        choices.append((following, total.argmin(axis=1)))
        future, following = total.min(axis=1), before
    result, z, at = np.zeros(count), 0.0, 0
    for t, (targets, choice) in enumerate(reversed(choices)):
        at = int(choice[at])
        result[t] = (steps.contraction[t] * z if t else 0.0) + steps.gap[t] - targets[at]
        z = float(targets[at])
    return result


def _descend(steps: Reduced, start: Floats) -> Floats:
    """A local minimum near an allocation, over the shifts z_1..z_{T-1}."""
    count = len(start)
    if count == 1:
        return start
    shift = run_through(steps.contraction, steps.gap, start)[1][:-1]
    matrix = np.zeros((count, count - 1))
    matrix[np.arange(count - 1), np.arange(count - 1)] = -1.0
    matrix[np.arange(1, count), np.arange(count - 1)] = steps.contraction[1:]
    size = float(steps.cap.max())

    def payments(z: Floats) -> Floats:
        result: Floats = np.maximum(steps.gap + matrix @ (z * size), 0.0)
        return result

    with np.errstate(all="ignore"):
        found = minimize(lambda z: float(steps.value(payments(z)).sum()), shift / size,
                         jac=lambda z: size * (steps.derivative(payments(z)) @ matrix), method="SLSQP", bounds=[(0.0, None)] * (count - 1),
                         constraints=LinearConstraint(matrix, -steps.gap / size, np.full(count, math.inf)),
                         options={"maxiter": 200, "ftol": 1e-15})
    moved: Floats = payments(np.maximum(found.x, 0.0))
    return run_through(steps.contraction, steps.gap, moved)[0] if np.all(np.isfinite(moved)) else start
