"""Hidden subsets: the law of taut strings over all patterns, and forged thresholds."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import accumulate, product
from math import comb

import numpy as np
import pytest
from flint import arb, fmpq
from numpy.typing import NDArray

from pabisym.accounting.hidden.places import string_square
from pabisym.accounting.hidden.subsets import StringLaw, SubsetRun, hidden_subsets, holds, law_of, string_law
from pabisym.errors import Undecided
from pabisym.notions.gaussian_dp import gdp_epsilon
from pabisym.numerics.evaluator import tail, working_precision

Law = dict[Fraction, Fraction]


def by_patterns(steps: int, rate: Fraction) -> Law:
    """The law of V by the string of every pattern."""
    found = Law()
    for used in product((0, 1), repeat=steps):
        heights = list(accumulate(used, initial=0))
        corners = [(k, heights[k]) for k in range(steps)] + [(steps, heights[-1])]
        square = string_square(corners)
        value = Fraction(int(square.p), int(square.q))
        found[value] = found.get(value, Fraction(0)) + rate ** sum(used) * (1 - rate) ** (steps - sum(used))
    return found


@pytest.mark.parametrize(("steps", "rate"), [(1, Fraction(1, 3)), (4, Fraction(1, 2)), (9, Fraction(1, 5))])
def test_the_law_by_cycles_is_that_over_all_patterns_moved_up(steps: int, rate: Fraction) -> None:
    exact, bits = by_patterns(steps, rate), 8
    law = string_law(steps, fmpq(rate.numerator, rate.denominator), bits, steps << bits | 1, 1e-40)
    for place in range(0, steps << bits, 7):
        beyond = sum((chance for value, chance in exact.items() if value > Fraction(place, 1 << bits)), Fraction(0))
        found = sum(law.chances[place + 1 :]) + law.lost
        assert beyond <= found
        moved = sum((chance for value, chance in exact.items() if value > Fraction(place - steps, 1 << bits)), Fraction(0))
        assert found <= float(moved) + 1e-7  # the errors of transforms
    assert 1 <= sum(law.chances) + law.lost < 1 + 1e-6
    mean = sum(value * chance for value, chance in exact.items())
    assert mean <= sum(p * k for k, p in enumerate(law.chances)) / (1 << bits) < float(mean) + 2 * steps / (1 << bits)


@pytest.mark.parametrize("transform", ["rfft", "irfft"])
def test_transforms_that_are_off_by_what_is_allowed_leave_upper_bounds(transform: str, monkeypatch: pytest.MonkeyPatch) -> None:
    steps, rate, bits = 6, fmpq(1, 5), 6
    exact, right = by_patterns(steps, Fraction(1, 5)), getattr(np.fft, transform)
    monkeypatch.setattr(np.fft, transform, lambda *x: right(*x) * (1 - 3e-14))
    law = string_law(steps, rate, bits, (steps << bits) + 5, 1e-40)  # a grid of its own, which no other test keeps
    for place in range(0, steps << bits, 5):
        assert sum((p for value, p in exact.items() if value > Fraction(place, 1 << bits)), Fraction(0)) <= Fraction(sum(law.chances[place + 1 :]) + law.lost)
    monkeypatch.setattr(np.fft, "rfft", lambda x: right(x) * (1 + 1e-9))
    if transform == "rfft":
        with pytest.raises(Undecided, match="transform"):
            string_law(steps, rate, bits, (steps << bits) + 6, 1e-40)


def test_sums_beyond_the_grid_are_lost_and_so_are_those_beyond_the_circle() -> None:
    """Ten steps, a fifth of them used: V is up to 10, of which the grid holds 4 and the circle less than 5."""
    exact, law = by_patterns(10, Fraction(1, 5)), string_law(10, fmpq(1, 5), 5, 128, 1e-40)
    for place in range(0, 128, 5):
        assert sum((p for value, p in exact.items() if value > Fraction(place, 32)), Fraction(0)) <= Fraction(sum(law.chances[place + 1 :]) + law.lost)
    assert sum(p for value, p in exact.items() if value > 4) <= law.lost < 0.1


def test_nothing_is_lost_where_no_sum_is_beyond_the_grid() -> None:
    """Of 20 steps with a cell each for every one of them: only what was lost of the numbers of hits, however small delta is."""
    assert string_law(20, fmpq(1, 2), 0, 64, 1e-200).lost < 1e-190
    assert string_law(20, fmpq(1, 2), 0, 32, 1e-200).lost > 1e-15


@pytest.mark.parametrize(("hit", "digits"), [
    pytest.param(fmpq(1, 5), 20, marks=pytest.mark.campaign), (fmpq(1, 10), 60)])
def test_tiny_delta_is_certified_up_to_five_percent_of_what_linear_losses_reveal(hit: fmpq, digits: int) -> None:
    """191 steps, of which half use the record: the uses of linear losses add up to a binomial number of hits."""
    chances = [fmpq(comb(191, k), 2**191) for k in range(192)]
    found = hidden_subsets(SubsetRun(191, fmpq(1, 2), hit), fmpq(1, 10**digits)).upper

    def told(level: fmpq) -> arb:
        edges = [fmpq(k, 2) for k in range(8, 60)]
        own = [sum((p * tail(t - hit * k / arb(191).sqrt()) for k, p in enumerate(chances)), arb(0)) for t in edges]
        return max((near - arb(level).exp() * tail(arb(t)) for near, t in zip(own, edges, strict=True)), key=lambda one: float(one.mid()))

    with working_precision(300):
        at = fmpq(found.numerator, found.denominator)
        assert told(at * fmpq(19, 20)) > fmpq(1, 10**digits) > told(at)


def test_more_steps_and_coarser_lengths_only_move_up() -> None:
    rate, means = fmpq(1, 20), list[float]()
    for steps in (60, 61, 80, 200):
        law = string_law(steps, rate, 7, 1024, 1e-20)
        means.append(sum(p * k for k, p in enumerate(law.chances)) / 128)
        exact = steps / 400 + 0.0475 * sum(1 / d for d in range(1, steps + 1))  # q^2 T + q (1 - q) (1 + 1/2 + ... + 1/T)
        assert exact <= means[-1] <= 1.12 * exact
    assert means == sorted(means)


def test_one_step_is_a_mixture_of_two() -> None:
    run, delta = SubsetRun(1, fmpq(1, 4), fmpq(1)), fmpq(1, 1000)
    found = hidden_subsets(run, delta)
    with working_precision(100):
        eps = arb(fmpq(found.upper.numerator, found.upper.denominator))
        level = (arb(3) / 4 * -1 + eps.exp()) * 4  # where (3/4 + 1/4 e^(x - 1/2)) is e^eps
        x = level.log() + arb(1) / 2
        exact = (3 * tail(x) + tail(x - 1)) / 4 - eps.exp() * tail(x)
        assert exact <= delta
        assert exact > delta * fmpq(98, 100)


def test_it_is_below_the_worst_case_and_above_that_of_one_use_for_certain() -> None:
    delta = fmpq(1, 10**5)
    found = hidden_subsets(SubsetRun(40, fmpq(1, 10), fmpq(1)), delta).upper
    assert Fraction(gdp_epsilon(fmpq(1, 100) * 40, delta, 6).lower) < found < Fraction(gdp_epsilon(fmpq(40), delta, 6).lower)


def test_other_thresholds_give_no_less_and_no_threshold_gives_less_than_the_truth() -> None:
    run, delta = SubsetRun(30, fmpq(1, 10), fmpq(1)), fmpq(1, 10**4)
    found = hidden_subsets(run, delta)
    law, level = law_of(run, found.bits, delta), fmpq(found.upper.numerator, found.upper.denominator)
    best = fmpq(found.t.numerator, found.t.denominator)
    assert holds(law, run.hit, level, delta, best)
    assert not any(holds(law, run.hit, level * fmpq(9, 10), delta, best * fmpq(k, 10)) for k in range(21))
    assert not holds(law, run.hit, level, delta, best / 3)


@pytest.mark.parametrize("run", [SubsetRun(10**6, fmpq(1, 10**5), fmpq(1)), SubsetRun(10**5, fmpq(1, 2), fmpq(1)), SubsetRun(3, fmpq(1), fmpq(1))])
def test_runs_beyond_the_grids_are_undecided(run: SubsetRun) -> None:
    with pytest.raises(Undecided):
        hidden_subsets(run, fmpq(1, 1000))


def test_numbers_of_steps_are_moved_up_so_that_no_use_at_all_is_no_more_likely() -> None:
    for steps in (50, 333, 1000):
        law = string_law(steps, fmpq(1, steps), 4, 128, 1e-20)
        none = (1 - Fraction(1, steps)) ** steps
        assert Fraction(law.chances[0]) > Fraction(9, 10) * none
        assert sum(map(Fraction, law.chances[1:]), Fraction(law.lost)) >= 1 - none


def test_what_is_lost_counts_in_the_mean_of_the_ratios() -> None:
    law = StringLaw(4, (0.999,), 0.001)
    assert holds(law, fmpq(1), fmpq(1, 10**4), fmpq(1, 100), fmpq(1, 10))
    assert not holds(law, fmpq(1), fmpq(0), fmpq(1, 100), fmpq(1, 10))  # a pair would be compared at a level below 0
    assert not holds(law, fmpq(1), fmpq(1, 10**4), fmpq(1, 100), fmpq(6))  # ratios up to e^18 on it leave nothing for the others


@pytest.mark.parametrize("seed", range(6))
def test_uses_are_taken_away_so_that_the_law_of_the_pattern_is_left(seed: int) -> None:
    """B drawn with the chances r pi, r increasing, and each use kept with q over its chance: the rest has the law pi, and is within B."""
    draw, steps, q = random.Random(seed), 4, Fraction(1, 3)
    patterns = list(product((0, 1), repeat=steps))
    weight = {one: q ** sum(one) * (1 - q) ** (steps - sum(one)) for one in patterns}
    lifts = [(draw.choice(patterns), draw.randint(1, 9)) for _ in range(5)]
    grown = {one: 1 + sum((size for lift, size in lifts if all(a >= b for a, b in zip(one, lift, strict=True))), 0) for one in patterns}
    whole = sum(weight[one] * grown[one] for one in patterns)

    def chance(past: tuple[int, ...]) -> Fraction:
        return sum((weight[one] * grown[one] / whole for one in patterns if one[: len(past)] == past), Fraction(0))

    left = dict.fromkeys(patterns, Fraction(0))
    for drawn, kept in product(patterns, patterns):
        share = chance(drawn)
        for k, (used, stays) in enumerate(zip(drawn, kept, strict=True)):
            keep = q * chance(drawn[:k]) / chance((*drawn[:k], 1))
            assert keep <= 1
            share *= (keep if stays else 1 - keep) if used else 1 - stays
        left[kept] += share
    assert left == weight


def test_two_pairs_are_told_apart_no_better_than_the_statement_says() -> None:
    """Two Gaussian pairs on the line with chances 3/4 and 1/4, r = 2/3 and 2: the mixtures are solved on a grid of the line."""
    from scipy.special import ndtr

    p, r, norms, x = np.array([0.75, 0.25]), np.array([2 / 3, 2.0]), np.array([0.5, 2.0]), np.linspace(-12, 44, 80_001)

    def law(weights: NDArray[np.float64], means: NDArray[np.float64]) -> NDArray[np.float64]:
        found: NDArray[np.float64] = np.exp(-((x[:, None] - means) ** 2) / 2) @ weights / np.sqrt(2 * np.pi)
        return found

    for eps in (0.5, 1.0, 2.0):
        levels = eps + np.log(r)
        bound = p @ (ndtr(norms / 2 - levels / norms) - np.exp(levels) * ndtr(-norms / 2 - levels / norms))
        exact = float(np.maximum(law(p, norms) - np.exp(eps) * law(r * p, np.zeros(2)), 0).sum() * (x[1] - x[0]))
        assert 0 < exact <= bound
        apart = float(np.maximum(law(p, norms + np.array([0, 30])) - np.exp(eps) * law(r * p, np.array([0.0, 30.0])), 0).sum() * (x[1] - x[0]))
        assert abs(apart - bound) < 1e-6 or levels.min() < 0  # pairs that are far from each other attain it
