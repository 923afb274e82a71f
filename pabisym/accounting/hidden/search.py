"""The planner: block lengths for hidden batches, by dynamic programming over floats.  It only proposes; any plan is certified as it is.

What a block costs is the logarithm of the tilted mean of its privacy loss, without outcomes that are too rare to matter. It depends on
the length of the block and on that of the next one, so that costs add up along a chain of lengths.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from flint import fmpq

from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun
from pabisym.errors import Undecided
from pabisym.lang.budget import poll

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

LENGTHS = (1, 2, 3, 4, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 160, 192, 256, 320, 448, 640, 896,
           1280, 1792, 2560, 3584, 5120)
"""Lengths of blocks that are tried."""
ENDS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64)
"""Lengths of the end that are tried."""
RARE = 1e-3
"""Of delta: outcomes of a smaller chance do not count in costs."""
OUTCOMES, MOST_COUNTS = 160, 200
CELLS = 32
GROWTH = 3.0
"""The logarithm of the most by which distances may grow in a block where maps expand."""
MOST_FACTOR, MOST_HIT = fmpq(20), fmpq(10) ** 9
"""The most by which distances grow in a step, and the largest hit in units of the noise, or 1 over the smallest, with a plan."""
FINE, MOST = 1500, 12_000
"""Steps before the end in which lengths are chosen to one step, and in which they are chosen at all; what is before repeats a block."""


@dataclass(frozen=True)
class _Costs:
    """``between[i, j]``: of a block of the i-th length that is paid in one of the j-th; ``ends[l, i]``: of the end after such a block."""

    lengths: tuple[int, ...]
    ends_tried: tuple[int, ...]
    between: Array
    ends: Array


def propose(run: HiddenRun, delta: float, tilt: float) -> HiddenPlan:
    """A plan that is good for deltas of the size of ``delta``, where privacy losses are tilted by ``tilt``.

    Raises :class:`~pabisym.errors.Undecided` for steps that move points far apart, and for hits that are very large or small.

    >>> from flint import fmpq
    >>> run = HiddenRun(500, fmpq(1, 100), fmpq(1), fmpq(1))
    >>> propose(run, 1e-5, 6.0).unpaid(run)
    ''
    """
    steps = run.steps
    if run.contraction > MOST_FACTOR or not 1 / MOST_HIT <= run.hit <= MOST_HIT:
        raise Undecided("hidden batches: no plan is looked for where a step moves points far apart, or a hit is very large or small")
    if steps <= 2:
        return HiddenPlan.of(run, [], steps)
    costs = _costs(run, delta, tilt)
    window = min(steps, MOST)
    chain, end = _chain(costs, window)
    if steps > window:
        usual = max(set(chain), key=lambda m: m * chain.count(m))
        window = MOST + (steps - MOST) % usual
        chain, end = _chain(costs, window)
        more = (steps - sum(chain) - end) // usual
        place = chain.index(usual) if usual in chain else 0
        left = steps - sum(chain) - end - more * usual
        chain = [*chain[:place], *([left] if left else []), *[usual] * more, *chain[place:]]
    return HiddenPlan.of(run, [(m, len(list(same))) for m, same in groupby(chain)], end)


def _chain(costs: _Costs, steps: int) -> tuple[list[int], int]:
    """The cheapest chain of blocks, the first one is not paid for by itself, and an end."""
    sizes, count = np.array(costs.lengths), len(costs.lengths)
    apart = next(g for g in (1, 2, 4, 8, 16) if g == 16 or max(steps - FINE, 0) / g <= FINE)
    least, choice = np.full((steps + 1, count), np.inf), np.zeros((steps + 1, count), np.int64)
    ends = {length: k for k, length in enumerate(costs.ends_tried)}
    for left in range(1, steps + 1):
        if left > FINE and (steps - left) % apart:
            continue
        if left in ends:
            least[left], choice[left] = costs.ends[ends[left]], -1 - ends[left]
        usable = np.nonzero((sizes < left) & ((left <= FINE) | (sizes % apart == 0)))[0]
        if len(usable):
            ways = costs.between[:, usable] + least[left - sizes[usable], usable]
            best = ways.argmin(axis=1)
            values = ways[np.arange(count), best]
            better = values < least[left]
            least[left][better], choice[left][better] = values[better], usable[best][better]
    firsts = [i for i in range(count) if sizes[i] < steps and np.isfinite(least[steps - sizes[i], i])]
    if not firsts or steps in ends:  # an end alone is a plan too
        alone = ends.get(steps)
        if alone is not None and (not firsts or costs.ends[alone, 0] <= min(least[steps - sizes[i], i] for i in firsts)):
            return [], steps
    at = min(firsts, key=lambda i: least[steps - sizes[i], i])
    chain, left = [int(sizes[at])], steps - int(sizes[at])
    while choice[left, at] >= 0:
        at = int(choice[left, at])
        chain.append(int(sizes[at]))
        left -= int(sizes[at])
    return chain, costs.ends_tried[-1 - int(choice[left, at])]


def _costs(run: HiddenRun, delta: float, tilt: float) -> _Costs:
    grows = math.log(max(float(run.contraction), 1.0))
    lengths = tuple(m for m in LENGTHS if m < run.steps and m * grows <= GROWTH) or (1,)
    ends = tuple(m for m in ENDS if m <= run.steps and m * grows <= GROWTH) or (1,)
    rare, hit = delta * RARE, float(run.hit)
    counts = [_binomial(m, float(run.rate), rare / 10) for m in lengths]
    means = [_root_mean_square(run, m) for m in lengths]
    pay = {m: float(run.start_share(m)) for m in {*lengths, *ends}}
    between = np.zeros((len(lengths), len(lengths)))
    for i in range(len(lengths)):
        poll()
        atoms = np.multiply.outer(np.array([pay[m] for m in lengths]) * hit * means[i], counts[i][0])
        between[i] = _tilted(atoms, counts[i][1], rare, tilt)
    table = np.zeros((len(ends), len(lengths)))
    for k, end in enumerate(ends):
        own = _end_law(run, end, rare)
        for i in range(len(lengths)):
            moves = np.round(counts[i][0] * pay[end] * means[i] * CELLS).astype(int)
            law = np.zeros(len(own) + int(moves.max()))
            for move, chance in zip(moves, counts[i][1], strict=True):
                law[move : move + len(own)] += chance * own
            kept = np.nonzero(law > rare / 1000)[0]
            table[k, i] = _tilted(kept[None, :].astype(np.float64) * (hit / CELLS), law[kept], rare, tilt)[0]
    return _Costs(lengths, ends, between, table)


def _binomial(count: int, rate: float, rare: float) -> tuple[Array, Array]:
    """Numbers of hits with their chances, from where they are rare up to where they are."""
    mean, spread = count * rate, math.sqrt(count * rate * (1 - rate))
    width = spread * math.sqrt(-2 * math.log(rare)) - math.log(rare)
    low, high = max(math.floor(mean - width), 0), min(math.ceil(mean + width), count)
    k = np.unique(np.linspace(low, high, min(high - low + 1, MOST_COUNTS)).round())
    logs = np.array([math.lgamma(count + 1) - math.lgamma(n + 1) - math.lgamma(count - n + 1) + n * math.log(rate)
                     + (count - n) * math.log1p(-rate) for n in k])
    chances = np.exp(logs)
    kept = chances > rare * 1e-3
    return k[kept], chances[kept] / chances[kept].sum()


def _root_mean_square(run: HiddenRun, count: int) -> float:
    if run.shrinking is not None:
        return math.sqrt(sum(float(run.factor(k)) ** 2 for k in range(count)) / count)
    c = float(run.contraction)
    total = count if c == 1 else (1 - c ** (2 * count)) / (1 - c * c)
    return math.sqrt(total / count)


def _end_law(run: HiddenRun, end: int, rare: float) -> Array:
    law, q = np.ones(1), float(run.rate)
    for distance in range(1, end + 1):
        move = math.ceil(float(run.hit_share(distance)) * CELLS)
        longer = np.zeros(len(law) + move)
        longer[: len(law)] += law * (1 - q)
        longer[move:] += law * q
        last = np.nonzero(longer > rare / 1000)[0][-1]
        law = longer[: last + 1]
    return law


def _tilted(atoms: Array, chances: Array, rare: float, tilt: float) -> Array:
    """For each row of atoms the logarithm of the mean of e^(tilt L) under P, at least 0, without outcomes beyond a rare one."""
    found = np.zeros(len(atoms))
    for row, means in enumerate(atoms):
        x = np.linspace(-6.0, 6.0 + float(means.max()), OUTCOMES)
        weights = x * x / -2 + math.log((x[1] - x[0]) / math.sqrt(2 * math.pi))
        exponents = np.multiply.outer(x, means) - means * means / 2
        top = exponents.max(axis=1)
        loss = np.log(np.exp(exponents - top[:, None]) @ chances) + top
        beyond = np.cumsum(np.exp(weights + loss)[::-1])[::-1]
        kept = (weights + (1 + tilt) * loss)[beyond > rare]
        peak = float(kept.max())
        found[row] = max(peak + math.log(float(np.exp(kept - peak).sum())), 0.0)
    return found
