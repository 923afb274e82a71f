"""Restart by mixing with random batches: stages that forget, and what one record changes in a stage by certified composition.

The runs project onto a domain of diameter D, their steps are c-Lipschitz whatever is drawn, and the noise is N(0, v I); h = (c D)^2/v.
``pabisym/mixing-told`` asks for two kinds of numbers: what a block forgets, which is :mod:`pabisym.divergence.mixing_plan`, and what tells
two runs apart that begin together, go on for some steps with the same draws, and differ in one record.  The latter is the composition of
the pairs that dominate a step (:mod:`pabisym.accounting.steps`).  Floats choose a :class:`ToldPlan`, certified numbers go through it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from flint import fmpq

from pabisym.accounting.accountant import check_reached
from pabisym.accounting.plan import cumulants
from pabisym.accounting.solve import Parts, delta_of, epsilon_of
from pabisym.accounting.steps import COMPOSITION, FLOATS, ONE_STEP, NoisyRun, direction_curves
from pabisym.divergence.mixing_plan import (
    FARTHEST,
    PAID_TO_STAGE,
    BlockSteps,
    Floats,
    GapsInEpochs,
    beyond_floats,
    blocks_leave,
    bounds_hold,
    fill_formula,
    forward,
    last_slack,
    price_of,
    rounded_up,
    slack_hypotheses,
    theta,
    way_to,
)
from pabisym.errors import InputError, Undecided
from pabisym.lang.grammar import parse
from pabisym.lang.rational import nearest_to, rational_text
from pabisym.lang.term import ONE
from pabisym.numerics.parameters import positive

BELIEVES = ("pabisym/mixing-told", COMPOSITION, ONE_STEP, FLOATS)
STAGES, PARTS, LEVELS = 4, (1, 2, 3, 4, 6, 9), 120
"""The most stages, the numbers of blocks in one, and the number of levels that the search tells apart."""
HIGHEST = 32.0
"""The largest level that the search looks at."""
GAP = 1 / 200
"""Relative width that is aimed at for what a stage tells."""
CELLS = 1 << 14
"""Losses of the search, in floats."""
ENOUGH = 1e-4
"""Of what the blocks before the first stage settle at: what is left of the start, about."""
_ONE = fmpq(1)
_FIRST = parse("theta(1, sqrt(h))**K + (1 - theta(1, sqrt(h))**K)*q/(1 - theta(1, sqrt(h)))", "first")


@dataclass(frozen=True)
class ToldPlan:
    """K blocks of m steps, then J stages of N such blocks, for runs of contraction c in one direction of neighbours.

    ``levels`` are e_0 = 0 <= ... <= e_J, ``told`` the number q that a block tells at most and w_1..w_J, those of the stages, ``bounds``
    d_0, ..., d_{J(N+1)}.
    """

    K: int
    N: int
    m: int
    contraction: fmpq
    levels: tuple[fmpq, ...]
    told: tuple[fmpq, ...]
    bounds: tuple[fmpq, ...]

    @property
    def J(self) -> int:
        """The number of stages."""
        return len(self.levels) - 1

    @property
    def steps(self) -> int:
        """How many of the last steps it is about."""
        return (self.K + self.J * self.N) * self.m

    def holds(self, h: fmpq) -> bool:
        """Do the numbers certainly satisfy what ``pabisym/mixing-told`` assumes of numbers, with the best shares, if ``told`` is true."""
        price, (q, *slacks) = price_of(h, self.contraction, self.m), self.told
        if len(slacks) != self.J or len(self.bounds) != self.J * (self.N + 1) + 1 or min(self.told) < 0:
            return False
        first = fill_formula(_FIRST, h=price, K=fmpq(self.K), q=q) if self.K else ONE
        return bounds_hold(self.levels, self.bounds, [first, *slack_hypotheses(self.bounds, self.levels, slacks, self.N, price)])


@dataclass(frozen=True)
class RandomMixing:
    """``epsilon`` >= that of the last iterate at ``delta``, by the ``plan`` of the ``direction`` that gives more."""

    epsilon: fmpq
    delta: fmpq
    direction: str
    plan: ToldPlan
    believes: tuple[str, ...] = BELIEVES


@lru_cache(maxsize=128)
def mixed_epsilon(h: fmpq, step: NoisyRun, delta: fmpq, contraction: fmpq = _ONE) -> RandomMixing | None:
    """The epsilon of the last of ``step.steps`` random steps at ``delta`` by mixing in stages; None where no plan is found.

    ``step`` says what one step reveals of a record, h = (c D)^2/v how wide the domain is, ``contraction`` is c; all are positive,
    delta < 1.

    >>> run = NoisyRun(fmpq(400), 10**5, fmpq(1, 10), "fixed-size", "replace")
    >>> found = mixed_epsilon(fmpq(25, 4), run, fmpq(1, 10**5))
    >>> fmpq(32, 10**4) < found.epsilon < fmpq(35, 10**4), found.plan.holds(fmpq(25, 4))
    (True, True)

    Raises :class:`~pabisym.errors.InputError` naming the number that is out of range, and :class:`~pabisym.errors.Undecided` where
    compositions are not certified.
    """
    for name, value in (("h", h), ("delta", delta), ("contraction", contraction)):
        positive(value, name)
    if delta >= 1:
        raise InputError("delta", f"{rational_text(delta)} is not below 1", "give a number between 0 and 1")
    if beyond_floats(h, delta, contraction) or step.gaussian is not None:  # nothing is random where every batch has all examples
        return None
    check_reached([step], "delta", delta)
    found = list[RandomMixing]()
    for direction, parts in direction_curves([step], attained=False).items():
        plan = _planned(StageTold(parts), h, min(step.steps, FARTHEST), delta, contraction)
        if plan is None:
            return None
        found.append(RandomMixing(plan.levels[-1], delta, direction, plan))
    return max(found, key=lambda one: one.epsilon)


@dataclass(frozen=True)
class StageTold:
    """What tells two runs apart that begin together, after so many steps: the composition of the pair that dominates a ``step``."""

    step: Parts

    def parts(self, count: int) -> Parts:
        """The pairs whose composition dominates so many steps."""
        return [(curve, count) for curve, _ in self.step]

    def at_most(self, steps: int, rise: fmpq) -> fmpq:
        """E_{e^rise}, from above."""
        return delta_of(self.parts(steps), rise, GAP).upper

    def rise(self, steps: int, slack: fmpq) -> fmpq:
        """A level at which certainly no more than ``slack`` is told, about the least."""
        return epsilon_of(self.parts(steps), slack, GAP, both=False).upper


def through(told: StageTold, h: fmpq, contraction: fmpq, K: int, N: int, m: int, levels: Sequence[fmpq]) -> ToldPlan:
    """The plan with these levels: what it is told, and bounds that are certainly enough."""
    price = price_of(h, contraction, m)
    slacks = [told.at_most(m, fmpq(0)) if K else fmpq(0)]
    bounds = [rounded_up(_FIRST, h=price, K=fmpq(K), q=slacks[0]) if K else fmpq(1)]
    for before, after in pairwise(levels):
        slacks.append(told.at_most(N * m, after - before))
        bounds += blocks_leave(bounds[-1], before, N, price)
        bounds.append(rounded_up(PAID_TO_STAGE, d=bounds[-1], e=before, w=slacks[-1]))
    return ToldPlan(K, N, m, contraction, tuple(levels), tuple(slacks), tuple(bounds))


def _planned(told: StageTold, h: fmpq, steps: int, delta: fmpq, contraction: fmpq) -> ToldPlan | None:
    """The plan that the search finds, with the last level that it certainly has at delta."""
    with np.errstate(all="ignore"):
        found = _StageSearch.of(told, h, steps, delta, contraction).best()
    if found is None:
        return None
    K, N, m, levels = found
    before = through(told, h, contraction, K, N, m, levels[:-1])
    price = price_of(h, contraction, m)
    left = blocks_leave(before.bounds[-1], levels[-2], N, price)
    slack = last_slack(delta - left[-1], levels[-2])
    if slack <= 0:
        return None
    last = levels[-2] + told.rise(N * m, slack)
    bounds = (*before.bounds, *left, rounded_up(PAID_TO_STAGE, d=left[-1], e=levels[-2], w=slack))
    plan = ToldPlan(K, N, m, contraction, (*before.levels, last), (*before.told, slack), bounds)
    return plan if bounds[-1] <= delta else None


# The search, in floats: nothing below is believed.


@dataclass(frozen=True)
class _StageSearch:
    """What plans are looked for: the widths of blocks, the steps there are, and what a step tells, as losses with their masses."""

    asked: BlockSteps
    steps: int
    delta: float
    losses: Floats
    masses: Floats

    @classmethod
    def of(cls, told: StageTold, h: fmpq, steps: int, delta: fmpq, contraction: fmpq) -> _StageSearch:
        ((losses, logs, times),) = cumulants(told.parts(1)).parts
        if times != 1:
            raise Undecided("a step is one pair of laws")
        return cls(BlockSteps(float(h), 1.0, GapsInEpochs(), float(contraction)), steps, float(delta), losses, np.exp(logs))

    def best(self) -> tuple[int, int, int, list[fmpq]] | None:
        """K, N, m and the levels of the best plan, on finer and finer grids."""
        mean, found = float(self.masses @ self.losses), None
        deviation = math.sqrt(max(float(self.masses @ (self.losses - mean) ** 2), 1e-300))
        top = max(1e-7, 0.3 * deviation)  # that of the loss in a few steps
        while found is None and top < HIGHEST:
            top *= 3
            found = self._scan(top, 50, self.asked.sizes(self.steps)[::2], (1, 3))
        if found is None:
            return None
        found = self._scan(1.1 * found[0], LEVELS, self.asked.sizes(self.steps), PARTS) or found
        around = sorted({max(1, round(found[3] * share)) for share in (0.84, 0.92, 1, 1.09, 1.19)})
        found = self._scan(1.03 * found[0], LEVELS, around, (found[2],)) or found
        return found[1], found[2], found[3], [nearest_to(level, 40) for level in found[4]]

    def _scan(self, top: float, count: int, sizes: Sequence[int], parts: Sequence[int]) -> tuple[float, int, int, int, list[float]] | None:
        """The least level on a grid at which a plan reaches delta, with K, N, m and its levels."""
        grid, prices = np.linspace(0, top, count), self._prices(top, count)
        grown, best = np.exp(grid), None
        for m in sizes:
            root, once = math.sqrt(self.asked.price(m)), prices(m)
            kept = float(theta(np.array([1.0]), root)[0])
            if kept >= 1 or once is None:
                continue
            settled = float(once[0]) / (1 - kept)
            for N in parts:
                paid = prices(N * m)
                most = min(STAGES, self.steps // (N * m))
                if paid is None or most < 1:
                    continue
                wanted = 1 + int(math.log(max(ENOUGH * settled, 1e-300)) / math.log(max(kept, 1e-300)))
                K = max(0, min(wanted, self.steps // m - most * N))
                start = min(1.0, kept**K + (1 - kept**K) * settled)
                for bounds, came in forward(grown, paid, N, root, start, most):
                    path = way_to(self.delta, bounds, came)
                    if path and (best is None or grid[path[-1]] < best[0] - 1e-15):
                        best = (float(grid[path[-1]]), K, N, m, [float(grid[place]) for place in path])
        if best is not None and best[4][0] > 0:
            best = (*best[:4], [0.0, *best[4][1:]])
        return best

    def _prices(self, top: float, count: int) -> Callable[[int], Floats | None]:
        """About E_{e^f} after so many steps, at every level f of a grid; None where the losses do not fit."""
        unit = 1.25 * top / (CELLS // 2)
        place = self.losses / unit
        low = np.floor(place)
        cells = np.zeros(CELLS)
        inside = np.abs(low) < CELLS // 2 - 2
        for shift, share in ((0, 1 - (place - low)), (1, place - low)):
            np.add.at(cells, (low[inside].astype(np.int64) + shift) % CELLS, (self.masses * share)[inside])
        spectrum, beyond = np.fft.rfft(cells), float(self.masses[~inside & (self.losses > 0)].sum())
        values = (np.arange(CELLS // 2)) * unit
        known = dict[int, Floats | None]()

        def at(steps: int) -> Floats | None:
            if steps not in known:
                mean, spread = (steps * float(self.masses @ each) for each in (self.losses, self.losses**2))
                if mean + 6 * math.sqrt(spread) > 2.2 * top:  # it would come in at the other end
                    known[steps] = None
                else:
                    law = np.maximum(np.fft.irfft(spectrum**steps, CELLS)[: CELLS // 2], 0.0)
                    whole, grown = (np.cumsum((law * weight)[::-1])[::-1] for weight in (1.0, np.exp(-values)))
                    levels = np.linspace(0, top, count)
                    index = np.minimum(np.ceil(levels / unit - 1e-9).astype(np.int64), CELLS // 2 - 1)
                    known[steps] = np.maximum(whole[index] - np.exp(levels) * grown[index] + steps * beyond, 1e-18)
            return known[steps]

        return at
