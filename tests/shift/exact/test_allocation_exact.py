"""The exact optimum: against slow independent methods, hand-computed degenerate cases, and what theory says of it."""

import math
from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_instances import cost, minorant_slopes, partition_optimum, problems, rationals, restart_optimum, shifts

from pabisym.shift.allocate import allocate, solve
from pabisym.shift.instance import Instance

F = Fraction


def finite(value):
    return math.inf if value is None else value


@given(problems())
@settings(max_examples=by_day(200), deadline=None)
def test_the_optimum_is_the_least_over_all_partitions(problem):
    answer = allocate(**problem)
    assert answer.value == finite(partition_optimum(problem))


@given(problems())
@settings(max_examples=by_day(200), deadline=None)
def test_the_allocation_is_feasible_and_costs_the_value(problem):
    answer = allocate(**problem)
    if answer.status == "infinite":
        assert answer.allocation == answer.shift == answer.blocks == ()
        return
    z = shifts(problem, answer.allocation)
    assert tuple(z[1:]) == answer.shift
    assert min(z) >= 0 == z[-1]
    assert min(answer.allocation, default=0) >= 0
    assert cost(problem, answer.allocation) == answer.value


@given(st.integers(1, 30), st.data())
@settings(max_examples=by_day(100), deadline=None)
def test_without_contraction_it_is_the_greatest_convex_minorant(steps, data):
    gap = data.draw(st.lists(rationals, min_size=steps, max_size=steps))
    variance = data.draw(st.lists(rationals.map(lambda v: v + 1), min_size=steps, max_size=steps))
    start = data.draw(rationals)
    sums = accumulate(gap, initial=start)
    next(sums)
    slopes = minorant_slopes([(0, 0), *zip(accumulate(variance), sums, strict=True)])
    answer = allocate(gap=gap, noise_variance=variance, start_shift=start)
    assert answer.allocation == tuple(slope * v for slope, v in zip(slopes, variance, strict=True))
    assert [block.slope for block in answer.blocks] == sorted(set(slopes))


@given(problems(longest=12))
@settings(max_examples=by_day(100), deadline=None)
def test_blocks_cover_the_steps_and_their_slopes_pay(problem):
    answer = allocate(**problem)
    if answer.status == "infinite":
        return
    covered = [t for block in answer.blocks for t in range(block.first, block.last + 1)]
    assert covered == list(range(1, problem["steps"] + 1))
    slopes = [block.slope for block in answer.blocks]
    assert slopes == sorted(set(slopes))
    for block in answer.blocks:
        for t in range(block.first, block.last + 1):
            weight = math.prod(problem["contraction"][t:])
            assert answer.allocation[t - 1] == weight * problem["noise_variance"][t - 1] * block.slope


@given(problems(longest=12))
@settings(max_examples=by_day(100), deadline=None)
def test_the_dual_value_of_the_multipliers_is_the_optimum(problem):
    answer = allocate(**problem)
    if answer.status == "infinite":
        return
    y = [F(int(m.p), int(m.q)) for m in answer.exact.multipliers]
    entering = list(problem["gap"])
    if entering:
        entering[0] += problem["contraction"][0] * problem["start_shift"]
    dual = sum(2 * m * s - v * m * m for m, s, v in zip(y, entering, problem["noise_variance"], strict=True))
    assert dual == answer.value
    assert all(y[t] <= problem["contraction"][t + 1] * y[t + 1] for t in range(len(y) - 1))


@given(problems(longest=12))
@settings(max_examples=by_day(100), deadline=None)
def test_the_worst_case_belongs_to_the_class_and_attains_the_value(problem):
    answer = allocate(**problem)
    mean, variance = problem["start_shift"], F(0)
    assert len(answer.worst_case.contraction) == problem["steps"]
    for t, slope in enumerate(answer.worst_case.contraction):
        assert 0 <= slope <= problem["contraction"][t]
        mean, variance = slope * mean + problem["gap"][t], slope**2 * variance + problem["noise_variance"][t]
    if answer.status == "infinite":
        assert answer.worst_case.value == math.inf
        assert (variance, mean > 0) == (0, True)
    else:
        assert answer.worst_case.value == answer.value
        assert mean**2 == answer.value * variance


@given(problems(longest=8, diameter=True))
@settings(max_examples=by_day(200), deadline=None)
def test_with_a_diameter_the_first_best_restart_is_found(problem):
    value, restart = restart_optimum(problem)
    answer = allocate(**problem)
    assert answer.value == finite(value)
    if value is not None:
        assert answer.restart == restart
        assert answer.worst_case.value == value
        assert (answer.tightness == "exact") == (restart == 0 and problem["start_shift"] <= problem["diameter"])


@given(problems(longest=8), st.sampled_from(["gap", "contraction", "noise_variance", "start_shift"]), st.data())
@settings(max_examples=by_day(200), deadline=None)
def test_the_optimum_is_monotone_in_every_datum(problem, name, data):
    more = dict(problem)
    increase = data.draw(rationals.map(lambda x: x + F(1, 7)))
    if name == "start_shift":
        more[name] += increase
    elif problem["steps"]:
        t = data.draw(st.integers(0, problem["steps"] - 1))
        more[name] = [x + increase * (i == t) for i, x in enumerate(problem[name])]
    less, greater = (problem, more) if name != "noise_variance" else (more, problem)
    assert allocate(**less).value <= allocate(**greater).value


@given(problems(longest=8, diameter=True), rationals)
@settings(max_examples=by_day(100), deadline=None)
def test_a_larger_diameter_never_helps(problem, increase):
    larger = {**problem, "diameter": problem["diameter"] + increase}
    assert allocate(**problem).value <= allocate(**larger).value <= allocate(**{**problem, "diameter": None}).value


DEGENERATE = [
    ("no steps, no shift", {"steps": 0, "gap": [], "noise_variance": []}, F(0), ()),
    ("nothing ever enters", {"gap": [0, 0, 0], "noise_variance": 1}, F(0), (0, 0, 0)),
    ("nothing enters and there is no noise", {"gap": [0, 0], "noise_variance": 0}, F(0), (0, 0)),
    ("one step", {"gap": ["3/2"], "noise_variance": 2}, F(9, 8), (F(3, 2),)),
    ("leading idle steps are not used", {"gap": [0, 0, 2], "noise_variance": [9, 9, 1]}, F(4), (0, 0, 2)),
    ("a step without noise pays nothing", {"gap": [1, 0, 0], "noise_variance": [1, 0, 1]}, F(1, 2), (F(1, 2), 0, F(1, 2))),
    ("a gap at a step without noise waits", {"gap": [0, 1, 0], "noise_variance": [5, 0, 1]}, F(1), (0, 0, 1)),
    ("a last step without noise", {"gap": [1, 0], "noise_variance": [2, 0]}, F(1, 2), (1, 0)),
    ("forgetting is free", {"gap": [5, 0], "noise_variance": [0, 1], "contraction": [1, 0]}, F(0), (0, 0)),
    ("forgetting at the end, no noise", {"gap": [5, 0], "noise_variance": [1, 0], "contraction": [1, 0]}, F(0), (0, 0)),
    ("a gap after forgetting", {"gap": [5, 1, 0], "noise_variance": 1, "contraction": [1, 0, 1]}, F(1, 2), (0, F(1, 2), F(1, 2))),
    ("the start shift alone", {"gap": [0, 0], "noise_variance": 1, "start_shift": 2}, F(2), (1, 1)),
    ("the start shift, contracted", {"gap": [0], "noise_variance": 1, "contraction": ["1/2"], "start_shift": 4}, F(4), (2,)),
    ("the first step forgets the start", {"gap": [0, 1], "noise_variance": 1, "contraction": [0, 1], "start_shift": 9}, F(1), (0, 1)),
    ("expansion", {"gap": [1, 0], "noise_variance": 1, "contraction": 2}, F(4, 5), (F(4, 5), F(2, 5))),
    ("two blocks", {"gap": [1, 3], "noise_variance": 1}, F(10), (1, 3)),
    ("a tie is one block", {"gap": [1, 1], "noise_variance": 1}, F(2), (1, 1)),
]


@pytest.mark.parametrize(("problem", "value", "allocation"), [case[1:] for case in DEGENERATE], ids=[case[0] for case in DEGENERATE])
def test_degenerate_cases_have_the_values_found_by_hand(problem, value, allocation):
    answer = allocate(**problem)
    assert answer.status == "optimal"
    assert (answer.value, answer.allocation, answer.worst_case.value) == (value, allocation, value)


INFINITE = [
    ("no steps", {"steps": 0, "gap": [], "noise_variance": [], "start_shift": 1}, "the start shift"),
    ("no noise", {"gap": [0, 2, 3], "noise_variance": 0}, "the gap at step 2"),
    ("no noise, a start shift", {"gap": [0, 2], "noise_variance": 0, "start_shift": 1}, "the start shift"),
    ("a gap after the last noise", {"gap": [1, 0, 1, 1], "noise_variance": [1, 1, 0, 0]}, "the gap at step 3"),
    ("after a reset", {"gap": [0, 1, 2], "noise_variance": [1, 0, 0], "contraction": [1, 1, 0]}, "the gap at step 3"),
    ("the gap of the reset", {"gap": [0, 1, 0], "noise_variance": [1, 0, 0], "contraction": [1, 0, 1]}, "the gap at step 2"),
    ("the start, contracted", {"gap": [0], "noise_variance": 0, "contraction": "1/9", "start_shift": 1}, "the start shift"),
    ("within a diameter", {"gap": [0, 1], "noise_variance": [1, 0], "diameter": "1/9"}, "the gap at step 2"),
]


@pytest.mark.parametrize(("problem", "entry"), [case[1:] for case in INFINITE], ids=[case[0] for case in INFINITE])
def test_what_enters_after_the_noise_makes_the_divergence_infinite(problem, entry):
    answer = allocate(**problem)
    assert answer.status == "infinite"
    assert answer.reason == f"{entry} survives to the end and no noise comes after it"
    assert answer.value == answer.worst_case.value == math.inf
    assert answer.to_json() == {"status": "infinite", "reason": answer.reason}


def test_a_diameter_of_zero_allows_nothing_at_all():
    answer = allocate(gap=[1, 1, 0], noise_variance=0, start_shift=5, diameter=0)
    assert (answer.value, answer.restart, answer.allocation, answer.tightness) == (0, 2, (0, 0, 0), "upper")
    assert answer.blocks[0].first == 3


def test_a_restart_carries_the_bounds_of_the_distance():
    answer = allocate(gap=1, noise_variance=1, diameter=2, steps=10)
    assert (answer.value, answer.restart) == (8, 8)
    assert answer.shift == (1, 2, 2, 2, 2, 2, 2, 2, 1, 0)
    assert answer.allocation == (0,) * 8 + (2, 2)
    assert answer.tightness == "upper"


def test_an_unused_diameter_changes_nothing_but_a_small_one_cuts_the_start():
    plain, wide, tight = (allocate(gap=[1, 1], noise_variance=1, start_shift=3, diameter=D) for D in (None, 100, 2))
    assert plain == wide
    assert plain.tightness == wide.tightness == "exact"
    assert (tight.restart, tight.tightness, tight.value) == (0, "upper", 8)


def test_long_numbers_are_compared_by_their_leading_bits_and_ties_exactly():
    generic = allocate(gap=[1, 0, 0, 0, 0] * 60, noise_variance=1, contraction="9/10")
    slow = partition_free_value([1, 0, 0, 0, 0] * 60, F(9, 10))
    assert generic.value == slow
    tied = allocate(gap=[F(9, 10) ** t for t in range(300)], noise_variance=[F(81, 100) ** t for t in range(300)], contraction="9/10")
    assert len(tied.blocks) == 1
    assert tied.value == 300


def partition_free_value(gap, c):
    """Pooling in global coordinates with Fractions, unit noise."""
    weights = [c ** (len(gap) - 1 - t) for t in range(len(gap))]
    points = [(F(0), F(0))]
    for w, s in zip(weights, gap, strict=True):
        points.append((points[-1][0] + w * w, points[-1][1] + w * s))
    slopes = minorant_slopes(points)
    return sum(slope**2 * w * w for slope, w in zip(slopes, weights, strict=True))


def test_long_common_denominators_are_not_used():
    gap = [F(1, n) for n in range(1, 2500)]
    assert math.lcm(*range(1, 2500)).bit_length() > 2048
    answer = allocate(gap=gap, noise_variance=1)
    assert answer.value == sum(gap) ** 2 / len(gap)


def test_an_instance_is_solved_whatever_allocation_it_carries():
    instance = Instance.from_json({"steps": 2, "gap": ["1", "0"], "noise_variance": "1", "allocation": ["1", "0"]})
    assert solve(instance).value == F(1, 2)


def test_hundred_thousand_steps_take_no_recursion():
    answer = allocate(gap=range(100_000), noise_variance=1)
    assert len(answer.blocks) == 100_000
    assert answer.value == sum(n * n for n in range(100_000))
