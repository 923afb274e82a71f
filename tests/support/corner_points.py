"""Points of declared domains where a bound is most likely to fail: ends of ranges, equal values, very small ones and very large ones."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction

from flint import fmpq

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.kernel.exact import Scope
from pabisym.lang.rational import to_fraction
from pabisym.numerics.evaluator import ReadPoint
from pabisym.spec.domains import clear_denominators, range_of

ATTEMPTS = 300
"""Attempts for a point."""
LONG = (8, 15, 30)
"""How far above its least value an integer without an upper bound may lie."""
SMALL = (fmpq(1, 20), fmpq(1, 1000), fmpq(1, 10**6), fmpq(1, 10**9))
"""How near to an end of its range a number may lie; so small a number, or its inverse, is one where the range has no end."""
MANNERS = ("low", "high", "equal", "any")
"""What the numbers of a point have in common."""


def corner_points(scope: Scope, count: int, seed: int) -> Iterator[dict[str, Fraction]]:
    """Random points of this kind at which all known relations hold, the same for the same seed; fewer where none are found any more."""
    draw, relations = random.Random(seed), clear_denominators(scope)
    for _ in range(count):
        for _ in range(ATTEMPTS):
            point = _attempt(scope, relations, draw)
            if point is not None:
                yield point
                break
        else:
            return


def _attempt(scope: Scope, relations: Sequence[object], draw: random.Random) -> dict[str, Fraction] | None:
    """Letters in a random order, each at a corner of what the ones before it leave; None where that is no point."""
    at, manners = ReadPoint(), (draw.choice(MANNERS), draw.choice(MANNERS))
    for name in draw.sample(sorted(scope.kinds), len(scope.kinds)):
        bounds = range_of(name, relations, at)
        integer = scope.kinds[name] == "integer"
        choices = _integers(bounds.integers(), manners[0], draw) if integer else _reals(bounds, manners[1], [
            value for other, value in at.items() if scope.kinds[other] == "real"])
        if not choices:
            return None
        at[name] = draw.choice(choices)
    try:
        held = all(decide(relation, at) == "true" for _, relation in scope.known)
    except InputError:
        return None
    return {name: to_fraction(at[name]) for name in scope.kinds} if held else None


def _integers(bounds: object, manner: str, draw: random.Random) -> list[fmpq]:
    """The ends of a range of integers, their neighbours, and one far from its one end."""
    low, high = bounds.low, bounds.high
    if low is None:
        low = fmpq(0) if high is None else high - draw.choice(LONG)
    top = low + draw.choice(LONG) if high is None else high
    own = {"low": (low,), "high": (top,), "equal": (low, low + 1), "any": (low, low + 1, low + 2, top - 1, top)}[manner]
    return [value for value in own if low <= value <= top]


def _reals(bounds: object, manner: str, others: Sequence[fmpq]) -> list[fmpq]:
    """Ends of a range that belong to it, values near to its ends, values of other letters, and very small and large ones."""
    low, high = bounds.low, bounds.high
    if low is not None and high is not None:
        width = high - low
        near_low, near_high = [low + width * part for part in SMALL], [high - width * part for part in SMALL]
        middle = [low + width / 2]
    else:
        start, sign = (fmpq(0), 1) if low is None and high is None else (low, 1) if high is None else (high, -1)
        near_low, near_high, middle = [start + sign * part for part in SMALL], [start + sign / part for part in SMALL], [start + sign]
    if low is not None and not bounds.strict_low:
        near_low.append(low)
    if high is not None and not bounds.strict_high:
        near_high.append(high)
    equal = [value for value in others if _inside(value, bounds)]
    return {"low": near_low, "high": near_high, "equal": equal or middle, "any": [*near_low, *near_high, *middle, *equal]}[manner]


def _inside(value: fmpq, bounds: object) -> bool:
    low, high = bounds.low, bounds.high
    return (low is None or low < value or (low == value and not bounds.strict_low)) and (
        high is None or value < high or (high == value and not bounds.strict_high))
