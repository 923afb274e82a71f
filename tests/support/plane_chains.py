"""Chains in a disc, sampled: what an observer certainly learns, with a chance of error that is known.

Events are chosen with one half of the points and counted with the other, so that the exact intervals of Clopper and Pearson hold for
them; the ends of the intervals are decided with balls.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq

Floats = np.ndarray[Any, np.dtype[np.float64]]
ERROR = fmpq(1, 10**9)
"""The chance that one end of one interval is wrong."""


@dataclass(frozen=True)
class Chain:
    """Project onto the disc of this radius, apply one of the affine maps that are listed for the step, each as likely, add N(0, v I)."""

    radius: float
    variance: float
    start: tuple[float, float]
    maps: Sequence[Sequence[tuple[Floats, Floats]]]

    def sample(self, count: int, rng: np.random.Generator) -> Floats:
        """So many last iterates, not projected."""
        points = np.tile(np.asarray(self.start), (count, 1))
        for choices in self.maps:
            norm = np.linalg.norm(points, axis=1, keepdims=True)
            points = points * np.minimum(1.0, self.radius / np.maximum(norm, 1e-300))
            drawn, moved = rng.integers(len(choices), size=count), np.empty_like(points)
            for place, (matrix, offset) in enumerate(choices):
                moved[drawn == place] = points[drawn == place] @ matrix.T + offset
            points = moved + rng.normal(scale=np.sqrt(self.variance), size=points.shape)
        return points


def lower_end(seen: int, count: int) -> fmpq:
    """A chance p with P(Bin(count, p) >= seen) at most ERROR: the lower end of Clopper and Pearson's interval, or a little less."""
    if seen == 0:
        return fmpq(0)
    low, high = fmpq(0), fmpq(seen, count)
    with ctx.workprec(128):
        for _ in range(40):
            middle = (low + high) / 2
            tail = arb(middle).beta_lower(seen, count - seen + 1, regularized=1)
            low, high = (middle, high) if tail < arb(ERROR) else (low, middle)
    return low


def upper_end(seen: int, count: int) -> fmpq:
    """The upper end, or a little more."""
    return 1 - lower_end(count - seen, count)


def told_at_least(first: Floats, second: Floats, factor: fmpq) -> fmpq:
    """A number below E_factor(first || second), but for a chance of 2 ERROR: the best half plane of one half, counted in the other."""
    half = len(first) // 2
    weight, (p, q) = float(int(factor.p)) / float(int(factor.q)), (one[:half] for one in (first, second))
    best = (-np.inf, np.zeros(2), 0.0)
    apart = p.mean(axis=0) - q.mean(axis=0)
    angle = float(np.arctan2(apart[1], apart[0]))
    for turn in np.linspace(0, 2 * np.pi, 16, endpoint=False):
        along = np.array([np.cos(angle + turn), np.sin(angle + turn)])
        heights = np.sort(np.concatenate([p @ along, q @ along]))[:: max(1, half // 100)]
        counts = [np.searchsorted(np.sort(one @ along), heights, side="right") for one in (p, q)]
        value = (1 - counts[0] / half) - weight * (1 - counts[1] / half)
        place = int(value.argmax())
        if value[place] > best[0]:
            best = (float(value[place]), along, float(heights[place]))
    _, along, height = best
    rest = len(first) - half
    hits = [int((one[half:] @ along > height).sum()) for one in (first, second)]
    return lower_end(hits[0], rest) - factor * upper_end(hits[1], rest)
