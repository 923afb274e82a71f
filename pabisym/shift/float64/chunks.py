"""Loops of the float solver for long problems: most steps are looked at 32 at a time.  Compiled by numba only.

A *chunk* is CHUNK consecutive steps, known by its N, W and G (:mod:`pabisym.shift.exact.solve`), G with its rounding error.
Elsewhere a chunk is a step like any other, of gap N, variance W and contraction G.  *Elements* are chunks and single
steps, in order.  Pooling whole chunks first and looking into few of them finds the blocks of the steps; that nothing
is lost is proved in :mod:`pabisym.shift.float64.solve`.

Numba keeps compiled functions by the file of the entry point: after a change of ``_float_kernels.py`` alone, touch this file.
"""

from __future__ import annotations

import math
from typing import Any

from pabisym.shift.float64.kernels import (
    LOW,
    STEEP_HIGH,
    STEEP_LOW,
    WINDOW,
    Floats,
    Out,
    balanced,
    horner,
    is_plain,
    partition,
    plus,
    product_error,
    reach,
    scaled,
    stepped,
    sum_error,
    unscaled,
)

CHUNK = 32
LEAST, MOST = 2.0**-400, 2.0**400
"""G, N and W of a chunk lie between these, N and W may also be 0 with all gaps or variances, and no contraction is 2 or
more; else the chunk is *rough*."""
TWO = 2**62
"""The bits of 2.0, and the lowest bit that no number below it has."""
MARGIN = 2.0**-22
"""By how much of all that entered a block a point must lie above the line of the block to be certainly above it."""
ONE = 0x3FF0000000000000
"""The bits of 1.0."""
VANISHED = -1600
"""With a lower exponent the product of two plain mantissas is 0 as a float."""
LEAST_NORMAL = 2.0**-1022
SHORT = 8
"""N and W of a block of so many steps are as accurate as those of a chunk however they are summed up."""


def longer(g: float, r: float, n: float, w: float, c: float, s: float, v: float) -> tuple[float, float, float, float]:
    """G with its error, N and W of some steps and one more step."""
    p = c * g
    return p, c * r + product_error(c, g, p), c * n + s, c * c * w + v


def paired(g_left: float, r_left: float, n_left: float, w_left: float, g: float, r: float, n: float, w: float) -> tuple[float, float, float,
           float]:
    """G with its error, N and W of two neighbouring runs of steps."""
    p = g * g_left
    return p, g * r_left + (r * g_left + product_error(g, g_left, p)), g * n_left + n, g * g * w_left + w


def moderate(x: float, bits: int) -> bool:
    """Whether N or W of a chunk is neither very large nor very small, or 0 with all it is made of (no bit is set)."""
    return LEAST <= x <= MOST or bits == 0


def digest(c: Floats, s: Floats, v: Floats, bits: Any, copies: Any, table: Any, rough: Any) -> tuple[bool, bool]:
    """Sum up all chunks, and copy all steps (a copy may be the data itself).

    Rows of ``bits`` are c, s and v as integers; rows of ``table`` are G, its error, N and W.  Returns whether every
    number is finite without a sign, and whether no contraction exceeds 1 and no chunk is rough.
    Four runs of steps are summed up side by side, so that no addition needs to wait for the one before.
    """
    finite, falling, quarter = True, True, CHUNK // 4
    c_bits, s_bits, v_bits = bits
    c_copy, s_copy, v_copy = copies
    for k in range(len(rough)):
        first = CHUNK * k
        g0, r0, n0, w0, g1, r1, n1, w1 = 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0
        g2, r2, n2, w2, g3, r3, n3, w3 = 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0
        factors, gaps, noises, above = 0, 0, 0, 0
        for t in range(first, first + quarter):
            t1, t2, t3 = t + quarter, t + 2 * quarter, t + 3 * quarter
            g0, r0, n0, w0 = longer(g0, r0, n0, w0, c[t], s[t], v[t])
            g1, r1, n1, w1 = longer(g1, r1, n1, w1, c[t1], s[t1], v[t1])
            g2, r2, n2, w2 = longer(g2, r2, n2, w2, c[t2], s[t2], v[t2])
            g3, r3, n3, w3 = longer(g3, r3, n3, w3, c[t3], s[t3], v[t3])
            c_copy[t], c_copy[t1], c_copy[t2], c_copy[t3] = c[t], c[t1], c[t2], c[t3]
            s_copy[t], s_copy[t1], s_copy[t2], s_copy[t3] = s[t], s[t1], s[t2], s[t3]
            v_copy[t], v_copy[t1], v_copy[t2], v_copy[t3] = v[t], v[t1], v[t2], v[t3]
            factors |= c_bits[t] | c_bits[t1] | c_bits[t2] | c_bits[t3]
            above |= (ONE - c_bits[t]) | (ONE - c_bits[t1]) | (ONE - c_bits[t2]) | (ONE - c_bits[t3])
            gaps |= s_bits[t] | s_bits[t1] | s_bits[t2] | s_bits[t3]
            noises |= v_bits[t] | v_bits[t1] | v_bits[t2] | v_bits[t3]
        g0, r0, n0, w0 = paired(g0, r0, n0, w0, g1, r1, n1, w1)
        g2, r2, n2, w2 = paired(g2, r2, n2, w2, g3, r3, n3, w3)
        g0, r0, n0, w0 = paired(g0, r0, n0, w0, g2, r2, n2, w2)
        table[0, k], table[1, k], table[2, k], table[3, k] = g0, r0, n0, w0
        coarse = not (factors < TWO and LEAST <= g0 <= MOST and moderate(n0, gaps) and moderate(w0, noises))
        rough[k] = coarse
        finite = finite and (factors | gaps | noises) >= 0 and g0 + n0 + w0 < math.inf
        falling = falling and above >= 0 and not coarse
    for t in range(CHUNK * len(rough), len(c)):
        c_copy[t], s_copy[t], v_copy[t] = c[t], s[t], v[t]
        finite = finite and (c_bits[t] | s_bits[t] | v_bits[t]) >= 0 and c[t] < math.inf and s[t] < math.inf and v[t] < math.inf
        falling = falling and c[t] <= 1.0
    return finite, falling


def elements(c: Floats, s: Floats, v: Floats, table: Any, opened: Any, reals: Any, at: Any) -> int:
    """Write the chunks of ``table``, and the steps of those that are ``opened`` and after the last; how many elements.

    Rows of ``reals`` get contractions, their errors, gaps and variances; ``at`` gets first steps, and T behind them.
    """
    factors, errors, gaps, noises = reals[0], reals[1], reals[2], reals[3]
    count, t = 0, 0
    for k in range(len(opened) + 1):
        end = t + CHUNK
        if k < len(opened) and not opened[k]:
            factors[count], errors[count], gaps[count], noises[count] = table[0, k], table[1, k], table[2, k], table[3, k]
            at[count], count, t = t, count + 1, end
            continue
        for i in range(t, min(end, len(c)) if k < len(opened) else len(c)):
            factors[count], errors[count], gaps[count], noises[count], at[count] = c[i], 0.0, s[i], v[i], i
            count += 1
        t = end
    at[count] = len(c)
    return count


def spread(factors: Floats, block: int, reals: Any, whole: Any, ys: Out, y_es: Any) -> None:
    """The multipliers at the ends of the elements of a block, scaled, from its N and W."""
    firsts, m, e = whole[0], 0.0, 0
    if reals[0][block] > 0.0 and reals[1][block] > 0.0:
        m, e = scaled(reals[0][block] / reals[1][block], whole[1][block] - whole[2][block])
    for i in range(firsts[block + 1] - 1, firsts[block] - 1, -1):
        ys[i], y_es[i] = m, e
        g, k = factors[i], 0
        if not STEEP_LOW <= g <= STEEP_HIGH:
            g, k = math.frexp(g)
        m *= g
        e += k
        if not LOW <= m <= 1.0 / LOW:
            m, e = scaled(m, e)


def doubts(
    factors: Floats, gaps: Floats, noises: Floats, at: Any, size: int, start: float, blocks: int, reals: Any, whole: Any,
    ys: Out, y_es: Any, found: Any, where: Any,
) -> int:  # fmt: skip
    """The chunks in which a point may lie below the line of its block, as far as can be told without their steps.

    Blocks in which nothing is paid have none: their shifts are what has entered.  In the others the shift that comes in is enough, by a
    margin, for all that is paid in the chunk.  For those in doubt ``found`` gets the shift that comes in, all that had entered the block by
    then, and the multiplier at the end, in a common unit, and ``where`` the first step.  Returns how many there are.
    """
    firsts, doubtful = whole[0], 0
    for block in range(blocks):
        if reals[0][block] == 0.0:
            continue
        spread(factors, block, reals, whole, ys, y_es)
        z, ze = scaled(start if block == 0 else 0.0, 0)
        top, te = z, ze
        for i in range(firsts[block], firsts[block + 1]):
            g, x, w, y, ye = factors[i], gaps[i], noises[i], ys[i], y_es[i]
            if at[i + 1] - at[i] < size:
                z, ze = stepped(z, ze, g, x, w, y, ye)
                g, k = math.frexp(g)
                top, te = plus(g * top, te + k, x, 0)
                continue
            coming, price = unscaled(z, ze - te), unscaled(y, ye - te)
            kept, entered, payment = g * coming, g * top, price * w
            if not (entered > 0.0 and kept - payment >= MARGIN * entered):
                found[0][doubtful], found[1][doubtful] = coming, top
                found[2][doubtful] = price if te == 0 or x == 0.0 else math.nan
                where[doubtful] = at[i]
                doubtful += 1
            z, ze = scaled(max(kept + x - payment, 0.0), 0) if te == 0 else stepped(z, ze, g, x, w, y, ye)
            top, te = plus(entered, te, x, 0)
    return doubtful


def above(c: Floats, s: Floats, v: Floats, t: int, z: float, top: float, y: float, weights: Out) -> bool:
    """Whether all points inside the chunk from step t on lie above the line, by a margin.

    ``z`` is the shift that comes in, ``top`` all that has entered, y the multiplier at the end of the chunk.
    """
    for i in range(CHUNK - 1, -1, -1):
        weights[i] = y
        y *= c[t + i]
    certain = top >= 0.0
    for i in range(CHUNK - 1):
        z, top = c[t + i] * z + (s[t + i] - v[t + i] * weights[i]), c[t + i] * top + s[t + i]
        certain = certain and top > 0.0 and z >= MARGIN * top
    return certain


def look(c: Floats, s: Floats, v: Floats, start: float, reals: Any, at: Any, opened: Any, scratch: Any, whole: Any) -> bool:
    """Pool the elements and open every chunk in which a point may lie below the line of its block.

    ``scratch`` (7 rows of floats) and ``whole`` (6 of integers) are longer than ``at`` by a chunk.  Returns False, and
    opens nothing, where the blocks are so short that there is little to gain.
    """
    factors, gaps, noises = reals[0], reals[2], reals[3]
    blocks = partition(factors, gaps, noises, 0, start, scratch, whole)
    if 8 * blocks > len(factors):
        return False
    ys, found, y_es, where = scratch[3], scratch[4:], whole[4], whole[5]
    doubtful = doubts(factors, gaps, noises, at, CHUNK, start, blocks, scratch, whole, ys, y_es, found, where)
    for i in range(doubtful):
        t = where[i]
        if not above(c, s, v, t, found[0, i], found[1, i], found[2, i], ys):
            opened[t // CHUNK] = True
    return True


def pool(c: Floats, s: Floats, v: Floats, start: float, stack: Any, firsts: Any) -> int:
    """Pool the steps like ``partition``, as long as all numbers are plain; the number of blocks, or -1.

    Rows of ``stack`` are N, W and G of a block.
    """
    n, w, g, first, count, following, patience = start, 0.0, 1.0, 0, 0, 0, 0
    while following < len(c):
        t = following
        if not (is_plain(s[t]) and is_plain(v[t]) and is_plain(c[t]) and is_plain(n) and is_plain(w) and is_plain(g)):
            return -1
        ahead = t >= patience
        length, gap, noise, factor = reach(c, s, v, t, WINDOW if ahead else 1, n, w)
        following = t + max(length, 1)
        if length == 0:
            stack[count, 0], stack[count, 1], stack[count, 2], firsts[count] = n, w, g, first
            n, w, g, first, count = gap, noise, factor, t, count + 1
            patience = t + WINDOW if ahead else patience
            continue
        n, w, g = factor * n + gap, factor * factor * w + noise, factor * g
        while count > 0 and is_plain(n) and is_plain(w) and is_plain(g):
            n_left, w_left, g_left = stack[count - 1, 0], stack[count - 1, 1], stack[count - 1, 2]
            if n_left * w < g * n * w_left:
                break
            n, w, g, first, count = g * n_left + n, g * g * w_left + w, g * g_left, firsts[count - 1], count - 1
    stack[count, 0], stack[count, 1], firsts[count], firsts[count + 1] = n, w, first, len(c)
    return count + 1


def settle(c: Floats, s: Floats, v: Floats, start: float, count: int, stack: Any, firsts: Any, ms: Out) -> tuple[float, float]:
    """The last multiplier of every block that ``pool`` found, and the sum of N^2 / W.

    N and W of all but short blocks are summed up again, accurately.  The sum is NaN where a number is not plain.
    """
    total, r = 0.0, 0.0
    for k in range(count):
        n, w = stack[k, 0], stack[k, 1]
        if k == 0 or firsts[k + 1] - firsts[k] > SHORT:
            n, ne, w, we = horner(c, c[:0], s, v, firsts[k], firsts[k + 1], start if k == 0 else 0.0)
            if ne != 0 or we != 0:
                return math.nan, 0.0
        m = n / w if n > 0.0 else 0.0
        if not is_plain(m):
            return math.nan, 0.0
        ms[k] = m
        following = total + n * m
        r += sum_error(total, n * m, following)
        total = following
    return total, r


def paid(c: Floats, v: Floats, firsts: Any, ms: Floats, es: Any, a: Out, ratios: Out) -> None:
    """The payments, from the last multiplier of every block, where no contraction exceeds 1; last to first.

    ``ratios`` gets the last multiplier of the block before over the first multiplier of the block.
    """
    for k in range(len(firsts) - 2, -1, -1):
        first, t = firsts[k], firsts[k + 1] - 1
        h, r, e = ms[k], 0.0, es[k]
        a[t] = v[t] * h if e == 0 and is_plain(v[t]) else payment(v[t], h, e)
        while t > first and e >= VANISHED and h > 0.0:
            half, rest = unscaled(1.0, e // 2), unscaled(1.0, e - e // 2)
            while t > first and h >= LOW:
                p = c[t] * h
                r = c[t] * r + product_error(c[t], h, p)
                h, t = p, t - 1
                a[t] = v[t] * (h + r) * half * rest if is_plain(v[t]) else payment(v[t], h + r, e)
            if h < LOW:
                h, r, e = balanced(h, r, e)
        for i in range(first, t):
            a[i] = 0.0
        if k > 0:
            while t > first and h > 0.0:
                h *= c[t]
                t -= 1
                if h < LOW:
                    h, r, e = balanced(h, r, e)
            ratios[k] = unscaled(ms[k - 1] / (h + r), es[k - 1] - e) if h > 0.0 else math.inf


def payment(v: float, m: float, e: int) -> float:
    """``v m 2**e`` as a float."""
    v, k = math.frexp(v)
    return unscaled(v * m, e + k)


def remaining(c: Floats, s: Floats, a: Floats, firsts: Any, start: float, z: Out) -> None:
    """The shifts, where no contraction exceeds 1; numbers below the normal floats become 0."""
    for k in range(len(firsts) - 1):
        left, last = start if k == 0 else 0.0, firsts[k + 1] - 1
        for t in range(firsts[k], last):
            left = c[t] * left + (s[t] - a[t])
            if left < LEAST_NORMAL:
                left = 0.0
            z[t] = left
        z[last] = 0.0
