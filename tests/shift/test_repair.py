"""The nearest feasible allocation: projections by their variational inequality, exactly."""

import json
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_problems import distance, feasible_allocations, fraction, instances, positives, rationals, shifts

from pabisym.errors import InputError
from pabisym.shift import repair as repair_module
from pabisym.shift.allocate import solve
from pabisym.shift.feasibility import check
from pabisym.shift.instance import Instance
from pabisym.shift.repair import repair

F = Fraction


@given(instances(allocation=True, longest=8, shortest=1), st.data())
@settings(max_examples=by_day(300), deadline=None)
def test_it_is_the_projection_onto_the_feasible_allocations(instance, data):
    """b is nearest to a in a convex set exactly when sum (a - b)(x - b)/v <= 0 for every x in the set."""
    if solve(instance).status == "infinite":
        with pytest.raises(InputError, match="no allocation is feasible"):
            repair(instance)
        return
    found = repair(instance)
    z = shifts(instance, found.allocation)
    assert min(z) >= 0 == z[-1]
    assert min(found.allocation) >= 0
    assert all(v or not b for v, b in zip(instance.noise_variance, found.allocation, strict=True))
    if not instance.noise_variance[-1]:
        return
    asked = [fraction(a) for a in instance.allocation]
    others = [solve(instance).allocation, *(data.draw(feasible_allocations(instance)) for _ in range(4))]
    for other in others:
        assert min(shifts(instance, other)) >= 0
        parts = zip(asked, found.allocation, other, map(fraction, instance.noise_variance), strict=True)
        assert sum(((a - b) * (x - b) / v for a, b, x, v in parts if v), F(0)) <= 0
        assert found.distance <= distance(instance, asked, other)


@given(instances(allocation=True, diameter=True, longest=6, shortest=1), st.data())
@settings(max_examples=by_day(200), deadline=None)
def test_with_a_diameter_no_restart_comes_nearer(instance, data):
    if solve(instance).status == "infinite" or not instance.noise_variance[-1]:
        return
    found = repair(instance)
    asked = [fraction(a) for a in instance.allocation]
    assert found.verdict.feasible
    assert not any(found.allocation[: found.restart])
    bound = min(fraction(instance.diameter), fraction(instance.start_shift))
    for restart in range(instance.steps):
        other = data.draw(feasible_allocations(instance, restart, bound))
        assert found.distance <= distance(instance, asked, other)
        bound = min(fraction(instance.diameter), fraction(instance.contraction[restart]) * bound + fraction(instance.gap[restart]))


@given(instances(values=positives, allocation=True, shortest=1))
@settings(max_examples=by_day(100), deadline=None)
def test_repairing_twice_changes_nothing_more(instance):
    first = repair(instance)
    again = repair(replace(instance, allocation=first.exact_allocation))
    assert again.exact_allocation == first.exact_allocation
    assert (again.distance, again.changed) == (0, ())


@given(instances(values=positives, longest=8, shortest=1))
@settings(max_examples=by_day(100), deadline=None)
def test_paying_nothing_is_repaired_to_the_optimum(instance):
    """The nearest allocation to 0 in the metric of the noise is the cheapest one."""
    found = repair(replace(instance, allocation=(fmpq(0),) * instance.steps))
    assert found.allocation == solve(instance).allocation
    assert found.distance == solve(instance).value == found.verdict.optimal_value


@given(st.lists(rationals, min_size=1, max_size=6), st.data())
@settings(max_examples=by_day(60), deadline=None)
def test_resets_cut_the_problem(gap, data):
    """After c_t = 0 nothing of what came before needs to be paid: what was asked for stays where it can."""
    size = len(gap)
    instance = Instance.from_arguments(
        gap=[*gap, 1, 0], noise_variance=1, contraction=[1] * size + [0, 1],
        allocation=[data.draw(rationals) for _ in range(size)] + [0, 0],
    )  # fmt: skip
    found = repair(instance)
    paid = [fraction(a) for a in instance.allocation[:size]]
    if min(shifts(instance, [*paid, F(1), F(0)])[: size + 1]) >= 0:
        assert list(found.allocation[:size]) == paid
    assert found.allocation[size:] == (F(1, 2), F(1, 2))


def test_particular_repairs():
    late = repair(Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1, allocation=[1, 0, 0, 0]))
    assert late.allocation == (0, F(1, 3), F(1, 3), F(1, 3))
    assert late.distance == F(4, 3)
    assert late.changed == (1, 2, 3, 4)
    much = repair(Instance.from_arguments(gap=[1, 1], noise_variance=[1, 3], allocation=[0, 5]))
    assert much.allocation == (0, 2)
    assert much.distance == 3
    silent = repair(Instance.from_arguments(gap=[1, 1], noise_variance=[0, 1], allocation=[1, 1]))
    assert silent.allocation == (0, 2)
    assert silent.distance == 1


def test_a_feasible_allocation_stays():
    found = repair(Instance.from_arguments(gap=[3, 0, 1], noise_variance=1, allocation=[2, 1, 1]))
    assert (found.changed, found.distance, found.verdict.value) == ((), 0, 6)


def test_plain_data():
    found = repair(Instance.from_arguments(gap=[0, 1], noise_variance=1, allocation=["1/2", "1/2"]))
    assert json.loads(json.dumps(found.to_json())) == {
        "allocation": ["0", "1"], "distance": "1/2", "changed": [1, 2], "status": "feasible", "value": "1", "optimal_value": "1",
    }  # fmt: skip
    assert check(replace(found.given, allocation=found.exact_allocation)).feasible


def test_what_cannot_be_repaired():
    with pytest.raises(InputError, match="allocation: is missing"):
        repair(Instance.from_arguments(gap=[1], noise_variance=1))
    with pytest.raises(InputError, match="no allocation is feasible"):
        repair(Instance.from_arguments(gap=[1], noise_variance=0, allocation=[1]))


def test_a_wrong_repair_is_refused(monkeypatch):
    """Whatever the pooling of slopes finds is held against the conditions of optimality."""
    instance = Instance.from_arguments(gap=[1, 0, 1], noise_variance=1, allocation=[3, 0, 0])
    assert repair(instance).allocation
    right = repair_module._root
    monkeypatch.setattr(repair_module, "_root", lambda steps: right(steps) + len(steps) / fmpq(10))
    with pytest.raises(ArithmeticError, match="violates the conditions of optimality"):
        repair(instance)
