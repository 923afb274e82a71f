"""Exact optima, those of long instances too: the same rationals as rational pooling, and closed forms where that is too slow."""

import random

import pytest
from flint import arb, ctx, fmpq, fmpz
from hypothesis import given, settings
from support import rational_pooling
from support.ball_problems import any_instance, holds, instances, many, tied_instance
from support.examples import by_day

from pabisym.errors import InputError
from pabisym.numerics.evaluator import working_precision
from pabisym.shift.exact import solve
from pabisym.shift.exact.restart import optima
from pabisym.shift.exact.solve import ExactSolution, InfiniteSolution, Products, balls, best_start, block_sums, exact_steps, optimum
from pabisym.shift.instance import Instance

NAMES = (
    "value", "restart", "start", "blocks", "block_slope", "multipliers", "allocation", "shift",
    "worst_contraction", "worst_value",
)  # fmt: skip


def uniform(steps, contraction=1, gap=0, variance=1, start=0, diameter=None):
    """Numbers stand for all steps."""

    def series(value):
        return tuple(value) if isinstance(value, list) else (fmpq(value),) * steps

    limit = None if diameter is None else fmpq(diameter)
    return Instance(steps, series(contraction), series(gap), series(variance), fmpq(start), limit)


def check_equal(instance):
    expected, found = rational_pooling.optimum(instance), optimum(instance)
    if isinstance(expected, InfiniteSolution):
        assert found.infinite_reason == expected.infinite_reason
        assert found.worst_contraction == expected.worst_contraction
        return
    for name in NAMES:
        assert getattr(found, name) == getattr(expected, name), name
    assert found.value == expected.worst_value
    for t in range(1, instance.steps + 1):
        assert found.multiplier(t) == expected.multipliers[t - 1]
        assert found.payment(t) == expected.allocation[t - 1]
        assert t <= found.restart or found.shift_after(t) == expected.shift[t - 1]


def test_many_random_instances_have_the_same_answer():
    for instance in many(any_instance, by_day(3000, 1000), seed=1):
        check_equal(instance)
    for instance in many(tied_instance, by_day(2000, 700), seed=2):
        check_equal(instance)


def coarse(monkeypatch):
    """Balls so wide that most comparisons are left to exact sums, and no integers."""
    monkeypatch.setattr(solve, "FILTER_BITS", 6)
    monkeypatch.setattr(solve, "_SCALE_BITS", 0)


def test_what_balls_leave_open_is_decided_exactly(monkeypatch):
    monkeypatch.setattr(ExactSolution, "worst_value", property(lambda self: self.value))
    coarse(monkeypatch)
    for instance in many(any_instance, by_day(1500, 600), seed=3):
        check_equal(instance)
    for instance in many(tied_instance, by_day(1500, 600), seed=4):
        check_equal(instance)


@given(instances())
@settings(max_examples=by_day(300), deadline=None)
def test_any_instance_has_the_same_answer(instance):
    check_equal(instance)


@given(instances(longest=6))
@settings(max_examples=by_day(150), deadline=None)
def test_any_instance_has_the_same_answer_with_coarse_balls(instance):
    with pytest.MonkeyPatch.context() as monkeypatch:
        coarse(monkeypatch)
        expected, found = rational_pooling.optimum(instance), optimum(instance)
        assert found.infinite_reason == expected.infinite_reason
        if isinstance(expected, InfiniteSolution):
            return
        assert (found.value, found.blocks, found.restart) == (expected.value, expected.blocks, expected.restart)


@pytest.mark.parametrize("contraction", [fmpq(9, 10), fmpq(1), fmpq(11, 10), fmpq(999, 1000)])
@pytest.mark.parametrize(("highest", "steps"), [(1, 300), (12, 300), (10**40, 100)])
def test_instances_of_a_few_hundred_steps(contraction, highest, steps):
    source = random.Random(highest)

    def some():
        return fmpq(source.randint(0, highest), source.randint(1, highest))

    gap, variance = [some() for _ in range(steps)], [some() for _ in range(steps)]
    check_equal(uniform(steps, contraction, gap, variance))


@pytest.mark.parametrize("contraction", [fmpq(9, 10), fmpq(1), fmpq(5, 4)])
def test_restarts_of_a_hundred_steps(contraction):
    source = random.Random(5)
    gap = [fmpq(source.randint(0, 9)) for _ in range(100)]
    for diameter in (1, 5, 8, 40, 1000):
        check_equal(uniform(100, contraction, gap, [fmpq(source.randint(0, 3)) for _ in range(99)] + [fmpq(1)], 3, diameter))


@pytest.mark.parametrize("scale", [fmpq(1), fmpq(1, fmpz(3) ** 400)])
def test_chains_of_ties_are_one_block(scale):
    steps = 400
    harmonic = [scale / t for t in range(1, steps + 1)]
    found = optimum(uniform(steps, 1, harmonic, [s / scale for s in harmonic]))
    assert [(block.first, block.last) for block in found.blocks] == [(1, steps)]
    assert found.value == scale * sum(harmonic, fmpq(0))
    epochs = [scale if t % 10 == 0 else fmpq(0) for t in range(steps)]
    found = optimum(uniform(steps, 1, epochs, 1))
    assert [(block.first, block.last) for block in found.blocks] == [(1, steps)]
    assert found.value == scale * scale * steps / 100


@pytest.mark.parametrize(("sign", "blocks"), [(-1, 1), (0, 1), (1, 2)])
def test_slopes_that_differ_far_beyond_the_precision_of_the_balls(sign, blocks):
    tiny = fmpq(1, fmpz(3) ** 500)
    instance = uniform(2, fmpq(1, 3), [fmpq(1), fmpq(3) + sign * tiny - fmpq(1, 3)], 1)
    assert len(optimum(uniform(2, 1, [fmpq(1), 1 + sign * tiny])).blocks) == blocks
    assert optimum(instance).blocks == rational_pooling.optimum(instance).blocks


@pytest.mark.parametrize(("sign", "restart"), [(-1, 2), (0, 1), (1, 1)])
def test_restarts_that_differ_far_beyond_the_precision_of_the_balls(sign, restart):
    variance = [fmpq(1), 3 + sign * fmpq(1, fmpz(3) ** 500), fmpq(1)]
    instance = uniform(3, 1, [fmpq(1), fmpq(1), fmpq(0)], variance, 1, 1)
    assert best_start(instance) == (restart, 1)
    check_equal(instance)


def test_forgotten_steps_belong_to_the_first_block_and_cost_nothing():
    contraction = [fmpq(1), fmpq(1), fmpq(0), fmpq(1, 7), fmpq(2)]
    found = optimum(uniform(5, contraction, 1, 1, start=9))
    assert found.blocks == rational_pooling.optimum(uniform(5, contraction, 1, 1, start=9)).blocks
    assert found.blocks[0].first == 1
    assert found.allocation[:2] == (0, 0)


def test_blocks_and_start_of_no_steps():
    assert block_sums(uniform(0), 0, fmpq(0)) == []
    assert best_start(uniform(0)) == (0, 0)
    assert optimum(uniform(0)).value == 0


def test_the_end_of_a_row_of_gaps_can_be_the_restart_of_a_point():
    instance = uniform(3, 1, 1, [fmpq(1), fmpq(1), fmpq(0)], 2, 0)
    assert optimum(instance).restart == rational_pooling.optimum(instance).restart == 3
    assert optimum(instance).shift == rational_pooling.optimum(instance).shift


def test_products_are_horner_sums_whatever_was_asked_before():
    source = random.Random(6)
    contraction = [fmpq(source.randint(0, 9), 7) for _ in range(90)]
    gap = [fmpq(source.randint(0, 9), source.randint(1, 10**9)) for _ in range(90)]
    instance = uniform(90, contraction, gap, [fmpq(1, t + 1) for t in range(90)])
    products = Products(exact_steps(instance))
    for _ in range(300):
        p, q = sorted(source.choices(range(91), k=2))
        n, w, g = fmpq(0), fmpq(0), fmpq(1)
        for t in range(p, q):
            c = instance.contraction[t]
            n, w, g = c * n + instance.gap[t], c * c * w + instance.noise_variance[t], c * g
        sums = products.over(p, q)
        assert (sums.total_shift, sums.total_noise, fmpq(sums.above, sums.below)) == (n, w, g)


def test_long_denominators_are_joined_by_their_product(monkeypatch):
    monkeypatch.setattr(solve, "_COMMON_BITS", 8)
    monkeypatch.setattr(solve, "_SCALE_BITS", 0)
    check_equal(uniform(200, fmpq(2, 3), [fmpq(1, t % 11 + 1) for t in range(200)], [fmpq(t + 1, t + 2) for t in range(200)]))


@pytest.mark.campaign
def test_a_hundred_thousand_contracting_steps_have_the_closed_form():
    c, steps = fmpq(9, 10), 100_000
    found = optimum(uniform(steps, c, [fmpq(1), *[fmpq(0)] * (steps - 1)]))
    tail = c ** (2 * steps)
    value = c ** (2 * (steps - 1)) * (1 - c * c) / (1 - tail)
    assert found.value == found.worst_value == value
    assert found.payment(1) == c ** (steps - 1) * found.multiplier(steps) == value
    assert found.multiplier(steps) == c ** (steps - 1) * (1 - c * c) / (1 - tail)
    assert found.shift_after(1) == 1 - found.payment(1)
    with pytest.raises(InputError, match="use ball arithmetic, or ask for single steps"):
        _ = found.allocation
    with pytest.raises(InputError, match="use ball arithmetic"):
        _ = found.shift


def test_a_hundred_thousand_steps_without_contraction_have_the_closed_form():
    steps = 100_000
    found = optimum(uniform(steps, 1, [fmpq(steps - t) for t in range(steps)]))
    assert found.value == fmpq(steps * (steps + 1) // 2) ** 2 / steps
    found = optimum(uniform(steps, 1, [fmpq(t + 1) for t in range(steps)]))
    assert found.value == steps * (steps + 1) * (2 * steps + 1) // 6
    assert len(found.blocks) == steps


def test_a_value_that_the_pair_does_not_attain_is_refused():
    found = optimum(uniform(5, fmpq(1, 2), 1))
    wrong = ExactSolution(found.instance, found.restart, found.start, found.value * 2, found.blocks)
    with pytest.raises(ArithmeticError, match="does not attain"):
        _ = wrong.worst_value


def test_the_working_precision_is_restored():
    before = ctx.prec
    optimum(uniform(50, fmpq(1, 3), 1, 1, 1, 1)).worst_value  # noqa: B018
    assert ctx.prec == before


@pytest.mark.parametrize("seed", range(40))
def test_restarts_that_balls_do_not_tell_apart_are_compared_where_they_differ(seed):
    """Optima from far back agree in more digits than the balls have; the first best one is found all the same."""
    draw = random.Random(seed)
    steps, slope = 150, draw.choice([fmpq(1, 4), fmpq(1, 8), fmpq(1, 16)])
    contraction = [slope if draw.random() < 0.95 else slope / 3 for _ in range(steps)]
    gap = [fmpq(draw.choice([1, 1, 2, 5]) if draw.random() < 0.7 else 0) for _ in range(steps)]
    distance, distances = fmpq(0), []
    for c, s in zip(contraction, gap, strict=True):
        distance = c * distance + s
        distances.append(distance)
    diameter = sorted(distances)[-draw.choice([1, 2, 4, 9])] - draw.choice([0, fmpq(1, 10**6)])
    variance = [fmpq(draw.choice([1, 1, 3])) for _ in range(steps)]
    instance = Instance(steps, tuple(contraction), tuple(gap), tuple(variance), fmpq(draw.choice([0, 3])), diameter)
    found, wanted = optimum(instance), rational_pooling.optimum(instance)
    assert (found.restart, found.value, found.blocks) == (wanted.restart, wanted.value, wanted.blocks)


def test_a_diameter_that_cuts_far_beyond_the_precision_of_the_balls():
    tiny = fmpq(1, fmpz(3) ** 500)
    for sign, restart in ((-1, 0), (0, 0), (1, 1)):
        instance = uniform(2, 1, [1 + sign * tiny, fmpq(0)], [fmpq(0), fmpq(1)], 0, 1)
        assert best_start(instance)[0] == restart
        check_equal(instance)


@pytest.mark.parametrize("diameter", [5, 50, 500])
def test_every_start_may_swallow_many_blocks_of_the_string(diameter):
    """Rising gaps are blocks of one step each, and a start from the diameter is paid over dozens of them: every optimum is its own."""
    steps = 90
    instance = uniform(steps, 1, [fmpq(t) for t in range(1, steps + 1)], 1)
    for t in range(0, steps - 5, 5):
        with working_precision(128):
            found = optima(balls(instance), {t: arb(diameter)}, lambda *_: True, {})  # ties are one block
        rest = uniform(steps - t, 1, list(instance.gap[t:]), 1, diameter)
        assert holds(found[t], rational_pooling.optimum(rest).value)
