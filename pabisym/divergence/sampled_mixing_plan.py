"""Numbers for restart by mixing with random batches: levels and bounds that satisfy what ``pabisym/mixing-noisy-sgd`` assumes.

The runs have a domain of diameter D, noise N(0, v I) with v = (eta sigma)^2, and a record is in a batch with probability q = b/n, which
moves the mean gradient by 1/r of the standard deviation of its noise, r = b sigma/(2 L); h = (c D)^2/v for c-Lipschitz steps.  A
:class:`SampledPlan` has J stages of N blocks of m steps; stage j has the slack w_j and rises by what the accountant of random steps charges
for it at one order alpha.  Floats choose the plan, balls go through it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from flint import fmpq

from pabisym.divergence.evaluate import decide
from pabisym.divergence.mixing_plan import (
    FARTHEST,
    PAID_TO_STAGE,
    BlockSteps,
    GapsInEpochs,
    at_least,
    beyond_floats,
    blocks_leave,
    fill_formula,
    forward,
    last_slack,
    price_of,
    rounded_up,
    slack_hypotheses,
    theta,
    way_to,
)
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import dyadic, floor_to, rational_text
from pabisym.numerics.parameters import positive

ORDERS = tuple(round(2 ** (power / 2)) for power in range(3, 25))
"""Orders that are tried: from 3 to 4096, a factor of about the root of 2 apart."""
STAGES, PARTS, LEVELS = 3, (1, 2, 3, 4, 6, 9), 90
"""The most stages, the numbers of blocks in one, and the number of levels that the search tells apart."""
_ONE = fmpq(1)
_COST = parse("sampled_first(alpha, q, r) + sampled(alpha, q, r)", "cost")
_RISE = parse("S*Q + log((alpha - 1)/alpha) - (log(w) + log(alpha))/(alpha - 1)", "rise")


@dataclass(frozen=True)
class SampledPlan:
    """J stages of N blocks of m steps, the order of the accountant, and what a random step costs at most at this order.

    ``levels`` are e_0 = 0 <= e_1 <= ... <= e_J, ``slacks`` w_1..w_J, ``bounds`` d_0 = 1, ..., d_{J(N+1)}, all certain.
    """

    N: int
    m: int
    order: int
    cost: fmpq
    contraction: fmpq
    levels: tuple[fmpq, ...]
    slacks: tuple[fmpq, ...]
    bounds: tuple[fmpq, ...]

    @property
    def J(self) -> int:
        """The number of stages."""
        return len(self.slacks)

    @property
    def steps(self) -> int:
        """How many of the last steps it is about."""
        return self.J * self.N * self.m

    def holds(self, h: fmpq, q: fmpq, r: fmpq) -> bool:
        """Do the numbers certainly satisfy what ``pabisym/mixing-noisy-sgd`` assumes of numbers, with the best shares."""
        price, order = price_of(h, self.contraction, self.m), fmpq(self.order)
        right = self.levels[0] >= 0 and self.bounds[0] >= 1 and len(self.levels) == self.J + 1
        right &= len(self.bounds) == self.J * (self.N + 1) + 1 and all(d > 0 for d in self.bounds) and all(0 < w < 1 for w in self.slacks)
        if not right:
            return False
        wanted = [at_least(self.cost, fill_formula(_COST, alpha=order, q=q, r=r))]
        for slack, (before, after) in zip(self.slacks, pairwise(self.levels), strict=True):
            wanted.append(at_least(after - before, fill_formula(_RISE, S=fmpq(self.N * self.m), Q=self.cost, alpha=order, w=slack)))
        least = slack_hypotheses(self.bounds, self.levels, self.slacks, self.N, price)
        wanted += [at_least(bound, one) for bound, one in zip(self.bounds[1:], least, strict=True)]
        return all(decide(one, {}) == "true" for one in wanted)


@lru_cache(maxsize=4096)
def cost_of(order: int, q: fmpq, r: fmpq) -> fmpq:
    """What a random step costs at most at an order, in both directions together, rounded up."""
    return rounded_up(_COST, alpha=fmpq(order), q=q, r=r)


@lru_cache(maxsize=512)
def sampled_plan(h: fmpq, q: fmpq, r: fmpq, steps: int, delta: fmpq, contraction: fmpq = _ONE) -> SampledPlan | None:
    """A good plan within the last ``steps`` steps that ends at most at delta; its last level is the epsilon, in nats.

    None where none is found.  Raises :class:`~pabisym.errors.InputError` unless h, r, ``contraction`` > 0, 0 < q, delta < 1, steps >= 1.
    """
    for name, value in (("h", h), ("q", q), ("r", r), ("delta", delta), ("contraction", contraction)):
        positive(value, name)
    for name, value in (("q", q), ("delta", delta)):
        if value >= 1:
            raise InputError(name, f"{rational_text(value)} is not below 1", "give a number between 0 and 1")
    if steps < 1:
        raise InputError("steps", "is out of range", "give at least one step")
    if beyond_floats(h, q, r, delta, contraction):
        return None
    found = _search(h, q, r, min(steps, FARTHEST), delta, contraction)
    return None if found is None else _certain(h, q, r, delta, contraction, *found)


def with_slacks(h: fmpq, q: fmpq, r: fmpq, contraction: fmpq, N: int, m: int, order: int, slacks: Sequence[fmpq]) -> SampledPlan:
    """The plan with given slacks, one for each stage: levels and bounds that are certainly enough.

    >>> with_slacks(fmpq(1), fmpq(1, 2), fmpq(4), fmpq(1), 1, 1, 2, [fmpq(1, 10)]).J
    1
    """
    price, cost = price_of(h, contraction, m), cost_of(order, q, r)
    levels, bounds = [fmpq(0)], [fmpq(1)]
    for slack in slacks:
        bounds += blocks_leave(bounds[-1], levels[-1], N, price)
        bounds.append(rounded_up(PAID_TO_STAGE, d=bounds[-1], e=levels[-1], w=slack))
        levels.append(max(fmpq(0), levels[-1] + rounded_up(_RISE, S=fmpq(N * m), Q=cost, alpha=fmpq(order), w=slack)))
    return SampledPlan(N, m, order, cost, contraction, tuple(levels), tuple(slacks), tuple(bounds))


def _certain(h: fmpq, q: fmpq, r: fmpq, delta: fmpq, contraction: fmpq, N: int, m: int, order: int,
             slacks: tuple[fmpq, ...]) -> SampledPlan | None:
    """The plan with these slacks before the last stage; the last slack is what is left of delta."""
    if not all(0 < slack < 1 for slack in slacks):
        return None
    before = with_slacks(h, q, r, contraction, N, m, order, slacks)
    left = delta - blocks_leave(before.bounds[-1], before.levels[-1], N, price_of(h, contraction, m))[-1]
    if left <= 0:
        return None
    last = min(fmpq(1, 2), floor_to(last_slack(left, before.levels[-1]), 1000))
    found = None if last <= 0 else with_slacks(h, q, r, contraction, N, m, order, (*slacks, last))
    return None if found is None or found.bounds[-1] > delta else found


def _search(h: fmpq, q: fmpq, r: fmpq, steps: int, delta: fmpq, contraction: fmpq) -> tuple[int, int, int, tuple[fmpq, ...]] | None:
    """N, m, the order and the slacks before the last one, in floats: nothing of it is believed."""
    far, slack, factor = map(float, (h, delta, contraction))
    asked, costs = BlockSteps(far, 1.0, GapsInEpochs(), factor), list[tuple[int, float]]()
    for order in ORDERS:
        costs.append((order, float(cost_of(order, q, r))))
        if costs[-1][1] > 20:
            break
    top, best = 2.0**-16, None
    with np.errstate(all="ignore"):
        while best is None and top < 64:
            top *= 4
            best = _scan(asked, costs, steps, slack, top, 40, asked.sizes(steps)[::3], (1, 3))
        if best is None:
            return None
        best = _scan(asked, costs, steps, slack, 1.1 * best[0], LEVELS, asked.sizes(steps), PARTS) or best
        around = sorted({max(1, round(best[2] * share)) for share in (0.84, 0.92, 1, 1.09, 1.19)})
        orders = sorted({max(2, round(best[3] * share)) for share in (0.84, 0.92, 1, 1.09, 1.19)})
        near = [(order, float(cost_of(order, q, r))) for order in orders]
        best = _scan(asked, near, steps, slack, 1.05 * best[0], LEVELS, around, (best[1],)) or best
    return best[1], best[2], best[3], tuple(map(dyadic, best[4]))


def _scan(asked: BlockSteps, costs: list[tuple[int, float]], steps: int, delta: float, top: float, count: int, sizes: list[int],
          parts: tuple[int, ...]) -> tuple[float, int, int, int, list[float]] | None:
    """The least level on a grid at which a plan reaches delta, with N, m, the order, and the slacks before the last."""
    grid = np.linspace(0, top, count)
    grown, best = np.exp(grid), None
    for N in parts:
        for m in sizes:
            most = min(STAGES, steps // (N * m))
            if most < 1:
                continue
            root = math.sqrt(asked.price(m))
            if _forgets_too_slowly(root, N * most, delta, top):
                continue
            for order, cost in costs:
                if N * m * cost > top:
                    continue
                # the slack with which a stage rises by so much, infinite where it is not below 1
                log = (order - 1) * (N * m * cost + math.log1p(-1 / order) - grid) - math.log(order)
                paid = np.where(log < 0, np.exp(log), np.inf)
                for bounds, came in forward(grown, paid, N, root, 1.0, most):
                    path = way_to(delta, bounds, came)
                    if path and path[0] == 0 and (best is None or grid[path[-1]] < best[0] - 1e-15):
                        rises = [after - before for before, after in pairwise(path)]
                        best = (float(grid[path[-1]]), N, m, order, [float(paid[rise]) for rise in rises[:-1]])
    return best


def _forgets_too_slowly(root: float, blocks: int, delta: float, top: float) -> bool:
    """Is more than delta left after so many blocks even at the highest level."""
    left = 1.0
    for _ in range(blocks):
        left *= float(theta(np.array([1 + math.expm1(top) / left]), root)[0])
        if left <= delta:
            return False
    return True
