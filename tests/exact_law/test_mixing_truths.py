"""The bound by mixing lies above the exact divergence of bounded chains on the line, and is attained by one step from the two ends."""

from __future__ import annotations

import math
import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import pytest
from flint import fmpq

from pabisym.accounting.mixing import StageTold
from pabisym.accounting.mixing import through as told_plan
from pabisym.accounting.steps import NoisyRun, direction_curves
from pabisym.divergence import gap_plan
from pabisym.divergence.gap_plan import GapPlan, Runs
from pabisym.divergence.mixing_plan import StagedPlan, holds, staged_epsilon, through
from pabisym.divergence.sampled_mixing_plan import with_slacks
from pabisym.exact_law.chains import ClippedLaw, clipped_chain, mixture
from pabisym.exact_law.projected_walk import projected_walk
from pabisym.lang.rational import rational
from pabisym.library.library import builtin
from pabisym.library.point import evaluation
from pabisym.numerics.enclosure import Enclosure

CHAINS = 30
BY_DAY = (1, 8)
"""The chains of the default tests, with one to four steps; a campaign has all."""


def run(start: Fraction, slopes: Sequence[Fraction], offsets: Sequence[Fraction], variance: Fraction, width: Fraction) -> ClippedLaw:
    """Every step projects onto [0, width] first, as the maps of the statement do."""
    return clipped_chain(lower=0, upper=width, steps=len(slopes), start=start, slope=slopes, offset=offsets, noise_variance=variance,
                         projection="before-map")


def bound(steps: int, back: int, level: Fraction, gap: Fraction, width: Fraction, variance: Fraction) -> Enclosure:
    point = {"T": steps, "W": back, "epsilon": level, "s": gap, "H": width, "v": variance}
    return evaluation(builtin().statement("pabisym/mixing"), point).enclosure(10)


@pytest.mark.parametrize("seed", [pytest.param(n, marks=() if n in BY_DAY else pytest.mark.campaign) for n in range(CHAINS)])
def test_no_bounded_chain_is_above_the_bound(seed: int) -> None:
    """Slopes of losses that are linear (1) or quadratic, the runs started anywhere, and moved apart by at most the gap."""
    rng = random.Random(seed)
    steps, width, variance = rng.randint(1, 4), Fraction(rng.randint(1, 6), 2), Fraction(rng.randint(1, 8), 4)
    slopes = [rng.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(-1, 2))) for _ in range(steps)]
    drift, gap = Fraction(rng.randint(-2, 2), 2), Fraction(rng.randint(0, 4), 8)
    moved = [drift + rng.choice((gap, gap / 2, Fraction(0))) for _ in range(steps)]
    laws = [run(start, slopes, offsets, variance, width)
            for start, offsets in ((width * rng.randint(0, 2) / 2, [drift] * steps), (width * rng.randint(0, 2) / 2, moved))]
    for level in (Fraction(0), Fraction(1, 4), Fraction(1)):
        for first, second in (laws, laws[::-1]):
            truth = first.hockey_stick(second, epsilon=level, digits=6)
            for back in range(1, steps + 1):
                assert Fraction(truth.lower) <= Fraction(bound(steps, back, level, gap, width, variance).upper)


def test_one_step_from_the_two_ends_attains_it() -> None:
    width, variance, zero = Fraction(2), Fraction(1), Fraction(0)
    low, high = (run(start, [Fraction(1)], [zero], variance, width) for start in (zero, width))
    truth, told = low.hockey_stick(high, epsilon=zero, digits=8), bound(1, 1, zero, zero, width, variance)
    assert Fraction(truth.lower) <= Fraction(told.upper)
    assert Fraction(told.lower) <= Fraction(truth.upper)


PLANS = 12
"""Random chains in the default run; ``-m campaign`` has 500."""


def check_stages(seed: int) -> None:
    """A random chain, perhaps with batches that are drawn at random, against a random plan of stages within its steps."""
    rng = random.Random(seed)
    steps, width, variance = rng.randint(2, 4), Fraction(rng.randint(1, 6), 2), Fraction(rng.randint(1, 8), 4)
    gap, drift = Fraction(rng.randint(1, 4), 8), Fraction(rng.randint(-2, 2), 2)
    ends = [width * rng.randint(0, 2) / 2 for _ in range(2)]
    orders = [[rng.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(-1, 2))) for _ in range(steps)] for _ in range(rng.choice((1, 1, 2)))]
    moved = [[drift + rng.choice((gap, -gap, gap / 2)) for _ in range(steps)] for _ in orders]
    pairs = [(run(ends[0], slopes, [drift] * steps, variance, width), run(ends[1], slopes, offsets, variance, width))
             for slopes, offsets in zip(orders, moved, strict=True)]
    first, second = (mixture([(Fraction(1, len(pairs)), pair[i]) for pair in pairs]) for i in range(2))
    N, m = rng.choice(((1, 1), (2, 1), (1, 2)))
    J = rng.randint(0, steps // (N * m))
    p = rng.randint(1, 2)
    levels = sorted(Fraction(rng.randint(0, 6), 8) for _ in range(J + 1))
    plan = StagedPlan((steps - J * N * m) // p, p, N, m, tuple(fmpq(x.numerator, x.denominator) for x in levels))
    h, g = (fmpq(x.numerator, x.denominator) for x in (width**2 / variance, gap**2 / variance))
    bounds = through(plan, h, g)
    assert plan.steps <= steps
    assert holds(plan, bounds, h, g)
    for one, other in ((first, second), (second, first)):
        truth = one.hockey_stick(other, epsilon=levels[-1], digits=6)
        assert rational(truth.lower, "truth") <= bounds[-1]


@pytest.mark.parametrize("seed", range(PLANS))
def test_no_bounded_chain_is_above_a_plan_of_stages(seed: int) -> None:
    check_stages(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_bounded_chains_are_below_their_plans(part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        check_stages(seed)


@pytest.mark.parametrize(("delta", "least"), [("1e-5", "0.002114"), ("1e-9", "0.003924")])
def test_the_long_walk_with_a_drift_is_below_the_stages(delta: str, least: str) -> None:
    """D/(eta sigma) = 2.5 and s = 0.0005 after 10^5 steps: a walk that drifts to one end, and the bound, both certified."""
    found = staged_epsilon(fmpq(25, 4), fmpq(1, 4 * 10**6), 10**5, rational(delta, "delta"))
    first, second = (projected_walk("5/2", drift, 10**5) for drift in ("0.34975", "0.35025"))
    walk = first.epsilon_at_least(second, delta)
    assert found is not None
    assert rational(least, "least") < walk < rational(found.epsilon.lower, "epsilon")


def check_shares(seed: int) -> None:
    """A random chain of contractions or expansions, or one whose maps are any in blocks of one step, against a random plan with shares."""
    rng = random.Random(seed)
    steps, width, variance = rng.randint(2, 4), Fraction(rng.randint(1, 6), 2), Fraction(rng.randint(1, 8), 4)
    gap, drift = Fraction(rng.randint(1, 4), 8), Fraction(rng.randint(-2, 2), 2)
    c, ends = rng.choice((Fraction(1, 2), Fraction(3, 4), Fraction(3, 2), Fraction(2))), [width * rng.randint(0, 2) / 2 for _ in range(2)]
    slopes = [c * rng.choice((1, 1, -1, Fraction(1, 2))) for _ in range(steps)]
    moved = [drift + rng.choice((gap, -gap, gap / 2)) for _ in range(steps)]
    first, second = (run(end, slopes, offsets, variance, width) for end, offsets in zip(ends, ([drift] * steps, moved), strict=True))
    N, m = rng.choice(((1, 1), (2, 1), (1, 2)))
    J = rng.randint(0, steps // (N * m))
    levels = sorted(Fraction(rng.randint(0, 6), 8) for _ in range(J + 1))
    h, g, factor, *risen = (fmpq(x.numerator, x.denominator) for x in ((c * width) ** 2 / variance, gap**2 / variance, c, *levels))
    plan = StagedPlan((steps - J * N * m) // m, m, N, m, tuple(risen), contraction=factor)
    bounds = through(plan, h, g)
    assert plan.steps <= steps
    assert holds(plan, bounds, h, g)
    for one, other in ((first, second), (second, first)):
        assert rational(one.hockey_stick(other, epsilon=levels[-1], digits=6).lower, "truth") <= bounds[-1]


def check_reflected(seed: int) -> None:
    """A random chain, perhaps with batches drawn at random, against a random plan whose first stage is by reflection."""
    rng = random.Random(seed)
    steps, width, variance = rng.randint(2, 4), Fraction(rng.randint(1, 6), 2), Fraction(rng.randint(1, 4) ** 2, 4)
    gap, drift, c = Fraction(rng.randint(1, 4), 8), Fraction(rng.randint(-2, 2), 2), rng.choice((Fraction(1), Fraction(1), Fraction(3, 4), Fraction(3, 2)))
    ends = [width * rng.randint(0, 2) / 2 for _ in range(2)]
    orders = [[c * rng.choice((1, 1, -1, Fraction(1, 2))) for _ in range(steps)] for _ in range(rng.choice((1, 1, 2)))]
    moved = [[drift + rng.choice((gap, -gap, gap / 2)) for _ in range(steps)] for _ in orders]
    pairs = [(run(ends[0], slopes, [drift] * steps, variance, width), run(ends[1], slopes, offsets, variance, width))
             for slopes, offsets in zip(orders, moved, strict=True)]
    first, second = (mixture([(Fraction(1, len(pairs)), pair[i]) for pair in pairs]) for i in range(2))
    root = Fraction(math.isqrt(int(4 * variance)), 2)
    x, s, factor = (fmpq(one.numerator, one.denominator) for one in (c * width / root, gap / root, c))
    runs, before = Runs(x, s, factor, fmpq(0)), rng.randint(1, steps - 1)
    look, m = rng.randint(1, steps - before), rng.randint(1, 2)
    J = rng.randint(0, (steps - before - look) // m)
    levels = sorted(Fraction(rng.randint(0, 6), 8) for _ in range(J + 1))
    plan = GapPlan(before, look, 1, m, tuple(fmpq(one.numerator, one.denominator) for one in levels))
    chance, bounds = gap_plan.through(plan, runs)
    assert plan.steps <= steps
    assert gap_plan.holds(plan, chance, bounds, runs)
    for one, other in ((first, second), (second, first)):
        assert rational(one.hockey_stick(other, epsilon=levels[-1], digits=6).lower, "truth") <= bounds[-1]


def check_random_batches(seed: int) -> None:
    """Batches of one of two or three records, drawn at every step and not shown, against a random plan for noisy SGD."""
    rng = random.Random(seed)
    n, steps, width = rng.randint(2, 3), rng.randint(1, 3), Fraction(rng.randint(1, 6), 2)
    eta, sigma, L = Fraction(1), Fraction(rng.randint(2, 4), 2), Fraction(rng.randint(1, 4), 8)
    c = rng.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(3, 2)))
    gradients = [L * rng.choice((1, -1, Fraction(1, 2), 0)) for _ in range(n)]
    other, ends = [-gradients[0] or L, *gradients[1:]], [width * rng.randint(0, 2) / 2 for _ in range(2)]
    laws = []
    for data, end in zip((gradients, other), ends, strict=True):
        runs = [run(end, [c] * steps, [-eta * data[i] for i in draw], (eta * sigma) ** 2, width) for draw in product(range(n), repeat=steps)]
        laws.append(mixture([(Fraction(1, len(runs)), one) for one in runs]))
    N, m = rng.choice(((1, 1), (2, 1), (1, 2)))
    order, slacks = rng.choice((2, 4, 9)), [fmpq(rng.randint(1, 40), 100) for _ in range(rng.randint(1, max(1, steps // (N * m))))]
    h, q, r, factor = (fmpq(x.numerator, x.denominator) for x in ((c * width / sigma / eta) ** 2, Fraction(1, n), sigma / (2 * L), c))
    plan = with_slacks(h, q, r, factor, N, m, order, slacks)
    if plan.steps > steps:
        return
    assert plan.holds(h, q, r)
    level = Fraction(int(plan.levels[-1].p), int(plan.levels[-1].q))
    for one, two in (laws, laws[::-1]):
        assert rational(one.hockey_stick(two, epsilon=level, digits=6).lower, "truth") <= plan.bounds[-1]


def check_told(seed: int) -> None:
    """The same against a random plan whose stages are told what composition says; Poisson batches as well, and an example more or less."""
    rng = random.Random(seed)
    sampling, n, steps, width = rng.choice(("fixed-size", "poisson")), 2, rng.randint(1, 3), Fraction(rng.randint(1, 6), 2)
    adjacency = "replace" if sampling == "fixed-size" else rng.choice(("replace", "add-remove"))
    sigma, L, c = Fraction(rng.randint(2, 4), 2), Fraction(rng.randint(1, 4), 8), rng.choice((Fraction(1), Fraction(1), Fraction(1, 2), Fraction(3, 2)))
    gradients = [L * rng.choice((1, -1)), L * rng.choice((1, -1, Fraction(1, 2), 0))]
    other = [-gradients[0] if adjacency == "replace" else Fraction(0), gradients[1]]
    draws = [(i,) for i in range(n)] if sampling == "fixed-size" else [(), (0,), (1,), (0, 1)]
    laws = []
    for data in (gradients, other):
        start = width * rng.randint(0, 2) / 2
        runs = [run(start, [c] * steps, [-sum((data[i] for i in draw), Fraction(0)) for draw in drawn], sigma**2, width)
                for drawn in product(draws, repeat=steps)]
        laws.append(mixture([(Fraction(1, len(runs)), one) for one in runs]))
    N, m = rng.choice(((1, 1), (2, 1), (1, 2)))
    J = rng.randint(0, steps // (N * m))
    levels = [fmpq(0), *sorted(fmpq(rng.randint(1, 20), 20) for _ in range(J))]
    h, factor = (fmpq(x.numerator, x.denominator) for x in ((c * width / sigma) ** 2, c))
    pair = NoisyRun(fmpq((sigma / L).numerator, (sigma / L).denominator), steps, fmpq(1, 2), sampling, adjacency)
    for direction, parts in direction_curves([pair], attained=False).items():
        plan = told_plan(StageTold(parts), h, factor, (steps - J * N * m) // m, N, m, levels)
        assert plan.steps <= steps
        assert plan.holds(h)
        level = Fraction(int(levels[-1].p), int(levels[-1].q))
        for one, two in {"both": (laws, laws[::-1]), "remove": (laws,), "add": (laws[::-1],)}[direction]:
            assert rational(one.hockey_stick(two, epsilon=level, digits=6).lower, "truth") <= plan.bounds[-1]


@pytest.mark.parametrize("seed", range(6))
def test_no_chain_with_another_constant_is_above_a_plan_with_shares(seed: int) -> None:
    check_shares(seed)


@pytest.mark.parametrize("seed", range(4))
def test_no_chain_is_above_a_plan_by_reflection(seed: int) -> None:
    check_reflected(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_chains_are_below_their_plans_by_reflection(part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        check_reflected(seed)


@pytest.mark.parametrize("seed", [2])
def test_no_chain_with_hidden_batches_is_above_a_plan_for_them(seed: int) -> None:
    check_random_batches(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_five_hundred_chains_with_other_constants_are_below_their_plans(part: int) -> None:
    for seed in range(1000 + 50 * part, 1050 + 50 * part):
        check_shares(seed)


@pytest.mark.parametrize("seed", [0, 3, 4])
def test_no_chain_with_random_batches_is_above_a_plan_that_is_told(seed: int) -> None:
    check_told(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_two_hundred_chains_with_random_batches_are_below_plans_that_are_told(part: int) -> None:
    for seed in range(1000 + 20 * part, 1020 + 20 * part):
        check_told(seed)


@pytest.mark.campaign
@pytest.mark.parametrize("part", range(10))
def test_a_hundred_chains_with_hidden_batches_are_below_their_plans(part: int) -> None:
    for seed in range(1000 + 10 * part, 1010 + 10 * part):
        check_random_batches(seed)
