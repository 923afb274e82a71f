"""Sampled chains in a disc lie below the plans of stages: intervals of Clopper and Pearson for half planes, wrong with a chance of 10^-6 in all."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from support.plane_chains import ERROR, Chain, Floats, lower_end, told_at_least, upper_end

from pabisym.divergence.evaluate import enclose
from pabisym.divergence.mixing_plan import StagedPlan, holds, through
from pabisym.divergence.sampled_mixing_plan import with_slacks
from pabisym.lang.grammar import parse
from pabisym.lang.rational import rational


def turned(angle: float, first: float, second: float) -> Floats:
    """A linear map with these two singular values: a turn, a symmetric map, a turn back or another one."""
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    return turn @ np.diag([first, second])


def pair(rng: random.Random, steps: int, c: Fraction, size: Fraction, records: int) -> tuple[list[list[tuple[Floats, Floats]]], list[list[tuple[Floats, Floats]]]]:
    """The maps of both runs: c-Lipschitz, of ``records`` records in every step, of which the first moves one run by at most ``size``."""
    first, second = [], []
    away = rng.uniform(0, 2 * np.pi)
    for _ in range(steps):
        own = [(turned(rng.choice((0.0, away, 0.7)), float(c), float(c) * rng.choice((1, 0.5, -1))), np.array([rng.uniform(-1, 1), rng.uniform(-1, 1)]))
               for _ in range(records)]
        gap = float(size) * rng.choice((1.0, 1.0, 0.5)) * np.array([np.cos(away), np.sin(away)])
        first.append(own)
        second.append([(own[0][0], own[0][1] + gap), *own[1:]])
    return first, second


def exponential(level: fmpq) -> fmpq:
    """A number above exp(level)."""
    return rational(enclose(parse(f"exp({Fraction(int(level.p), int(level.q))})"), {}, 16).upper, "factor")


def check(seed: int, count: int) -> fmpq:
    """A random chain against a random plan, both ways; by how much the bound is above what was certainly told."""
    rng, draw = random.Random(seed), np.random.default_rng(seed)
    steps, width, variance, gap = rng.randint(2, 6), Fraction(rng.randint(1, 6), 2), Fraction(rng.randint(1, 8), 4), Fraction(rng.randint(1, 6), 8)
    c, records = rng.choice((Fraction(1), Fraction(1), Fraction(3, 4), Fraction(5, 4))), rng.choice((1, 1, 3))
    radius = float(width) / 2
    starts = [(radius * np.cos(angle), radius * np.sin(angle)) for angle in (rng.uniform(0, 7), rng.uniform(0, 7))]
    maps = pair(rng, steps, c, gap, records)
    points = [Chain(radius, float(variance), start, one).sample(count, draw) for start, one in zip(starts, maps, strict=True)]
    N, m = rng.choice(((1, 1), (2, 1), (1, 2)))
    J = rng.randint(0 if records == 1 else 1, steps // (N * m))
    h, g, factor = (fmpq(x.numerator, x.denominator) for x in ((c * width) ** 2 / variance, gap**2 / variance, c))
    if records == 1:
        levels = sorted(Fraction(rng.randint(0, 6), 8) for _ in range(J + 1))
        plan = StagedPlan((steps - J * N * m) // m, m, N, m, tuple(fmpq(x.numerator, x.denominator) for x in levels), contraction=factor)
        bounds = through(plan, h, g)
        assert holds(plan, bounds, h, g)
        level, bound = plan.levels[-1], bounds[-1]
    else:  # a record is drawn with the chance 1/3 and moves the step by the gap, over the standard deviation: r^2 = v/gap^2, from below
        root = Fraction(int(1000 * float(variance) ** 0.5), 1000)
        drawn = with_slacks(h, fmpq(1, 3), fmpq((root / gap).numerator, (root / gap).denominator), factor, N, m, rng.choice((2, 3, 5)),
                            [fmpq(rng.randint(1, 40), 100) for _ in range(J)])
        level, bound = drawn.levels[-1], drawn.bounds[-1]
        assert drawn.steps <= steps
    told = max(told_at_least(one, other, exponential(level)) for one, other in (points, points[::-1]))
    assert told <= bound
    return bound - told


def test_the_intervals_are_those_of_clopper_and_pearson() -> None:
    """None of n and all of n have closed forms, and a chance within the interval has tails above the error."""
    assert lower_end(0, 50) == 0
    all_of_them = lower_end(50, 50)
    assert all_of_them**50 < ERROR < (all_of_them + fmpq(1, 10**6)) ** 50
    assert upper_end(50, 50) == 1
    assert lower_end(300, 1000) < fmpq(3, 10) < upper_end(300, 1000)


@pytest.mark.parametrize("seed", [4])
def test_no_chain_in_a_disc_is_above_its_plan(seed: int) -> None:
    check(seed, 20_000)


@pytest.mark.campaign
def test_fifty_chains_in_a_disc_are_below_their_plans() -> None:
    room = sorted(check(seed, 200_000) for seed in range(1000, 1050))
    assert room[0] < fmpq(1, 5)
