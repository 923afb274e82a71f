"""Where to look: tilt, grid and window for a composition, from approximate cumulants.  Nothing here is relied on.

The cumulant generating function K of a loss comes from a sum over a grid of outcomes.  At the saddle point lambda, K'(lambda) is epsilon,
and delta is about exp(K - lambda epsilon)/(sqrt(2 pi K'') lambda (1 + lambda)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from pabisym.accounting.composition import LossWindow
from pabisym.accounting.curves import Curve
from pabisym.accounting.hidden.mixture import MixtureCurve
from pabisym.lang.rational import dyadic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

GENTLER = (1.0, 0.8, 0.6)
"""Parts of the tilt of the saddle point that are tried: where one outcome in many reveals most, a gentler tilt has a shorter window."""
STEEPEST = 1e7
"""Largest tilt that is looked for."""
HALVINGS = 32
"""How often the logarithm of a tilt is halved: to eight digits."""
STEEP = 0.25
"""Largest tilt, times the step of the grid."""
STEEP_ALL = 400.0
"""Largest tilt, times the largest loss of a step, so that no float underflows where it matters; half of it for the bounds of Chernoff."""
REACHED = 1.05
"""A window that would be too long reaches beyond the largest sum of losses by that factor: then nothing is outside of it."""
DENSE, MIDDLING, COARSE = 400_000, 100_000, 2048
"""Losses in a window where tables are quick, where they are not, and where one by one takes long, or little is asked."""
KEPT = 500_000
"""Most losses in a window whose step is made a power of 2, so that the next question has the same tables."""
CLOSE = 1e-4
"""The step that a grid has at most where four times as many losses as that allow it: that of the pessimistic grids of others."""
UPPER, NEAR = 0.01, 1e-5
"""What an upper end may exceed the truth by, of the gap that is asked for and of epsilon, where so many losses allow that."""
MOST_LOSSES = 1 << 23
"""Most losses in a window."""
OUTSIDE = math.log(1e-8)
"""The logarithm of what may lie outside of the window, as a share of delta."""
HEADROOM = 0.85
"""Of the gap asked for, what the moved losses may take."""
APART = 0.65
"""The two ends differ by about that many times (1 + tilt) cells^2 step^2, with the cells of :attr:`Cumulants.cells`: in part what the
losses move by, and for the most part what is not known of it (:mod:`pabisym.accounting.unmoved`)."""


@dataclass(frozen=True)
class Cumulants:
    """The losses of all steps: arrays of losses and logarithms of masses, each so many times.

    ``cells`` is the sum over the steps of the square of how many cells of a grid a loss is moved over at most, ``blur`` by how much the
    losses of the tables exceed the true ones.
    """

    parts: tuple[tuple[Array, Array, int], ...]
    cells: int = 1
    blur: fmpq = fmpq(0)  # noqa: RUF009 - an immutable number

    def at(self, tilt: float) -> tuple[float, float, float]:
        """K, K' and K'' at a tilt."""
        total = np.zeros(3)
        for losses, logs, times in self.parts:
            exponents = logs + tilt * losses
            top = float(exponents.max())
            mass = np.exp(exponents - top)
            whole = float(mass.sum())
            mean = float(mass @ losses) / whole
            total += times * np.array([top + math.log(whole), mean, float(mass @ (losses - mean) ** 2) / whole])
        return float(total[0]), float(total[1]), float(total[2])

    def delta(self, tilt: float) -> float:
        """The logarithm of delta at the saddle point, about."""
        k, mean, variance = self.at(tilt)
        return k - tilt * mean - math.log(math.sqrt(2 * math.pi * variance + 1e-300) * tilt * (1 + tilt) + 2)

    def epsilon(self, delta: float) -> float:
        """The epsilon at a delta, about."""
        return self.at(self.tilt_for(math.log(delta), False))[1]

    def tilt_for(self, value: float, epsilon: bool) -> float:
        """The tilt whose epsilon, or whose logarithm of delta, is about a value."""
        low, high = 1e-3, STEEPEST
        for _ in range(HALVINGS):
            middle = math.sqrt(low * high)
            over = self.at(middle)[1] > value if epsilon else self.delta(middle) < value
            low, high = (low, middle) if over else (middle, high)
        return low


def cumulants(parts: Sequence[tuple[Curve | MixtureCurve, int]]) -> Cumulants:
    """Of independent losses, each of them so many times."""
    cells = sum(times * curve.spans**2 for curve, times in parts)
    return Cumulants(tuple((*curve.losses(), times) for curve, times in parts), cells, sum((c.blur * n for c, n in parts), fmpq(0)))


@dataclass(frozen=True)
class GridPlan:
    """A ``window`` about the ``epsilon`` that is sought; ``cells`` and ``blur`` are those of the cumulants."""

    window: LossWindow
    epsilon: float
    cells: int
    blur: fmpq

    def covers(self, loss: fmpq) -> bool:
        """Whether a loss is inside of the window, and as near to where it was looked for as the tilt and the grid need."""
        inside = self.window.step * self.window.bottom <= loss <= self.window.step * (self.window.bottom + self.window.size)
        return bool(inside and abs(float(loss) - self.epsilon) <= 0.05 * float(loss))


def plan(found: Cumulants, gap: float, *, delta: float, span: float, near: float | None = None, most: int = DENSE) -> GridPlan:
    """For the epsilon of a delta, up to a relative ``gap``; ``near`` is about that epsilon, where it is known.

    ``span`` is the largest loss of a step in size; a window may have as many losses as ``most`` for the sake of a close upper end.
    """
    tilt = found.tilt_for(math.log(delta), False) if near is None else found.tilt_for(near, True)
    centre = found.at(tilt)[1] if near is None else near
    return _plan(found, tilt, centre, gap * centre, math.log(delta), span, most=most)


def plan_for_delta(found: Cumulants, gap: float, epsilon: fmpq, span: float, *, most: int = DENSE) -> GridPlan:
    """For the delta of an epsilon, up to a relative ``gap``."""
    centre = float(epsilon)
    tilt = found.tilt_for(centre, True)
    return _plan(found, tilt, centre, gap / (1 + tilt), max(found.delta(tilt), -650.0), span, most=most)


def _plan(found: Cumulants, tilt: float, centre: float, wanted: float, delta: float, span: float, *, most: int) -> GridPlan:
    """A plan for two ends that differ by at most ``wanted``, where delta is about e^``delta``."""
    variance = found.at(tilt)[2]
    wanted = max(wanted, 1e-6 * math.sqrt(variance))
    steps = sum(times for _, _, times in found.parts)
    step = min(math.sqrt(HEADROOM * wanted / (APART * found.cells * (1 + tilt))), 0.25)
    steepest = min(tilt, STEEP / step, STEEP_ALL / span)
    sides, most_tilt = list[tuple[float, Side, Side]](), min(STEEP / step, STEEP_ALL / span / 2)
    for tilt in (steepest * part for part in GENTLER):  # beyond the sides of a window there is a small share of e^delta at the centre
        rare = max(found.at(tilt)[0] - tilt * centre - delta, 0.0) - OUTSIDE
        sides.append((tilt, _edge(found, tilt, 1, most_tilt, rare), _edge(found, tilt, -1, most_tilt, rare)))
    tilt, (up, above), (down, below) = min(sides, key=lambda each: max(each[1][0], centre) - min(each[2][0], centre))
    if (up - down) / step > MOST_LOSSES:
        farthest = REACHED * steps * (span + 4 * step)  # no sum is larger, or less than minus that
        (up, above), (down, below) = min((up, above), (farthest, 0.0)), max((down, below), (-farthest, 0.0))
    up, down = max(up, centre + 64 * step), min(down, centre - 64 * step)
    near = min(UPPER * wanted, NEAR * centre if centre > 0 else wanted)
    close = min(CLOSE, math.sqrt(12 * near / (found.cells * (1 + steepest))))  # a move adds about 1/12 of the square of its cell
    least = min(max((up - down) / close, most / 4), most)
    size = min(_size(max((up - down) / step, least)), MOST_LOSSES)
    exact = dyadic((up - down) / size)
    if size <= KEPT:
        exact = dyadic(2.0 ** math.floor(math.log2(float(exact))))
        size = _size((up - down) / float(exact))
    window = LossWindow(exact, dyadic(tilt), math.floor(down / float(exact)), size, (dyadic(below), dyadic(above)))
    return GridPlan(window, centre, found.cells, found.blur)


def _size(least: float) -> int:
    """The least number of losses, at least 1024, that is a power of 2 times 4, 5, 6 or 7."""
    exponent = max(10, math.floor(math.log2(least))) - 2
    return next(odd << exponent for odd in (4, 5, 6, 7, 8) if odd << exponent >= least or odd == 8)


Side = tuple[float, float]
"""An edge of a window and the tilt of the bound of what is beyond."""


def _edge(found: Cumulants, tilt: float, sign: int, most: float, rare: float) -> Side:
    """Where the tilted sum is beyond with a probability of about e^-rare by Chernoff's bound, and the tilt of the bound."""
    k, _, variance = found.at(tilt)
    start = math.sqrt(2 * rare / max(variance, 1e-300))
    best, tilt_of = math.inf, min(start, most)
    for scale in np.geomspace(0.1, 10, 12):
        theta = min(float(start * scale), most)
        edge = (found.at(tilt + sign * theta)[0] - k + rare) / theta
        if edge < best:
            best, tilt_of = edge, theta
    return sign * best, tilt_of
