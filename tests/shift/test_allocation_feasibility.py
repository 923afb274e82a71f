"""Judging given allocations."""

import random
import time
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_instances import cost, problems, rationals, shifts

from pabisym.errors import InputError
from pabisym.shift.allocate import allocate
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance

F = Fraction


def judge(allocation, **problem):
    return check(Instance.from_arguments(**problem, allocation=allocation))


def test_a_feasible_allocation_has_its_value_and_the_optimal_one():
    verdict = judge([1, 0], gap=[1, 0], noise_variance=1)
    assert verdict.feasible
    assert (verdict.value, verdict.optimal_value) == (1, F(1, 2))
    assert verdict.to_json() == {"status": "feasible", "value": "1", "optimal_value": "1/2"}


VIOLATIONS = [
    ([2, 0], {"gap": [1, 1], "noise_variance": 1}, 1, -1, "more is paid than there is"),
    ([1, 2], {"gap": [1, 1], "noise_variance": 1}, 2, -1, "more is paid than there is"),
    ([1, "1/2"], {"gap": [1, 1], "noise_variance": 1}, 2, F(1, 2), "not everything is paid"),
    ([-1, 3], {"gap": [1, 1], "noise_variance": 1}, 1, 2, "the allocation is negative"),
    ([1, 1], {"gap": [1, 1], "noise_variance": [0, 1]}, 1, 0, "a step without noise"),
    ([0, 0], {"gap": [1, 0], "noise_variance": 0}, 2, 1, "not everything is paid"),
    ([], {"gap": [], "noise_variance": [], "start_shift": 3}, 0, 3, "not everything is paid"),
    ([0, 0, 0], {"gap": 1, "noise_variance": 1, "diameter": 2}, 3, 2, "not everything is paid"),
    ([0, 0, 9], {"gap": 1, "noise_variance": 1, "diameter": 2}, 3, -6, "more is paid than there is"),
    ([0, 0, 0, "5/2"], {"gap": 1, "noise_variance": 1, "diameter": 1}, 4, F(-1, 2), "more is paid than there is"),
]


@pytest.mark.parametrize(("allocation", "problem", "step", "shift", "words"), VIOLATIONS)
def test_the_first_violated_step_is_named(allocation, problem, step, shift, words):
    verdict = judge(allocation, **problem)
    assert not verdict.feasible
    assert (verdict.step, verdict.shift) == (step, shift)
    assert words in verdict.reason
    assert verdict.to_json() == {"status": "infeasible", "step": step, "shift": str(F(shift)), "reason": verdict.reason}
    assert verdict.value is None


@given(problems(longest=6), st.data())
@settings(max_examples=by_day(200), deadline=None)
def test_random_allocations_are_judged_by_the_definition(problem, data):
    allocation = data.draw(st.lists(rationals, min_size=problem["steps"], max_size=problem["steps"]))
    z = shifts(problem, allocation)
    unpaid = any(a and not v for a, v in zip(allocation, problem["noise_variance"], strict=True))
    verdict = judge(allocation, **problem)
    assert verdict.feasible == (min(z) >= 0 == z[-1] and not unpaid)


@given(problems(longest=6, diameter=True), st.data())
@settings(max_examples=by_day(200), deadline=None)
def test_with_a_diameter_every_restart_before_the_first_payment_counts(problem, data):
    steps, bounds = problem["steps"], [min(problem["diameter"], problem["start_shift"])]
    for c, s in zip(problem["contraction"], problem["gap"], strict=True):
        bounds.append(min(problem["diameter"], c * bounds[-1] + s))
    start = data.draw(st.integers(0, steps))
    allocation, z = [F(0)] * steps, bounds[start]
    for t in range(start, steps):
        z = problem["contraction"][t] * z + problem["gap"][t]
        share = data.draw(st.sampled_from([F(0), F(1, 3), F(1)])) if problem["noise_variance"][t] else F(0)
        allocation[t] = z if t == steps - 1 and problem["noise_variance"][t] else share * z
        z -= allocation[t]
    first = next((t for t, a in enumerate(allocation) if a), steps)
    paths = [shifts(problem, allocation, tau, bounds[tau]) for tau in range(first + 1)]
    feasible = [tau for tau, path in enumerate(paths) if min(path) >= 0 == path[-1]]
    verdict = judge(allocation, **problem)
    assert verdict.feasible == bool(feasible)
    if feasible:
        assert verdict.restart in feasible
        assert verdict.value == cost(problem, allocation) >= verdict.optimal_value


@given(problems(longest=8, diameter=True), st.booleans())
@settings(max_examples=by_day(200), deadline=None)
def test_the_optimal_allocation_is_feasible_and_optimal(problem, bounded):
    problem = problem if bounded else {**problem, "diameter": None}
    answer = allocate(**problem)
    if answer.status == "optimal":
        verdict = judge(answer.allocation, **problem)
        assert verdict.feasible
        assert verdict.value == verdict.optimal_value == answer.value


def test_an_instance_without_an_allocation_is_refused():
    with pytest.raises(InputError, match=r"^allocation: is missing"):
        check(Instance.from_arguments(gap=[1], noise_variance=1))


def long_problem(steps, contraction, seed):
    """Random data, and payments that never exceed what is there."""
    draw = random.Random(seed)
    problem = {
        "gap": [F(draw.randint(0, 9), draw.choice([1, 3, 7])) for _ in range(steps)],
        "noise_variance": [F(draw.randint(1, 5), draw.choice([1, 2])) for _ in range(steps)],
        "contraction": contraction,
    }
    z, payments = 0.0, []
    for gap in problem["gap"]:
        z = float(contraction) * z + float(gap)
        payments.append(F(int(draw.choice([0, 0.3, 0.99]) * z * 1000), 1000))
        z -= float(payments[-1])
    return problem, payments


@pytest.mark.parametrize("contraction", [F(1), F(9, 10), F(1, 3), F(21, 20)])
@pytest.mark.parametrize("seed", range(3))
def test_signs_that_balls_decide_are_those_of_exact_shifts(contraction, seed):
    steps = 300
    problem, payments = long_problem(steps, contraction, seed)
    z = shifts({**problem, "steps": steps, "contraction": [contraction] * steps, "start_shift": F(0)}, payments)
    verdict = judge(payments, **problem)
    assert (verdict.step, verdict.shift) == (steps, z[-1])
    paid_off = [*payments[:-1], payments[-1] + z[-1]]
    assert judge(paid_off, **problem).feasible
    tiny = F(1, 10**200)
    assert judge([*payments[:-1], payments[-1] + z[-1] + tiny], **problem).shift == -tiny
    middle = [*payments[:100], payments[100] + z[101] + tiny, *payments[101:]]
    verdict = judge(middle, **problem)
    assert (verdict.step, verdict.shift, verdict.feasible) == (101, -tiny, False)


def test_long_allocations_are_judged_in_linear_time():
    steps = 20_000
    problem, payments = long_problem(steps, F(9, 10), 5)
    began = time.process_time()
    verdict = judge(payments, **problem)
    assert not verdict.feasible
    assert judge([F(0)] * (steps - 3) + [F(1), F(0), F(1)], **problem, diameter=5).restart > steps - 10
    assert judge(problem["gap"], **problem).value == cost({**problem, "steps": steps}, problem["gap"])
    assert time.process_time() - began < 60


def test_shifts_of_a_feasible_allocation_are_listed_when_asked_for():
    verdict = judge([0, 1, F(1, 2)], gap=[1, 0, 1], noise_variance=1, contraction="1/2", diameter="1/2")
    assert (verdict.feasible, verdict.restart) == (False, 1)
    verdict = judge([0, 0, 1], gap=[1, 0, F(7, 8)], noise_variance=1, contraction="1/2", diameter="1/2")
    assert (verdict.feasible, verdict.restart) == (True, 1)
    assert list(map(str, verdict.exact_shifts)) == ["1/2", "1/4", "0"]
    assert judge([2], gap=[1], noise_variance=1).exact_shifts == ()
