"""The best order for conversions of the form (1) of :mod:`pabisym.notions.conversion`.

Only the curve is assumed to be expensive.  The search fits a polynomial through its last few values and minimises the
objective of that model, which converges superlinearly; the certificate then takes two more values.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from flint import arb, fmpq, fmpz

from pabisym.notions.renyi_curve import RenyiCurve, cumulant
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import Value
from pabisym.numerics.search import Minimum, interpolated, minimum_by_chords, round_to_bits

MIN_ORDER = 1 + fmpq(1, fmpz(1) << 40)
"""Smallest order that is tried where none is given."""
MAX_ORDER = 1 + fmpq(fmpz(1) << 40)
"""Largest order that is tried where none is given."""
MAX_TRIES = 80
"""Most values of a curve in the search; the certificate takes at most :data:`MAX_STEPS` pairs more."""
MODEL_TRIES = 20
"""Values after which the polynomial is no longer trusted alone: of a curve with a kink it is none near it."""
MAX_STEPS = 24
GUARD_BITS = 30
"""Bits beyond the digits asked for; 12 of them widen the certificate's step, 18 keep its differences apart."""
_NODES = 5
MAX_MODEL_BITS = 1000
"""Binary digits of the cumulant at order 2 beyond which it is no node of the model."""


class Jet(NamedTuple):
    """A function's value and first two derivatives."""

    value: arb
    first: arb
    second: arb


Offset: TypeAlias = Callable[[arb], Jet]
"""h with its derivatives at t > 0."""


def no_offset(t: arb) -> Jet:
    """No offset."""
    return Jet(arb(0), arb(0), arb(0))


def tangent_offset(t: arb) -> Jet:
    """The offset h = t log t - (1 + t) log(1 + t)."""
    small, large = t.log(), t.log1p()
    return Jet(t * small - (1 + t) * large, small - large, 1 / (t * (1 + t)))


@dataclass
class Objective:
    """What is to be minimised over t, with the values of the curve that are known: epsilon = (K + h + ``level``) / t, convex in 1/t.

    Where ``epsilon`` is given, log(delta) = K + h - t epsilon instead, convex in t.
    """

    curve: RenyiCurve
    offset: Offset
    bits: int
    level: arb = field(default_factory=lambda: arb(0))
    epsilon: fmpq | None = None
    cumulants: dict[fmpq, Value] = field(default_factory=dict)

    def numerator(self, t: fmpq) -> arb:
        """K + h."""
        offset = self.offset(arb(t)).value
        if t not in self.cumulants:
            rest = self.level if self.epsilon is None else arb(-t * self.epsilon)
            size = abs(float(((offset + rest) / t).mid()))  # 0 where it is not known, or too large or small for a float
            self.cumulants[t] = cumulant(self.curve, t, self.bits, size if 1e-300 < size < 1e300 else 0.0)
        return arb(self.cumulants[t]) + offset

    def value(self, t: fmpq) -> arb:
        """The epsilon of one order, or the logarithm of its delta."""
        return (self.numerator(t) + self.level) / t if self.epsilon is None else self.numerator(t) - t * self.epsilon

    def slope(self, t: arb, model: Jet) -> tuple[arb, arb]:
        """A function with the sign of the objective's derivative where K + h has the given jet, and its derivative."""
        if self.epsilon is not None:
            return model.first - self.epsilon, model.second
        return t * model.first - model.value - self.level, t * model.second

    def coordinate(self, t: fmpq) -> fmpq:
        """A monotone function of t, its own inverse, in which the objective is convex."""
        return 1 / t if self.epsilon is None else t

    def start(self, rate: arb) -> arb:
        """The minimiser for K = rate * t (1 + t) without offset, at least a half for delta, or a ball without meaning."""
        return (self.level / rate).sqrt() if self.epsilon is None else ((self.epsilon / rate - 1) / 2).max(arb(1) / 2)


def best_order(objective: Objective, low: fmpq, high: fmpq) -> Minimum:
    """Enclose the minimum over t in [low, high]; ``at`` is the t that attains the upper end.

    The lower end is minus infinity, as a ball, where no certificate is found.
    """
    guess = _search(objective, low, high)
    flip = objective.coordinate
    ends = sorted((flip(low), flip(high)))
    spread = 2 * objective.value(guess).rad() / abs(objective.value(guess)).max(arb(2) ** -objective.bits)
    step = flip(guess) * round_to_bits((spread + arb(2) ** (18 - objective.bits)).sqrt(), 8)
    for _ in range(MAX_STEPS):
        found = minimum_by_chords(lambda v: objective.value(flip(v)), flip(guess), step, *ends)
        if found is not None:
            return Minimum(found.lower, found.upper, flip(found.at))
        step *= 8
    best = min(objective.cumulants, key=lambda t: objective.value(t).upper())
    return Minimum(arb.neg_inf(), upper_end(objective.value(best)), best)


def _search(objective: Objective, low: fmpq, high: fmpq) -> fmpq:
    """A t in [low, high] near the minimiser."""
    known: dict[fmpq, arb] = {}
    t = _first(objective, low, high)
    while len(known) < MAX_TRIES and t not in known:
        known[t] = objective.value(t).mid()
        best = min(known, key=lambda point: known[point])
        # the interval in which the minimiser is sought next: between known points, or eight times further out
        left = max((point for point in known if point < best), default=max(low, best / 8))
        right = min((point for point in known if point > best), default=min(high, best * 8))
        proposed = _proposal(objective, known, best, left, right)
        if len(known) > MODEL_TRIES and len(known) % 4:
            proposed = _middle(objective, left, best, right) if len(known) % 4 == 3 else _crossing(objective, known, left, best, right)
        if abs(proposed - best) * (fmpz(1) << objective.bits // 2) <= best:
            return proposed
        t = proposed
    return min(known, key=lambda point: known[point])


def _first(objective: Objective, low: fmpq, high: fmpq) -> fmpq:
    """The minimiser as the divergence of order 2 suggests."""
    one = min(max(fmpq(1), low), high)
    objective.numerator(one)
    guess = objective.start(arb(objective.cumulants[one]) / (one * (1 + one)))
    if not (guess.is_finite() and guess.mid() > 0):
        return one
    if low < one and arb(objective.cumulants[one]) > arb(2) ** MAX_MODEL_BITS:
        del objective.cumulants[one]  # no polynomial through it says anything of small orders
    return min(max(round_to_bits(guess.mid().max(arb(low) / 2).min(2 * arb(high)), 16), low), high)


def _middle(objective: Objective, left: fmpq, best: fmpq, right: fmpq) -> fmpq:
    """The middle of the wider of the two intervals beside ``best``."""
    flip = objective.coordinate
    wider = right if abs(flip(right) - flip(best)) > abs(flip(best) - flip(left)) else left
    return flip(round_to_bits((flip(wider) + flip(best)) / 2, objective.bits))


def _crossing(objective: Objective, known: dict[fmpq, arb], left: fmpq, best: fmpq, right: fmpq) -> fmpq:
    """Where the continuations of chords bound a convex function least, from the four points around ``best``; else the middle beside it.

    Between two points the function lies above the chord before the first and the one after the second.
    """
    flip, points = objective.coordinate, sorted(known)
    here = points.index(best)
    found = []
    for first in (here - 1, here):
        if first >= 1 and first + 2 < len(points):
            (_, _), (x, f), (y, g), (_, _) = ends = [(arb(flip(point)), known[point]) for point in points[first - 1 : first + 3]]
            rise, fall = ((ends[i + 1][1] - ends[i][1]) / (ends[i + 1][0] - ends[i][0]) for i in (0, 2))
            meeting = (((g - f) + rise * x - fall * y) / (rise - fall)).mid()
            if meeting.is_finite() and min(x.mid(), y.mid()) < meeting < max(x.mid(), y.mid()):
                found.append(((f + rise * (meeting - x)).mid(), flip(round_to_bits(meeting, objective.bits))))
    chosen = min(found, default=(arb(0), best))[1]
    return _middle(objective, left, best, right) if chosen in known else chosen


def _proposal(objective: Objective, known: dict[fmpq, arb], best: fmpq, left: fmpq, right: fmpq) -> fmpq:
    """The minimiser of the model in [left, right], or a point between where the model has none there."""
    nearest = sorted(objective.cumulants, key=lambda point: max(point / best, best / point))[:_NODES]
    nodes: list[tuple[fmpq, Value]] = [(point, objective.cumulants[point]) for point in nearest]
    if len(nodes) < _NODES:
        nodes.append((fmpq(0), fmpq(0)))
    model = interpolated(nodes)
    x = arb(best)
    for _ in range(20):
        fitted = Jet(*(a + b for a, b in zip(model(x), objective.offset(x), strict=True)))
        slope, curvature = objective.slope(x, fitted)
        slope, curvature = slope.mid(), curvature.mid()
        if not curvature > 0:
            x = arb(right if slope < 0 else left)
            break
        step = slope / curvature
        x = (x - step).mid()
        if not left < x < right:
            x = arb(left if x <= left else right)
            break
        if abs(step) < abs(x) * arb(2) ** (-objective.bits):
            break
    proposed = round_to_bits(x, objective.bits // 2 + 16)
    if left < proposed < right:
        return proposed
    end = left if proposed <= left else right
    return round_to_bits((arb(best) * end).sqrt(), 16) if end in known else end

