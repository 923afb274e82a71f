"""Restarts in a bounded domain.

With a diameter D the processes are at most ``F_0 = min(D, z_0)``, ``F_t = min(D, c_t F_{t-1} + s_t)`` apart at step t,
whatever was paid.  The problem may therefore be started at any step tau from the shift ``F_tau``; the least of
these optima is the best use of all the bounds at once.  Where the minimum does not cut, ``F_tau`` is what comes of
paying nothing, which the problem started earlier may do too: only the steps where D cuts compete with the start.

All of them are solved in one sweep.  With ``w_t = prod_{j > t} c_j`` let the point of step t be

    (x_t, y_t) = -(sum_{j > t} w_j^2 sigma_j^2,  sum_{j > t} w_j s_j).

The optimum from tau belongs to the greatest convex minorant of the points tau+1..T and of ``(x_tau, y_tau - w_tau F_tau)``, and is the sum
of ``(rise)^2 / run`` over its edges.  The sweep from the end keeps the lower hull of the points on a stack, with the cost from every vertex
to the end, and finds the tangent from each start by bisection.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from flint import fmpq

from pabisym.shift.instance import Instance


class _Vertex(NamedTuple):
    x: fmpq
    y: fmpq
    cost: fmpq


def forward_bounds(instance: Instance, diameter: fmpq) -> tuple[fmpq, ...]:
    """``F_0..F_T``: what the diameter and the gaps alone say of the distance."""
    bounds = [min(diameter, instance.start_shift)]
    for c, s in zip(instance.contraction, instance.gap, strict=True):
        bounds.append(min(diameter, c * bounds[-1] + s))
    return tuple(bounds)


def best_restart(instance: Instance, bounds: tuple[fmpq, ...]) -> int:
    """The first step from which the optimum is least, given the ``forward_bounds``; 0 is no restart.

    The instance must have a finite optimum.
    """
    if not any(bounds):
        return _last_surviving_gap(instance)
    contraction, gap, steps = instance.contraction, instance.gap, instance.steps
    hull = [_Vertex(fmpq(0), fmpq(0), fmpq(0))]
    x, y, weight = fmpq(0), fmpq(0), fmpq(1)
    best: tuple[fmpq, int] | None = None
    for t in range(steps - 1, -1, -1):
        x -= weight * weight * instance.noise_variance[t]
        y -= weight * gap[t]
        weight *= contraction[t]
        if t == 0 or bounds[t] < contraction[t - 1] * bounds[t - 1] + gap[t - 1]:
            value = _join(hull, x, y - weight * bounds[t])[1]
            if value is not None and (best is None or value <= best[0]):
                best = value, t
        keep, cost = _join(hull, x, y)
        if cost is not None:
            del hull[keep + 1 :]
            hull.append(_Vertex(x, y, cost))
    return best[1] if best else 0


def _join(hull: list[_Vertex], x: fmpq, y: fmpq) -> tuple[int, fmpq | None]:
    """The vertex that the lower hull of ``hull`` and a point on its left joins to that point, and the cost from it.

    ``hull`` runs from right to left.  The cost is ``None``, infinite, straight below the last step.
    """

    def passed(index: int) -> bool:
        near, far = hull[index], hull[index - 1]
        return bool((far.y - near.y) * (near.x - x) <= (near.y - y) * (far.x - near.x))

    index = bisect_left(range(1, len(hull)), True, key=passed)
    vertex = hull[index]
    rise, run = vertex.y - y, vertex.x - x
    if run == 0:
        return index, vertex.cost if rise == 0 else None
    return index, vertex.cost + rise * rise / run


def _last_surviving_gap(instance: Instance) -> int:
    """The first step after which nothing can be paid for: no later gap survives to the end."""
    for t in range(instance.steps, 0, -1):
        if instance.gap[t - 1]:
            return t
        if not instance.contraction[t - 1]:
            break
    return 0
