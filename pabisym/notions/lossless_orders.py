"""The best order for the lossless conversion, by branch and bound.

No coordinate is known in which the lossless epsilon or delta is convex in the order, so its minimum is certified by exhaustion: intervals
of t = alpha - 1 cover all orders, and on each a Bernoulli pair (p, q) with p - e^epsilon q = delta obeys a linear lower bound of K at both
ends, hence K between them (:mod:`pabisym.notions.lossless`).  The linear bounds continue chords of the convex K from the neighbouring
intervals, so their error is of second order and the number of intervals is logarithmic in the accuracy.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Callable
from dataclasses import dataclass, field

from flint import arb, fmpq

from pabisym.notions.lossless import Bernoulli, pair_with
from pabisym.notions.renyi_curve import RenyiCurve, cumulant
from pabisym.numerics.enclosure import Bounds, lower_end, upper_end
from pabisym.numerics.evaluator import Value
from pabisym.numerics.search import round_to_bits

MAX_INTERVALS = 300
"""Most intervals of one certificate."""
MAX_TRIES = 40
"""Most orders in the search for the best one."""


@dataclass
class Known:
    """The values of a curve's K that have been computed, by t; K(0) = 0."""

    curve: RenyiCurve
    bits: int
    values: dict[fmpq, Value] = field(default_factory=lambda: {fmpq(0): fmpq(0)})
    points: list[fmpq] = field(default_factory=lambda: [fmpq(0)])

    def at(self, t: fmpq) -> Value:
        """K(t), computed once."""
        if t not in self.values:
            self.values[t] = cumulant(self.curve, t, self.bits)
            insort(self.points, t)
        return self.values[t]

    def lines(self, left: fmpq, right: fmpq) -> list[tuple[fmpq, fmpq]]:
        """Values at both ends of linear functions below K on an interval between neighbouring known points."""
        place = bisect_left(self.points, left)
        at_left, at_right = lower_end(self.at(left)), lower_end(self.at(right))
        found = []
        if place > 0:
            before = self.points[place - 1]
            ratio = (right - left) / (left - before)
            found.append((at_left, (1 + ratio) * at_left - ratio * upper_end(self.at(before))))
        if place + 2 < len(self.points):
            after = self.points[place + 2]
            ratio = (right - left) / (after - right)
            found.append(((1 + ratio) * at_right - ratio * upper_end(self.at(after)), at_right))
        return found


def best_lossless(value: Callable[[fmpq], Bounds], start: fmpq, low: fmpq, high: fmpq) -> tuple[fmpq, fmpq]:
    """The least value that is found near ``start`` and its t, by parabolas in log t; no lower bound is certified."""
    known: dict[fmpq, fmpq] = {}

    def at(t: fmpq) -> fmpq:
        t = min(max(t, low), high)
        if t not in known:
            known[t] = upper_end(value(t)[1])
        return known[t]

    center, reach = start, arb(1) / 4
    while len(known) < MAX_TRIES and reach > arb(2) ** -40:
        factor = round_to_bits(reach.exp(), 60)
        left, inner, right = at(center / factor), at(center), at(center * factor)
        bend = left - 2 * inner + right
        move = (left - right) / (2 * bend) if bend > 0 else fmpq(0 if left == right else 1 if right < left else -1)
        center = min(max(round_to_bits(center * (reach * max(min(move, fmpq(1)), fmpq(-1))).exp(), 60), low), high)
        reach = reach / 16 if abs(move) < 1 else reach
    at(center)
    best = min(known, key=lambda t: known[t])
    return known[best], best


def certifies_nothing_below(known: Known, epsilon: fmpq, delta: fmpq, low: fmpq, high: fmpq) -> bool:
    """Whether it is certain that no order 1 + t, t in [low, high], gives a delta below ``delta`` at ``epsilon``."""
    for t in (low, high):
        known.at(t)
    left = bisect_left(known.points, low)
    open_intervals = [ends for ends in zip(known.points[left:], known.points[left + 1 :], strict=False) if ends[1] <= high]
    for _ in range(MAX_INTERVALS):
        if not open_intervals:
            return True
        start, end = open_intervals.pop()
        pair: Bernoulli = pair_with(round_to_bits((arb(start) * end).sqrt(), 30), epsilon, delta, known.bits)
        at_start, at_end = pair.divergence(start), pair.divergence(end)
        if any(at_start <= first and at_end <= second for first, second in known.lines(start, end)):
            continue
        cut = round_to_bits((arb(start) * end).sqrt(), 30 + known.bits // 2)
        if not start < cut < end:
            return False
        known.at(cut)
        open_intervals += [(start, cut), (cut, end)]
    return False
