"""Where the nodes of the trapezoid rule for the sampled Gaussian mechanism lie: planned in floats, proved elsewhere.

See :mod:`pabisym.divergence.sampled_trapezoid` for the letters and for what makes a plan valid.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from pabisym.errors import Undecided
from pabisym.numerics.search import turning_point

MAX_NODES = 1_000_000
"""Most nodes of one rule."""
MAX_PEAK = 1e13
"""Largest exponent/sigma, beyond which floats are too coarse for planning."""
_MAX_CHORDS = 6
_MARGIN = 3.0
_GROWTH = 1.02
Cuts: TypeAlias = tuple[tuple[float, ...], tuple[float, ...]]


@dataclass(frozen=True, slots=True)
class RatioShape:
    """About log(q), log(1 - q) and 1/sigma, which determine g(z) = 1 - q + q exp(z/sigma - 1/(2 sigma^2))."""

    log_q: float
    log_rest: float
    inverse: float

    def log(self, z: float) -> float:
        """About log g(z)."""
        u, v = self.log_q + (z - self.inverse / 2) * self.inverse, self.log_rest
        return v + math.log1p(math.exp(u - v)) if u < v else u + math.log1p(math.exp(v - u))


class IntegrandShape:
    """The shape of f = phi*g^a for one exponent a."""

    def __init__(self, shape: RatioShape, a: float) -> None:
        self.shape, self.a = shape, a
        self.peak = a * shape.inverse
        far = max(0.0, a * shape.log_q + self.peak * (self.peak - shape.inverse) / 2)
        self.reference = a * shape.log_rest if a <= 0 else far
        """What heights are relative to, so that they do not cancel: about log f at the far mode, or a*log(1 - q)."""

    def slope(self, z: float) -> float:
        """About the derivative of a*log g."""
        shape = self.shape
        u = shape.log_q + (z - shape.inverse / 2) * shape.inverse - shape.log_rest
        return self.peak / (1 + math.exp(-u)) if u > -700 else 0.0

    def height(self, z: float) -> float:
        """About log(g^a exp(-z^2/2)), minus the reference."""
        shape, a = self.shape, self.a
        u = shape.log_q + (z - shape.inverse / 2) * shape.inverse - shape.log_rest
        soft = math.log1p(math.exp(-abs(u)))
        if a <= 0:
            return a * (soft + max(u, 0.0)) - z * z / 2
        if u > 0 and self.reference > 0:
            off = z - self.peak
            return a * soft - off * off / 2
        return a * (soft + shape.log_rest + max(u, 0.0)) - z * z / 2 - self.reference


class TrapezoidPlan(NamedTuple):
    """Nodes k*step for first <= k <= last, and what bounds the rest.

    ``strip`` is y; ``absolute`` says which of the two bounds applies; ``beyond`` are the ends of the chords on the left
    and on the right, where a mode was left out; ``size`` is about log E minus the reference.
    """

    step: float
    strip: float
    absolute: bool
    first: int
    last: int
    beyond: Cuts
    size: float

    @property
    def nodes(self) -> int:
        """Their number."""
        return self.last - self.first + 1


def plan(shape: RatioShape, exponent: float, bits: float, *, wider: float = 0.0, cut: bool = True) -> TrapezoidPlan:
    """Plan E[g^exponent] to a relative error of about 2^-bits, for an exponent outside (0, 1).

    The nodes reach out to where 2^-(bits + wider) is left; ``cut`` allows to leave out negligible modes.  Raises
    :class:`~pabisym.errors.Undecided` beyond :data:`MAX_NODES` and :data:`MAX_PEAK`.
    """
    profile = IntegrandShape(shape, exponent)
    if abs(profile.peak) > MAX_PEAK:
        raise Undecided("the order is too large for the noise")
    drop = bits * math.log(2) + 2
    reach = drop + wider * math.log(2)
    beyond: Cuts = ((), ())
    if exponent <= 0:
        low, high, size = _one_mode(profile, reach)
    else:
        low, high, beyond, size = _two_modes(profile, reach, cut)
    step, strip, absolute = _step(shape, exponent, drop, size)
    if not (high - low) / step < MAX_NODES:
        raise Undecided(f"more than {MAX_NODES} nodes are needed for the order and noise asked for")
    return TrapezoidPlan(step, strip, absolute, math.floor(low / step), math.ceil(high / step), beyond, size)


def _step(shape: RatioShape, exponent: float, drop: float, size: float) -> tuple[float, float, bool]:
    """The largest step for which one of the two bounds reaches exp(-drop), with its y, and whether it is the absolute one."""
    edge, reach = math.pi / shape.inverse * (1 - 1e-9), math.sqrt(2 * drop)
    if exponent >= 0:
        strip = min(reach, edge)
        return _step_for(strip, drop), strip, False
    low, high = 0.0, min(reach, edge)

    def relative(y: float) -> float:
        return _step_for(y, drop + exponent * math.log(math.cos(y * shape.inverse / 2)))

    for _ in range(20):
        a, b = low + (high - low) * 0.382, low + (high - low) * 0.618
        low, high = (a, high) if relative(a) < relative(b) else (low, b)
    absolute = drop + max(-size, 0)
    strip = min(edge / 2, math.sqrt(2 * absolute))
    if _step_for(strip, absolute) > relative(low):
        return _step_for(strip, absolute), strip, True
    return relative(low), low, False


def _step_for(strip: float, drop: float) -> float:
    return 2 * math.pi * strip / (drop + strip * strip / 2)


def _one_mode(f: IntegrandShape, drop: float) -> tuple[float, float, float]:
    """Ends outside of which f < exp(-drop) E for a <= 0, where log f is concave with curvature at least 1; the size."""
    mode = sum(turning_point(lambda z: not f.slope(z) < z, f.peak, 0.0, 0.25)) / 2
    top = f.height(mode)
    size = max(top, -f.reference)
    reach = math.sqrt(2 * drop) + 1
    return _crossing(f, mode, mode - reach, size - drop), _crossing(f, mode, mode + reach, size - drop), size


def _two_modes(f: IntegrandShape, drop: float, cut: bool) -> tuple[float, float, Cuts, float]:
    """The same for a > 0: there may be two modes, in [0, a/sigma], and what is negligible up to a far point is cut off."""
    peak, room = f.peak, math.sqrt(2 * drop) + 1
    left, right = _fixed_point(f, 0.0), _fixed_point(f, peak)
    heights = f.height(left), f.height(right)
    size = max(-f.reference, *heights)
    level = size - drop
    lower = _cut_points(f, left if heights[0] > level - _MARGIN else right, -1.0, level) if cut else ()
    upper = _cut_points(f, right if heights[1] > level - _MARGIN else left, peak + 1, level) if cut else ()
    low = lower[0] if lower else min(_crossing(f, left, -room, level), -1.0)
    high = upper[0] if upper else max(_crossing(f, right, peak + math.hypot(peak - right, room), level), peak + 1)
    return low, high, (lower[1:], upper[1:]), size


def _fixed_point(f: IntegrandShape, z: float) -> float:
    """A zero of (log f)' near which z = a*(log g)'(z) settles; the right side increases, so that it moves one way."""
    for _ in range(100):
        z, before = f.slope(z), z
        if abs(z - before) < 0.05:
            break
    return z


def _crossing(f: IntegrandShape, inside: float, outside: float, level: float) -> float:
    """A point between where log f is below level, near the first such point."""
    return turning_point(lambda z: f.height(z) > level, inside, outside, 0.2)[1]


def _cut_points(f: IntegrandShape, mode: float, far: float, level: float) -> tuple[float, ...]:
    """Points outwards from the first one near mode where log f is below level, to far, whose chords prove a fast fall; or none."""
    if f.height(far) > level - _MARGIN:
        return ()
    direction = math.copysign(0.5, far - mode)
    z, step = mode, direction
    while f.height(z) >= level:
        z += step
        step *= _GROWTH
        if (far - z) * direction < 0.3:
            return ()
    points = [z, far]
    while _fall(f, z, points[1]) * direction <= 0.25 and len(points) <= _MAX_CHORDS:
        points.insert(1, (z + points[1]) / 2)
    low = all(f.height(x) < level - _MARGIN for x in points[1:])
    fast = all(_fall(f, x, y) * direction > 0.25 for x, y in pairwise(points))
    return tuple(points) if low and fast else ()


def _fall(f: IntegrandShape, x: float, y: float) -> float:
    """The rate at which log f falls from x, by the chord of a*log g from x to y."""
    return x - f.a * (f.shape.log(y) - f.shape.log(x)) / (y - x)
