"""Long problems of the float solver without numba: all chunks at once in numpy, step by step through each.

The same algorithm as in :mod:`pabisym.shift.float64.chunks`, with longer chunks, because what is left to Python are loops
over chunks and over the steps of the few that are opened.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from pabisym.shift.float64 import kernels
from pabisym.shift.float64.chunks import LEAST, LEAST_NORMAL, MARGIN, MOST, doubts

Array: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Flags: TypeAlias = npt.NDArray[np.bool_]
Rows: TypeAlias = tuple[Array, Array, Array]
Number = TypeVar("Number", np.float64, np.bool_)
_P = ParamSpec("_P")
_R = TypeVar("_R")

CHUNK = 256
BAND = 64
"""So many chunks are transposed at once, because they fit into the cache."""
EXTENDED = np.finfo(np.longdouble).nmant >= 63
"""Whether long doubles have 64 bits; products of at most MOST_EXTENDED contractions are then good enough in them."""
MOST_EXTENDED = 2 * 10**6


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


def error(steps: int) -> float:
    """What summing up chunks adds to the relative error of a value: 8 m u, and what long doubles leave of products."""
    return 8 * CHUNK * 2.0**-53 + (4 * steps * 2.0**-64 if steps <= MOST_EXTENDED else 0.0)


def _quiet(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function whose floating point errors are silent; numpy's own decorator, before version 2, is one for all threads."""

    @wraps(function)
    def silent(*args: _P.args, **given: _P.kwargs) -> _R:
        with np.errstate(all="ignore"):
            return function(*args, **given)

    return silent


@_quiet
def digest(data: Rows) -> tuple[Array, Flags]:
    """Rows of G, its error, N and W of the chunks, and which of them are rough."""
    count = len(data[0]) // CHUNK
    if bool((data[0] == 1.0).all()):
        n, w = (x[: count * CHUNK].reshape(-1, CHUNK).sum(axis=1) for x in data[1:])
        return np.stack([np.ones(count), np.zeros(count), n, w]), ~(_moderate(n, n) & _moderate(w, w))
    factors, gaps, noises = map(columns, data)
    g, r = _products(factors, len(data[0]) <= MOST_EXTENDED and EXTENDED)
    n, w, square, term = np.zeros(count), np.zeros(count), np.empty(count), np.empty(count)
    for c, s, v in zip(factors, gaps, noises, strict=True):
        np.add(np.multiply(c, n, out=term), s, out=n)
        np.multiply(np.multiply(c, c, out=square), w, out=term)
        np.add(term, v, out=w)
    sound = (factors.max(axis=0) < 2.0) & (g >= LEAST) & (g <= MOST)
    sound &= _moderate(n, gaps.max(axis=0)) & _moderate(w, noises.max(axis=0))
    return np.stack([g, r, n, w]), ~sound


def _moderate(total: Array, largest: Array) -> Flags:
    found: Flags = ((total >= LEAST) & (total <= MOST)) | (largest == 0.0)
    return found


def _products(factors: Array, extended: bool) -> tuple[Array, Array]:
    """The product of every column, and its rounding error."""
    count = factors.shape[1]
    if extended:
        product = np.ones(count, np.longdouble)
        for c in factors:
            product *= c
        g = product.astype(np.float64)
        return g, (product - g).astype(np.float64)
    g, r = np.ones(count), np.zeros(count)
    for c in factors:
        p = c * g
        r = c * r + kernels.product_error(c, g, p)  # type: ignore[arg-type]
        g = p
    return g, r


def elements(data: Rows, table: Array, opened: Flags, rows: Array, at: Integers) -> None:
    """Write the closed chunks and the steps of the others, like :func:`pabisym.shift.float64.chunks.elements`."""
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


@_quiet
def look(data: Rows, start: float, rows: Array, at: Integers, opened: Flags) -> bool:
    """Pool the elements and open doubtful chunks, like :func:`pabisym.shift.float64.chunks.look`."""
    size = len(at)
    factors, _, gaps, noises = rows.tolist()
    scratch, whole = np.zeros((7, size)).tolist(), np.zeros((6, size), np.int64).tolist()
    found = pooled(factors, gaps, noises, start)
    if found is None:
        blocks = kernels.partition(factors, gaps, noises, 0, start, scratch, whole)
    else:
        blocks = len(found[1])
        whole[0][: blocks + 1], scratch[0][:blocks], scratch[1][:blocks] = found
    if 8 * blocks > size:
        return False
    shown, where = scratch[4:], whole[5]
    doubtful = doubts(factors, gaps, noises, at.tolist(), CHUNK, start, blocks, scratch, whole, scratch[3], whole[4], shown, where)
    chunk = np.array(where[:doubtful], np.int64) // CHUNK
    c, s, v = (x[: len(opened) * CHUNK].reshape(-1, CHUNK)[chunk].T for x in data)
    z, top, y = (np.array(row[:doubtful]) for row in shown)
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


def optimum(rows: Array, start: float, reals: Array, whole: Integers) -> tuple[int, float, float, int]:
    """The blocks of elements and the value, like :func:`pabisym.shift.float64.kernels.optimum`."""
    factors, errors, gaps, noises = rows.tolist()
    found = pooled(factors, gaps, noises, start)
    if found is None:
        lists, integers = reals.tolist(), whole.tolist()
        count, h, r, e = kernels.optimum(factors, errors, gaps, noises, 0, start, lists, integers)
    else:
        count = len(found[1])
        lists, integers = [found[1], found[2]], [found[0], [0] * count, [0] * count]
        kernels.sum_blocks(factors, errors, gaps, noises, start, count, lists, integers)
        h, r, e = kernels.value_blocks(count, lists, integers)
    reals[0][:count], whole[0][: count + 1] = lists[0][:count], integers[0][: count + 1]
    whole[1][:count], whole[2][:count] = integers[1][:count], integers[2][:count]
    return count, h, r, e


def pooled(
    factors: Sequence[float], gaps: Sequence[float], noises: Sequence[float], start: float
) -> tuple[list[int], list[float], list[float]] | None:  # fmt: skip
    """First elements of blocks and their number, N and W, like ``partition``; None where a number is not plain.

    A contraction of a block that underflows is smaller than what would matter, where the N and W after it are not 0.
    """
    firsts, ns, ws, gs = list[int](), list[float](), list[float](), list[float]()
    low, high = kernels.LOW, kernels.HIGH
    n_left, w_left, g_left, first = start, 0.0, 1.0, 0
    if not (low <= start <= high or start == 0.0):
        return None
    for t, (g, n, w) in enumerate(zip(factors, gaps, noises, strict=True)):
        if n_left * w < g * n * w_left:
            firsts.append(first)
            ns.append(n_left)
            ws.append(w_left)
            gs.append(g_left)
            n_left, w_left, g_left, first = n, w, g, t
        else:
            n_left, w_left, g_left = g * n_left + n, g * g * w_left + w, g * g_left
            while ns and not ns[-1] * w_left < g_left * n_left * ws[-1]:
                n_left, w_left, g_left = g_left * ns.pop() + n_left, g_left * g_left * ws.pop() + w_left, g_left * gs.pop()
                first = firsts.pop()
        if not (low <= n_left <= high and low <= w_left <= high) and not (
            (n_left == 0.0 or low <= n_left <= high) and (w_left == 0.0 or low <= w_left <= high) and low <= g_left <= high
        ):
            return None
    return [*firsts, first, len(gaps)], [*ns, n_left], [*ws, w_left]


def pay(
    c: Array, v: Array, firsts: Integers, ms: Array, es: Integers, table: Array, a: Array, ratio: Array
) -> None:  # fmt: skip
    """Write the payments and ratios, like :func:`pabisym.shift.float64.chunks.paid`; ``table`` is that of ``digest``.

    Variances are taken in a unit in which none exceeds 1, and multipliers accordingly: none is lost that matters.
    """
    steps, unit = len(c), math.frexp(float(v.max()))[1]
    ends = _multipliers_at_breaks(c, firsts, ms, es + unit, table, ratio)
    factors = columns(c)
    known: dict[int, list[tuple[int, float]]] = {}
    for t, multiplier in ends.items():
        known.setdefault(t % CHUNK, []).append((t // CHUNK, multiplier))
    rows, y = np.empty(factors.shape), np.zeros(factors.shape[1])
    for i in range(CHUNK - 1, -1, -1):
        if i + 1 < CHUNK:
            np.multiply(factors[i + 1], y, out=rows[i])
        for k, multiplier in known.get(i, ()):
            if k < len(y):
                rows[i, k] = multiplier
        y = rows[i]
    whole, y_last = factors.size, 0.0
    a[:whole] = joined(rows, whole)
    for t in range(steps - 1, whole - 1, -1):
        y_last = ends[t] if t in ends else y_last * float(c[t + 1])
        a[t] = y_last
    if -1000 < unit < 1000:
        a *= v * 2.0**-unit
    else:
        a *= np.ldexp(v, -unit)


def _multipliers_at_breaks(
    c: Array, firsts: Integers, ms: Array, es: Integers, table: Array, ratio: Array
) -> dict[int, float]:  # fmt: skip
    """The multipliers of the last steps of blocks and of chunks; the ratios are written."""
    steps, block, ends = len(c), len(ms) - 1, dict[int, float]()
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
    """Write the shifts, like :func:`pabisym.shift.float64.chunks.remaining`.

    The shift at the end of a chunk is linear in the one before it; what is in between follows from that.
    """
    factors, entering = columns(c), columns(s - a)
    stops: dict[int, list[int]] = {}
    for end in (firsts[1:] - 1).tolist():
        if end < factors.size:
            stops.setdefault(end % CHUNK, []).append(end // CHUNK)
    slope, base, rows = np.ones(factors.shape[1]), np.zeros(factors.shape[1]), np.empty(factors.shape)
    for i in range(CHUNK):
        np.multiply(factors[i], slope, out=slope)
        np.add(np.multiply(factors[i], base, out=base), entering[i], out=base)
        if i in stops:
            slope[stops[i]] = base[stops[i]] = 0.0
    before = [start]
    for p, q in zip(slope.tolist(), base.tolist(), strict=True):
        left = p * before[-1] + q
        before.append(left if left >= LEAST_NORMAL else 0.0)
    rest = np.array(before[:-1])
    for i in range(CHUNK):
        np.add(np.multiply(factors[i], rest, out=rows[i]), entering[i], out=rows[i])
        rest = np.maximum(rows[i], 0.0, out=rows[i])
        if i in stops:
            rest[stops[i]] = 0.0
    whole, left, last = factors.size, before[-1], set(firsts[1:].tolist())
    z[:whole] = joined(rows, whole)
    for t in range(whole, len(c)):
        left = 0.0 if t + 1 in last else max(float(c[t]) * left + float(s[t] - a[t]), 0.0)
        z[t] = left
    z[z < LEAST_NORMAL] = 0.0
