"""The blocks of an exact optimum by pooling in floats, whose comparisons are certain or asked for exactly.

With u = 2^-53, a block of l steps and the data rounded to the nearest floats, G has a relative error of at most 2 l u, N of 4 l u and W of
7 l u: sums and products of non-negative numbers add their roundings, and every merge has at least one step on its right to pay for its own
three.  So the two sides of a comparison are each known up to 13 (T + 1) u, and those that differ by less than 32 (T + 2) u are left to the
caller, who has exact sums.

N and W stay between ``LOW`` and ``HIGH``, or are exactly 0, or nothing is said at all.  G of a long block may be less than ``VANISHED``,
which then stands for it as a bound from above: what passes through such a block is less than 2^-90 times what is added to it, so that it
does not count beside the margin, and whether blocks stay apart is not concluded from it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from flint import fmpq

from pabisym.numerics.pool import pool

LOW, HIGH = 2.0**-80, 2.0**80
VANISHED = 2.0**-250
Parts: TypeAlias = tuple[list[int], list[int]]
"""Numerators and denominators."""
_Grown: TypeAlias = tuple[int, int, float, float, float]
"""Start, end, N, W and G of a block."""


def blocks_in_floats(
    contraction: Sequence[float], gap: Sequence[float], variance: Sequence[float], start: float, joins: Callable[[int, int, int], bool]
) -> list[tuple[int, int]] | None:  # fmt: skip
    """The blocks (p, q), steps p+1..q, of the optimum from the shift ``start``, slopes increasing; None where numbers leave the range.

    ``joins(p, m, q)`` decides what floats leave open: whether ``N_l W_r >= G_r N_r W_l`` for the blocks (p, m) and (m, q).
    Only the first contraction may be 0.  Lists of one length, 0 or within the range.
    """
    if not gap:
        return []
    sure = 1.0 + 32 * (len(gap) + 2) * 2.0**-53
    first = gap[0] + contraction[0] * start
    if not (LOW <= first <= HIGH or first == 0.0):
        return None

    def violates(left: _Grown, right: _Grown) -> bool:
        mine, other, g = left[2] * right[3], right[4] * right[2] * left[3], right[4]
        if mine * sure < other and (g > VANISHED or mine == 0.0):
            return False
        return not mine < other * sure or joins(left[0], right[0], right[1])

    def join(left: _Grown, right: _Grown) -> _Grown:
        (begin, _, n_left, w_left, g_left), (_, end, n, w, g) = left, right
        if g > VANISHED:
            if g_left == VANISHED and g > 1.0:
                raise _OutOfRange
            n, w, g = g * n_left + n, g * g * w_left + w, g * g_left
            g = VANISHED if 0.0 < g < VANISHED else g
        elif g_left > 1.0 or n == 0.0 < n_left or w == 0.0 < w_left:
            raise _OutOfRange
        if not ((LOW <= n <= HIGH or n == 0.0) and (LOW <= w <= HIGH or w == 0.0) and g <= HIGH):
            raise _OutOfRange
        return begin, end, n, w, g

    steps = zip(range(len(gap)), range(1, len(gap) + 1), [first, *gap[1:]], variance, contraction, strict=True)
    try:
        return [block[:2] for block in pool(steps, violates, join)]
    except _OutOfRange:
        return None


class _OutOfRange(Exception):
    """A number that floats have no room for."""


def parts(values: Sequence[fmpq]) -> Parts:
    """Numerators and denominators."""
    if values and all(value is values[0] for value in values):
        return [int(values[0].p)] * len(values), [int(values[0].q)] * len(values)
    return [int(value.p) for value in values], [int(value.q) for value in values]


def quotients(above: Sequence[int], below: Sequence[int]) -> list[float] | None:
    """The nearest floats, if all lie in the range; numerators that are not negative."""
    try:
        found = [p / q for p, q in zip(above, below, strict=True)]
    except OverflowError:
        return None
    least = min(filter(None, found), default=1.0)
    return found if least >= LOW and max(found, default=0.0) <= HIGH and found.count(0.0) == above.count(0) else None
