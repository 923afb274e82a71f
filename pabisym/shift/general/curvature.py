"""Certified curvature of a function of one variable: on which pieces of an interval it is convex, on which concave."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, TypeAlias

from flint import arb, fmpq

from pabisym.numerics.pool import pool

Shown: TypeAlias = bool | Literal["not shown"]
"""Whether something was shown to hold (True), shown to fail (False), or neither."""
BOXES = 4096
"""Most intervals into which an interval is cut to find the sign of a second derivative."""
CUTS = 64
"""How many pieces an interval of unknown curvature is cut into."""


@dataclass(frozen=True, eq=False)
class Witness:
    """Why a cost is not convex: ``R(a) + R(b) - 2 R((a + b)/2)`` is negative; ``excess`` encloses it.

    ``points`` are a, (a + b)/2 and b.
    """

    points: tuple[fmpq, fmpq, fmpq]
    excess: arb


@dataclass(frozen=True, eq=False)
class Convexity:
    """Whether a cost is convex on an interval: True, False (then with a ``witness``) or ``"not shown"``."""

    verdict: Shown
    reason: str
    witness: Witness | None = None


@dataclass(frozen=True)
class CurvaturePiece:
    """An interval and the certified curvature on it: 1 convex, -1 concave, 0 unknown."""

    low: fmpq
    high: fmpq
    curvature: int


def interval(low: fmpq, high: fmpq) -> arb:
    """A ball that contains [low, high]; it begins at 0 exactly where low = 0."""
    if low == 0:
        half = arb(high / 2).upper()
        return arb(half, half)
    return arb(low).union(arb(high))


def failure(value: Callable[[arb], arb], low: fmpq, high: fmpq) -> Witness | None:
    """The proof that a function is not convex by the ends and the middle of an interval, if they show it."""
    points = (low, (low + high) / 2, high)
    first, middle, last = (value(arb(point)) for point in points)
    excess = first + last - 2 * middle
    return Witness(points, excess) if excess < 0 else None


def curvature_pieces(second: Callable[[arb], arb], low: fmpq, high: fmpq, budget: int = BOXES) -> tuple[CurvaturePiece, ...]:
    """Cut an interval into pieces of certified curvature, given a function that encloses R'' on a ball.

    At most ``budget`` balls are tried, the wide ones first.
    """
    found: list[CurvaturePiece] = []
    waiting, narrow = deque([(low, high)]), (high - low) / 2**44
    while waiting:
        left, right = waiting.popleft()
        ball = second(interval(left, right))
        sign = 1 if ball >= 0 else -1 if ball <= 0 else 0
        if sign == 0 and len(found) + len(waiting) + 2 < budget and right - left > narrow:
            middle = (left + right) / 2
            waiting += [(left, middle), (middle, right)]
        else:
            found.append(CurvaturePiece(left, right, sign))
    return join_pieces(sorted(found, key=lambda piece: piece.low))


def join_pieces(found: Iterable[CurvaturePiece]) -> tuple[CurvaturePiece, ...]:
    """Neighbours of the same curvature as one piece."""
    return tuple(pool(found, lambda left, right: left.curvature == right.curvature,
                      lambda left, right: CurvaturePiece(left.low, right.high, left.curvature)))


def cut_pieces(pieces: tuple[CurvaturePiece, ...], upto: fmpq) -> tuple[CurvaturePiece, ...]:
    """The part of the pieces within [0, upto], those of unknown curvature cut to at most upto / CUTS."""
    result: list[CurvaturePiece] = []
    for piece in pieces:
        if piece.low < upto or piece.low == 0:
            width = min(piece.high, upto) - piece.low
            count = 1 if piece.curvature or not width else int((width * CUTS / upto).ceil())
            ends = [piece.low + width * k / count for k in range(count + 1)]
            result += (CurvaturePiece(low, high, piece.curvature) for low, high in pairwise(ends))
    return tuple(result)
