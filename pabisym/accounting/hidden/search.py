"""The planner: block lengths for hidden batches, by dynamic programming over floats.  It only proposes; any plan is certified as it is.

What a block costs is the logarithm of the tilted mean of its privacy loss, without outcomes that are too rare to matter. It depends on
the length of the block and on that of the next one, so that costs add up along a chain of lengths.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.hidden.blocks import HiddenPlan, HiddenRun, Pieces, squares_of
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
    """``between[i, j]``: of a block of the i-th length that is paid in one of the j-th; ``ends[l, i]``: of the end after such a block,
    ``alone[l]`` after nothing.
    """

    lengths: tuple[int, ...]
    ends_tried: tuple[int, ...]
    between: Array
    ends: Array
    alone: Array


def propose(run: HiddenRun, delta: float, tilt: float) -> Pieces:
    """A plan that is good for deltas of the size of ``delta``, where privacy losses are tilted by ``tilt``.

    Raises :class:`~pabisym.errors.Undecided` for steps that move points far apart, and for hits that are very large or small.

    >>> from flint import arb, fmpq
    >>> from pabisym.accounting.hidden.blocks import unpaid_pieces
    >>> run = HiddenRun(500, fmpq(1, 100), fmpq(1), fmpq(1))
    >>> unpaid_pieces(run, propose(run, 1e-5, 6.0))
    ''
    """
    steps = run.steps
    if run.contraction > MOST_FACTOR or not 1 / MOST_HIT <= run.hit <= MOST_HIT:
        raise Undecided("hidden batches: no plan is looked for where a step moves points far apart, or a hit is very large or small")
    if steps <= 2:
        return ((HiddenPlan.of(run, [], 1), steps),)
    costs = _costs(run, delta, tilt)
    window = min(steps, MOST)
    chains = _chains(costs, window)
    if steps > window:
        chain = chains[0][0]
        usual = max(set(chain), key=lambda m: m * chain.count(m))
        window = MOST + (steps - MOST) % usual
        (chain, end), *others = _chains(costs, window)
        more = (steps - window) // usual
        place = chain.index(usual) if usual in chain else 0
        left = steps - window - more * usual
        chains = [([*chain[:place], *([left] if left else []), *[usual] * more, *chain[place:]], end), *others]
    return tuple((HiddenPlan.of(run, [(m, len(list(same))) for m, same in groupby(chain)], end), len(list(alike)))
                 for (chain, end), alike in groupby(chains, key=lambda one: (tuple(one[0]), one[1])))


def _chains(costs: _Costs, steps: int) -> list[tuple[list[int], int]]:
    """The cheapest pieces: each a chain of blocks, of which the first pays for nothing, and an end.

    ``least[n, i]`` is the cost of the last n steps after a block of the i-th length that is not paid yet, ``fresh[n]`` that after nothing.
    A choice k >= 0 is the k-th length for the next block, -1 - k the k-th end.
    """
    sizes, ends, count = np.array(costs.lengths), np.array(costs.ends_tried), len(costs.lengths)
    apart = next(g for g in (1, 2, 4, 8, 16) if g == 16 or max(steps - FINE, 0) / g <= FINE)
    least, choice = np.full((steps + 1, count), np.inf), np.zeros((steps + 1, count), np.int64)
    fresh, start = np.full(steps + 1, np.inf), np.zeros(steps + 1, np.int64)
    fresh[0] = 0.0
    for left in range(1, steps + 1):
        if left > FINE and (steps - left) % apart:
            continue
        usable = np.nonzero((sizes < left) & ((left <= FINE) | (sizes % apart == 0)))[0]
        if len(usable):
            ways = costs.between[:, usable] + least[left - sizes[usable], usable]
            best = ways.argmin(axis=1)
            least[left], choice[left] = ways[np.arange(count), best], usable[best]
            first = int(least[left - sizes[usable], usable].argmin())
            fresh[left], start[left] = least[left - sizes[usable[first]], usable[first]], usable[first]
        closing = np.nonzero(ends <= left)[0]
        if len(closing):
            ways = costs.ends[closing] + fresh[left - ends[closing]][:, None]
            best = ways.argmin(axis=0)
            values = ways[best, np.arange(count)]
            better = values < least[left]
            least[left][better], choice[left][better] = values[better], -1 - closing[best][better]
            alone = costs.alone[closing] + fresh[left - ends[closing]]
            if float(alone.min()) < fresh[left]:
                fresh[left], start[left] = alone.min(), -1 - closing[int(alone.argmin())]
    if not np.isfinite(fresh[steps]):
        raise Undecided("hidden batches: no plan was found")
    found, left = list[tuple[list[int], int]](), steps
    while left:
        at, chain = int(start[left]), list[int]()
        while at >= 0:
            chain.append(int(sizes[at]))
            left -= int(sizes[at])
            at = int(choice[left, at])
        found.append((chain, int(ends[-1 - at])))
        left -= found[-1][1]
    return found


def _costs(run: HiddenRun, delta: float, tilt: float) -> _Costs:
    grows = math.log(max(float(run.contraction), 1.0))
    lengths = tuple(m for m in LENGTHS if m < run.steps and m * grows <= GROWTH) or (1,)
    ends = tuple(m for m in ENDS if m <= run.steps and m * grows <= GROWTH) or (1,)
    rare, hit = delta * RARE, float(run.hit)
    counts = [_binomial(m, float(run.rate), rare / 10) for m in lengths]
    cost = _norms(run, lengths, sorted({*lengths, *ends}))
    between = np.zeros((len(lengths), len(lengths)))
    for i in range(len(lengths)):
        poll()
        atoms = np.multiply.outer(np.array([cost[lengths[i], m] for m in lengths]) * hit, counts[i][0])
        between[i] = _tilted(atoms, counts[i][1], rare, tilt)
    table, alone = np.zeros((len(ends), len(lengths))), np.zeros(len(ends))
    for k, end in enumerate(ends):
        own = _end_law(run, end, rare)
        seen = np.nonzero(own > rare / 1000)[0]
        alone[k] = _tilted(seen[None, :].astype(np.float64) * (hit / CELLS), own[seen], rare, tilt)[0]
        for i in range(len(lengths)):
            moves = np.round(counts[i][0] * cost[lengths[i], end] * CELLS).astype(int)
            law = np.zeros(len(own) + int(moves.max()))
            for move, chance in zip(moves, counts[i][1], strict=True):
                law[move : move + len(own)] += chance * own
            kept = np.nonzero(law > rare / 1000)[0]
            table[k, i] = _tilted(kept[None, :].astype(np.float64) * (hit / CELLS), law[kept], rare, tilt)[0]
    return _Costs(lengths, ends, between, table, alone)


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


def _norms(run: HiddenRun, lengths: Sequence[int], following: Sequence[int]) -> dict[tuple[int, int], float]:
    """The root of the mean square of what a hit costs, by the length of its block and of the one in which it is paid."""
    if run.shrinking is None:
        c = float(run.contraction)
        means = {m: math.sqrt(1 if c == 1 else (1 - c ** (2 * m)) / (1 - c * c) / m) for m in lengths}
        return {(m, paid): means[m] * float(run.start_share(paid)) for m in lengths for paid in following}
    found, more = dict[tuple[int, int], float](), math.log(float(run.shrinking.more(arb(1))))
    steps, c = np.arange(lengths[-1]), float(run.shrinking.factor)
    for paid in following:
        likely = 2 * np.log(c) * steps + 2 * more * np.sqrt(steps + float(squares_of(run.shrinking.factor, paid)))
        costs = np.cumsum(np.exp(likely)) * float(run.expected.start_share(paid)) ** 2
        found.update({(m, paid): math.sqrt(float(costs[m - 1]) / m) for m in lengths})
    return found


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
