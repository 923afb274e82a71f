"""Sums, products and recursions of arrays of floats, with few roundings behind each number."""

from __future__ import annotations

import math
import sys
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.int64]

UNIT = 2.0**-53
GROUP = 32
"""So many numbers are summed or multiplied one after the other; then the results are."""
PART = GROUP**3
"""So many numbers are computed with at a time, as they fit into a cache."""
SIDE_BY_SIDE = 64
"""So many steps of a recursion are taken for all places at once that are so far apart."""


def roundings(count: int) -> int:
    """How many roundings are behind a sum or product of ``count`` numbers in the functions below, at most."""
    return min(count, GROUP * (2 + int(math.log(max(count, 1), GROUP))))


def prefixes(operation: np.ufunc, values: Floats) -> Floats:
    """``operation.accumulate`` of sums or products of rows, with :func:`roundings` in place of one rounding for each number."""
    *rows, count = values.shape
    if count <= GROUP:
        result: Floats = operation.accumulate(values, axis=-1)
        return result
    full = count - count % GROUP
    groups = operation.accumulate(values[..., :full].reshape(*rows, -1, GROUP), axis=-1)
    groups[..., 1:, :] = operation(groups[..., 1:, :], prefixes(operation, groups[..., -1])[..., :-1, None])
    if full == count:
        return groups.reshape(values.shape)
    rest = operation(groups[..., -1, -1:], operation.accumulate(values[..., full:], axis=-1))
    return np.concatenate((groups.reshape(*rows, full), rest), axis=-1)


def run_sums(firsts: Integers, *rows: Floats) -> tuple[Floats, ...]:
    """The sums of the runs that begin at ``firsts``, the first of them at 0, of each of some rows of as many numbers."""
    count = len(rows[0])
    if len(firsts) == count:
        return rows
    while count > GROUP and (len(firsts) == 1 or max((firsts[1:] - firsts[:-1]).max(), count - firsts[-1]) > GROUP):
        at = np.arange(0, count, GROUP)
        if len(firsts) > 1:
            begins = np.zeros(count, np.bool_)
            begins[at] = begins[firsts] = True
            at = np.flatnonzero(begins)
        rows, firsts, count = tuple(np.add.reduceat(row, at) for row in rows), np.searchsorted(at, firsts), len(at)
    return tuple(np.add.reduceat(row, firsts) for row in rows)


def sum_of_products(x: Floats, y: Floats) -> float:
    """The sum of ``x * y``, with the roundings of :func:`run_sums`."""
    whole = np.zeros(1, np.int64)
    parts = [run_sums(whole, x[k : k + PART] * y[k : k + PART])[0][0] for k in range(0, len(x), PART)]
    return float(run_sums(whole, np.array(parts))[0][0])


def recursion(factor: Floats, added: Floats, start: float, most: float = math.inf) -> Floats:
    """``z_t = min(most, factor_t z_{t-1} + added_t)`` from ``z_0 = start`` on, for factors between 0 and 2**13.

    After each of :data:`SIDE_BY_SIDE` steps z is ``min(top, product x + level)`` of the x before them, found for all such x at once.
    """
    bounded, before = most < math.inf, -len(added) % SIDE_BY_SIDE
    whole = np.concatenate((np.ones(before), factor)), np.concatenate((np.zeros(before), added))
    product, level = (x.reshape(-1, SIDE_BY_SIDE).T.copy() for x in whole)
    top = np.full_like(level, most) if bounded else np.broadcast_to(most, level.shape)
    with np.errstate(over="ignore", under="ignore"):
        for t in range(1, SIDE_BY_SIDE):
            if bounded:
                np.minimum(product[t] * top[t - 1] + level[t], most, out=top[t])
            level[t] += product[t] * level[t - 1]
            product[t] *= product[t - 1]
        entering = [start]
        for c, s, limit in zip(product[-1].tolist(), level[-1].tolist(), top[-1].tolist(), strict=True):
            entering.append(min(limit, c * entering[-1] + s, sys.float_info.max))
        product *= np.array(entering[:-1])
        level += product
    found: Floats = (np.minimum(level, top) if bounded else level).T.ravel()[before:]
    return found
