"""Taut strings of arrays of floats, in scaled coordinates.

With ``w_t = prod_{j > t} c_j`` a step brings the shift ``n_t = w_t s_t`` and the noise ``m_t = w_t^2 sigma_t^2``, and a block of steps
``N = sum n_t`` and ``M = sum m_t``: its slope is N / M.  Pooling adjacent violators finds the blocks whose slopes increase.  Several
strings may stand one after the other in the same arrays; ``rows`` are where they begin.
"""

from __future__ import annotations

import sys

import numpy as np

from pabisym.numerics.array_sums import PART, Floats, Integers, run_sums
from pabisym.numerics.pool import pool

FEW, SOME = 96, 4096
"""So many points are pooled in Python: calling scipy takes longer, or importing it where that has not been done."""
STRETCH, LONG = 64, 1 << 14
"""So many points are looked at by stretches first; fewer as long as scipy is not needed for anything else."""
MARGIN = 2.0**-22
"""By how much of all that entered a point must lie above a line to be certainly above it."""
_PACK, _ALONE = 1000, 450
"""Binary orders of magnitude by which strings may be apart that are pooled in one call, and that the slopes of such a string may span."""
_LOWEST, _WEIGHT = -700, 200
"""Powers of two of the least slopes and of the whole noise there, so that no product leaves the range of floats."""
_ONE_ROW: Integers = np.zeros(1, np.int64)


def block_firsts(n: Floats, m: Floats) -> Integers:
    """Where the blocks of one string begin; a last one without noise stands for what nothing pays for.

    Many points are looked at by stretches first.  The string through the ends of stretches lies above that through all points, so that
    points above it bend neither and are left out: all of a stretch where the shift before it is certainly enough for what is paid in it,
    and elsewhere those that have shift left.
    """
    if len(n) < (LONG if _has_scipy() else 4 * STRETCH):
        return rows_firsts(n, m)
    grid, whole = np.arange(0, len(n), STRETCH), len(n) // STRETCH
    shift, noise = np.add.reduceat(n, grid), np.add.reduceat(m, grid)
    firsts = block_firsts(shift, noise)
    if 2 * len(firsts) > len(grid):
        return rows_firsts(n, m)
    slope = np.repeat(quotients(*run_sums(firsts, shift, noise)), np.diff(firsts, append=len(grid)))
    begins = np.zeros(len(n) + 1, np.bool_)
    begins[grid] = begins[whole * STRETCH :] = True
    with np.errstate(invalid="ignore"):
        paid, enough = slope * noise, MARGIN * np.cumsum(shift)
        before = np.concatenate(([0.0], np.cumsum(shift - paid)[:-1]))
        near = np.flatnonzero(~((before - paid >= enough) | (slope == 0.0))[:whole])
        inside = (near * STRETCH)[:, None] + np.arange(STRETCH)
        left = before[near, None] + np.cumsum(n[inside] - slope[near, None] * m[inside], axis=1)
        begins[inside[~(left >= enough[near, None])] + 1] = True
    at = np.flatnonzero(begins[:-1])
    return at[rows_firsts(np.add.reduceat(n, at), np.add.reduceat(m, at))]


def quotients(n: Floats, m: Floats) -> Floats:
    """Slopes; 0 where there is neither shift nor noise, infinite where there is shift alone."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return n / m if m.all() else np.where(n == 0.0, 0.0, n / m)


def rows_firsts(n: Floats, m: Floats, rows: Integers = _ONE_ROW) -> Integers:
    """Where the blocks of strings that begin at ``rows`` begin; of several, each has noise and none ends with shift that nothing pays.

    Points without noise belong to the block that follows, or to the one before if they bring nothing.
    """
    if m.all():
        return _pooled_noisy(n, m, rows)
    noisy = np.flatnonzero(m)
    if not len(noisy):
        return rows
    marks = (n > 0.0) | (m > 0.0)
    marks[rows] = True
    marked = np.flatnonzero(marks)
    at = marked[np.searchsorted(marked, np.concatenate(([0], noisy[:-1] + 1)))]
    last = int(np.searchsorted(marked, noisy[-1] + 1))
    end = int(marked[last]) if last < len(marked) else len(n)
    found = at[_pooled_noisy(np.add.reduceat(n[:end], at), m[noisy], np.searchsorted(at, rows))]
    return found if end == len(n) else np.append(found, end)


def _pooled_noisy(n: Floats, m: Floats, rows: Integers) -> Integers:
    if len(rows) > 1:
        return _pack(n, m, rows)
    if len(n) <= (FEW if _has_scipy() else SOME):
        blocks = pool(zip(range(len(n)), n.tolist(), m.tolist(), strict=True), lambda left, right: left[1] * right[2] >= right[1] * left[2],
                      lambda left, right: (left[0], left[1] + right[1], left[2] + right[2]))
        return np.array([first for first, _, _ in blocks], np.int64)
    slopes = (n[k : k + PART + 1] / m[k : k + PART + 1] for k in range(0, len(n), PART))
    return np.arange(len(n)) if all((slope[1:] > slope[:-1]).all() for slope in slopes) else _isotonic(n / m, m)


def _has_scipy() -> bool:
    return "scipy.optimize" in sys.modules


def _isotonic(slope: Floats, m: Floats) -> Integers:
    from scipy.optimize import isotonic_regression

    found: Integers = isotonic_regression(slope, weights=m).blocks[:-1]
    return found


def _pack(n: Floats, m: Floats, rows: Integers) -> Integers:
    """Many short strings in few calls: multiplied by powers of two that put the slopes of each above those of the one before.

    Slopes of a string that are not 0 lie between its first shift over all its noise and the largest slope of a point.
    """
    counts, slope, total = np.diff(rows, append=len(n)), n / m, np.add.reduceat(m, rows)
    shifts = np.append(np.flatnonzero(n), len(n))
    idle = np.minimum(shifts[np.searchsorted(shifts, rows)] - rows, counts)
    some = idle < counts
    low = np.where(some, n[np.where(some, rows + idle, 0)] / total, 1.0)
    lowest = np.frexp(low)[1] - 3
    orders = np.frexp(np.where(some, np.maximum.reduceat(slope, rows), 1.0))[1] - lowest + 1
    if orders.max() > _ALONE:
        return np.concatenate([_pooled_noisy(n[p : p + q], m[p : p + q], rows[:1]) + p for p, q in zip(rows, counts, strict=True)])
    above = np.cumsum(orders)
    pack = above // _PACK
    begins = np.flatnonzero(np.diff(pack, prepend=-1))
    lift = (above - orders) - np.repeat((above - orders)[begins], np.diff(begins, append=len(rows))) - lowest + _LOWEST
    leading = np.repeat(rows - np.cumsum(idle) + idle, idle) + np.arange(idle.sum())
    slope[leading] = np.repeat(np.ldexp(1.0, lowest), idle)
    np.ldexp(slope, np.repeat(lift, counts), out=slope)
    weight = m * np.repeat(np.ldexp(1.0, _WEIGHT - np.frexp(total)[1]), counts)
    ends = np.append(rows[begins], len(n))
    return np.concatenate([_isotonic(slope[p:q], weight[p:q]) + p for p, q in zip(ends[:-1].tolist(), ends[1:].tolist(), strict=True)])
