"""The law of a weighted sum of independent hits, sum of w_i B_i with B_i Bernoulli(q), on a grid of atoms and rounded up.

An atom may be moved up: a mixture of N(m_k, 1) is the harder to tell from N(0, 1), or from its mirror image, the smaller its m_k are (by
Kahane's inequality, see :mod:`pabisym.accounting.hidden.blocks`).  So an upper bound may take any larger weights; masses are rounded up,
and what is beyond the last atom is counted as ``lost``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb, perm
from typing import TYPE_CHECKING

import numpy as np
from flint import arb, fmpq

from pabisym.accounting.grid import ROUNDING
from pabisym.errors import Undecided
from pabisym.lang.rational import dyadic
from pabisym.numerics.enclosure import upper_end
from pabisym.numerics.evaluator import working_precision

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

BITS = 128
CELLS = 1024
"""Places of the grid for one whole hit."""
RARER = ((1e-4, 4), (1e-8, 16))
"""Where sums as large or larger have a chance of less than the first number, atoms are moved up to places so many times further apart."""
NEVER = 1e-280
"""Chances below this one are counted with those that are lost."""
MOST_ATOMS = 3000


@dataclass(frozen=True)
class HitLaw:
    """Atoms at ``places`` (increasing integers, times a unit) with upper bounds ``values`` of their chances, at most (1 + ``excess``)
    times them; the chance of all other sums is at most ``lost``.
    """

    places: tuple[int, ...]
    values: tuple[float, ...]
    excess: float
    lost: arb


@lru_cache(maxsize=2048)
def equal_hits(count: int, rate: fmpq, share: float) -> HitLaw:
    """The number of hits among ``count``: binomial.  Those of many hits, of a chance of at most about ``share``, are lost.

    >>> law = equal_hits(2, fmpq(1, 2), 1e-12)
    >>> law.places, [round(p, 6) for p in law.values]
    ((0, 1, 2), [0.25, 0.5, 0.25])
    """
    with working_precision(BITS):
        stay, odds = arb(1 - rate), arb(rate / (1 - rate)) if rate < 1 else arb(0)
        if rate == 1:
            return HitLaw((count,), (1.0,), 0.0, arb(0))
        values, mass = list[float](), stay**count
        for k in range(count + 1):
            values.append(_up(mass))
            following = mass * fmpq(count - k, k + 1) * odds
            ratio = odds * fmpq(max(count - k - 1, 0), k + 2)
            if k == count or (ratio < 1 and following / (1 - ratio) < share):
                beyond = arb(0) if k == count else following / (1 - ratio)
                break
            if k >= MOST_ATOMS:
                raise Undecided(f"more than {MOST_ATOMS} hits are likely in {count} steps")
            mass = following
    first = next((k for k, value in enumerate(values) if value > NEVER), 0)
    lost = beyond.upper() + first * arb(NEVER)
    return HitLaw(tuple(range(first, len(values))), tuple(values[first:]), 8 * ROUNDING, lost)


def drawn_hits(count: int, batch: int, examples: int, share: float) -> HitLaw:
    """The number of hits of ``count`` records in a batch drawn without replacement: hypergeometric; those of a chance below ``share`` are
    lost.

    >>> law = drawn_hits(2, 2, 4, 1e-12)
    >>> law.places, [round(p, 6) for p in law.values]
    ((0, 1, 2), [0.166667, 0.666667, 0.166667])
    """
    whole = perm(examples, count)
    chances = [(k, fmpq(comb(count, k) * perm(batch, k) * perm(examples - batch, count - k), whole)) for k in range(count + 1)]
    with working_precision(BITS):
        kept = [(k, _up(arb(p))) for k, p in chances if p > dyadic(share)]
        lost = sum((arb(p) for _, p in chances if p <= dyadic(share)), arb(0)).upper()
    return HitLaw(tuple(k for k, _ in kept), tuple(p for _, p in kept), 8 * ROUNDING, lost)


def weighted_hits(weights: Sequence[arb], rate: fmpq, share: float, start: HitLaw | None = None, start_weight: arb | None = None,
                  least: int = 1) -> HitLaw:
    """The sum of ``weights[i]`` B_i, and of ``start_weight`` times an independent number of hits ``start``; in units of 1/CELLS.

    Atoms are moved up to places that are ``least`` apart, or further where sums are rare.

    >>> law = weighted_hits([arb(1), arb("0.5")], fmpq(1, 2), 1e-12)
    >>> [place / CELLS for place in law.places], [round(p, 6) for p in law.values]
    ([0.0, 0.5, 1.0, 1.5], [0.25, 0.25, 0.25, 0.25])
    """
    moves = [_place(weight) for weight in weights]
    lost, steps = arb(0) if start is None else start.lost, 4 * len(moves) + 8 + (0 if start is None else len(start.places))
    offset = [0] if start is None or start_weight is None else [_place(start_weight * k) for k in start.places]
    top = max(max(moves, default=0), 1) * _most(len(moves), rate, share) + max(offset)
    law = np.zeros(min(top, sum(moves) + max(offset)) + 1)
    np.add.at(law, offset, [1.0] if start is None else start.values)
    drawn, stay = _up(arb(rate)), _up(arb(1 - rate))
    fallen = 0.0
    for move in moves:
        beyond = law[len(law) - move :] if move else law[:0]
        fallen += drawn * float(beyond.sum()) * (1 + 2 * len(law) * ROUNDING)
        moved = law * stay
        moved[move:] += law[: len(law) - move] * drawn
        law = moved
    law *= 1 + steps * ROUNDING
    excess = (2 * steps + 8) * ROUNDING + (0.0 if start is None else start.excess)
    return _coarser(law, excess, lost + fallen * (1 + steps * ROUNDING), share, least)


def _coarser(law: Array, excess: float, lost: arb, share: float, least: int) -> HitLaw:
    """Atoms moved up to a grid that is coarser where sums are large; the last ones, of a small chance, are lost."""
    places = np.nonzero(law > 0)[0]
    above, widths = np.cumsum(law[places][::-1])[::-1], np.full(len(places), least)
    for chance, wider in RARER:
        widths[above < chance] = least * wider
    rounded = -(-places // widths) * widths
    atoms, where = np.unique(rounded, return_inverse=True)
    values = np.bincount(where, law[places]) * (1 + 2 * int(widths.max(initial=1)) * ROUNDING)
    beyond = np.cumsum(values[::-1])[::-1] * (1 + 2 * len(values) * ROUNDING)
    kept = max(int(np.count_nonzero(beyond > share)), 1)
    if kept < len(values):
        lost = lost + float(beyond[kept])
    return HitLaw(tuple(int(k) for k in atoms[:kept]), tuple(values[:kept].tolist()), excess + 4 * len(law) * ROUNDING, lost.upper())


def _most(count: int, rate: fmpq, share: float) -> int:
    """A number of hits that is exceeded with a chance of about ``share``."""
    mean = count * float(rate)
    most = mean + math.sqrt(2 * max(mean, 1e-9) * -math.log(share)) + 4
    while most < count and math.log(max(mean, 1e-300) / most) * most + most - mean > math.log(share):
        most += 1
    return min(count, math.ceil(most))


def _place(weight: arb) -> int:
    """The first place of the grid at or after a weight."""
    with working_precision(BITS):
        return max(int(upper_end(weight * CELLS).ceil()), 0)


def _up(mass: arb) -> float:
    return max(math.nextafter(float(mass.upper()), math.inf), 0.0) if mass > 0 else float(mass.upper())
