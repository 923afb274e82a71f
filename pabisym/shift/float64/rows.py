"""The loop over many small problems, each solved as :func:`pabisym.shift.float64.solve.solve_float` solves it; compiled by numba."""

from __future__ import annotations

import math
from typing import Any

from pabisym.shift.float64.kernels import Floats, less, optimum, sweep


def placed(values: Floats, strides: Any, base: int, i: int, steps: int, out: Any) -> bool:
    """Copy the numbers of row i, from where its strides say, and whether they are finite and not negative."""
    sound = True
    at, by = base * strides[0] + i * strides[1], strides[2]
    for t in range(steps):
        x = values[at + t * by]
        out[t] = x + 0.0
        sound = sound and 0.0 <= x < math.inf
    return sound


def surviving(c: Floats, s: Floats) -> int:
    """The last step with a gap, if nothing later forgets it, or 0."""
    for t in range(len(s) - 1, -1, -1):
        if s[t] > 0.0:
            return t + 1
        if c[t] == 0.0:
            return 0
    return 0


def totals(c: Floats, s: Floats, v: Floats, restart: int, start: float, reals: Any, whole: Any) -> tuple[float, int]:
    """The value from a step on, infinite where nothing can pay."""
    if restart == len(s):
        return (math.inf if start > 0.0 else 0.0), 0
    _, h, r, e = optimum(c, c[:0], s, v, restart, start, reals, whole)
    return h + r, e


def rows(
    c: Floats, s: Floats, v: Floats, starts: Floats, diameters: Floats, strides: Any, firsts: Any, begin: int, end: int,
    found: Any, places: Any, data: Any, reals: Any, whole: Any,
) -> None:  # fmt: skip
    """Solve the rows ``begin..end-1``.

    ``strides`` has a row each for c, s and v: element t of row i is at ``firsts[i]*strides[k][0] + i*strides[k][1] + t*strides[k][2]``.
    Writes the value to ``found[0]`` and ``places[0]`` as mantissa and exponent, the optimum from the best restart to ``found[1]`` and
    ``places[1]`` (NaN where no diameter matters), the restart to ``places[2]`` and to ``places[3]`` whether all data are sound.
    ``data`` (4 rows), ``reals`` (7) and ``whole`` (8), of one element more than the longest row has steps, are scratch space.
    """
    for i in range(begin, end):
        steps = firsts[i + 1] - firsts[i]
        ci, si, vi = data[0][:steps], data[1][:steps], data[2][:steps]
        sound = placed(c, strides[0], firsts[i], i, steps, ci)
        sound = placed(s, strides[1], firsts[i], i, steps, si) and sound
        sound = placed(v, strides[2], firsts[i], i, steps, vi) and sound
        diameter, start = diameters[i], starts[i] + 0.0
        sound = sound and diameter >= 0.0 and 0.0 <= start < math.inf
        found[1][i], places[1][i], places[2][i], places[3][i] = math.nan, 0, 0, 1 if sound else 0
        if not sound:
            continue
        if diameter == 0.0:
            places[2][i] = surviving(ci, si)
            found[0][i], places[0][i] = totals(ci, si, vi, places[2][i], 0.0, reals, whole)
            continue
        best, m, f, certain = 0, math.inf, 0, False
        if diameter < math.inf:
            best, m, f, certain = sweep(ci, si, vi, diameter, start, data[3], reals, whole)
            if certain:
                total, e = totals(ci, si, vi, best, diameter, reals, whole)
                if total < math.inf:
                    found[0][i], places[0][i] = total, e
                    found[1][i], places[1][i], places[2][i] = m, f, best
                    continue
        total, e = totals(ci, si, vi, 0, min(start, diameter), reals, whole)
        found[0][i], places[0][i] = total, e
        if best == 0 or m == math.inf or total == 0.0 or total == math.inf:
            continue
        found[1][i], places[1][i] = m, f
        if not less(total * (1.0 + 2.0**-20), e, m, f):
            other, other_e = totals(ci, si, vi, best, diameter, reals, whole)
            if less(other, other_e, total, e):
                found[0][i], places[0][i], places[2][i] = other, other_e, best
