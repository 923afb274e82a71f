"""Numbers for restart by mixing with reflection first: levels and bounds that satisfy what ``pabisym/mixing-gap-stages`` assumes.

Lengths are in standard deviations of the noise of a step: x is the distance of two values of a map, s the gap of the maps, a what maps add
to a distance.  A :class:`GapPlan` has M steps that bound the total variation, W steps of a first stage, in which reflection forgets, and J
later stages as those of :mod:`pabisym.divergence.mixing_plan`.  Floats choose the plan, balls go through it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
from flint import fmpq
from scipy.special import ndtr

from pabisym.divergence.mixing_plan import (
    PARTS,
    STAGES,
    BlockSteps,
    Floats,
    GapsInEpochs,
    beyond_floats,
    bounds_hold,
    fill_formula,
    forward,
    last_rise,
    later_bounds,
    later_hypotheses,
    least_rise,
    level_between,
    plan_for,
    price_of,
    rounded_up,
    theta,
    way_to,
)
from pabisym.lang.grammar import parse
from pabisym.lang.rational import nearest_to
from pabisym.numerics.enclosure import Enclosure
from pabisym.numerics.search import turning_point

FELT = parse("survival(M, x, x, c, a, 0) + survival(M, s, x + s, c, a, s)", "felt")
"""The total variation that gaps cause within M steps, with what is left of any other."""
LEFT = parse("b*survival(W, x, x, c, a, 0)", "left")
"""What W steps leave of it."""
START = parse("l + theta(exp(e), sqrt(W*s**2))", "start")
"""The bound after the first stage, at the level e."""
WIDEST = fmpq(24)
"""Wider domains, in standard deviations, are left to :mod:`pabisym.divergence.mixing_plan`: their chains take long."""
LONGEST = 20_000
"""Most steps of a chain that the search follows."""
ROUNDS = 6
"""How often a plan is chosen anew for the delta that the last one gave."""
LEVELS = 160
"""How many levels the search tells apart."""


@dataclass(frozen=True)
class Runs:
    """Two runs: x, s, c and a; ``single`` says that no map needs to be Lipschitz within a block, so that blocks have one step."""

    x: fmpq
    s: fmpq
    c: fmpq
    a: fmpq
    single: bool = False


@dataclass(frozen=True)
class GapPlan:
    """M, W, the N blocks of m steps of every later stage, and the J + 1 levels, the last one that of the bound."""

    M: int
    W: int
    N: int
    m: int
    levels: tuple[fmpq, ...]

    @property
    def J(self) -> int:
        """The number of later stages."""
        return len(self.levels) - 1

    @property
    def steps(self) -> int:
        """How many of the last steps it is about."""
        return self.M + self.W + self.J * self.N * self.m

    def price(self, runs: Runs) -> fmpq:
        """What a block pays."""
        return price_of(runs.x**2, fmpq(1) if runs.single else runs.c, self.m)

    def paid(self, runs: Runs) -> fmpq:
        """What a later stage pays."""
        return self.N * self.m * runs.s**2


@lru_cache(maxsize=256)
def felt_variation(steps: int, runs: Runs) -> fmpq:
    """A bound on the total variation after so many steps, whatever happened before."""
    return rounded_up(FELT, M=fmpq(steps), x=runs.x, s=runs.s, c=runs.c, a=runs.a)


@lru_cache(maxsize=256)
def remaining_variation(bound: fmpq, steps: int, runs: Runs) -> fmpq:
    """What so many steps leave of it."""
    return rounded_up(LEFT, b=bound, W=fmpq(steps), x=runs.x, c=runs.c, a=runs.a)


def through(plan: GapPlan, runs: Runs) -> tuple[fmpq, tuple[fmpq, ...]]:
    """B and the bounds d_0, ..., d_{J(N+1)} of a plan, each certainly at least what it has to be."""
    chance = felt_variation(plan.M, runs)
    first = rounded_up(START, l=remaining_variation(chance, plan.W, runs), e=plan.levels[0], W=fmpq(plan.W), s=runs.s)
    return chance, later_bounds(first, plan.levels, plan.N, plan.price(runs), plan.paid(runs))


def holds(plan: GapPlan, chance: fmpq, bounds: tuple[fmpq, ...], runs: Runs) -> bool:
    """Do they certainly satisfy the hypotheses about numbers of ``pabisym/mixing-gap-stages``."""
    given = {"x": runs.x, "s": runs.s, "c": runs.c, "a": runs.a}
    enough = bounds_hold([fmpq(0)], [chance], [fill_formula(FELT, M=fmpq(plan.M), **given)])
    begun = parse("b*survival(W, x, x, c, a, 0) + theta(exp(e), sqrt(W*s**2))")
    start = fill_formula(begun, b=chance, W=fmpq(plan.W), e=plan.levels[0], **given)
    later = later_hypotheses(bounds, plan.levels, plan.N, plan.price(runs), plan.paid(runs))
    return enough and bounds_hold(plan.levels, bounds, [start, *later])


def least_level(plan: GapPlan, runs: Runs, delta: fmpq, digits: int) -> tuple[fmpq, fmpq] | None:
    """About the least last level with which a plan reaches delta, as :func:`pabisym.divergence.mixing_plan.least_level`."""
    if plan.J == 0:
        rest = remaining_variation(felt_variation(plan.M, runs), plan.W, runs)

        def at_once(level: fmpq) -> bool:
            return rounded_up(START, l=rest, e=level, W=fmpq(plan.W), s=runs.s) <= delta

        return None if rest >= delta else least_rise(at_once, fmpq(0), plan.levels[0], digits)
    before = through(replace(plan, levels=plan.levels[:-1]), runs)[1][-1]
    return last_rise(before, plan.levels, plan.N, plan.price(runs), plan.paid(runs), delta, digits)


@dataclass(frozen=True)
class GapBound:
    """A certified (epsilon, delta): the plan, b, its bounds, and epsilon as an enclosure of the least that this plan gives at delta."""

    plan: GapPlan
    epsilon: Enclosure
    chance: fmpq
    bounds: tuple[fmpq, ...]


@lru_cache(maxsize=256)
def gap_epsilon(runs: Runs, steps: int, delta: fmpq, digits: int = 10) -> GapBound | None:
    """The least epsilon of the better of two good plans at delta, in nats; None where none is found, and beyond :data:`WIDEST`.

    x and s are positive, 0 < delta < 1; the upper end is certain, the lower one is about this plan with other last levels.
    """
    best: GapBound | None = None
    if runs.x > WIDEST or steps < 2 or beyond_floats(runs.x**2, runs.s**2, runs.c, delta, 1 + runs.a):
        return None
    with np.errstate(all="ignore"):
        plans = list(_plans(runs, steps, delta))
    for plan in plans:
        ends = least_level(plan, runs, delta, digits)
        if ends is not None and (best is None or ends[1] < best.plan.levels[-1]):
            reached = replace(plan, levels=(*plan.levels[:-1], ends[1]))
            best = GapBound(reached, level_between(*ends, digits), *through(reached, runs))
    return best


def gap_delta(runs: Runs, steps: int, epsilon: fmpq, known: fmpq) -> tuple[fmpq, GapPlan] | None:
    """A delta at ``epsilon`` below one that is known, with its plan, certain; None where none is found."""
    best: tuple[fmpq, GapPlan] | None = None
    for _ in range(ROUNDS):
        found = gap_epsilon(runs, steps, known if best is None else best[0])
        if found is None or (found.plan.J and found.plan.levels[-2] > epsilon):
            break
        plan = replace(found.plan, levels=(*found.plan.levels[:-1], epsilon))
        value = through(plan, runs)[1][-1]
        if value >= (known if best is None else best[0]) * fmpq(999, 1000):
            break
        best = value, plan
    return best


# The search, in floats: nothing below is believed.


def survivals(x: float, r: float, c: float, a: float, b: float, most: int) -> Floats:
    """The survivals of a gap chain after 0, 1, 2, ... steps, until they are very small or settled."""
    low, nodes = a + b, 32 + 6 * math.ceil(r / min(max(c, 0.25), 1.0))
    room = max(r - low, 0.0)
    places, weights = np.polynomial.legendre.leggauss(nodes)
    gaps, shares = low + room / 2 * (places + 1), room / 2 * weights / c
    states = np.concatenate([gaps, [r, min(r, b)]])
    back = (gaps - low) / c
    near, far = ((states[:, None] - sign * back[None, :]) ** 2 for sign in (1, -1))
    density = -np.exp(-near / 8) * np.expm1((near - far) / 8) / math.sqrt(8 * math.pi)
    edge, kept = room / c, ndtr(states / 2) - ndtr(-states / 2)
    beyond = ndtr((states - edge) / 2) - ndtr(-(states + edge) / 2)
    move = np.column_stack([density * shares[None, :], beyond, (1 - kept) if b else np.zeros(nodes + 2)])
    place, values, found = nodes + (1 if x == b else 0), kept, [1.0]
    while len(found) <= most:
        found.append(float(values[place]))
        if found[-1] < 1e-25 or (b and len(found) > 8 and found[-1] < found[-8] * (1 + 1e-9)):
            break
        values = move @ values
    return np.array(found)


def _plans(runs: Runs, steps: int, delta: fmpq) -> Iterator[GapPlan]:
    """A plan without later stages, and one with some."""
    x, s, c, a, slack = map(float, (runs.x, runs.s, runs.c, runs.a, delta))
    most = min(steps, LONGEST)
    kept, moved = survivals(x, x, c, a, 0.0, most), survivals(s, x + s, c, a, s, most)
    total = kept + moved[np.minimum(np.arange(len(kept)), len(moved) - 1)]
    settled = int(np.argmax(total <= total[1:].min() * (1 + 1e-7)))
    looks = sorted({max(1, round(len(kept) * 1.15**-k)) for k in range(64)})

    def rest(used: int) -> tuple[float, int]:
        before = max(1, min(settled, steps - used, len(total) - 1))
        return float(total[before]), before

    one = min((_at_once(rest(look)[0] * kept[look], s * math.sqrt(look), slack), look) for look in looks if look < min(len(kept), steps))
    if math.isfinite(one[0]):
        yield GapPlan(rest(one[1])[1], one[1], 1, 1, (nearest_to(one[0], 40),))
    known = plan_for(runs.x**2, runs.s**2, steps, delta, GapsInEpochs(), fmpq(1) if runs.single else runs.c, runs.single)
    if known is None:
        return
    top = 1.02 * min(one[0], float(known.levels[-1]))
    grid = np.linspace(0, top, LEVELS)
    grown = np.exp(grid)
    best: tuple[float, int, int, int, tuple[int, ...]] = (math.inf, 0, 0, 0, ())
    asked = BlockSteps(x * x, s * s, GapsInEpochs(), 1.0 if runs.single else c, runs.single)
    near = {1} if runs.single else {max(1, round(known.m * factor)) for factor in (0.7, 0.84, 1, 1.19, 1.41)}
    for N in {known.N} if runs.single else {part for part in PARTS if abs(part - known.N) <= 1}:
        for m in near:
            paid, root = theta(grown, s * math.sqrt(N * m)), math.sqrt(asked.price(m))
            for look in looks[::2]:
                used = look + STAGES[-1] * N * m
                if look >= len(kept) or used >= steps:
                    continue
                start = rest(used)[0] * kept[look] + theta(grown, s * math.sqrt(look))
                for bounds, came in forward(grown, paid, N, root, start, STAGES[-1]):
                    path = way_to(slack, bounds, came)
                    if path and grid[path[-1]] < best[0] - 1e-12:
                        best = (float(grid[path[-1]]), look, N, m, tuple(path))
    if math.isfinite(best[0]):
        used = best[1] + (len(best[4]) - 1) * best[2] * best[3]
        yield GapPlan(rest(used)[1], best[1], best[2], best[3], tuple(nearest_to(float(grid[place]), 40) for place in best[4]))


def _at_once(remains: float, distance: float, slack: float) -> float:
    """About the least level at which what remains and what one stage pays are the slack."""
    if remains >= slack:
        return math.inf
    return turning_point(lambda level: not remains + theta(np.array([math.exp(level)]), distance)[0] <= slack, 0.0, 32.0, 2.0**-55)[1]
