"""Certified optima: every enclosure holds the exact number, and what stays undecided is bounded."""

import json
import random
from itertools import pairwise

import pytest
from flint import arb, ctx, fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.ball_problems import all_hold, any_instance, disguised, highest, holds, instances, lowest, many, tied_instance
from support.examples import by_day
from support.rational_pooling import optimum

from pabisym.errors import InputError, Undecided
from pabisym.lang.rational import rational
from pabisym.numerics.evaluator import working_precision
from pabisym.shift import allocate
from pabisym.shift.exact import ball, solve
from pabisym.shift.exact.ball import BallSolution, InfiniteBall, RealInstance, interval, solve_ball
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


def check_rational(instance, digits=20):
    expected, found = optimum(instance), solve_ball(instance, digits)
    if isinstance(expected, InfiniteSolution):
        check_infinite(found, expected)
        return
    assert found.certain
    assert found.gap == 0
    assert (found.restart, found.tied_restarts) == (expected.restart, (expected.restart,))
    assert (found.block_first, found.block_last) == (expected.block_first, expected.block_last)
    assert all_hold([block.multiplier for block in found.blocks], [block.multiplier for block in expected.blocks])
    for name in LISTS:
        assert all_hold(getattr(found, name), getattr(expected, name)), name
    assert holds(found.value, expected.value)
    assert holds(found.worst_value, expected.value)
    assert accurate(found, digits)
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


def check_disguised(instance):
    """Enclosures for data that are only known as balls; returns whether blocks and restarts were told apart."""
    expected, found = optimum(instance), solve_ball(disguised(instance), 20)
    if isinstance(expected, InfiniteSolution):
        check_infinite(found, expected)
        return True, True
    assert expected.restart in found.tied_restarts
    assert found.tied_restarts[0] == found.restart
    assert holds(found.value, expected.value)
    assert accurate(found, 20)
    assert lowest(found.gap) == 0
    assert lowest(found.worst_value) <= optimum_from(instance, found.restart)
    if found.restart != expected.restart:
        return found.certain, False
    assert expected.value - lowest(found.worst_value) <= highest(found.gap) + (highest(found.worst_value) - lowest(found.worst_value))
    assert all_hold(found.allocation, expected.allocation)
    assert all_hold(found.shift, expected.shift)
    if found.certain:
        for name in ("block_first", "block_last"):
            assert getattr(found, name) == getattr(expected, name)
        for name in LISTS:
            assert all_hold(getattr(found, name), getattr(expected, name)), name
    assert set(found.block_last) <= set(expected.block_last)
    within = zip(found.worst_contraction, instance.contraction, strict=True)
    assert all(lowest(slope) <= contraction for slope, contraction in within)
    return found.certain, len(found.tied_restarts) == 1


def optimum_from(instance, restart):
    """The optimum started at one restart."""
    if instance.diameter is None:
        return optimum(instance).value
    start = min(instance.diameter, instance.start_shift)
    for c, s in list(zip(instance.contraction, instance.gap, strict=True))[:restart]:
        start = min(instance.diameter, c * start + s)
    rest = (values[restart:] for values in (instance.contraction, instance.gap, instance.noise_variance))
    return optimum(Instance(instance.steps - restart, *rest, start)).value


def test_data_known_only_as_balls():
    outcomes = [check_disguised(instance) for instance in many(any_instance, by_day(1200, 500), seed=3)]
    outcomes += [check_disguised(instance) for instance in many(tied_instance, by_day(1200, 500), seed=4)]
    assert {certain for certain, _ in outcomes} == {alone for _, alone in outcomes} == {True, False}


@given(instances(longest=6))
@settings(max_examples=by_day(150), deadline=None)
def test_any_data_known_only_as_balls(instance):
    check_disguised(instance)


def test_merged_blocks_have_the_mean_slope():
    """Two exact ties next to a step apart: the slopes of the optimum are 1 and 2."""
    found = solve_ball(disguised(uniform(3, 1, [fmpq(1), fmpq(1), fmpq(2)])))
    assert not found.certain
    assert [(block.first, block.last) for block in found.blocks] == [(1, 2), (3, 3)]
    assert all_hold(found.block_slope, (1, 2))
    assert highest(found.gap) < fmpq(1, 10**60)


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
        assert found.certain
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
    assert found.certain
    assert accurate(found, 30)
    assert holds(found.value, solve.optimum(instance).value)
    assert found.worst_value.overlaps(found.value)


def test_formulas_with_square_roots_have_the_closed_form():
    """With c_k = sqrt(k / (k + 1)) the contraction from t to T is sqrt((t + 1) / (T + 1))."""
    steps = 300
    instance = RealInstance.from_texts(
        steps=steps,
        contraction="sqrt(k/(k+1))",
        gap=["s/u", *[0] * (steps - 1)],
        noise_variance="v",
        at={"s": 3, "u": "2", "v": "1/5"},
    )
    found = solve_ball(instance, 40)
    assert holds(found.value, fmpq(9, 4) * 5 * 4 / (steps * (steps + 3)))
    assert accurate(found, 40)
    assert found.certain


def test_formulas_may_be_rational_after_all():
    given = {"steps": 3, "gap": ["sqrt(4)", 1, "1/2"], "noise_variance": "k**2", "contraction": "1/k", "diameter": "3/2"}
    instance = RealInstance.from_texts(**given, start_shift="a", at={"a": 1}).rational()
    assert instance == Instance.from_arguments(
        gap=[2, 1, "1/2"], noise_variance=[1, 4, 9], contraction=[1, "1/2", "1/3"], diameter="3/2", start_shift=1
    )
    assert holds(solve_ball(RealInstance.from_texts(**given)).value, optimum(RealInstance.from_texts(**given).rational()).value)


def test_equal_irrational_slopes_are_undecided_and_harmless():
    instance = RealInstance.from_texts(steps=50, gap="sqrt(2)", noise_variance="sqrt(2)")
    found = solve_ball(instance, 30)
    with working_precision(2000):
        root = arb(2).sqrt()
        assert found.value.contains(50 * root)
        assert all(a.contains(root) for a in found.allocation)
        assert all(z.contains(0) and z >= 0 for z in found.shift)
        assert found.block_slope[0].contains(1)
    assert not found.certain
    assert (found.block_first, found.block_last) == ((1,), (50,))
    assert 0 < highest(found.gap) < fmpq(1, 10**60)
    assert accurate(found, 30)


def test_restarts_that_tie_are_named():
    three = uniform(3, 1, [fmpq(1), fmpq(1), fmpq(0)], [fmpq(1), fmpq(3), fmpq(1)], 1, 1)
    assert solve_ball(three).restart == 1
    assert solve_ball(three).tied_restarts == (1,)
    found = solve_ball(disguised(three))
    assert (found.restart, found.tied_restarts) == (1, (1, 2))
    assert holds(found.value, fmpq(1))
    assert highest(found.gap) > 0


def test_a_diameter_that_is_reached_exactly():
    """F stays at D = 3 without being cut, whatever the balls see."""
    instance = uniform(8, fmpq(1, 3), 2, 1, 3, 3)
    check_rational(instance)
    found = solve_ball(disguised(instance), 20)
    assert holds(found.value, optimum(instance).value)


def test_many_undecided_restarts_are_refused(monkeypatch):
    monkeypatch.setattr(ball, "MAX_BRACKETS", 10)
    with pytest.raises(Undecided, match="restarts with blocks too close"):
        solve_ball(disguised(uniform(12, 1, 1, 1, 2, 2)))


def test_only_a_diameter_of_zero_makes_unpayable_gaps_finite():
    texts = {"steps": 3, "gap": "sqrt(2)", "noise_variance": ["sqrt(3)", "sqrt(3)", 0], "start_shift": "sqrt(5)"}
    found = solve_ball(RealInstance.from_texts(**texts, diameter=0))
    assert (found.restart, highest(found.value), len(found.allocation), found.blocks) == (3, 0, 3, ())
    assert solve_ball(RealInstance.from_texts(**texts, diameter="sqrt(2)")).infinite_reason.startswith("the gap at step 3 survives")
    nothing = solve_ball(RealInstance.from_texts(steps=0, gap=0, noise_variance=1, start_shift="sqrt(2)"))
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


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"gap": "sqrt(2)-2"}, "gap.* is negative; give a number that is 0 or more"),
        ({"gap": ["sqrt(2)"]}, "gap: 1 values for 2 steps"),
        ({"gap": "sqrt(x)"}, "x: has no value"),
        ({"gap": "sqrt("}, "gap"),
        ({"gap": 0.5}, "gap: the float 0.5 is not exact"),
        ({"start_shift": "sqrt(k)"}, "k: has no value"),
        ({"diameter": "1-sqrt(2)"}, "diameter: -0.41.* is negative"),
        ({"noise_variance": "-1"}, r"noise_variance\[0\]: -1\..* is negative"),
        ({"steps": -1}, "steps: -1 is not a number of steps"),
        ({"steps": True}, "steps: True is not a number of steps"),
    ],
)
def test_unusable_formulas(given, message):
    complete = {"steps": 2, "gap": "sqrt(k)", "noise_variance": "1"} | given
    with pytest.raises(InputError, match=message):
        solve_ball(RealInstance.from_texts(**complete))


def test_unusable_functions():
    instance = RealInstance(2, [fmpq(1), fmpq(1)], lambda bits: [arb(2).sqrt()], [fmpq(1), fmpq(1)])
    with pytest.raises(InputError, match="gap: 1 values for 2 steps"):
        solve_ball(instance)


@pytest.mark.parametrize("digits", [0, -1, True, 2.5, 10**9])
def test_unusable_digits(digits):
    with pytest.raises(InputError, match="digits"):
        solve_ball(uniform(2), digits)


def test_limits_are_kept():
    instance = RealInstance.from_texts(steps=2, gap="sqrt(k)", noise_variance="1")
    with pytest.raises(Undecided, match="within the limit of 100 bits"):
        solve_ball(instance, 30, limit_bits=100)
    assert isinstance(solve_ball(instance, 30, limit_bits=200), BallSolution)
    vague = RealInstance(1, [fmpq(1)], lambda bits: [arb(0, arb(2) ** -bits)], [fmpq(1)])
    with pytest.raises(Undecided, match=r"that gap\[0\] is 0 or more is not certified"):
        solve_ball(vague)
    blurred = RealInstance(1, [fmpq(1)], lambda bits: [arb(1, "1e-20")], [fmpq(1)])
    with pytest.raises(Undecided, match="the optimum is not certified to 30 digits"):
        solve_ball(blurred)
    assert accurate(solve_ball(blurred, 15), 15)


def test_more_precision_is_used_where_it_is_needed():
    """The two slopes differ by about 1e-40."""
    instance = RealInstance.from_texts(steps=2, gap=["sqrt(2)", "sqrt(2) + a"], noise_variance="sqrt(3)", at={"a": "1e-40"})
    found = solve_ball(instance, 10)
    assert found.certain
    assert len(found.blocks) == 2
    assert found.bits > solve_ball(instance, 10, limit_bits=160).bits
    assert not solve_ball(instance, 10, limit_bits=160).certain


def test_the_working_precision_is_restored():
    before = ctx.prec
    found = solve_ball(uniform(20, fmpq(1, 3), 1, 1, 1, 1), 200)
    assert len(found.shift) == 20
    with pytest.raises(Undecided):
        solve_ball(uniform(20), 30, limit_bits=1)
    assert ctx.prec == before


def test_coarse_balls_enclose_the_optimum(monkeypatch):
    """With a dozen bits little is told apart, and every number is enclosed all the same."""
    monkeypatch.setattr(ball, "GUARD_BITS", 12)
    solved = brackets = tied = 0
    for instance in (*many(any_instance, 500, seed=5), *many(tied_instance, 500, seed=6)):
        expected = optimum(instance)
        if isinstance(expected, InfiniteSolution):
            continue
        try:
            found = solve_ball(disguised(instance), 1, limit_bits=16)
        except Undecided:
            continue
        solved, brackets, tied = solved + 1, brackets + (not found.certain), tied + (len(found.tied_restarts) > 1)
        assert expected.restart in found.tied_restarts
        assert holds(found.value, expected.value)
        assert lowest(found.value) <= optimum_from(instance, found.restart)
        assert lowest(found.worst_value) <= optimum_from(instance, found.restart)
        if found.restart == expected.restart:
            assert expected.value - lowest(found.worst_value) <= highest(found.gap) + (highest(found.worst_value) - lowest(found.worst_value))
            assert all_hold(found.allocation, expected.allocation)
            assert all_hold(found.shift, expected.shift)
    assert solved > 300
    assert brackets > 50
    assert tied > 5


def test_a_bracket_lies_around_the_optimum_whatever_its_blocks():
    """Blocks that are joined or cut at random: payments and pair have the optimum between them."""
    source = random.Random(7)
    for _ in range(300):
        steps = source.randint(1, 7)
        data = [[fmpq(source.randint(1, 9), source.randint(1, 9)) for _ in range(steps)] for _ in range(3)]
        start = fmpq(source.randint(0, 3))
        expected = optimum(Instance(steps, *map(tuple, data), start))
        ends = sorted({*source.sample(range(1, steps + 1), source.randint(0, steps)), steps})
        with working_precision(source.choice([6, 10, 60])):
            rows = solve.RestartSteps(*map(solve.as_balls, data))
            pools = [pool for p, q in pairwise([0, *ends]) for pool in solve.optimal_pools(
                solve.RestartSteps(*(row[:q] for row in rows)), p, arb(start) if p == 0 else arb(0), lambda *_: True)]
            path = ball._Bracket(rows, 0, arb(start), pools)
            assert holds(path.value, expected.value)
            assert all_hold(path.allocation(), expected.allocation)
            assert all_hold(path.shift(), expected.shift)
            assert all(y >= 0 for y in path.duals)
            paid = arb(start)
            for c, s, a in zip(*rows[:2], path.payments, strict=True):
                paid = c * paid + s - a
            assert lowest(paid) <= 0


def test_distances_of_coarse_balls_hold_those_of_all_their_numbers():
    """A diameter and a reach that overlap: the distance is the lesser of the two, whichever that is."""
    steps = solve.RestartSteps([arb(1), arb(1)], [arb(1, "0.1"), arb(0)], [arb(1), arb(1)])
    bounds, cuts = ball.distances(steps, arb(0), arb("0.88", "0.08"), lambda *_: True)
    for reach in (fmpq(9, 10), fmpq(1), fmpq(11, 10)):
        for diameter in (fmpq(8, 10), fmpq(9, 10), fmpq(96, 100)):
            assert bounds[1].contains(min(reach, diameter))
            assert bounds[2].contains(min(reach, diameter))
    assert 1 in cuts


def test_restarts_that_coarse_balls_tie_are_enclosed_together():
    """Two restarts that differ by up to a tenth, and data known to half a percent: the optimum may be that of either."""
    tied = 0
    for k in range(-40, 41):
        exact = uniform(3, 1, [fmpq(1), fmpq(1), fmpq(0)], [fmpq(1), 3 + fmpq(k, 100), fmpq(1)], 1, 1)
        for shift in (-1, 1):
            def known(values, shift=shift):
                return lambda bits: [value if value == 0 else arb(value * (1 + fmpq(shift, 300)), value / 250) for value in values]

            found = solve_ball(RealInstance(3, exact.contraction, known(exact.gap), known(exact.noise_variance), exact.start_shift, exact.diameter), 1, limit_bits=70)
            tied += len(found.tied_restarts) > 1
            assert holds(found.value, optimum(exact).value)
    assert tied > 4
