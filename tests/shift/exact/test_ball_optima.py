"""Certified optima: every enclosure holds the exact number."""

import json
from dataclasses import replace

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ball_problems import all_hold, any_instance, highest, holds, instances, lowest, many, tied_instance
from support.examples import by_day
from support.rational_pooling import optimum

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational
from pabisym.numerics.evaluator import working_precision
from pabisym.shift import allocate
from pabisym.shift.exact import ball, solve
from pabisym.shift.exact.ball import InfiniteBall, interval, solve_ball
from pabisym.shift.exact.solve import InfiniteSolution
from pabisym.shift.float64.solve import solve_float
from pabisym.shift.instance import Instance

LISTS = ("allocation", "shift", "worst_contraction", "block_slope")


def uniform(steps, contraction=1, gap=0, variance=1, start=0, diameter=None):
    """Numbers stand for all steps."""

    def series(value):
        return tuple(value) if isinstance(value, list) else (fmpq(value),) * steps

    limit = None if diameter is None else fmpq(diameter)
    return Instance(steps, series(contraction), series(gap), series(variance), fmpq(start), limit)


def accurate(found, digits):
    """Whether the value is known to that many digits."""
    low, high = lowest(found.value), highest(found.value)
    return low >= 0 and high - low <= low / fmpq(10) ** digits


def check_infinite(found, expected):
    assert isinstance(found, InfiniteBall)
    assert found.infinite_reason == expected.infinite_reason
    assert all_hold(found.worst_contraction, expected.worst_contraction)


def check_rational(instance, digits=20, *, sharp=True):
    expected, found = optimum(instance), solve_ball(instance, digits)
    if isinstance(expected, InfiniteSolution):
        check_infinite(found, expected)
        return
    assert found.gap == 0
    assert found.restart == expected.restart
    assert (found.block_first, found.block_last) == (expected.block_first, expected.block_last)
    assert all_hold([block.multiplier for block in found.blocks], [block.multiplier for block in expected.blocks])
    for name in LISTS:
        assert all_hold(getattr(found, name), getattr(expected, name)), name
    assert holds(found.value, expected.value)
    assert holds(found.worst_value, expected.value)
    assert accurate(found, digits)
    if sharp:
        assert all(lowest(number) >= 0 for number in (*found.allocation, *found.shift))


def test_many_random_instances_are_enclosed():
    for instance in many(any_instance, by_day(2500, 800), seed=1):
        check_rational(instance)
    for instance in many(tied_instance, by_day(1000, 300), seed=2):
        check_rational(instance)


@given(instances(), st.sampled_from([1, 15, 30, 200]))
@settings(max_examples=by_day(200), deadline=None)
def test_any_instance_is_enclosed_to_any_number_of_digits(instance, digits):
    check_rational(instance, digits)


@pytest.mark.parametrize("digits", [1, 30, 200, 1000])
def test_digits_asked_for_are_certified(digits):
    instance = uniform(50, fmpq(9, 10), [fmpq(t % 7, 3) for t in range(50)], fmpq(2, 7), 1, 5)
    found, exact = solve_ball(instance, digits), optimum(instance).value
    assert (found.digits, holds(found.value, exact)) == (digits, True)
    low, high = (rational(text, "value") for text in interval(found.value, digits))
    assert low <= exact <= high
    assert high - low <= exact / fmpq(10) ** digits


def test_a_value_that_underflows_is_the_same_in_every_arithmetic():
    steps, c = 20_000, fmpq(9, 10)
    instance = uniform(steps, c, [fmpq(1), *[fmpq(0)] * (steps - 1)])
    exact = solve.optimum(instance).value
    for digits in (30, 200):
        found = solve_ball(instance, digits)
        assert holds(found.value, exact)
        assert holds(found.worst_value, exact)
        assert accurate(found, digits)
    low, high = interval(found.value, 5)
    assert low.startswith("1.176646")
    assert high.startswith("1.176646")
    assert low[-6:] == high[-6:] == "e-1831"
    short = uniform(2000, c, [fmpq(1), *[fmpq(0)] * 1999])
    assert holds(solve_ball(short).value, optimum(short).value)
    assert optimum(short).value == solve.optimum(short).value


def test_floats_enclose_the_ball_of_a_value_that_underflows():
    steps, c = 100_000, 0.9
    found = solve_float([c] * steps, [1.0] + [0.0] * (steps - 1), [1.0] * steps)
    exact = fmpq(*c.as_integer_ratio())
    value = solve_ball(uniform(steps, exact, [fmpq(1), *[fmpq(0)] * (steps - 1)])).value
    with working_precision(200):
        assert found.enclosure.lower() <= value <= found.enclosure.upper() <= value * (1 + arb("5e-13"))


@pytest.mark.campaign
def test_a_hundred_thousand_random_steps():
    numbers = [fmpq(t * t % 1009, t * 7 % 997 + 1) for t in range(1, 100_001)]
    instance = uniform(100_000, fmpq(9, 10), numbers, [1 + value for value in reversed(numbers)])
    found = solve_ball(instance, 30)
    assert accurate(found, 30)
    assert holds(found.value, solve.optimum(instance).value)
    assert found.worst_value.overlaps(found.value)


def test_the_first_of_restarts_that_tie_is_found():
    assert solve_ball(uniform(3, 1, [fmpq(1), fmpq(1), fmpq(0)], [fmpq(1), fmpq(3), fmpq(1)], 1, 1)).restart == 1


def test_a_diameter_that_is_reached_exactly():
    """F stays at D = 3 without being cut."""
    check_rational(uniform(8, fmpq(1, 3), 2, 1, 3, 3))


def test_only_a_diameter_of_zero_makes_unpayable_gaps_finite():
    given = Instance.from_arguments(gap=[2, 2, 2], noise_variance=[3, 3, 0], start_shift=5, diameter=0)
    found = solve_ball(given)
    assert (found.restart, highest(found.value), len(found.allocation), found.blocks) == (3, 0, 3, ())
    assert solve_ball(replace(given, diameter=fmpq(2))).infinite_reason.startswith("the gap at step 3 survives")
    nothing = solve_ball(Instance.from_arguments(gap=[], noise_variance=1, start_shift=2))
    assert nothing.infinite_reason.startswith("the start shift survives")
    assert nothing.worst_contraction == ()


def test_the_answer_in_json():
    instance = uniform(5, fmpq(9, 10), [fmpq(0), fmpq(1, 2), fmpq(0), fmpq(0), fmpq(3)])
    answer, exact = allocate.solve(instance, "ball").to_json(), optimum(instance)
    assert json.loads(json.dumps(answer)) == answer
    assert list(answer) == ["status", "arithmetic", "value", "gap", "allocation", "shift", "blocks", "restart", "worst_case"]
    assert (answer["status"], answer["arithmetic"], answer["restart"]) == ("optimal", "ball", 0)
    assert answer["gap"] == {"lower": "0", "upper": "0"}

    def encloses(shown, number):
        return rational(shown["lower"], "lower") <= number <= rational(shown["upper"], "upper")

    assert encloses(answer["value"], exact.value)
    assert encloses(answer["worst_case"]["value"], exact.value)
    for shown, numbers in (
        (answer["allocation"], exact.allocation),
        (answer["shift"], exact.shift),
        (answer["worst_case"]["contraction"], exact.worst_contraction),
        ([block["slope"] for block in answer["blocks"]], exact.block_slope),
    ):
        assert all(encloses(one, number) for one, number in zip(shown, numbers, strict=True))
    assert [(block["first"], block["last"]) for block in answer["blocks"]] == [(block.first, block.last) for block in exact.blocks]


@given(st.integers(-(10**40), 10**40), st.integers(-300, 300), st.integers(0, 10**6), st.integers(-400, 300), st.integers(1, 40))
@settings(max_examples=by_day(300), deadline=None)
def test_decimal_texts_enclose(middle, scale, radius, finer, digits):
    with working_precision(300):
        value = arb(middle) * arb(2) ** scale + arb(0, arb(radius) * arb(2) ** finer)
    low, high = (rational(text, "text") for text in interval(value, digits))
    assert low <= lowest(value) <= highest(value) <= high
    assert not value >= 0 or low >= 0


@pytest.mark.parametrize("digits", [0, -1, True, 2.5, 10**9])
def test_unusable_digits(digits):
    with pytest.raises(InputError, match="digits"):
        solve_ball(uniform(2), digits)


def test_limits_are_kept(monkeypatch):
    monkeypatch.setattr(ball, "GUARD_BITS", -60)
    assert accurate(solve_ball(uniform(20, fmpq(1, 3), 1, 1, 1, 1), 30), 30)
    monkeypatch.setattr(ball, "GUARD_BITS", -90)
    with pytest.raises(Undecided, match="not certified to 30 digits within the limit of 36 bits"):
        solve_ball(uniform(20, fmpq(1, 3), 1, 1, 1, 1), 30)


def test_the_working_precision_is_restored(monkeypatch):
    before = ctx.prec
    found = solve_ball(uniform(20, fmpq(1, 3), 1, 1, 1, 1), 200)
    assert len(found.shift) == len(found.worst_contraction) == 20
    monkeypatch.setattr(ball, "GUARD_BITS", -90)
    with pytest.raises(Undecided):
        solve_ball(uniform(20, fmpq(1, 3), 1, 1, 1, 1), 30)
    assert ctx.prec == before


def test_coarse_balls_enclose_the_optimum(monkeypatch):
    """With some fifteen bits every number is enclosed all the same."""
    monkeypatch.setattr(ball, "GUARD_BITS", 12)
    for instance in (*many(any_instance, by_day(400, 120), seed=5), *many(tied_instance, by_day(400, 120), seed=6)):
        check_rational(instance, 1, sharp=False)


def test_distances_of_coarse_balls_hold_those_of_all_their_numbers():
    """A diameter and a reach that overlap: the distance is the lesser of the two, whichever that is."""
    steps = solve.RestartSteps([arb(1), arb(1)], [arb(1, "0.1"), arb(0)], [arb(1), arb(1)])
    bounds, cuts = ball.distances(steps, arb(0), arb("0.88", "0.08"), lambda *_: True)
    for reach in (fmpq(9, 10), fmpq(1), fmpq(11, 10)):
        for diameter in (fmpq(8, 10), fmpq(9, 10), fmpq(96, 100)):
            assert bounds[1].contains(min(reach, diameter))
            assert bounds[2].contains(min(reach, diameter))
    assert 1 in cuts
