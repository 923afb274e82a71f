"""The pair of a mixture of unit Gaussians and N(0, 1), or its mirror image: its privacy loss on a grid, with bounds of every error.

Let L be the privacy loss of P to Q, two such laws with increasing L.  On an interval of outcomes with L in [a, b], [a, b] inside of [ih,
jh], all of P on it is moved to the two losses ih and jh such that P and Q of the interval stay.  That is a mean-preserving spread of
e^-L, and raises E_gamma of every composition (see :mod:`pabisym.accounting.grid`); the intervals are so short that j <= i + 2.  With P, Q
the masses of the interval, the loss jh has the mass (P - Q e^(ih))/(1 - e^(-(j-i)h)), the loss ih the rest.

Outcomes are multiples of a power of 2, so that squares are exact; densities are sums of positive numbers in double precision, whose
relative error is counted; masses come from Simpson's rule, whose error over an interval of the length d is at most d^5/2880 times the
largest fourth derivative, and that of the density of N(m, 1) at a distance of y is (y^4 - 6 y^2 + 3) of it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.curves import LossTable, geometric
from pabisym.accounting.grid import ROUNDING
from pabisym.accounting.hidden.hits import HitLaw
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import tail, working_precision
from pabisym.numerics.search import turning_point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

BITS = 128
POINTS = 600
"""Outcomes from which cumulants are approximated."""
SPANS = 2
"""Most cells of the grid over which an interval of outcomes is moved."""
STRETCHES = 12
"""Stretches of outcomes with intervals of one length."""
MOST_CELLS = 1 << 23
"""Most intervals of outcomes."""
COARSEST, FINEST = 9, 19
"""Intervals of outcomes are 2^-COARSEST to 2^-FINEST long; squares of their ends are exact in double precision."""
SIMPSON = 1e-10
"""The fourth power of the length of an interval, for a step of the grid: ten deviations out, Simpson's rule is off by 2^-31 of a mass."""
UNEVEN = fmpq(13, 27)
"""Where intervals are cut in the search for an edge, so that an edge at 0 is not met exactly."""
OUTMOST = fmpq(64)
"""Beyond the means: where next to nothing is."""
LEAST_DENSITY = 1e-250
ROOT = 1 / math.sqrt(2 * math.pi)
FARTHEST = 31.0
"""The outcome farthest from 0 that is moved; what is beyond is lost, and counted."""
STEEPEST = 640.0
"""Largest exponent of a density that is relied on."""
FAINT = 1e-6
"""Of a mass: an error from which on it is counted as lost instead."""
Form = Literal["remove", "add", "mirrored"]


@dataclass(frozen=True)
class MixtureCurve:
    """P and Q: the mixture of N(k ``unit``, 1) over the ``law`` of k against N(0, 1) (``remove``), in the other order (``add``), or
    against the mixture of N(-k unit, 1) (``mirrored``).
    """

    law: HitLaw
    unit: fmpq
    form: Form = "remove"
    spans = SPANS
    """Over how many cells of the grid an outcome may be moved."""

    @property
    def blur(self) -> fmpq:
        """By how much a loss of the tables exceeds the one of the true chances, as the chances are rounded."""
        return 4 * dyadic(self.law.excess) + fmpq(1, 2**48)

    @property
    def most_loss(self) -> fmpq | None:
        """What no loss exceeds: N(0, 1) has no larger density than 1/p times that of a mixture in which it has a chance of at least p."""
        if self.form != "add" or self.law.places[0] != 0:
            return None
        with working_precision(BITS):
            return upper_end(((1 + arb(self.law.excess)) / arb(self.law.values[0])).log())

    @property
    def largest(self) -> float:
        """The largest mean."""
        return self.law.places[-1] * float(self.unit)

    def divergence(self, gamma: arb) -> arb:
        """E_gamma(P || Q) for gamma >= 1, with what is lost.

        >>> from pabisym.accounting.hidden.hits import equal_hits
        >>> MixtureCurve(equal_hits(1, fmpq(1), 1e-9), fmpq(1)).divergence(arb(1)).overlaps(2*tail(arb("-0.5")) - 1)
        True
        """
        with working_precision(BITS):
            low, high = -OUTMOST - dyadic(self.largest), OUTMOST + dyadic(self.largest)
            inside = bool(self._at(arb(low)) < gamma), bool(self._at(arb(high)) > gamma)
            for _ in range(100):
                middle = low + (high - low) * UNEVEN
                ratio = self._at(arb(middle))
                if ratio > gamma:
                    high = middle
                elif ratio < gamma:
                    low = middle
                else:
                    break
            left, right = (self._tails(arb(x)) for x in (low, high))
            least = right[0] - gamma * right[1]
            most = (left[0] if inside[0] else arb(1)) - gamma * right[1]
            if not inside[1]:  # the best half-line may begin beyond, and then it has at most the chance of what is there
                most = most.max(right[0])
            lost = (self.law.lost + 2 * self.law.excess) * (1 + gamma)
            return least.max(arb(0)).union(most + lost).union((least - lost).max(arb(0)))

    def _at(self, x: arb) -> arb:
        """The likelihood ratio at an outcome."""
        places, means = zip(self.law.places, self.law.values, strict=True), arb(self.unit)
        right, left = arb(0), arb(0)
        for k, chance in places:
            m = means * k
            right += arb(chance) * (m * x - m * m / 2).exp()
            left += arb(chance) * (-m * x - m * m / 2).exp()
        return right if self.form == "remove" else 1 / left if self.form == "add" else right / left

    def _tails(self, x: arb) -> tuple[arb, arb]:
        """P and Q of outcomes above x, without what is lost."""
        atoms, plain = list(zip(self.law.places, self.law.values, strict=True)), tail(x)

        def beyond(sign: int) -> arb:
            return sum((arb(p) * tail(x - arb(self.unit) * (sign * k)) for k, p in atoms), arb(0))

        return (plain if self.form == "add" else beyond(1)), (plain if self.form == "remove" else beyond(-1))

    def losses(self) -> tuple[Array, Array]:
        """Losses at a grid of outcomes and the logarithms of their masses under P, about."""
        reach = 9.0
        left, right = (self.largest if self.form == "mirrored" else 0.0), (0.0 if self.form == "add" else self.largest)
        x = np.linspace(-reach - left, reach + right, POINTS)
        base = -x * x / 2 - math.log(math.sqrt(2 * math.pi)) + math.log(x[1] - x[0])
        first, second = self._logs(x)
        return first - second, base + first

    def _logs(self, x: Array) -> tuple[Array, Array]:
        """The logarithms of the densities of P and Q over that of N(0, 1), about."""
        m, p = np.array(self.law.places) * float(self.unit), np.array(self.law.values)

        def mixed(sign: float) -> Array:
            exponents = sign * np.multiply.outer(x, m) - m * m / 2
            top: Array = exponents.max(axis=1)
            found: Array = np.log(np.exp(exponents - top[:, None]) @ p) + top
            return found

        zero = np.zeros_like(x)
        return (zero if self.form == "add" else mixed(1)), (zero if self.form == "remove" else mixed(-1))

    def loss(self, x: float) -> float:
        """The privacy loss at an outcome, about."""
        first, second = self._logs(np.array([x]))
        return float((first - second)[0])

    def reach(self, share: float) -> fmpq:
        """A loss that is exceeded with a chance of at most about ``share``."""
        places, chances = ((0,), (1.0,)) if self.form == "add" else (self.law.places, self.law.values)
        atoms, top = [(k * float(self.unit), p) for k, p in zip(places, chances, strict=True)], 40.0 + self.largest

        def beyond(x: float) -> float:
            return math.fsum(p * math.erfc((x - m) / math.sqrt(2)) / 2 for m, p in atoms)

        return max(dyadic(self.loss(turning_point(lambda x: beyond(x) > share, 0.0, top, top / 2**29.5)[1])), fmpq(1, 2**40))

    def table(self, step: fmpq, reach: fmpq, far: float, alone: int = 0) -> LossTable:
        """The losses on a grid, but those of outcomes above that of the loss ``reach`` and those below -``far``; ``alone`` says nothing
        here.

        Raises :class:`~pabisym.errors.Undecided` where the outcomes are too many, or too far out.
        """
        return _table(self, step, reach, far)


@lru_cache(maxsize=256)
def _table(curve: MixtureCurve, step: fmpq, reach: fmpq, far: float) -> LossTable:
    top = 40.0 + curve.largest
    last = min(turning_point(lambda x: curve.loss(x) < float(reach), -top, top, top / 2**38.5)[1], FARTHEST)
    first = max(-far - (curve.largest if curve.form == "mirrored" else 0.0), -FARTHEST)
    if curve.largest * (max(last, -first) + 1) > STEEPEST:
        raise Undecided(f"a mean of {curve.largest:.3g} units of noise is too large for densities in double precision")
    stretches = _stretches(curve, first, last, float(step))
    if sum(one.cells for one in stretches) > MOST_CELLS:
        raise Undecided("the outcomes of a mixture are too many for a grid")
    low, high = (curve.loss(x) / float(step) for x in (stretches[0].begin, stretches[-1].end))
    base = math.floor(low) - 3
    count = math.ceil(high) + 4 - base
    levels = geometric(arb(-step), base, count, block=_block(count))
    values, error, cells = np.zeros(len(levels)), np.zeros(len(levels)), 0
    for one in stretches:
        _move(curve, one, step, base, levels, values, error)
        cells += one.cells
    error += (4 * cells + 8) * ROUNDING * values
    with working_precision(BITS):
        lost = curve._tails(arb(dyadic(stretches[-1].end)))[0] + tail(-arb(dyadic(stretches[0].begin)))
        if curve.form != "add":
            lost += curve.law.lost
        faint = error > FAINT * values
        lost += float((values[faint] + error[faint]).sum()) * (1 + 2 * len(values) * ROUNDING)
    values[faint], error[faint] = 0.0, 0.0
    kept = np.nonzero(values)[0]
    if not len(kept):
        raise Undecided("no mass of the privacy loss is told from its rounding")
    inside = slice(int(kept[0]), int(kept[-1]) + 1)
    values, error = values[inside], error[inside]
    excess = 2.5 * float((error[values > 0] / values[values > 0]).max()) + curve.law.excess + 16 * ROUNDING
    return LossTable(base + inside.start, (values + error) * (1 + 4 * ROUNDING), excess, lost.upper())


@dataclass(frozen=True)
class _Stretch:
    """The outcomes (``start`` + i) 2^-(``exponent`` + 1), 0 <= i <= 2 ``cells``: the ends and middles of intervals of 2^-exponent."""

    start: int
    exponent: int
    cells: int

    @property
    def begin(self) -> float:
        return math.ldexp(self.start, -self.exponent - 1)

    @property
    def end(self) -> float:
        return math.ldexp(self.start + 2 * self.cells, -self.exponent - 1)


def _stretches(curve: MixtureCurve, first: float, last: float, step: float) -> list[_Stretch]:
    """Stretches of outcomes with intervals on which the loss moves by less than a step.

    Its derivative at an outcome is made of posterior means, which are monotone: the largest one on an interval is known from its ends.
    """
    m, p = np.array(curve.law.places) * float(curve.unit), np.array(curve.law.values)

    def mean(x: float) -> float:
        exponents = m * x - m * m / 2
        weights = p * np.exp(exponents - exponents.max())
        return float(weights @ m / weights.sum())

    low, high = math.floor(first * 16), math.ceil(last * 16) + 1
    marks = sorted({low + round((high - low) * k / STRETCHES) for k in range(STRETCHES + 1)})
    found, least = list[_Stretch](), max(COARSEST, math.ceil(-math.log2(SIMPSON * step) / 4))
    for begin, end in pairwise(marks):
        up, down = (mean(end / 16) if curve.form != "add" else 0.0), (mean(-begin / 16) if curve.form != "remove" else 0.0)
        exponent = min(max(math.ceil(math.log2(max((up + down) * 1.001, 1e-9) / (0.9 * step))), least), FINEST)
        found.append(_Stretch(begin << (exponent - 3), exponent, (end - begin) << (exponent - 4)))
    return found


def _move(curve: MixtureCurve, stretch: _Stretch, step: fmpq, base: int, levels: Array, values: Array, error: Array) -> None:
    """Add the masses of a stretch at the ends of the cells of its intervals, and what they may be off by."""
    size, wide = 2 * stretch.cells + 1, 0.5**stretch.exponent
    index = np.arange(stretch.start, stretch.start + size, dtype=np.float64)
    x = index * 0.5 ** (stretch.exponent + 1)
    plain = exponential(index * index * 0.25 ** (stretch.exponent + 1) / 2) * ROOT
    first, second = plain, plain
    if curve.form != "add":
        first = plain * _mixed(curve, stretch, size, 1)
    if curve.form != "remove":
        second = plain * _mixed(curve, stretch, size, -1)
    if not min(float(first.min()), float(second.min())) > LEAST_DENSITY:
        raise Undecided("a density of a mixture is too small for double precision")
    off = (7 * len(curve.law.places) + 64) * ROUNDING
    lo, hi = _cells(first[::2] / second[::2], step, base, levels, 3 * off)
    spread = hi - lo
    if int(spread.max()) > SPANS:
        raise Undecided("an interval of outcomes is moved too far")
    y = np.abs(x[1::2]) + curve.largest + wide
    series = (y**4 + 6 * y * y + 3) * (wide**4 / 2880) * (1 + y * wide)  # exp(y wide/2) <= 1 + y wide for y wide <= 1
    if float(y.max()) * wide > 1:
        raise Undecided("an interval of outcomes is too long")
    left, right = ((f[:-1:2] + 4 * f[1::2] + f[2::2]) * (wide / 6) for f in (first, second))
    errors = [wide * f[1::2] * series + mass * off for f, mass in ((first, left), (second, right))]
    level = levels[lo - base]
    with working_precision(BITS):
        parts = np.array([1.0, *(float((1 - arb(-step * k).exp()).mid()) for k in range(1, SPANS + 1))])[spread]
    other = right * level
    up, down = (left - other) / parts, (other - left * (1 - parts)) / parts
    wrong = ((errors[0] + errors[1] * level) * (1 + 1e-9) + 16 * ROUNDING * (left + other)) / parts
    for place, mass in ((lo, down), (hi, up)):
        values += np.bincount(place - base, np.maximum(mass, 0), len(values))
        error += np.bincount(place - base, wrong, len(values)) * (1 + 1e-6)


def _cells(ratio: Array, step: fmpq, base: int, levels: Array, off: float) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """For each interval of outcomes a place before its smallest and one after its largest loss, certified by the table of e^(jh)."""
    near = np.log(ratio) / float(step)
    lo, hi = np.floor(near[:-1]).astype(np.int64), np.ceil(near[1:]).astype(np.int64)
    for _ in range(2):
        lo -= levels[lo - base] * (1 + off) > ratio[:-1]
        hi += levels[hi - base] * (1 - off) < ratio[1:]
    if (levels[lo - base] * (1 + off) > ratio[:-1]).any() or (levels[hi - base] * (1 - off) < ratio[1:]).any():
        raise Undecided("the place of a loss on the grid is not certain")
    return lo, hi


def _mixed(curve: MixtureCurve, stretch: _Stretch, size: int, sign: int) -> Array:
    """The density of the mixture of N(sign k unit, 1) over that of N(0, 1), by Horner's rule with a ball-rounded power for every gap."""
    places, coefficients = curve.law.places, _coefficients(curve, sign)
    powers: dict[int, Array] = {}

    def power(gap: int) -> Array:
        if gap not in powers:
            rate = arb(curve.unit * gap * -sign / 2 ** (stretch.exponent + 1))
            powers[gap] = geometric(rate, stretch.start, size, block=_block(size))
        return powers[gap]

    total = np.full(size, coefficients[-1])
    for k in range(len(places) - 2, -1, -1):
        total *= power(places[k + 1] - places[k])
        total += coefficients[k]
    if places[0]:
        total *= power(places[0])
    return total


@lru_cache(maxsize=256)
def _coefficients(curve: MixtureCurve, sign: int) -> tuple[float, ...]:
    """The chances, each times the density of its N(m, 1) over that of N(0, 1) at 0.

    In the law of Q all chances are lowered by their ``excess``, so that they are not above the true ones.
    """
    below = 1.0 if sign > 0 and curve.form != "add" else (1 - curve.law.excess) * (1 - 4 * ROUNDING)
    with working_precision(BITS):
        unit = arb(curve.unit)
        return tuple(float((arb(p) * (-((unit * k) ** 2) / 2).exp()).mid()) * below
                     for k, p in zip(curve.law.places, curve.law.values, strict=True))


def _block(count: int) -> int:
    """About the root of a length, so that few powers are found in balls."""
    return 1 << (count.bit_length() + 1) // 2


def exponential(y: Array) -> Array:
    """e^-y for floats 0 <= y < 512 that are exact, to a factor 1 +- 16*2^-53: two tables and a Taylor polynomial."""
    coarse = np.floor(y * 2)
    rest = y - coarse / 2
    fine = np.floor(rest * 2048)
    rest -= fine / 2048
    series = 1 - rest * (1 - rest / 2 * (1 - rest / 3 * (1 - rest / 4)))
    tables = _tables()
    found: Array = tables[0][coarse.astype(np.int64)] * tables[1][fine.astype(np.int64)] * series
    return found


@lru_cache(maxsize=1)
def _tables() -> tuple[Array, Array]:
    with working_precision(BITS):
        return (np.array([float((-arb(k) / 2).exp().mid()) for k in range(1024)]),
                np.array([float((-arb(k) / 2048).exp().mid()) for k in range(1024)]))
