"""Numbers for restart by mixing in stages: levels and bounds that satisfy what ``pabisym/mixing-stages`` assumes.

Two runs have maps at most s apart and noise N(0, v I), the values of a map are at most H apart; only h = H^2/v and g = s^2/v count.  A
:class:`Plan` has K blocks of p steps that bound the total variation, and J stages of N blocks of m steps with levels e_0 <= ... <= e_J;
every bound d is a rational number that is certainly at least what it has to be: floats choose the plan (:func:`plan_for`), balls go
through it (:func:`through`).
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from flint import fmpq
from scipy.special import log_ndtr

from pabisym.divergence.evaluate import decide, enclose
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational, rational_text
from pabisym.lang.term import ONE, Number, Term, substitute
from pabisym.numerics.enclosure import Enclosure

Floats = np.ndarray[Any, np.dtype[np.float64]]
DIGITS = 16
"""Digits with which a bound is rounded up from one block to the next."""
LEVELS, HIGHEST = 240, 32.0
"""How many levels the search tells apart, and the largest one that it looks at."""
STAGES, PARTS = (1, 2, 3), (1, 2, 3, 4, 6)
"""Numbers of stages, and of blocks in a stage, that are tried."""
_FLOATS = fmpq(2) ** 900
"""Beyond this, numbers are none for a search in floats."""
_SHARE = parse("d*theta(1 + (exp(e) - 1)/d, sqrt(h/m))", "share")
_PAID = parse("d + exp(e)*theta(exp(f), sqrt(q))", "paid")
_FIRST = parse("theta(1, sqrt(h/p))**K + (1 - theta(1, sqrt(h/p))**K)*theta(1, sqrt(q))/(1 - theta(1, sqrt(h/p)))", "first")


@dataclass(frozen=True)
class Plan:
    """Blocks, stages and levels; ``levels`` has J + 1 entries, the last one the level of the bound."""

    K: int
    p: int
    N: int
    m: int
    levels: tuple[fmpq, ...]
    every: int = 1
    """Any so many steps in a row have at most one gap."""

    def gaps(self, steps: int) -> fmpq:
        """How many gaps so many steps in a row have at most."""
        return fmpq(_count(steps, self.every))

    @property
    def J(self) -> int:
        """The number of stages."""
        return len(self.levels) - 1

    @property
    def steps(self) -> int:
        """How many of the last steps it is about."""
        return self.K * self.p + self.J * self.N * self.m

    def ending_at(self, level: fmpq) -> Plan:
        """The same with another last level."""
        return replace(self, levels=(*self.levels[:-1], level))

    def __str__(self) -> str:
        stages = f"{self.J} stage{'s' if self.J > 1 else ''} of {self.N} x {self.m} steps"
        levels = ", ".join(f"{float(Fraction(int(e.p), int(e.q))):.4g}" for e in self.levels)
        return f"{self.K} x {self.p} steps, then {stages} at the levels {levels}"


def _count(steps: int, every: int) -> int:
    return -(-steps // every)


def through(plan: Plan, h: fmpq, g: fmpq) -> tuple[fmpq, ...]:
    """The bounds d_0, ..., d_{J(N+1)} of a plan, each certainly at least what it has to be; the last one is on E_{e^{e_J}}.

    ``h`` = H^2/v and ``g`` = s^2/v, both positive.
    """
    found = [_up(_FIRST, h=h, q=plan.gaps(plan.p) * g, p=fmpq(plan.p), K=fmpq(plan.K)) if plan.K else fmpq(1)]
    for before, after in zip(plan.levels, plan.levels[1:], strict=False):
        for _ in range(plan.N):
            found.append(_up(_SHARE, d=found[-1], e=before, h=h, m=fmpq(plan.m)))
        found.append(_up(_PAID, d=found[-1], e=before, f=after - before, q=plan.gaps(plan.N * plan.m) * g))
    return tuple(found)


def holds(plan: Plan, bounds: tuple[fmpq, ...], h: fmpq, g: fmpq) -> bool:
    """Do the bounds certainly satisfy the hypotheses about numbers of ``pabisym/mixing-stages``."""
    begun = _at(_FIRST, h=h, q=plan.gaps(plan.p) * g, p=fmpq(plan.p), K=fmpq(plan.K))
    wanted: list[Term] = [begun if plan.K else ONE]  # without a block it is exactly 1
    for j, (before, after) in enumerate(zip(plan.levels, plan.levels[1:], strict=False)):
        start = j * (plan.N + 1)
        wanted += [_at(_SHARE, d=bounds[start + i], e=before, h=h, m=fmpq(plan.m)) for i in range(plan.N)]
        wanted.append(_at(_PAID, d=bounds[start + plan.N], e=before, f=after - before, q=plan.gaps(plan.N * plan.m) * g))
    ordered = plan.levels[0] >= 0 and all(x <= y for x, y in zip(plan.levels, plan.levels[1:], strict=False))
    enough = len(bounds) == len(wanted) and all(d > 0 for d in bounds)
    return ordered and enough and all(decide(_relation(d, one), {}) == "true" for d, one in zip(bounds, wanted, strict=True))


def _relation(bound: fmpq, least: Term) -> Term:
    return substitute(parse("x >= y", "bound"), {"x": ((), Number(bound)), "y": ((), least)})


def _at(formula: Term, **values: fmpq) -> Term:
    return substitute(formula, {name: ((), Number(value)) for name, value in values.items()})


def _up(formula: Term, **values: fmpq) -> fmpq:
    """A short rational number certainly above the value of a formula, by a relative 10^-15 at most."""
    return rational(enclose(_at(formula, **values), {}, DIGITS).upper, "bound")


def delta_of(plan: Plan, h: fmpq, g: fmpq) -> fmpq:
    """The last bound of a plan."""
    return through(plan, h, g)[-1]


def least_level(plan: Plan, h: fmpq, g: fmpq, delta: fmpq, digits: int = 10) -> tuple[fmpq, fmpq] | None:
    """About the least last level with which a plan reaches delta: one that it misses, or the level before, and one that it has.

    The second is certain.  None where no level up to 64 is enough.
    """
    before = through(replace(plan, levels=plan.levels[:-1]), h, g)[-1]
    floor = plan.levels[-2]
    for _ in range(plan.N):
        before = _up(_SHARE, d=before, e=floor, h=h, m=fmpq(plan.m))

    def enough(level: fmpq) -> bool:
        return _up(_PAID, d=before, e=floor, f=level - floor, q=plan.gaps(plan.N * plan.m) * g) <= delta

    if before >= delta:
        return None
    bad, good = floor, max(plan.levels[-1], floor + fmpq(1, 2**20))
    while not enough(good):
        bad, good = good, floor + 2 * (good - floor)
        if good > 64:
            return None
    while (good - bad) * fmpq(10) ** digits > good:
        middle = _short((bad + good) / 2)
        bad, good = (bad, middle) if enough(middle) else (middle, good)
    return bad, good


def _short(value: fmpq) -> fmpq:
    """A nearby number with 60 binary digits after the point."""
    scale = fmpq(1 << 60)
    return fmpq((value * scale).floor()) / scale


# The search, in floats: nothing below is believed.


def theta(order: Floats, distance: float) -> Floats:
    """E_order of unit Gaussians at a distance, with small relative errors."""
    log = np.log(order)
    first, second = log_ndtr(distance / 2 - log / distance), log + log_ndtr(-distance / 2 - log / distance)
    return np.where(first > second, -np.exp(first) * np.expm1(np.minimum(second - first, 0.0)), 0.0)


def _one(distance: float) -> float:
    """The same of order 1, positive at any distance."""
    return math.erf(distance / math.sqrt(8))


def _total_variation(h: float, g: float, steps: int, every: int) -> tuple[float, int, int]:
    """The least first bound for so many steps, with K and p."""
    best = (1.0, 0, 1)
    for p in sorted({max(1, round(h * share)) for share in (0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6, 0.7, 0.8, 1.0)}):
        kept, added = _one(math.sqrt(h / p)), _one(math.sqrt(_count(p, every) * g))
        if kept >= 1:
            continue
        enough = 1 + int(math.log(1e-6 * max(added, 1e-12)) / math.log(kept))
        blocks = min(steps // p, enough)
        best = min(best, (kept**blocks + (1 - kept**blocks) * added / (1 - kept), blocks, p))
    return best


def _pass(h: float, g: float, top: float, count: int, N: int, m: int, start: float, stages: int,
          every: int) -> Iterator[tuple[Floats, list[Floats]]]:
    """After each stage the bound at every level of a grid, and from which level each came."""
    levels = np.linspace(0, top, count)
    grown = np.exp(levels)
    paid = theta(grown, math.sqrt(_count(N * m, every) * g))
    place = np.arange(count)[:, None] - np.arange(count)[None, :]
    moves = np.where(place >= 0, paid[np.maximum(place, 0)], np.inf) * grown[None, :]
    bounds, came = np.full(count, start), list[Floats]()
    for _ in range(stages):
        left = bounds
        for _ in range(N):
            left = np.maximum(left * theta(1 + (grown - 1) / left, math.sqrt(h / m)), 1e-300)
        total = moves + left[None, :]
        origin = total.argmin(axis=1)
        bounds = total[np.arange(count), origin]
        came = [*came, origin]
        yield bounds, came


@dataclass(frozen=True)
class _Found:
    level: float
    stages: int
    N: int
    m: int
    levels: tuple[float, ...]
    first: tuple[float, int, int]


def _best(h: float, g: float, steps: int, delta: float, top: float, count: int, sizes: list[int], parts: tuple[int, ...],
          every: int) -> _Found | None:
    best: _Found | None = None
    grid = np.linspace(0, top, count)
    for N in parts:
        for m in sizes:
            most = min(STAGES[-1], steps // (N * m))
            if most < 1:
                continue
            first = _total_variation(h, g, steps - most * N * m, every)
            for stages, (bounds, came) in enumerate(_pass(h, g, top, count, N, m, first[0], most, every), 1):
                good = np.flatnonzero(bounds <= delta)
                if len(good) and (best is None or grid[good[0]] < best.level - 1e-12):
                    path = [int(good[0])]
                    for origin in reversed(came):
                        path.append(int(origin[path[-1]]))
                    best = _Found(float(grid[good[0]]), stages, N, m, tuple(float(grid[i]) for i in reversed(path)), first)
    return best


@lru_cache(maxsize=512)
def plan_for(h: fmpq, g: fmpq, steps: int, delta: fmpq, every: int = 1) -> Plan | None:
    """A good plan within the last ``steps`` steps for an additive slack ``delta``, by search in floats; None where none is found.

    ``h`` = H^2/v and ``g`` = s^2/v are positive, ``steps`` >= 1, 0 < ``delta`` < 1; any ``every`` >= 1 steps in a row have at most one
    gap.  Raises :class:`~pabisym.errors.InputError` else.
    """
    for name, value in (("h", h), ("g", g), ("delta", delta)):
        if value <= 0:
            raise InputError(name, f"{rational_text(value)} is not positive", "give a positive number")
    if steps < 1 or delta >= 1:
        raise InputError("steps" if steps < 1 else "delta", "is out of range", "give at least one step and a slack below 1")
    if max(h, 1 / h, g, 1 / g, 1 / delta) > _FLOATS:
        return None
    far, near, slack = (float(Fraction(int(x.p), int(x.q))) for x in (h, g, delta))
    with np.errstate(all="ignore"):
        return _searched(far, near, steps, slack, every)


def _searched(far: float, near: float, steps: int, slack: float, every: int) -> Plan | None:
    sizes = sorted({max(1, round(far * 2.0**power)) for power in np.linspace(-5.5, 1, 14)})
    top, coarse = 2.0**-24, None
    while coarse is None and top < HIGHEST:
        top *= 4
        coarse = _best(far, near, steps, slack, top, 60, sizes[::3], (3,), every)
        coarse = coarse or _best(far, near, steps, slack, top, 60, sizes[::3], (1,), every)
    if coarse is None:
        return None
    found = _best(far, near, steps, slack, 1.05 * coarse.level, 100, sizes, PARTS, every) or coarse
    around = sorted({max(1, round(found.m * factor)) for factor in (0.84, 0.92, 1, 1.09, 1.19)})
    last = _best(far, near, steps, slack, 1.02 * found.level, LEVELS, around, (found.N,), every) or found
    return Plan(last.first[1], last.first[2], last.N, last.m, tuple(fmpq(round(level * 2**40), 2**40) for level in last.levels),
                every)


@dataclass(frozen=True)
class StagedBound:
    """A certified (epsilon, delta): the plan, its rational bounds, epsilon as an enclosure of the least that this plan gives at delta.

    The upper end is certain; the lower end is about this plan with other last levels.
    """

    plan: Plan
    epsilon: Enclosure
    bounds: tuple[fmpq, ...]


@lru_cache(maxsize=512)
def staged_epsilon(h: fmpq, g: fmpq, steps: int, delta: fmpq, digits: int = 10, every: int = 1) -> StagedBound | None:
    """The least epsilon of a good plan at delta, in nats; None where no plan is found.  Letters as for :func:`plan_for`."""
    plan = plan_for(h, g, steps, delta, every)
    ends = None if plan is None else least_level(plan, h, g, delta, digits)
    if plan is None or ends is None:
        return None
    reached = plan.ending_at(ends[1])
    low, high = (enclose(Number(end), {}, digits + 2) for end in ends)
    return StagedBound(reached, Enclosure(low.lower, high.upper, None, digits, 0), through(reached, h, g))
