"""The optima of many strings of equal length, and their best restarts in a bounded domain; one string is a row as well.

Rows hold what :mod:`pabisym.shift.float64.kernels` calls n and m, and the products of contractions after each step.  Without a diameter
the optimum of a row is ``sum N^2 / M`` over its blocks.

**Restarts.**  From a restart after step t the optimum V(t) is at least

    (w_t D + sum n)^2 / sum m                       and                2 y_{t+1} w_t D + sum (2 y_i n_i - m_i y_i^2)

over the later steps, whatever increasing slopes y are: the first is the price of paying all in one block, the second a dual bound, which is
exact for the string that y belongs to and nearly so for its neighbours.  One loop solves the restart with the least bound and adds the
bound of its string to those of all others, until no bound is below the best optimum found.  Every optimum and every bound holds by itself;
``lower`` is the least of the bounds, less what rounding may have added.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from pabisym.numerics.array_sums import UNIT, Floats, Integers, run_sums
from pabisym.shift.float64.kernels import block_firsts, rows_firsts

TIE = 1e-14
"""Optima that are closer are taken as equal, and the earliest restart is preferred."""


class Least(NamedTuple):
    """By rows: the least optimum and its restart, and a lower bound of the optima of all restarts."""

    value: Floats
    restart: Integers
    lower: Floats


def optima(n: Floats, m: Floats) -> tuple[Floats, Floats]:
    """The optimum of every row, infinite where nothing pays, and the slope of every step."""
    count, steps = n.shape
    later = np.maximum.accumulate(m[:, ::-1], axis=1)[:, ::-1] if not m.all() else m
    lost = ((later == 0.0) & (n > 0.0)).any(axis=1) if later is not m else np.zeros(count, np.bool_)
    silent = lost | ~m[:, -1].astype(bool) & ~later[:, 0].astype(bool)
    if silent.any():
        n, m = n.copy(), m.copy()
        n[silent], m[silent] = 0.0, 1.0
    firsts = block_firsts(n[0], m[0]) if count == 1 else rows_firsts(n.ravel(), m.ravel(), np.arange(0, n.size, steps))
    shift, noise = run_sums(firsts, n.ravel(), m.ravel())
    slope = np.where(shift > 0.0, shift / np.where(noise > 0.0, noise, 1.0), 0.0)
    value, = run_sums(np.searchsorted(firsts, np.arange(0, n.size, steps)), shift * slope)
    value[lost] = math.inf
    return value, np.repeat(slope, np.diff(firsts, append=n.size)).reshape(n.shape)


def least(n: Floats, m: Floats, weight: Floats, diameter: Floats, value: Floats) -> Least:
    """The best restart of every row, whose optimum from the start is ``value``; ``weight`` are the products after each step."""
    steps = n.shape[1]
    shift, noise = (np.cumsum(x[:, ::-1], axis=1)[:, ::-1] for x in (n, m))
    entering = weight[:, :-1] * diameter[:, None]
    bound = entering + shift[:, 1:]
    with np.errstate(divide="ignore", invalid="ignore"):
        bound *= bound
        bound /= noise[:, 1:]
    if not m[:, -1].all():
        bound[np.isnan(bound)] = 0.0
    lost = 8 * (steps + 4) * UNIT
    best, restart, solved = value.copy(), np.zeros(len(n), np.int64), np.zeros(bound.shape, np.bool_)
    active = np.arange(len(n))
    while len(active) and steps > 1:
        at = bound[active].argmin(axis=1) if len(active) < len(n) else bound.argmin(axis=1)
        better = bound[active, at] < best[active] * (1 - TIE - lost)
        rest = np.flatnonzero(~better & (restart[active] > 1))
        at[~better] = steps
        for i in rest.tolist():
            earlier = np.flatnonzero((bound[active[i], : restart[active[i]] - 1] <= best[active[i]] * (1 + TIE))
                                     & ~solved[active[i], : restart[active[i]] - 1])
            at[i] = earlier[0] if len(earlier) else steps
        active, at = active[at < steps], at[at < steps]
        if not len(active):
            break
        found, slope = _from(n, m, entering, active, at)
        bound[active, at], solved[active, at] = found, True
        improved = (found < best[active] * (1 - TIE)) | ((found <= best[active] * (1 + TIE)) & (at + 1 < restart[active]))
        best[active[improved]], restart[active[improved]] = found[improved], at[improved] + 1
        open_ = (bound[active].min(axis=1) < best[active] * (1 - TIE - lost)) & (found < math.inf)
        some = active[open_]
        if len(some):
            dual = _dual(n[some], m[some], entering[some], shift[some], noise[some], slope[open_], at[open_])
            bound[some] = np.where(solved[some], bound[some], np.fmax(bound[some], dual))
    low = bound.min(axis=1) * (1 - lost) if steps > 1 else np.full(len(n), math.inf)
    return Least(best, restart, np.minimum(low, value))


def _from(n: Floats, m: Floats, entering: Floats, rows: Integers, at: Integers) -> tuple[Floats, Floats]:
    """The optimum of some rows, each from the restart after step ``at`` (from 0), and the slopes of the steps after the first of these."""
    begin, order = int(at.min()) + 1, np.arange(len(at))
    inside, silent = n[rows, begin:], m[rows, begin:]
    if len(at) > 1:
        later = np.arange(begin, n.shape[1]) > at[:, None]
        inside, silent = np.where(later, inside, 0.0), np.where(later, silent, 0.0)
    inside[order, at + 1 - begin] += entering[rows, at]
    return optima(inside, silent)


def _dual(n: Floats, m: Floats, entering: Floats, shift: Floats, noise: Floats, slope: Floats, at: Integers) -> Floats:
    """What a string from the restart after step ``at`` says of the optima from all restarts."""
    begin = n.shape[1] - slope.shape[1]
    first = slope[np.arange(len(at)), at + 1 - begin][:, None]
    later = np.where(np.arange(begin, n.shape[1]) > at[:, None], slope, first)
    y = np.concatenate((np.broadcast_to(first, (len(at), begin)), later), axis=1)
    terms = np.cumsum(((2 * n - m * y) * y)[:, ::-1], axis=1)[:, ::-1]
    doubt = 4 * n.shape[1] * UNIT * y[:, -1:] * (2 * shift[:, 1:] + y[:, -1:] * noise[:, 1:])
    result: Floats = 2 * y[:, 1:] * entering + terms[:, 1:] - doubt
    return result
