"""The composition of discretised privacy losses by fast Fourier transforms, with bounds of every error.

The masses x of a step are tilted: multiplied by e^(lambda l) and divided by their sum M, so that what decides delta is not small beside the
rounding errors.  With y the tilted masses of the sum of all losses, in a window of N losses,

    delta(epsilon) = M^T e^(-lambda epsilon) sum over l > epsilon of (1 - e^(epsilon-l)) e^(-lambda (l-epsilon)) y_l.

What is bounded, all in norms of l_2 unless it is said otherwise:

* A transform of N numbers, 2^k <= N, in double precision has a relative error of at most beta.  For the algorithm of Cooley and Tukey with
  N = 2^k and weights that are correct to mu it is k(mu + gamma_4(sqrt 2 + mu)) (Higham 2002, theorem 24.2), about 8 k 2^-53.  We take eight
  times as much, beta = 64 (k + 1) 2^-53, also for N = 5, 6, 7 times a power of 2.  That the transforms of numpy meet it is believed;
  Parseval's identity is checked on every one.
* Every |X| of a transform is at most 1 in exact numbers, so the T-th power differs by at most T (1+eta)^T times the error, eta the
  largest error; T complex products add (1 + 4*2^-53)^T - 1.
* Cauchy and Schwarz: the error of delta is at most the norm of the weights times that of the error of y.
* What lies outside of the window and is counted at its other end: Chernoff's bound for the tilted masses, on each side
  that sums of losses may reach beyond.
* The sum of n products: n 2^-53 of the sum of their sizes, in any order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.curves import LossTable, geometric
from pabisym.accounting.grid import ROUNDING
from pabisym.errors import Undecided
from pabisym.lang.once import cached_property
from pabisym.numerics.evaluator import working_precision
from pabisym.numerics.search import turning_point

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TRANSFORM = 64 * ROUNDING
"""The relative error of a transform of N numbers, for each binary digit of N."""
BITS = 128
UNDERFLOW = 1e-280
"""More than what a tilted mass loses where it underflows."""
TINY = 1e-250
"""More than all that this adds to a sum: UNDERFLOW times the number of masses and of steps."""
MOST_STEPS = 10**9
"""Most steps of a composition."""
SECANTS = 8
"""Most places at which a secant is taken before the rest is halved."""


@dataclass(frozen=True)
class LossWindow:
    """A tilt, and the losses (``bottom`` + i) step for 0 <= i < ``size``; ``beyond`` are the tilts of Chernoff's two bounds, 0 on a side
    on which the window is made to reach beyond all sums.
    """

    step: fmpq
    tilt: fmpq
    bottom: int
    size: int
    beyond: tuple[fmpq, fmpq]


@dataclass(frozen=True)
class ComposedLosses:
    """The tilted masses ``values`` of the sum of all losses in a ``window``, up to ``error`` in l_2.

    ``log_scale`` is the logarithm of M^T, ``outside`` the tilted mass outside of the window, ``lost`` what the tables leave out, ``excess``
    by how much the masses may exceed those of the connected points in all.
    """

    window: LossWindow
    values: Array
    error: float
    log_scale: arb
    outside: float
    lost: arb
    excess: float

    @cached_property
    def weights(self) -> tuple[Array, float]:
        """(1 - e^(-ih)) e^(-lambda ih) for i = 1, ..., to 8*2^-53 absolutely, and an upper bound of their norm."""
        step, tilt, size = self.window.step, self.window.tilt, self.window.size
        w = (1 - geometric(arb(step), 1, size)) * geometric(arb(step * tilt), 1, size)
        return w, math.sqrt(inner(w, w)) * (1 + size * ROUNDING) + 8 * ROUNDING * math.sqrt(size)

    @cached_property
    def size(self) -> float:
        """An upper bound of the norm of the values."""
        return math.sqrt(inner(self.values, self.values)) * (1 + self.window.size * ROUNDING)

    def bounds(self, place: int) -> tuple[arb, arb]:
        """A lower bound for the connected points and an upper bound for the true delta at epsilon = ``place`` * step."""
        first = place + 1 - self.window.bottom
        if not 0 <= first < self.window.size:
            return arb(0), arb(1)
        inside, (weights, norm) = self.values[first:], self.weights
        total, count = inner(weights[: len(inside)], inside), len(inside)
        rounding = (2 * count + 16) * norm + 8 * math.sqrt(count)
        slack = (rounding * ROUNDING * self.size + norm * self.error) * (1 + 1e-9) + TINY
        with working_precision(BITS):
            scale = (self.log_scale - arb(self.window.tilt * self.window.step) * place).exp()
            upper = scale * (arb(total) + slack + self.outside) + self.lost
            lower = scale * (arb(total) - slack - self.outside) / (1 + arb(self.excess))
            return lower.lower(), upper.upper()

    def guess(self, delta: float, place: int) -> int:
        """About the first place at which delta is reached, without a certificate: by secants of its logarithm from a place on, else by
        bisection.
        """
        slope, low, high = float(self.window.step * self.window.tilt), self.window.bottom, self.window.bottom + self.window.size - 2
        seen: tuple[int, float] | None = None
        for _ in range(SECANTS):
            value = min(float(self.bounds(place)[1]), 1e300)
            low, high = (max(low, place), high) if value > delta else (low, min(high, place))
            over = math.log(value) - math.log(delta) if value > 0 else math.nan
            if seen is not None and seen[0] != place and (steeper := (seen[1] - over) / (place - seen[0])) > 0:
                slope = steeper
            seen, move = (place, over), math.ceil(min(max(over / slope, low - high), high - low)) if value > 0 else low - high
            place = min(max(place + move, low), high)
            if abs(move) <= 2:
                return place
        return turning_point(lambda k: bool(self.bounds(k)[1] > delta), low, high, 1)[1]


def compose(parts: Sequence[tuple[LossTable, int]], window: LossWindow) -> ComposedLosses:
    """The sum of independent losses: of each table so many.

    Raises :class:`~pabisym.errors.Undecided` where a transform is not what it should be.
    """
    size, step, tilt = window.size, window.step, window.tilt
    beta = TRANSFORM * size.bit_length()
    product: NDArray[np.complex128] | None = None
    log_scale, relative, largest, excess, lost = arb(0), 0.0, 1.0, arb(0), arb(0)
    logs = [arb(0), arb(0)]
    count = sum(times for _, times in parts)
    ends = [sum(table.places[side] * times for table, times in parts) for side in (0, 1)]
    for table, times in parts:
        tilted, scale = _tilted(table, step, tilt)
        wrapped = _wrapped(tilted, table.start, size)
        norm = math.sqrt(inner(wrapped, wrapped)) * (1 + size * ROUNDING)
        transform = np.fft.rfft(wrapped)
        check_transform(transform, norm, size, beta)
        power = _power(transform, times)
        product = power if product is None else product * power
        eta = beta * math.sqrt(size) * norm
        relative += times * eta
        largest *= math.exp(times * eta * 1.01)
        with working_precision(BITS):
            log_scale += scale * times
            excess += (1 + arb(table.excess) + 32 * ROUNDING).log() * times
            lost += table.lost * times
            for side, theta in enumerate(window.beyond):
                logs[side] += _moment(tilted, table.start, step, theta if side else -theta) * times
    if product is None:
        raise Undecided("a composition of nothing")
    values = np.roll(np.fft.irfft(product, size), -(window.bottom % size))
    norm = math.sqrt(2 * _square(product)) * (1 + size * ROUNDING)
    rounding = 1.05 * math.expm1(4 * ROUNDING * (count + 2 * len(parts))) * norm
    error = (largest * relative * (1 + 1e-9) + rounding + beta * norm) / math.sqrt(size) + TINY
    with working_precision(BITS):
        low, high = window.beyond
        down = arb(0) if low == 0 and window.bottom <= ends[0] else (logs[0] + arb(low * step) * window.bottom).exp()
        up = arb(0) if high == 0 and ends[1] < window.bottom + size else (logs[1] - arb(high * step) * (window.bottom + size)).exp()
        outside = float((down + up).upper()) * (1 + 4 * ROUNDING)
        return ComposedLosses(window, values, error, log_scale, outside, lost, float((excess.exp() - 1).upper()) * (1 + 4 * ROUNDING))


def inner(first: Array, second: Array) -> float:
    """The sum of the products of two arrays, on one thread: those of BLAS wait for each other longer than such a sum takes."""
    return float(np.einsum("i,i->", first, second))


def _square(numbers: NDArray[np.complex128]) -> float:
    """The sum of the squares of complex numbers."""
    parts = numbers.view(np.float64)
    return inner(parts, parts)


def _tilted(table: LossTable, step: fmpq, tilt: fmpq) -> tuple[Array, arb]:
    """Upper bounds of the masses times e^(tilt l), divided by a number that makes their sum at most 1, and the logarithm of that number."""
    low, high = table.places
    with working_precision(BITS):
        with np.errstate(divide="ignore"):
            peak = low + int(np.argmax(np.log(table.values) + float(step * tilt) * np.arange(low, high + 1)))
        turn = -arb(step * tilt)
        tilted = table.values * geometric(turn, low, high - low + 1, turn * peak)
        tilted *= 1 + 8 * ROUNDING
        total = float(tilted.sum()) * (1 + 2 * (len(tilted) + 4) * ROUNDING)
        tilted /= total
        tilted += UNDERFLOW
        return tilted, arb(total).log() - turn * peak


def _wrapped(tilted: Array, start: int, size: int) -> Array:
    """The masses on a circle of ``size`` places, each at its loss modulo ``size``, rounded upwards."""
    first = start % size
    rounds = -(-(first + len(tilted)) // size)
    padded = np.zeros(rounds * size)
    padded[first : first + len(tilted)] = tilted
    return padded if rounds == 1 else padded.reshape(rounds, size).sum(axis=0) * (1 + 2 * (rounds + 1) * ROUNDING)


def check_transform(transform: NDArray[np.complex128], norm: float, size: int, beta: float) -> None:
    """Parseval's identity, up to the error that is believed."""
    ends = abs(transform[0]) ** 2 + (abs(transform[-1]) ** 2 if size > 1 else 0.0)
    found = math.sqrt(2 * _square(transform) - ends)
    if not abs(found - math.sqrt(size) * norm) <= (3 * beta + 8 * size * ROUNDING) * math.sqrt(size) * norm:
        raise Undecided("a Fourier transform is not as accurate as it is believed to be")


def _power(transform: NDArray[np.complex128], times: int) -> NDArray[np.complex128]:
    """The power by squaring: at most ``times`` - 1 roundings count."""
    result, square = None, transform
    while True:
        if times % 2:
            result = square if result is None else result * square
        times //= 2
        if not times:
            return transform if result is None else result
        square = square * square


def _moment(tilted: Array, start: int, step: fmpq, theta: fmpq) -> arb:
    """An upper bound of the logarithm of the sum of the masses times e^(theta l)."""
    high = start + len(tilted) - 1
    edge = high if theta > 0 else start
    turn = -arb(step * theta)
    total = inner(tilted, geometric(turn, start, len(tilted), turn * edge))
    return (arb(total) * (1 + 2 * (len(tilted) + 8) * arb(ROUNDING)) + TINY).log() - turn * edge
