"""Numbers for restart by mixing in stages: levels and bounds that satisfy what ``pabisym/mixing-stages`` assumes.

Two runs have maps at most s apart and noise N(0, v I), the values of a map are at most H apart; only h = H^2/v and g = s^2/v count.
:class:`GapsInEpochs` says where steps have a gap; maps that are 1-Lipschitz pay for them by the taut string of the gaps of a stage.  A
:class:`StagedPlan` has K blocks of p steps that bound the total variation, and J stages of N blocks of m steps with levels e_0 <= ...
<= e_J; every bound d is a rational number that is certainly at least what it has to be: floats choose the plan (:func:`plan_for`), balls
go through it (:func:`through`).  Where the maps are c-Lipschitz with another c than 1, or in blocks of one step with none, the plan is one
for ``pabisym/mixing-shares``, whose first blocks are as long as the others; the shares are the best ones, a multiple of c^-i each.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any

import numpy as np
from flint import fmpq
from scipy.special import log_ndtr

from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import floor_to, nearest_to, rational, short_number
from pabisym.lang.term import ONE, Number, Term, substitute
from pabisym.numerics.enclosure import Enclosure, exact_decimals
from pabisym.numerics.parameters import positive
from pabisym.numerics.search import turning_point

Floats = np.ndarray[Any, np.dtype[np.float64]]
DIGITS = 16
"""Digits with which a bound is rounded up from one block to the next."""
LEVELS, HIGHEST = 240, 32.0
"""How many levels the search tells apart, and the largest one that it looks at."""
STAGES, PARTS, LONGER = (1, 2, 3), (1, 2, 3, 4, 6), (9, 13, 20, 30, 45, 70, 110, 160)
"""Numbers of stages, and of blocks in a stage, that are tried; the last ones where a block has one step."""
_ONE = fmpq(1)
LARGEST = fmpq(2) ** 900
"""Beyond this, numbers are none for a search in floats."""
FARTHEST = 2**40
"""Most of the last steps among which a plan is sought; what holds within some of them holds within more."""
SHARE = parse("d*theta(1 + (exp(e) - 1)/d, sqrt(h))", "share")
PAID_TO_STAGE = parse("d + exp(e)*w", "paid")
"""What a block leaves of d at the level e where it pays h, and what is left after a stage with the slack w."""
PAID = parse("d + exp(e)*theta(exp(f), sqrt(q))", "paid")
_GROWN = parse("exp(e)", "grown")
_FIRST = parse("theta(1, sqrt(h))**K + (1 - theta(1, sqrt(h))**K)*theta(1, sqrt(q))/(1 - theta(1, sqrt(h)))", "first")
_PRICE = parse("h*c**(2*(m - 1))*(1 - c**2)/(1 - c**(2*m))", "price")


@dataclass(frozen=True)
class GapsInEpochs:
    """One gap in every ``length`` steps: always at the same place of an epoch, or ``anywhere`` in it, as in shuffled batches."""

    length: int = 1
    anywhere: bool = False

    def count(self, steps: int) -> int:
        """How many gaps so many steps in a row have at most.

        >>> GapsInEpochs(10).count(11), GapsInEpochs(10, anywhere=True).count(11), GapsInEpochs(10, anywhere=True).count(12)
        (2, 2, 3)
        """
        return min(steps, 1 - (1 - steps) // self.length) if self.anywhere else -(-steps // self.length)

    def string(self, steps: int) -> fmpq:
        """The sum of the squared shares by which so many steps pay for these gaps where they come at worst, in units of the gap squared.

        A gap that comes later is no cheaper.  So the last one comes in the last step, another one in the step before where they are
        anywhere, all others an epoch apart, and every one is paid in equal shares until the next one comes.

        >>> GapsInEpochs().string(5), GapsInEpochs(10).string(21), GapsInEpochs(10, anywhere=True).string(21)
        (5, 6/5, 21/10)
        """
        at_once = min(2 if self.anywhere else 1, steps)
        return at_once + fmpq(self.count(steps) - at_once, self.length)


@dataclass(frozen=True)
class StagedPlan:
    """Blocks, stages and levels; ``levels`` has J + 1 entries, the last one the level of the bound."""

    K: int
    p: int
    N: int
    m: int
    levels: tuple[fmpq, ...]
    epochs: GapsInEpochs = GapsInEpochs()
    """Which steps have a gap."""
    contraction: fmpq = _ONE
    """The Lipschitz constant of the maps within a block."""
    single: bool = False
    """Whether blocks have one step, so that no map needs to be Lipschitz."""

    def price(self, steps: int, h: fmpq) -> fmpq:
        """What a block of so many steps pays for the distance H, where h = H^2/v: certainly enough."""
        return price_of(h, self.contraction, steps)

    def gaps(self, steps: int) -> fmpq:
        """What so many steps in a row pay for their gaps, in units of the gap squared: each at once where maps are no isometries."""
        return paid_gaps(self.epochs, steps, self.contraction != 1 or self.single)

    @property
    def J(self) -> int:
        """The number of stages."""
        return len(self.levels) - 1

    @property
    def steps(self) -> int:
        """How many of the last steps it is about."""
        return self.K * self.p + self.J * self.N * self.m

    def ending_at(self, level: fmpq) -> StagedPlan:
        """The same with another last level."""
        return replace(self, levels=(*self.levels[:-1], level))

    def __str__(self) -> str:
        stages = f"{self.J} stage{'s' if self.J > 1 else ''} of {self.N} x {self.m} steps"
        levels = ", ".join(short_number(e, 4) for e in self.levels)
        return f"{self.K} x {self.p} steps, then {stages} at the levels {levels}"


def price_of(h: fmpq, contraction: fmpq, steps: int) -> fmpq:
    """The sum of a_i^2/v over the best shares of ``steps`` steps for a distance H after the first map, rounded up; h = H^2/v.

    >>> price_of(fmpq(8), fmpq(1), 4), price_of(fmpq(8), fmpq(1, 2), 1)
    (2, 8)
    """
    return h / steps if contraction == 1 or steps == 1 else rounded_up(_PRICE, h=h, c=contraction, m=fmpq(steps))


def paid_gaps(epochs: GapsInEpochs, steps: int, at_once: bool) -> fmpq:
    """What so many steps pay for their gaps, in units of the gap squared: each ``at_once``, or by their taut string."""
    return fmpq(epochs.count(steps)) if at_once else epochs.string(steps)


def through(plan: StagedPlan, h: fmpq, g: fmpq) -> tuple[fmpq, ...]:
    """The bounds d_0, ..., d_{J(N+1)} of a plan, each certainly at least what it has to be; the last one is on E_{e^{e_J}}.

    ``h`` = H^2/v and ``g`` = s^2/v, both positive.
    """
    first = rounded_up(_FIRST, h=plan.price(plan.p, h), q=plan.gaps(plan.p) * g, K=fmpq(plan.K)) if plan.K else fmpq(1)
    return later_bounds(first, plan.levels, plan.N, plan.price(plan.m, h), plan.gaps(plan.N * plan.m) * g)


def blocks_leave(bound: fmpq, level: fmpq, parts: int, price: fmpq) -> list[fmpq]:
    """What each of so many blocks leaves of a bound, at a level."""
    found = [bound]
    for _ in range(parts):
        found.append(rounded_up(SHARE, d=found[-1], e=level, h=price))
    return found[1:]


def later_bounds(first: fmpq, levels: Sequence[fmpq], parts: int, price: fmpq, paid: fmpq) -> tuple[fmpq, ...]:
    """The bounds from the first one on, through stages of so many blocks; a block pays ``price`` = u_m, a stage ``paid`` = r/v."""
    found = [first]
    for before, after in pairwise(levels):
        found += blocks_leave(found[-1], before, parts, price)
        found.append(rounded_up(PAID, d=found[-1], e=before, f=after - before, q=paid))
    return tuple(found)


def later_hypotheses(bounds: Sequence[fmpq], levels: Sequence[fmpq], parts: int, price: fmpq, paid: fmpq) -> list[Term]:
    """What each bound but the first has to be at least."""
    wanted = list[Term]()
    for j, (before, after) in enumerate(pairwise(levels)):
        start = j * (parts + 1)
        wanted += [fill_formula(SHARE, d=bounds[start + i], e=before, h=price) for i in range(parts)]
        wanted.append(fill_formula(PAID, d=bounds[start + parts], e=before, f=after - before, q=paid))
    return wanted


def slack_hypotheses(bounds: Sequence[fmpq], levels: Sequence[fmpq], slacks: Sequence[fmpq], parts: int, price: fmpq) -> list[Term]:
    """The same where every stage has a slack."""
    wanted = list[Term]()
    for j, slack in enumerate(slacks):
        start = j * (parts + 1)
        wanted += [fill_formula(SHARE, d=bounds[start + i], e=levels[j], h=price) for i in range(parts)]
        wanted.append(fill_formula(PAID_TO_STAGE, d=bounds[start + parts], e=levels[j], w=slack))
    return wanted


def last_slack(left: fmpq, level: fmpq) -> fmpq:
    """A slack of the last stage, from a level on, that certainly costs no more than what is ``left`` of delta."""
    return left / rounded_up(_GROWN, e=level) * (1 - fmpq(1, 2**40))


def bounds_hold(levels: Sequence[fmpq], bounds: Sequence[fmpq], wanted: Sequence[Term]) -> bool:
    """Are the levels in order, and the bounds positive and certainly at least what they have to be."""
    ordered = levels[0] >= 0 and all(x <= y for x, y in pairwise(levels))
    enough = len(bounds) == len(wanted) and all(d > 0 for d in bounds)
    return ordered and enough and all(decide(at_least(d, one), {}) == "true" for d, one in zip(bounds, wanted, strict=True))


def holds(plan: StagedPlan, bounds: tuple[fmpq, ...], h: fmpq, g: fmpq) -> bool:
    """Do the bounds certainly satisfy the hypotheses about numbers of ``pabisym/mixing-stages``."""
    begun = fill_formula(_FIRST, h=plan.price(plan.p, h), q=plan.gaps(plan.p) * g, K=fmpq(plan.K)) if plan.K else ONE
    later = later_hypotheses(bounds, plan.levels, plan.N, plan.price(plan.m, h), plan.gaps(plan.N * plan.m) * g)
    return bounds_hold(plan.levels, bounds, [begun, *later])


def at_least(bound: fmpq, least: Term) -> Term:
    """The relation that a number is at least the value of a closed formula."""
    return substitute(parse("x >= y", "bound"), {"x": ((), Number(bound)), "y": ((), least)})


def fill_formula(formula: Term, **values: fmpq) -> Term:
    """A formula with numbers for its letters."""
    return substitute(formula, {name: ((), Number(value)) for name, value in values.items()})


def rounded_up(formula: Term, **values: fmpq) -> fmpq:
    """A short rational number certainly above the value of a formula, by a relative 10^-15 at most."""
    return rational(enclose(fill_formula(formula, **values), {}, DIGITS).upper, "bound")


def delta_of(plan: StagedPlan, h: fmpq, g: fmpq) -> fmpq:
    """The last bound of a plan."""
    return through(plan, h, g)[-1]


def least_level(plan: StagedPlan, h: fmpq, g: fmpq, delta: fmpq, digits: int = 10) -> tuple[fmpq, fmpq] | None:
    """About the least last level with which a plan reaches delta: one that it misses, or the level before, and one that it has.

    The second is certain.  None where no level up to 64 is enough.
    """
    before = through(replace(plan, levels=plan.levels[:-1]), h, g)[-1]
    return last_rise(before, plan.levels, plan.N, plan.price(plan.m, h), plan.gaps(plan.N * plan.m) * g, delta, digits)


def last_rise(before: fmpq, levels: Sequence[fmpq], parts: int, price: fmpq, paid: fmpq, delta: fmpq,
              digits: int) -> tuple[fmpq, fmpq] | None:
    """The same for the last stage, from the bound ``before`` it; the other letters are those of :func:`later_bounds`."""
    floor = levels[-2]
    for _ in range(parts):
        before = rounded_up(SHARE, d=before, e=floor, h=price)

    def enough(level: fmpq) -> bool:
        return bool(rounded_up(PAID, d=before, e=floor, f=level - floor, q=paid) <= delta)

    return None if before >= delta else least_rise(enough, floor, levels[-1], digits)


def least_rise(enough: Callable[[fmpq], bool], floor: fmpq, guess: fmpq, digits: int) -> tuple[fmpq, fmpq] | None:
    """About the least level above ``floor`` that is enough: one that is not seen to be, or the floor, and one that is; None beyond 64."""
    bad, good = floor, max(guess, floor + fmpq(1, 2**20))
    while not enough(good):
        bad, good = good, floor + 2 * (good - floor)
        if good > 64:
            return None
    while (good - bad) * fmpq(10) ** digits > good:
        middle = floor_to((bad + good) / 2, 60)
        bad, good = (bad, middle) if enough(middle) else (middle, good)
    return bad, good


# The search, in floats: nothing below is believed.


def theta(order: Floats, distance: float) -> Floats:
    """E_order of unit Gaussians at a distance, with small relative errors."""
    log = np.log(order)
    first, second = log_ndtr(distance / 2 - log / distance), log + log_ndtr(-distance / 2 - log / distance)
    return np.where(first > second, -np.exp(first) * np.expm1(np.minimum(second - first, 0.0)), 0.0)


def _one(distance: float) -> float:
    """The same of order 1, positive at any distance."""
    return math.erf(distance / math.sqrt(8))


@dataclass(frozen=True)
class BlockSteps:
    """What the steps are like, in floats: h, g, which of them have a gap, c, and whether blocks have one step."""

    h: float
    g: float
    epochs: GapsInEpochs
    contraction: float = 1.0
    single: bool = False

    @property
    def tied(self) -> bool:
        """Are the first blocks as long as the others."""
        return self.single or self.contraction != 1

    def gaps(self, steps: int) -> float:
        """What so many steps pay for their gaps."""
        return self.g * float(paid_gaps(self.epochs, steps, self.tied))

    def price(self, steps: int) -> float:
        """What a block pays for the distance."""
        c = self.contraction
        if steps == 1 or c == 1:
            return self.h / steps
        log = 2 * math.log(c)
        if log > 0:
            return self.h * math.expm1(-log) / math.expm1(-log * steps)
        return self.h * math.exp(log * (steps - 1)) * math.expm1(log) / math.expm1(log * steps)

    def _dearer(self, price: float, steps: int) -> bool:
        return self.price(steps) > price

    def sizes(self, most: int) -> list[int]:
        """Lengths of blocks that are tried."""
        if not self.tied:
            return sorted({max(1, round(self.h * 2.0**power)) for power in np.linspace(-5.5, 1, 14)})
        found = {1}
        for price in () if self.single else 2.0 ** -np.linspace(-5.5, 1, 14):
            high = turning_point(partial(self._dearer, float(price)), 0, most, 1)[1]
            found |= {high} if self.price(high) <= price else set()
        return sorted(found)

    def first_sizes(self, size: int) -> list[int]:
        """Lengths of the first blocks that are tried beside blocks of a length."""
        if self.tied:
            return [size]
        shares = (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 1.0)
        return sorted({max(1, round(self.h * share)) for share in shares})


def _total_variation(asked: BlockSteps, steps: int, size: int) -> tuple[float, int, int]:
    """The least first bound for so many steps, with K and p."""
    best = (1.0, 0, size if asked.tied else 1)
    for p in asked.first_sizes(size):
        kept, added = _one(math.sqrt(asked.price(p))), _one(math.sqrt(asked.gaps(p)))
        if kept >= 1:
            continue
        enough = 1 + int(math.log(1e-6 * max(added, 1e-12)) / math.log(kept))
        blocks = min(steps // p, enough)
        best = min(best, (kept**blocks + (1 - kept**blocks) * added / (1 - kept), blocks, p))
    return best


def forward(grown: Floats, paid: Floats, N: int, root: float, start: float | Floats, stages: int) -> Iterator[tuple[Floats, list[Floats]]]:
    """After each stage the bound at every level of a grid, and from which level each came.

    ``start`` is the bound before them, at all levels or at each.  ``grown`` are exp of equidistant levels from 0 on, ``paid`` what a rise
    by each of them pays, ``root`` the distance that the noise of a block has to hide, over its standard deviation.
    """
    count = len(grown)
    place = np.arange(count)[:, None] - np.arange(count)[None, :]
    moves = np.where(place >= 0, paid[np.maximum(place, 0)], np.inf) * grown[None, :]
    bounds, came = np.full(count, start), list[Floats]()
    for _ in range(stages):
        left = bounds
        for _ in range(N):
            left = np.maximum(left * theta(1 + (grown - 1) / left, root), 1e-300)
        total = moves + left[None, :]
        origin = total.argmin(axis=1)
        bounds = total[np.arange(count), origin]
        came = [*came, origin]
        yield bounds, came


def way_to(delta: float, bounds: Floats, came: list[Floats]) -> list[int]:
    """The places on the grid, one a stage, through which the lowest level is reached whose bound is at most delta; none where none is."""
    path = [int(place) for place in np.flatnonzero(bounds <= delta)[:1]]
    for origin in reversed(came if path else []):
        path.append(int(origin[path[-1]]))
    return path[::-1]


@dataclass(frozen=True)
class _Found:
    level: float
    stages: int
    N: int
    m: int
    levels: tuple[float, ...]
    first: tuple[float, int, int]


def _best(asked: BlockSteps, steps: int, delta: float, top: float, count: int, sizes: list[int], parts: tuple[int, ...]) -> _Found | None:
    best: _Found | None = None
    grid = np.linspace(0, top, count)
    grown = np.exp(grid)
    for N in parts:
        for m in sizes:
            most = min(STAGES[-1], steps // (N * m))
            if most < 1:
                continue
            first = _total_variation(asked, steps - most * N * m, m)
            paid, root = theta(grown, math.sqrt(asked.gaps(N * m))), math.sqrt(asked.price(m))
            for stages, (bounds, came) in enumerate(forward(grown, paid, N, root, first[0], most), 1):
                path = way_to(delta, bounds, came)
                if path and (best is None or grid[path[-1]] < best.level - 1e-12):
                    best = _Found(float(grid[path[-1]]), stages, N, m, tuple(float(grid[i]) for i in path), first)
    return best


@lru_cache(maxsize=512)
def plan_for(h: fmpq, g: fmpq, steps: int, delta: fmpq, epochs: GapsInEpochs = GapsInEpochs(), contraction: fmpq = _ONE,
             single: bool = False) -> StagedPlan | None:
    """A good plan within the last ``steps`` steps for an additive slack ``delta``, by search in floats; None where none is found.

    ``h`` = H^2/v and ``g`` = s^2/v are positive, ``steps`` >= 1, 0 < ``delta`` < 1; ``epochs`` says which steps have a gap; the maps
    are ``contraction``-Lipschitz, which is positive, and need not be where blocks have a ``single`` step.  Raises
    :class:`~pabisym.errors.InputError` else.
    """
    for name, value in (("h", h), ("g", g), ("delta", delta), ("contraction", contraction)):
        positive(value, name)
    if steps < 1 or delta >= 1:
        raise InputError("steps" if steps < 1 else "delta", "is out of range", "give at least one step and a slack below 1")
    if beyond_floats(h, g, delta, contraction):
        return None
    far, near, slack, factor = map(float, (h, g, delta, contraction))
    with np.errstate(all="ignore"):
        found = _search_plan(BlockSteps(far, near, epochs, factor, single), min(steps, FARTHEST), slack)
    return None if found is None else replace(found, contraction=contraction, single=single)


def beyond_floats(*values: fmpq) -> bool:
    """Whether a positive number is too large or too small for the search: above :data:`LARGEST`, or 1 over it."""
    return max(*values, *(1 / value for value in values)) > LARGEST


def _search_plan(asked: BlockSteps, steps: int, slack: float) -> StagedPlan | None:
    sizes = asked.sizes(steps)
    top, coarse = 2.0**-24, None
    while coarse is None and top < HIGHEST:
        top *= 4
        coarse = _best(asked, steps, slack, top, 60, sizes[::3], (3,))
        coarse = coarse or _best(asked, steps, slack, top, 60, sizes[::3], (1,))
    if coarse is None:
        return None
    found = _best(asked, steps, slack, 1.05 * coarse.level, 100, sizes, (*PARTS, *LONGER) if asked.single else PARTS) or coarse
    around = [1] if asked.single else sorted({max(1, round(found.m * factor)) for factor in (0.84, 0.92, 1, 1.09, 1.19)})
    last = _best(asked, steps, slack, 1.02 * found.level, LEVELS, around, (found.N,)) or found
    return StagedPlan(last.first[1], last.first[2], last.N, last.m, tuple(nearest_to(level, 40) for level in last.levels),
                asked.epochs)


@dataclass(frozen=True)
class StagedBound:
    """A certified (epsilon, delta): the plan, its rational bounds, epsilon as an enclosure of the least that this plan gives at delta.

    The upper end is certain; the lower end is about this plan with other last levels.
    """

    plan: StagedPlan
    epsilon: Enclosure
    bounds: tuple[fmpq, ...]


@lru_cache(maxsize=512)
def staged_epsilon(h: fmpq, g: fmpq, steps: int, delta: fmpq, digits: int = 10, epochs: GapsInEpochs = GapsInEpochs(),
                   contraction: fmpq = _ONE, single: bool = False) -> StagedBound | None:
    """The least epsilon of a good plan at delta, in nats; None where no plan is found.  Letters as for :func:`plan_for`."""
    plan = plan_for(h, g, steps, delta, epochs, contraction, single)
    ends = None if plan is None else least_level(plan, h, g, delta, digits)
    if plan is None or ends is None:
        return None
    reached = plan.ending_at(ends[1])
    return StagedBound(reached, level_between(*ends, digits), through(reached, h, g))


def level_between(low: fmpq, high: fmpq, digits: int) -> Enclosure:
    """The enclosure of a level between two others, of two digits more than asked for."""
    return Enclosure(exact_decimals(low, digits + 2)[0], exact_decimals(high, digits + 2)[1], None, digits, 0)
