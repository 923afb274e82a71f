"""How likely a noisy walk on the line ends beyond an edge, between two floats that are certified: for walks of thousands of steps.

A step is x -> clip(a x + b + noise), where the pair (a, b), 0 <= a <= 1, is drawn from a list and the noise is Gaussian or Laplace.  Let
f_k(x) be the probability that a walk which is at x after step k ends beyond the edge.  Going back from the end::

    h(y) = mean of f_k(clip(y + noise)),     f_(k-1)(x) = mean of h(a x + b).

Every f_k is monotone.  It is kept as two values at each point of a grid, such that the lines that connect them stay below and above it. A
function whose second derivative lies between l and u in a cell of width w stays within w^2/8 max(u, 0) below and w^2/8 max(-l, 0) above
the line that connects its values.  Of h this is not needed, only of the convolution of each of the two connected lines with the density
p: that is below, or above h, and its second derivative is the sum of p times the bends of the line.  So what is lost in a step is of the
order of the true curvature, and adds up over the steps, as no step enlarges what is lost.

All weights are positive.  They are computed in balls, or to a relative 1e-12, and sums of n positive products have a relative error of at
most (n + 2) 2^-53; each operation is moved outwards by a relative 1e-11, which is more.  Points are moved by 1e-9 of a cell where floats
place them, towards where the monotone function is smaller or larger.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Literal

import numpy as np
from flint import arb, fmpq

from pabisym.errors import Undecided
from pabisym.numerics.evaluator import tail, working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_matrix

    Array = NDArray[np.float64]

Law = Literal["gaussian", "laplace"]
WIDTHS = {"gaussian": 8.0, "laplace": 27.0}
"""How many scales of the noise are summed."""
MARGIN = 1e-11
"""By which every operation is moved outwards."""
MOVED = 1e-9
"""Of a cell, by how much points are moved."""
BITS = 160
MOST_STEPS, MOST_POINTS = 30_000, 1 << 26
"""Most steps that are looked back, and most points of a grid."""
INSIDE = 0.75
"""The part of the grid in which a walk that is not clipped is before the steps that are looked at."""
EVERY = 64
"""Steps after which it is looked whether the start still matters."""


@dataclass(frozen=True)
class Branch:
    """With a probability enclosed by ``weight`` the step is x -> a x + b before its noise."""

    weight: arb
    a: fmpq
    b: fmpq


@dataclass(frozen=True)
class Walk:
    """``cycle`` are the steps, the last one first, over and over; ``count`` of them are made, from 0.

    The noise has the law ``law`` with the scale ``scale``: the deviation, or the mean size.  The grid has ``cells`` cells on each side of
    0 in a scale of ``fine`` cells.  Where ``clipped``, every step ends in the nearest point of the interval of the grid; else beyond the
    grid nothing is known, so that it has to be wide.  ``finer`` are pairs of a power of 2 and a number of steps: up to so many of the last
    steps, in which functions are bent most, are looked at with cells that are so many times shorter, the shortest first.
    """

    cycle: tuple[tuple[Branch, ...], ...]
    count: int
    law: Law
    scale: fmpq
    cells: int
    fine: int
    clipped: bool = True
    epoch: int = 0
    finer: tuple[tuple[int, int], ...] = ()

    @property
    def reach(self) -> fmpq:
        """Where the grid ends."""
        return self.scale * self.cells / self.fine


def beyond(walk: Walk, edge: fmpq, settled: float = 1e-3) -> tuple[float, float]:
    """Two floats around the probability that the walk ends beyond ``edge``, or at the end of its interval where that is the edge.

    Steps are looked at from the last one on, until it makes, relatively, no more than ``settled`` of a difference where the walk was
    before: anywhere in the interval of one that is clipped, and for others within :data:`INSIDE` of the grid, the chance to be elsewhere
    being bounded by moments.  Raises :class:`~pabisym.errors.Undecided` where that takes too many steps.
    """
    pace, length = (_blocks(walk, edge) if walk.epoch else _steps(walk, edge)), max(walk.epoch, 1)
    most, turn = min(walk.count, MOST_STEPS) // length, 1 if walk.epoch else len(walk.cycle)
    inside = walk.cells if walk.clipped else int(INSIDE * walk.cells)
    first, last, stray = walk.cells - inside, walk.cells + inside, None
    for k in range(1, most + 1):
        low, high = next(pace)
        if k * length == walk.count:
            return float(low[walk.cells]), float(high[walk.cells])
        if k % (turn * max(1, EVERY // (turn * length))) == 0 and high[last] - low[first] <= settled * high[last]:
            stray = (0.0 if walk.clipped else _stray(walk)) if stray is None else stray
            if stray <= settled * high[last]:
                return float(low[first]) * (1 - stray) * (1 - MARGIN), min(1.0, float(high[last] + stray) * (1 + MARGIN))
    raise Undecided(f"a walk of {walk.count} steps does not forget its start within {MOST_STEPS}")


def _stray(walk: Walk) -> float:
    """More than the probability that a walk is outside of its inner part at the beginning of a cycle, by Chernoff's bound.

    With m the logarithm of the mean of e^(t x), a step makes it at most that of the mean of e^(a m + t b) and of e^(t noise), as
    e^(t a x) has at most the mean e^(a m) for 0 <= a <= 1.  So what a cycle does not raise is never exceeded.
    """
    far, scale, best = INSIDE * float(walk.reach), float(walk.scale), 1.0
    orders = [walk.cycle] if not walk.epoch else [
        tuple(walk.cycle[0] if k == place else walk.cycle[1] for k in range(walk.epoch)) for place in range(walk.epoch)]
    rest = sum(max(0.0, 1 - float(sum((one.weight for one in step), arb(0)).lower())) for step in orders[0]) * walk.count
    for part in (2, 3, 4, 6, 8, 12, 16, 24, 32):
        t = 1 / (scale * part)
        spread = t * t * scale * scale / 2 if walk.law == "gaussian" else -math.log1p(-t * t * scale * scale)
        total = rest
        for sign in (-1, 1):
            level = 0.0
            for _ in range(400):
                after = max(_raise_level(order, level, sign * t, spread) for order in orders)
                if after <= level:
                    break
                level = after * 1.01 + 1e-9
            else:
                level = math.inf
            total += math.exp(min(0.0, level - t * far)) * (1 + 1e-6)
        best = min(best, total)
    return best


def _raise_level(order: tuple[tuple[Branch, ...], ...], level: float, t: float, spread: float) -> float:
    """A bound of the logarithm of the mean of e^(t x) after a cycle, rounded upwards."""
    for step in order[::-1]:
        parts = [float(one.weight.upper()) * math.exp(min(float(one.a) * level + t * float(one.b), 700.0)) for one in step]
        level = max(0.0, math.log(math.fsum(parts) * (1 + 1e-12)) + spread) * (1 + 1e-12) + 1e-12
    return level


def _steps(walk: Walk, edge: fmpq) -> Iterator[tuple[Array, Array]]:
    """Values of f before the last step, before the one before it, and so on."""
    low, high, done, before = np.zeros(0), np.zeros(0), 0, 1
    for times, until in (*walk.finer, (1, walk.count)):
        low, high = _coarser(low, high, before // times)
        machine, before = _machine(replace(walk, cells=walk.cells * times, fine=walk.fine * times)), times
        known = machine.noise(low, high) if done else machine.last(edge)
        for k in range(done, until):
            low, high = machine.step(k % len(walk.cycle), *known)
            yield _coarser(low, high, times)
            known = machine.noise(low, high)
        done = until


def _machine(walk: Walk) -> _Machine:
    with working_precision(BITS):
        return _Machine(walk)


def _coarser(low: Array, high: Array, times: int) -> tuple[Array, Array]:
    """The values at every ``times``-th point, a power of 2."""
    return _coarser(*_halved(low, high), times // 2) if times > 1 else (low, high)


def _halved(low: Array, high: Array) -> tuple[Array, Array]:
    """The values at every second point, moved apart by as much as lines between these may cross the lines that are connected here."""
    found: list[Array] = []
    for side, values in ((-1, low), (1, high)):
        over = np.maximum(side * (values[1::2] - (values[:-1:2] + values[2::2]) / 2), 0.0)
        apart = np.maximum(np.append(over, 0.0), np.append(0.0, over))
        found.append((values[::2] + side * apart * (1 + MARGIN)) * (1 + side * MARGIN))
    return _between_0_and_1(found[0], found[1])


def _blocks(walk: Walk, edge: fmpq) -> Iterator[tuple[Array, Array]]:
    """Values of f before the last block, before the one before it, and so on.

    Within a block there are two of them: for walks that made the drawn step already, and for others.
    """
    machine, length = _machine(walk), walk.epoch
    known = machine.last(edge)
    while True:
        done, due = machine.step(1, *known), machine.step(0, *known)
        for left in range(2, length + 1):  # so many steps of the block are left; the drawn one comes at once with 1/left
            one, other = machine.noise(*done), machine.noise(*due)
            now, later = machine.step(0, *one), machine.step(1, *other)
            low, high = ((now[side] + (left - 1) * later[side]) / left for side in (0, 1))
            done, due = machine.step(1, *one), (low * (1 - MARGIN), np.minimum(high * (1 + MARGIN), 1.0))
        yield due
        known = machine.noise(*due)


class _Machine:
    """The tables of a walk, made once.  Lengths are in units of the scale of the noise, a cell is 1/fine of it."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.width = math.ceil(WIDTHS[walk.law] * walk.fine)
        moved = max(abs(branch.a * end * walk.reach + branch.b) for step in walk.cycle for branch in step for end in (-1, 1))
        self.margin = 3 + max(0, math.ceil(float((moved - walk.reach) / walk.reach * walk.cells)))
        self.points = walk.cells + self.margin  # of h, on each side
        self.size = 2 * self.points + 1
        if self.size > MOST_POINTS:
            raise Undecided(f"a step moves points over more than {MOST_POINTS} cells of the grid")
        self._kernels()
        known: dict[int, tuple[csr_matrix, csr_matrix, csr_matrix, float]] = {}
        for step in walk.cycle:
            if id(step) not in known:
                known[id(step)] = self._table(step)
        self._steps = [known[id(step)] for step in walk.cycle]

    def _kernels(self) -> None:
        """The weights of connected lines under the noise; extremes of its density, and of abs(p''), seen from a cell, by the lag."""
        law, fine = self.walk.law, self.walk.fine
        twice = [_second_antiderivative(law, fmpq(k, fine)) for k in range(self.width + 2)]
        hats = [2 * (twice[1] - twice[0])] + [twice[k + 1] - 2 * twice[k] + twice[k - 1] for k in range(1, self.width + 1)]
        low = np.array([max(0.0, float((one * fine).lower())) for one in hats]) * (1 - MARGIN)
        high = np.array([max(0.0, float((one * fine).upper())) for one in hats]) * (1 + MARGIN)
        self.low, self.high = (np.concatenate([half[:0:-1], half]) for half in (low, high))
        self.dropped = float((2 * _tail(law, fmpq(self.width - 1, fine))).upper()) * (1 + MARGIN)
        lags = np.arange(-self.width - 2, self.width + 3)  # of a point, seen from the cell [0, 1]: it is from lag - 1 to lag away
        self.most = _density(law, np.where(lags >= 1, lags - 1, -lags) / fine) * (1 + MARGIN)
        self.least = _density(law, np.maximum(np.abs(lags), np.abs(lags - 1)) / fine) * (1 - MARGIN)
        self.far = float(_density(law, np.array([self.width / fine]))[0])

    def _table(self, step: tuple[Branch, ...]) -> tuple[csr_matrix, csr_matrix, csr_matrix, float]:
        """For each point of the grid the points of h that it needs, from below and from above, the cells, and what is left out."""
        from scipy.sparse import csr_matrix

        walk, rows = self.walk, 2 * self.walk.cells + 1
        index = np.arange(-walk.cells, walk.cells + 1, dtype=np.float64)
        row = np.tile(np.arange(rows), len(step))
        found: list[csr_matrix] = []
        for side in (-1, 1):
            places: list[Array] = []
            weights: list[Array] = []
            for branch in step:
                places.append(float(branch.a) * index + float(branch.b / walk.reach * walk.cells) + self.points + side * MOVED)
                mass = float(branch.weight.lower() if side < 0 else branch.weight.upper())
                weights.append(np.full(rows, max(0.0, mass) * (1 + side * MARGIN)))
            place, weight = np.concatenate(places), np.concatenate(weights)
            cell = np.floor(place)
            share, column = place - cell, cell.astype(np.int64)
            found.append(csr_matrix((np.concatenate([weight * (1 - share), weight * share]),
                                     (np.concatenate([row, row]), np.concatenate([column, column + 1]))), shape=(rows, self.size)))
        with working_precision(BITS):
            rest = float((1 - sum((branch.weight for branch in step), arb(0))).upper())
        cells = csr_matrix((weight, (row, column)), shape=(rows, self.size - 1))  # those from above
        return found[0], found[1], cells, max(0.0, rest) * (1 + MARGIN)

    def last(self, edge: fmpq) -> tuple[Array, Array, Array, Array]:
        """Values of h of the last step at all points, exactly, and in all cells bounds of minus its second derivative and of that."""
        walk, gap = self.walk, edge / self.walk.scale
        with working_precision(BITS):
            values = [_tail(walk.law, gap - fmpq(k, walk.fine)) for k in range(-self.points, self.points + 1)]
        low = np.array([max(0.0, float(one.lower())) for one in values]) * (1 - MARGIN)
        high = np.minimum(1.0, np.array([float(one.upper()) for one in values]) * (1 + MARGIN))
        place = float(gap) - np.arange(-self.points, self.points + 1) / walk.fine
        least, most = _last_bent(walk.law, place[1:] - MOVED, place[:-1] + MOVED)
        return low, high, -least, most

    def _extended(self, low: Array, high: Array, more: int) -> tuple[Array, Array]:
        """The connected lines beyond the grid."""
        if not self.walk.clipped:
            low, high = low.copy(), high.copy()
            low[0], high[-1] = 0.0, 1.0  # beyond the grid there may be a jump
        return np.pad(low, more, mode="edge"), np.pad(high, more, mode="edge")

    def noise(self, low: Array, high: Array) -> tuple[Array, Array, Array, Array]:
        """Values of h, below and above; in all cells bounds of minus the second derivative of those above, and of that of those below."""
        one, two = self._extended(low, high, self.margin + self.width)
        below = np.correlate(one, self.low, "valid") * (1 - MARGIN)
        above = np.minimum(1.0, np.correlate(two, self.high, "valid") * (1 + MARGIN) + self.dropped)
        one, two = self._extended(low, high, self.margin + self.width + 3)
        return below, above, self._curvature(-two), self._curvature(one)

    def _curvature(self, line: Array) -> Array:
        """In each cell what the second derivative of a line that was convolved with the density does not exceed, from its bends.

        The sign of a line is that of the side on which it is: an upper bound of minus the second derivative where it is turned over.
        """
        fine = self.walk.fine
        bends = (line[2:] - 2 * line[1:-1] + line[:-2]) * fine
        slack = 1e-15 * fine * np.maximum(np.abs(line[2:]), np.abs(line[:-2]))
        up, down = np.maximum(bends, 0.0) + slack, np.maximum(-bends, 0.0)
        raised = np.correlate(up, self.most, "valid")
        found: Array = raised * (1 + MARGIN) - np.correlate(np.maximum(down - slack, 0.0), self.least, "valid") * (1 - MARGIN)
        return (found + self.far * float((up + down).sum()))[:-1]

    def step(self, place: int, below: Array, above: Array, under: Array, over: Array) -> tuple[Array, Array]:
        """Values of f before a step at the points of the grid, such that the lines that connect its values stay below and above it."""
        points_low, points_high, cells, rest = self._steps[place]
        unit = (1 + MARGIN) / (8 * self.walk.fine**2)
        sag, rise = (cells @ _largest_near(np.maximum(one, 0.0) * unit) for one in (over, under))  # of h there, and of f after each point
        low = (points_low @ below) * (1 - MARGIN) - (sag + _beside(sag)) * (1 + MARGIN)
        high = (points_high @ above) * (1 + MARGIN) + (rise + _beside(rise)) * (1 + MARGIN) + rest
        return _between_0_and_1(low * (1 - MARGIN), high * (1 + MARGIN))


def _between_0_and_1(low: Array, high: Array) -> tuple[Array, Array]:
    """Lines that stay below and above a chance, kept from 0 to 1: where one leaves that within a cell, it is 0 or 1 at both its ends."""
    found: list[Array] = []
    for values, outside, limit in ((low, low < 0, 0.0), (high, high > 1, 1.0)):
        beside = outside | np.append(outside[1:], False) | np.append(False, outside[:-1])
        found.append(np.where(beside, limit, values))
    return found[0], found[1]


def _largest_near(cells: Array) -> Array:
    """The largest of each cell, the two before and the two after it: a cell of f is moved into three of them at most."""
    wide = np.pad(cells, 2, mode="edge")
    found: Array = np.max([wide[k : k + len(cells)] for k in range(5)], axis=0)
    return found


def _beside(cells: Array) -> Array:
    """The largest of what the cells to the left and to the right of each point need; ``cells`` has that of the cell after each point."""
    found: Array = np.maximum(cells, np.append(cells[:1], cells[:-1])) * (1 + MARGIN)
    return found


def _second_antiderivative(law: Law, x: fmpq) -> arb:
    """An even function whose second derivative is the density, for x >= 0."""
    if law == "laplace":
        return ((-arb(x)).exp() + arb(x)) / 2
    return arb(x) * (fmpq(1, 2) - tail(arb(x))) + (-arb(x * x) / 2).exp() / (2 * arb.pi()).sqrt()


def _tail(law: Law, x: fmpq) -> arb:
    """The probability that the noise exceeds x scales."""
    if law == "gaussian":
        return tail(arb(x))
    return (-arb(x)).exp() / 2 if x >= 0 else 1 - arb(x).exp() / 2


def _density(law: Law, x: Array) -> Array:
    """The density at x >= 0."""
    found: Array = np.exp(-x) / 2 if law == "laplace" else np.exp(-x * x / 2) / math.sqrt(2 * math.pi)
    return found


def _last_bent(law: Law, near: Array, far: Array) -> tuple[Array, Array]:
    """Bounds of the second derivative of the tail from y on, where the edge is between ``near`` and ``far`` ahead of y."""
    if law == "laplace":
        ends = [np.where(x > 0, _density(law, np.abs(x)), -_density(law, np.abs(x))) for x in (near, far)]
        across = (near <= 0) & (far >= 0)
        under, over = np.where(across, -0.5, np.minimum(*ends)), np.where(across, 0.5, np.maximum(*ends))
    else:
        ends, peak = [x * _density(law, x) for x in (near, far)], math.exp(-0.5) / math.sqrt(2 * math.pi)
        under = np.where((near <= -1) & (far >= -1), -peak, np.minimum(*ends))
        over = np.where((near <= 1) & (far >= 1), peak, np.maximum(*ends))
    return under - MARGIN, over + MARGIN


__all__ = ["Branch", "Walk", "beyond"]
