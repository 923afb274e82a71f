"""The optimal allocation for convex costs by threshold divide and conquer, in floats.

Let ``y_t`` be the price of a unit of shift at step t.  At an optimum ``R_t'(a_t) = y_t``, prices obey ``y_t <= c_{t+1}
y_{t+1}`` with equality where ``z_t > 0``, and a *block* is a run of steps with equality, known by one number.

A *segment* is a run of steps with bounds on that number.  At a price between the bounds every step makes the payment
with ``R_t'(a_t) = y_t``, and the shift runs through, never below 0.  After the step at which it was last 0 the true
price is at least the one tried, up to that step at most: the segment is split there, or its bounds move.  64 halvings,
counted in floats, leave blocks with bounds that are neighbours, whatever the costs.  Each is filled with payments
between those at its two bounds; that covers costs with kinks and straight parts.  No power of a contraction is needed.

**Saturation.**  Laplace prices approach 1/b so closely for large shifts that doubles cannot tell them apart.  Let h be
the price at which the first step of a segment meets the slope of its cost at infinity.  A segment whose price is known
to be below h is *saturating*: its price is written ``h (1 - e^(-w))``, w is what is halved, and every step is told
log(slope - y), which is exact where the difference is rounded.  Other segments are known by the price itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pabisym.shift.general.cost import Floats, Payment, between

Integers = NDArray[np.int64]

VANISHING = 2.0**-900
"""Smaller factors are taken for 0, which keeps denormal numbers out of the loops."""
ROUNDING, LITTLE = 2.0**-48, 2.0**-20
"""How far payments may exceed their bounds, relative to the shift and to themselves."""
_ROUNDS = 400
_NEAR = 2**54
_WIDER = 1 + 2.0**-40
"""Payments may exceed those at the upper price by this factor, so that rounding is not passed on to the next step."""


class ThresholdProblem(NamedTuple):
    """Steps with gaps and contractions (that of the first plays no part), slopes of the costs, and their payments."""

    contraction: Floats
    gap: Floats
    slope: Floats
    pay: Payment


class Solution(NamedTuple):
    """Payments, the shifts after them, prices, and the first step of every block."""

    allocation: Floats
    shift: Floats
    price: Floats
    starts: Integers


@dataclass(frozen=True)
class _Segments:
    """Segments, bounds on their numbers, and what their prices are made of.

    The price at step t is ``ratio_t`` times that of the segment, which is the number itself or, where ``saturating``,
    ``limit (1 - e^-number)``; ``limit`` is h.  ``spare_t`` is slope_t less the price that belongs to the limit.
    """

    starts: Integers
    low: Floats
    high: Floats
    saturating: NDArray[np.bool_]
    owner: Integers
    limit: Floats
    ratio: Floats
    spare: Floats

    def prices(self, slope: Floats, number: Floats) -> tuple[Floats, Floats]:
        """Prices y and log(slope - y) of every step, for one number per step."""
        limit, saturating = self.limit[self.owner], self.saturating[self.owner]
        with np.errstate(all="ignore"):
            price = self.ratio * np.where(saturating, -limit * np.expm1(-number), number)
            price[self.ratio == 0.0] = 0.0
            rest = self.spare + self.ratio * limit * np.exp(-number)
            slack = np.log(np.where(saturating, rest, np.maximum(slope - price, 0.0)))
            return price, np.where(saturating & (self.spare == 0.0), np.log(slope) - number, slack)

    def tried(self) -> Floats:
        """The numbers to be tried next: half way, or the limit where the bounds have come close to it."""
        near = self.high.view(np.int64) - self.low.view(np.int64) < _NEAR
        at_limit = ~self.saturating & near & (self.low < self.limit) & (self.limit < self.high)
        return np.where(at_limit, self.limit, between(self.low, self.high))


def solve(problem: ThresholdProblem) -> Solution:
    """The optimum of a problem of at least one step, whose first gap is positive."""
    whole = np.array([0, len(problem.gap)])
    segments = _measure(problem, whole, np.zeros(1), np.full(1, math.inf), np.zeros(1, bool))
    for _ in range(_ROUNDS):
        number = segments.tried()
        if np.all(number == segments.low):
            break
        payments = problem.pay(*segments.prices(problem.slope, number[segments.owner]))
        split = _last_empty(problem.contraction.tolist(), problem.gap.tolist(), payments.tolist(), segments.starts.tolist())
        segments = _refine(problem, segments, number, np.array(split))
    low_price, low_slack = segments.prices(problem.slope, segments.low[segments.owner])
    low = problem.pay(low_price, low_slack)
    high = problem.pay(*segments.prices(problem.slope, segments.high[segments.owner]))
    bounds = np.minimum(low, high), np.maximum(low, high) * _WIDER
    paid, left = _pay_early(*(x.tolist() for x in (problem.contraction, problem.gap, *bounds, segments.starts)))
    return Solution(np.array(paid), np.array(left), low_price, segments.starts)


def _measure(problem: ThresholdProblem, starts: Integers, low: Floats, high: Floats, saturating: NDArray[np.bool_]) -> _Segments:
    lengths = np.diff(starts)
    owner = np.repeat(np.arange(len(lengths)), lengths)
    ratio = np.array(_factors(problem.contraction.tolist(), starts.tolist()))
    with np.errstate(all="ignore"):
        own = problem.slope / ratio
        limit = np.minimum.reduceat(own, starts[:-1])
        spare = np.maximum(problem.slope - ratio * limit[owner], 0.0)
    spare[own == limit[owner]] = 0.0
    return _Segments(starts, low, high, saturating & (limit < math.inf), owner, limit, ratio, spare)


def _refine(problem: ThresholdProblem, old: _Segments, number: Floats, split: Integers) -> _Segments:
    """Move the bounds of the segments that stay whole, cut the others in two, and see which are saturating now."""
    first, end = old.starts[:-1], old.starts[1:]
    low, high = np.where(split == first, number, old.low), np.where(split == end, number, old.high)
    cut = (split > first) & (split < end)
    new = replace(old, low=low, high=high)
    if cut.any():
        starts = np.sort(np.concatenate([old.starts, split[cut]]))
        parent = old.owner[starts[:-1]]
        left, right = cut[parent] & (starts[:-1] == first[parent]), cut[parent] & (starts[:-1] > first[parent])
        low, high = np.where(right, number[parent], low[parent]), np.where(left, number[parent], high[parent])
        new = _measure(problem, starts, low, high, old.saturating[parent])
        below, above = _carry(problem, old, new, low), _carry(problem, old, new, high)
        above = np.where(above > 0, above * (1 + 2.0**-50), math.inf)
        new = replace(new, low=np.where(left | right, below * (1 - 2.0**-50), low), high=np.where(left | right, above, high))
    seen = ~new.saturating & (new.high <= new.limit) & (new.limit < math.inf)
    if not seen.any():
        return new
    with np.errstate(all="ignore"):
        low, high = (np.where(seen, -np.log1p(-bound / new.limit), bound) for bound in (new.low, new.high))
    return replace(new, low=low, high=high, saturating=new.saturating | seen)


def _carry(problem: ThresholdProblem, old: _Segments, new: _Segments, number: Floats) -> Floats:
    """Numbers of the old segments, one for each new one, as numbers of the new ones; 0 where they are too small."""
    price, log_slack = old.prices(problem.slope, number[new.owner])
    with np.errstate(all="ignore"):
        near = -np.log1p(-price / problem.slope)
        saturated = np.where(price < problem.slope / 2, near, np.log(problem.slope) - log_slack)
    at_limit, at_reference = new.spare == 0.0, new.ratio == 1.0
    candidates = np.where(new.saturating[new.owner], np.where(at_limit, saturated, 0.0), np.where(at_reference, price, 0.0))
    result: Floats = np.maximum.reduceat(candidates, new.starts[:-1])
    return np.where(result > 0, result, 0.0)


# The sequential loops, over lists of floats.  Segment k holds the steps ``starts[k]..starts[k+1]-1``.


def _factors(c: list[float], starts: list[int]) -> list[float]:
    """``rho_t = y_t / y_r`` within each segment where ``y_t = c_{t+1} y_{t+1}``, r the step with the largest y.

    Factors vanish rather than underflow and never overflow; the place of r is found from sums of logarithms.
    """
    rho = [0.0] * len(c)
    for first, end in pairwise(starts):
        last = end - 1
        reference, height, top = last, 0.0, 0.0
        for t in range(last - 1, first - 1, -1):
            if c[t + 1] == 0.0:
                break
            if c[t + 1] != 1.0:
                height += math.log(c[t + 1])
            if height > top:
                reference, top = t, height
        rho[reference] = 1.0
        for t in range(reference - 1, first - 1, -1):
            rho[t] = rho[t + 1] * c[t + 1] if rho[t + 1] > VANISHING else 0.0
        for t in range(reference + 1, last + 1):
            rho[t] = rho[t - 1] / c[t] if rho[t - 1] > VANISHING else 0.0
    return rho


def _last_empty(c: list[float], s: list[float], a: list[float], starts: list[int]) -> list[int]:
    """The step after the one at which the shift of each segment was last 0 when at most a_t is paid, or its first step."""
    found = starts[:-1]
    for k, (first, end) in enumerate(pairwise(starts)):
        z = 0.0
        for t in range(first, end):
            z = c[t] * z + (s[t] - a[t])
            if not z > 0.0:
                z = 0.0
                found[k] = t + 1
    return found


def _pay_early(c: list[float], s: list[float], low: list[float], high: list[float], starts: list[int]) -> tuple[list[float], list[float]]:
    """Payments between low and high, and the shifts after them, that leave no shift at the end of any segment, as early as possible.

    Before each step z holds the least shift with which the rest of the segment still can pay ``low``.  The last step
    of a segment pays what is left, whatever its bounds.  Rounding errors of the shift, relative to the largest shift
    that has come along, are absorbed by steps that pay much more anyway.
    """
    a, z = [0.0] * len(c), [0.0] * len(c)
    for first, end in pairwise(starts):
        last = end - 1
        z[last] = 0.0
        for t in range(last, first, -1):
            need = z[t] + low[t] - s[t]
            z[t - 1] = need / c[t] if need > 0.0 and c[t] > 0.0 else 0.0
        remaining = scale = 0.0
        for t in range(first, last + 1):
            whole = (c[t] * remaining if t > first else 0.0) + s[t]
            scale = max(c[t] * scale, whole)
            paid = max(whole - z[t], 0.0)
            if t == last:
                paid = whole
            elif paid > high[t] + min(scale * ROUNDING, high[t] * LITTLE):
                paid = min(whole, high[t])
            a[t] = paid
            remaining = max(whole - paid, 0.0)
            z[t] = remaining
    return a, z
