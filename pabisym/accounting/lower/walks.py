"""Lower bounds on the true epsilon, by runs on the line that are enclosed step by step: narrow domains, Poisson batches, any noise.

All examples but one have the gradient kappa w + g, the one in question own w - K, in the neighbouring data set own w + K (``replace``) or
none.  A step is w -> a w + b + noise, where a and b depend on who is in the batch, perhaps followed by a projection onto an interval of
radius R around the start; :mod:`pabisym.exact_law.half_lines` encloses how likely the last iterate is beyond an edge.  Gradients are at
most C long on the interval: K = C - own R, and kappa R + g <= C.  Where g pushes towards the other end, the walk seldom comes near the
edge, and reveals more when it does.  Without a domain this is for strongly convex losses, with the promise of
:mod:`pabisym.accounting.lower.quadratic`.

Curvatures, radius, push and edge are searched for in floats; the bound is log((P - delta)/Q) with both probabilities enclosed.  Whoever
sees all iterates sees the last one.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from flint import arb, fmpq

from pabisym.accounting.lower.linear import binomial_weights, geometric_sum, highest_level
from pabisym.accounting.lower.quadratic import BITS, DIGITS, FREE, SMALLER, Lower
from pabisym.errors import Undecided
from pabisym.exact_law.half_lines import Branch, Law, Walk, beyond
from pabisym.lang.budget import poll
from pabisym.lang.rational import short_number
from pabisym.numerics.enclosure import between, lower_end
from pabisym.numerics.evaluator import working_precision
from pabisym.spec.configuration import (
    ADD_REMOVE,
    AVERAGE,
    CONVEX,
    CYCLIC,
    FIXED_SIZE,
    FULL,
    LAST,
    POISSON,
    REPLACE,
    SHUFFLED,
    STRONGLY_CONVEX,
    Configuration,
)

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

PUSHES = (0, 3, 6, 9)
"""Pushes that are tried: the logarithm by which the far end of the interval is less likely than the near one, about."""
RADII = (fmpq(1), fmpq(3, 4), fmpq(1, 2), fmpq(3, 8), fmpq(1, 4))
"""Parts of the radius of the domain that are tried for strongly convex losses."""
ROOM = {"gaussian": 14, "laplace": 20}
"""How many deviations of the last iterate an interval is worth."""
FINENESS = (24, 20, 16, 12, 8, 5, 4)
"""Cells in a scale of the noise."""
PLACES = fmpq(10**7)
"""Levels are rounded down to multiples of 1/PLACES, so that they do not tell how a machine adds floats."""
FINER = ((4, 12), (2, 60))
"""Without a domain, where noise is Gaussian, the last twelve steps have cells that are four times shorter, and sixty twice."""
RARE = 2.0**-70
"""Sizes of a batch that are less likely are not looked at: they count against both chances."""
LEAST_CELLS = 6
"""Least number of cells on each side of 0."""
WORK, QUICK = 6e9, 4e8
"""Most products of floats for a walk: where minutes are at hand, and where seconds are."""
SURE = {"gaussian": 0.0012, "laplace": 0.0025}
"""What the search takes off both probabilities, times 1 - log P, as they are enclosed only about so closely."""
ROUGH = 4000
"""Most steps of the search."""
WIDEST = 400
"""Most points on each side of 0 in the search."""
MOST_OTHERS = 600
"""Most numbers of other examples in a batch that are told apart."""


@dataclass(frozen=True)
class _WalkPair:
    """Two walks: the curvatures, the radius (None: no projection), and the push of the others."""

    run: Configuration
    law: Law
    kappa: fmpq
    own: fmpq
    radius: fmpq | None
    push: fmpq

    @property
    def pull(self) -> fmpq:
        """K."""
        return self.run.clip - (self.own * self.radius if self.radius is not None else 0)

    def cycle(self, *, first: bool) -> tuple[tuple[Branch, ...], ...]:
        """The steps from the last one on, of the one run or of its neighbour."""
        run = self.run
        there = first or run.adjacency == REPLACE
        eta = run.learning_rate if run.learning_rate is not None else fmpq(0)
        own, jump = (self.own, self.pull if first else -self.pull) if there else (fmpq(0), fmpq(0))

        def branch(weight: arb, others: int, used: int) -> Branch:
            a = 1 - eta * (self.kappa * others + own * used) / run.batch
            return Branch(weight, a, eta * (jump * used - self.push * others) / run.batch)

        size, one, rate = run.batch, arb(1), run.rate
        if run.sampling == FULL:
            return ((branch(one, size - 1, 1),),)
        if run.sampling in (CYCLIC, SHUFFLED):
            without = (branch(one, size, 0),)
            return ((branch(one, size - 1, 1),), *([without] * (run.period - 1 if run.sampling == CYCLIC else 1)))
        if run.sampling == FIXED_SIZE:
            return ((branch(arb(1 - rate), size, 0), branch(arb(rate), size - 1, 1)),)
        if self.kappa == 0 == self.push:
            return ((branch(arb(1 - rate), 0, 0), branch(arb(rate), 0, 1)),)
        known = binomial_weights(run.examples - 1, rate, MOST_OTHERS)
        if known is None:
            raise Undecided("there are too many sizes of a batch")
        counts, weights = known
        listed = [branch(w * (rate if used else 1 - rate), k, used) for used in (0, 1)
                  for k, w in zip(counts, weights, strict=True) if w > RARE]
        return (tuple(one for one in listed if one.a >= 0),)

    def reach(self) -> fmpq:
        """Where the grid ends."""
        if self.radius is not None:
            return self.radius
        deviation, keeps = self.run.deviation or fmpq(0), float(1 - (self.run.learning_rate or fmpq(0)) * self.kappa)
        spread = math.sqrt(geometric_sum(keeps**2, self.run.steps) * (2 if self.law == "laplace" else 1))
        drift = float(self.run.ratio) * geometric_sum(keeps, self.run.steps) * float(self.run.rate if self.run.sampling == POISSON else 1)
        return deviation * fmpq(math.ceil(ROOM[self.law] * spread + min(drift, 4 * spread)))

    def walk(self, fine: int, *, first: bool) -> Walk:
        """One of the walks on a grid."""
        scale = self.run.deviation or fmpq(0)
        cells = int((self.reach() / scale * fine).floor())
        if cells < LEAST_CELLS:
            raise Undecided("the interval is too short for the grid")
        epoch = self.run.period if self.run.sampling == SHUFFLED else 0
        finer = FINER if self.radius is None and self.law == "gaussian" else ()
        return Walk(self.cycle(first=first), self.run.steps, self.law, scale, cells, fine, self.radius is not None, epoch, finer)

    def describe(self) -> str:
        """In a sentence."""
        curved = f"quadratic losses of curvature {short_number(self.kappa, 3)}" if self.kappa != 0 else "linear losses"
        place = "" if self.radius is None else f", projected onto an interval of length {short_number(2 * self.radius, 3)}"
        pushed = f", the others pushing with {short_number(self.push, 2)}" if self.push != 0 else ""
        less = "" if self.pull == self.run.clip else f", {short_number(self.pull / self.run.clip, 3)} of the gradient left for the example"
        return f"{curved}{place}{pushed}{less}: the last iterate beyond an edge"

    def promise(self, reach: fmpq) -> str:
        """What the pair needs beside the words of the run, where the interval ends at ``reach``."""
        if self.radius is None:
            return FREE
        return SMALLER if self.run.diameter is not None and 2 * reach < self.run.diameter else ""


def walk_lower(run: Configuration, law: Law = "gaussian", work: float = WORK) -> Lower | None:
    """The best of these pairs for a run, with ``work`` products of floats for a walk at most; None where none is covered.

    Not covered are averages, momentum, weight decay, strongly convex losses with a last batch that is smaller, shuffled batches with a
    broken epoch, runs without a learning rate, and losses that are not strongly convex on an unbounded domain.
    """
    plain = run.release != AVERAGE and run.momentum == 0 and run.weight_decay == 0 and run.learning_rate is not None
    if not plain or (run.sampling == FIXED_SIZE and run.adjacency == ADD_REMOVE):
        return None
    if run.sampling in (CYCLIC, SHUFFLED) and run.period == 1:
        return None
    if run.sampling == SHUFFLED and run.steps % run.period:
        return None
    if run.loss != STRONGLY_CONVEX:  # linear losses are of all other kinds
        run = run.changed(loss=CONVEX)
    return _found(run.changed(release=LAST), law, work)


@lru_cache(maxsize=256)
def _found(run: Configuration, law: Law, work: float) -> Lower | None:
    best, chosen, place, quick = 0.0, None, 0.0, work <= QUICK
    for pair in _pairs(run, law):
        if _fineness(pair, work) is None:
            continue
        level, edge = _guess(pair, *((ROUGH // 4, WIDEST // 4) if quick else (ROUGH, WIDEST)))
        if level > best:
            best, chosen, place = level, pair, edge
    return None if chosen is None else _certified(chosen, place, work)


def _pairs(run: Configuration, law: Law) -> Iterator[_WalkPair]:
    """What is tried."""
    strong, scale, eta = run.loss == STRONGLY_CONVEX, run.deviation, run.learning_rate
    if scale is None or eta is None:
        return
    own = run.strong_convexity if strong else fmpq(0)
    uneven = run.sampling in (CYCLIC, SHUFFLED) and run.examples % run.batch != 0
    if strong and (eta * own >= 1 or uneven):
        return
    if run.diameter is None:
        if strong:
            yield _WalkPair(run, law, own, own, None, fmpq(0))
        return
    spread = math.sqrt(geometric_sum(float(1 - eta * own) ** 2, run.steps) * (2 if law == "laplace" else 1))
    most = min(run.diameter / 2, scale * math.ceil(ROOM[law] * spread + float(run.ratio) * min(run.steps, 100)))
    for part in RADII if strong else RADII[:1]:
        radius = part * most
        if 2 * radius < scale or own * radius >= run.clip:
            continue
        variance = float(scale) ** 2 * (2 if law == "laplace" else 1)
        for push in PUSHES if not strong and not uneven and most == run.diameter / 2 else PUSHES[:1]:
            g = fmpq(round(push * variance / (4 * float(radius) * float(eta)) * 2**20), 2**20)
            if own * radius + g <= run.clip:
                yield _WalkPair(run, law, own, own, radius, g)


def _guess(pair: _WalkPair, rough: int, widest: int) -> tuple[float, float]:
    """About the level of a pair, and the edge at which it is reached, from densities on a rough grid."""
    import numpy as np

    scale, reach = float(pair.run.deviation or 0), float(pair.reach())
    cells = min(widest, max(60, math.ceil(4 * reach / scale)))
    gap = reach / cells
    points: Array = np.arange(-cells, cells + 1, dtype=np.float64) * gap
    edges: Array = (np.arange(-cells, cells, dtype=np.float64) + 0.5) * gap
    found: list[Array] = []
    for first in (True, False):
        try:
            tables = [_rough(step, points, edges, pair.law, scale) for step in _distinct(pair, first=first)]
        except Undecided:
            return 0.0, 0.0
        length = pair.run.period if pair.run.sampling == CYCLIC else 1
        steps = min(pair.run.steps, max(rough - rough % length, length))
        masses = np.zeros(len(points))
        masses[cells] = 1.0
        for k in range(steps - 1, -1, -1):  # the last step is number 0 of the cycle
            poll()
            masses = masses @ tables[0 if k % length == 0 else -1]
        found.append(np.cumsum(masses[::-1])[::-1][1:])
    near, far, delta = found[0], found[1], float(pair.run.delta)
    with np.errstate(all="ignore"):
        loss = SURE[pair.law] * (1 - np.log(np.maximum(near, 1e-300)))
        level, place = highest_level(near * (1 - loss), np.maximum(far * (1 + loss), 1e-300), delta)
    at_end = place == len(edges) - 1 and pair.radius is not None
    return level, reach if at_end else float(edges[place])


def _distinct(pair: _WalkPair, *, first: bool) -> list[tuple[Branch, ...]]:
    """The steps of a cycle that differ; for a new order in every epoch one step that is each of them now and then."""
    cycle, period = pair.cycle(first=first), pair.run.period
    if pair.run.sampling == SHUFFLED:
        drawn = [Branch(one.weight * part, one.a, one.b) for step, part in zip(cycle, (fmpq(1, period), 1 - fmpq(1, period)), strict=True)
                 for one in step]
        return [tuple(drawn)]
    return [cycle[0], cycle[-1]] if len(cycle) > 1 else [cycle[0]]


def _rough(step: tuple[Branch, ...], points: Array, edges: Array, law: Law, scale: float) -> Array:
    """The chances to go from each point to each other one."""
    import numpy as np
    from scipy.special import ndtr

    total: Array = np.zeros((len(points), len(points)))
    if len(step) > 4:  # the means are near one another: their first two moments count
        weights = np.array([float(one.weight) for one in step])
        a, b = (np.array([float(getattr(one, name)) for one in step]) for name in ("a", "b"))
        means = np.outer(points, a) + b
        centre = means @ weights
        spread = np.sqrt(np.maximum((means**2) @ weights - centre**2, 0) + scale**2)
        branches = [(1.0, centre, spread)]
    else:
        branches = [(float(one.weight), float(one.a) * points + float(one.b), np.full(len(points), scale)) for one in step]
    for weight, centre, spread in branches:
        gaps = (edges[None, :] - centre[:, None]) / spread[:, None]
        below = ndtr(gaps) if law == "gaussian" else np.where(gaps < 0, np.exp(-np.abs(gaps)) / 2, 1 - np.exp(-np.abs(gaps)) / 2)
        total += weight * np.diff(below, axis=1, prepend=0.0, append=1.0)
    return total


def _fineness(pair: _WalkPair, work: float) -> int | None:
    """How many cells a scale may have."""
    length = float(pair.reach() / (pair.run.deviation or fmpq(1)))
    mixing = min(pair.run.steps, 64 + 1.2 * length**2 if pair.radius is not None else 1000)
    each = length * (32 if pair.law == "gaussian" else 108) * 7 * mixing
    return next((one for one in FINENESS if each * one**2 <= work), None)


def _certified(pair: _WalkPair, place: float, work: float) -> Lower | None:
    """The level of a pair at an edge, by enclosed probabilities."""
    run, fine = pair.run, _fineness(pair, work)
    if fine is None:
        return None
    scale = float(run.deviation or 1)
    try:
        walks = [pair.walk(fine, first=first) for first in (True, False)]
        edge = fmpq(round(place / scale * 2**20), 2**20) * (run.deviation or fmpq(1))
        edge = min(edge, walks[0].reach) if pair.radius is not None else edge
        (near, _), (_, far) = (beyond(walk, edge) for walk in walks)
    except Undecided:
        return None
    with working_precision(BITS):
        gain = arb(near) - arb(run.delta)
        if not gain > 0 or not far > 0:
            return None
        level = (lower_end((gain / arb(far)).log()) * PLACES).floor() / PLACES
    if level <= 0:
        return None
    return Lower(between(level, level, DIGITS, BITS), pair.describe(), pair.promise(walks[0].reach))
