"""Long problems of the float solver without numba: all chunks at once in numpy, step by step through each.

The same algorithm as in :mod:`pabisym.shift._float_chunks`, with longer chunks, because what is left to Python are loops
over chunks and over the steps of the few that are opened.
"""

from __future__ import annotations

import math
from typing import TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from pabisym.shift import _float_kernels as kernels
from pabisym.shift._float_chunks import LEAST, LEAST_NORMAL, MARGIN, MOST, doubts

Array: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Rows: TypeAlias = tuple[Array, Array, Array]
Number = TypeVar("Number", np.float64, np.bool_)

CHUNK = 256
BAND = 64
"""So many chunks are transposed at once, because they fit into the cache."""


def columns(x: npt.NDArray[Number]) -> npt.NDArray[Number]:
    """The steps of whole chunks: one row for every step in a chunk, one column for every chunk."""
    rows = x[: len(x) - len(x) % CHUNK].reshape(-1, CHUNK)
    result = np.empty(rows.shape[::-1], x.dtype)
    for k in range(0, len(rows), BAND):
        result[:, k : k + BAND] = rows[k : k + BAND].T
    return result


def joined(rows: Array, steps: int) -> Array:
    """The steps in order again, the first ``steps`` of them."""
    result = np.empty(rows.shape[::-1], rows.dtype)
    for k in range(0, len(result), BAND):
        result[k : k + BAND] = rows[:, k : k + BAND].T
    return result.reshape(-1)[:steps]


@np.errstate(all="ignore")
def digest(data: Rows) -> tuple[Array, Flags]:
    """Rows of G, its error, N and W of the chunks, and which of them are rough."""
    count = len(data[0]) // CHUNK
    g, r, n, w = np.ones(count), np.zeros(count), np.zeros(count), np.zeros(count)
    largest, gaps, noises = np.zeros(count), np.zeros(count), np.zeros(count)
    constant = bool((data[0] == 1.0).all())
    if constant:
        n, w = (x[: count * CHUNK].reshape(-1, CHUNK).sum(axis=1) for x in data[1:])
        gaps, noises = n, w
    for c, s, v in zip(*map(columns, data), strict=True) if not constant else ():
        p = c * g
        r = c * r + kernels.product_error(c, g, p)  # type: ignore[arg-type]
        g, n, w = p, c * n + s, c * c * w + v
        for most, x in ((largest, c), (gaps, s), (noises, v)):
            np.maximum(most, x, out=most)
    sound = (largest < 2.0) & (g >= LEAST) & (g <= MOST)
    for total, most in ((n, gaps), (w, noises)):
        sound &= ((total >= LEAST) & (total <= MOST)) | (most == 0.0)
    return np.stack([g, r, n, w]), ~sound


def elements(data: Rows, table: Array, opened: Flags, rows: Array, at: Integers) -> None:
    """Write the closed chunks and the steps of the others, like :func:`pabisym.shift._float_chunks.elements`."""
    sizes = np.where(opened, CHUNK, 1)
    places = np.concatenate([[0], np.cumsum(sizes)])
    closed = places[:-1][~opened]
    rows[:, closed], at[closed] = table[:, ~opened], np.flatnonzero(~opened) * CHUNK
    rest = len(opened) * CHUNK
    runs = [(int(places[k]), int(k) * CHUNK, CHUNK) for k in np.flatnonzero(opened)]
    for place, t, size in [*runs, (int(places[-1]), rest, len(data[0]) - rest)]:
        for row, x in zip((0, 2, 3), data, strict=True):
            rows[row, place : place + size] = x[t : t + size]
        rows[1, place : place + size], at[place : place + size] = 0.0, np.arange(t, t + size)
    at[-1] = len(data[0])


@np.errstate(all="ignore")
def look(data: Rows, start: float, rows: Array, at: Integers, opened: Flags) -> bool:
    """Pool the elements and open doubtful chunks, like :func:`pabisym.shift._float_chunks.look`."""
    size = len(at)
    factors, _, gaps, noises = rows.tolist()
    scratch, whole = np.zeros((7, size)).tolist(), np.zeros((6, size), np.int64).tolist()
    blocks = kernels.partition(factors, gaps, noises, 0, start, scratch, whole)
    if 8 * blocks > size:
        return False
    found, where = scratch[4:], whole[5]
    doubtful = doubts(factors, gaps, noises, at.tolist(), CHUNK, start, blocks, scratch, whole, scratch[3], whole[4], found, where)
    chunk = np.array(where[:doubtful], np.int64) // CHUNK
    c, s, v = (x[: len(opened) * CHUNK].reshape(-1, CHUNK)[chunk].T for x in data)
    z, top, y = (np.array(row[:doubtful]) for row in found)
    weights = np.empty((CHUNK, doubtful))
    for i in range(CHUNK - 1, -1, -1):
        weights[i] = y
        y = y * c[i]
    certain = top >= 0.0
    for i in range(CHUNK - 1):
        z, top = c[i] * z + (s[i] - v[i] * weights[i]), c[i] * top + s[i]
        certain &= (top > 0.0) & (z >= MARGIN * top)
    opened[chunk[~certain]] = True
    return True


def pay(
    c: Array, v: Array, firsts: Integers, ms: Array, es: Integers, table: Array, a: Array, ratio: Array
) -> None:  # fmt: skip
    """Write the payments and ratios, like :func:`pabisym.shift._float_chunks.paid`; ``table`` is that of ``digest``.

    Variances are taken in a unit in which none exceeds 1, and multipliers accordingly: none is lost that matters.
    """
    steps, unit = len(c), math.frexp(float(v.max()))[1]
    padding = -steps % CHUNK
    ends = _multipliers_at_breaks(c, firsts, ms, es + unit, table, ratio, np.full(steps + padding, -1.0))
    factors, rows = columns(np.concatenate([c, np.ones(padding)])), columns(ends)
    known = set((np.flatnonzero(ends >= 0.0) % CHUNK).tolist())
    y = rows[CHUNK - 1]
    for i in range(CHUNK - 2, -1, -1):
        y = factors[i + 1] * y
        if i in known:
            y = np.where(rows[i] >= 0.0, rows[i], y)
        rows[i] = y
    np.multiply(np.ldexp(v, -unit), joined(rows, steps), out=a)


def _multipliers_at_breaks(
    c: Array, firsts: Integers, ms: Array, es: Integers, table: Array, ratio: Array, ends: Array
) -> Array:  # fmt: skip
    """Write the multipliers of the last steps of blocks and of chunks, and the ratios."""
    steps, block = len(c), len(ms) - 1
    breaks = [*np.unique(np.concatenate([np.arange(0, steps, CHUNK), firsts[:-1]])).tolist(), steps]
    g, error = table[0].tolist(), table[1].tolist()
    h, r, e = float(ms[block]), 0.0, int(es[block])
    for first, end in zip(breaks[-2::-1], breaks[:0:-1], strict=True):
        ends[end - 1] = kernels.unscaled(h + r, e)
        if first == firsts[block]:
            if block == 0:
                break
            for t in range(end - 1, first, -1):
                h, r, e = _times(h, r, e, float(c[t]), 0.0)
            block -= 1
            m, k = float(ms[block]), int(es[block])
            ratio[block + 1] = kernels.unscaled(m / (h + r), k - e) if h + r > 0.0 else math.inf
            h, r, e = m, 0.0, k
        elif end - first == CHUNK:
            h, r, e = _times(h, r, e, g[first // CHUNK], error[first // CHUNK])
        else:
            for t in range(end - 1, first - 1, -1):
                h, r, e = _times(h, r, e, float(c[t]), 0.0)
    return ends


def _times(h: float, r: float, e: int, g: float, error: float) -> tuple[float, float, int]:
    """The multiplier ``(h + r) 2**e`` times a product that is known with its error."""
    p = g * h
    r = g * r + (error * h + kernels.product_error(g, h, p))
    return kernels.balanced(p, r, e) if p < kernels.LOW else (p, r, e)


def drain(c: Array, s: Array, a: Array, firsts: Integers, start: float, z: Array) -> None:
    """Write the shifts, like :func:`pabisym.shift._float_chunks.remaining`.

    The shift at the end of a chunk is linear in the one before it; what is in between follows from that.
    """
    steps = len(c)
    padding, ends = np.zeros(-steps % CHUNK), firsts[1:] - 1
    factors, entering = columns(np.concatenate([c, padding])), columns(np.concatenate([s - a, padding]))
    stops: dict[int, list[int]] = {}
    for end in ends.tolist():
        stops.setdefault(end % CHUNK, []).append(end // CHUNK)
    slope, base = np.ones(factors.shape[1]), np.zeros(factors.shape[1])
    for i in range(CHUNK):
        slope, base = factors[i] * slope, factors[i] * base + entering[i]
        if i in stops:
            slope[stops[i]] = base[stops[i]] = 0.0
    before = [start]
    for p, q in zip(slope.tolist(), base.tolist(), strict=True):
        left = p * before[-1] + q
        before.append(left if left >= LEAST_NORMAL else 0.0)
    rest, rows = np.array(before[:-1]), np.empty(factors.shape)
    for i in range(CHUNK):
        rest = np.maximum(factors[i] * rest + entering[i], 0.0, out=rows[i])
        if i in stops:
            rest[stops[i]] = 0.0
    z[:] = joined(rows, steps)
    z[z < LEAST_NORMAL] = 0.0
