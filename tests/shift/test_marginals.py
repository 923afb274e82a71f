"""Explanations: exact marginal values against exact finite changes, blocks and binding steps against definitions."""

import json
import math
from dataclasses import replace
from fractions import Fraction

import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st
from support.examples import by_day
from support.small_problems import fraction, instances, positives

from pabisym.errors import InputError
from pabisym.shift.allocate import allocate, solve
from pabisym.shift.instance import Instance
from pabisym.shift.marginals import cumulative, explain
from pabisym.show.shift_latex import explanation_latex

F = Fraction
FIELDS = ("gap", "noise_variance", "contraction")
EXAMPLE = {"gap": [0, 1, 0, 0, 2], "noise_variance": 1}


def changed(instance, field, step, by):
    """The instance with one number changed; ``step`` counts from 1 and plays no part for single numbers."""
    by = fmpq(by.numerator, by.denominator)
    if field in ("start_shift", "diameter"):
        return replace(instance, **{field: getattr(instance, field) + by})
    values = list(getattr(instance, field))
    values[step - 1] += by
    return replace(instance, **{field: tuple(values)})


def marginals(explanation):
    """Every marginal value with the number that it belongs to."""
    rates = explanation.marginal
    for field in FIELDS:
        for step, rate in enumerate(getattr(rates, field), 1):
            yield field, step, rate
    yield "start_shift", 0, rates.start_shift
    if rates.diameter is not None:
        yield "diameter", 0, rates.diameter


class Dual:
    """A number and its derivative: exact differentiation of a formula, independent of multipliers."""

    def __init__(self, value, slope=0):
        self.value, self.slope = value, slope

    def __add__(self, other):
        return Dual(self.value + other.value, self.slope + other.slope)

    def __mul__(self, other):
        return Dual(self.value * other.value, self.slope * other.value + self.value * other.slope)

    def __truediv__(self, other):
        quotient = self.value / other.value
        return Dual(quotient, (self.slope - quotient * other.slope) / other.value)


def value_of_partition(answer, field, step):
    """sum N^2/W over the blocks, with its derivative by one number; the partition is kept."""

    def data(name, t):
        return Dual(fraction(getattr(answer.instance, name)[t]), F(int(field == name and step == t + 1)))

    total, first = Dual(F(0)), True
    for block in answer.blocks:
        shift = Dual(fraction(answer.instance.start_shift), F(int(field == "start_shift"))) if first else Dual(F(0))
        noise, first = Dual(F(0)), False
        for t in range(block.first - 1, block.last):
            c = data("contraction", t)
            shift, noise = c * shift + data("gap", t), c * c * noise + data("noise_variance", t)
        total += shift * shift / noise
    return total


@given(instances(values=positives, shortest=1))
@settings(max_examples=by_day(100), deadline=None)
def test_marginal_values_are_the_derivatives_of_the_block_formula(instance):
    """With positive data V is differentiable, and equals the sum over its blocks nearby or on one side."""
    answer = solve(instance)
    for field, step, rate in marginals(explain(answer)):
        exact = value_of_partition(answer, field, step)
        assert exact.value == answer.value
        assert exact.slope == rate


@given(instances(shortest=1), st.integers(1, 40))
@settings(max_examples=by_day(200), deadline=None)
def test_convexity_bounds_every_finite_change(instance, inverse):
    """V is convex in gaps, start shift and variances: V(x + h) >= V(x) + h V'(x+), exactly."""
    answer = solve(instance)
    if answer.status == "infinite":
        return
    for field, step, rate in marginals(explain(answer)):
        if field == "contraction":
            continue
        h = F(1, inverse)
        after = solve(changed(instance, field, step, h)).value
        assert after >= answer.value + h * rate if rate != math.inf else after == math.inf


@given(instances(shortest=1))
@settings(max_examples=by_day(200), deadline=None)
def test_the_remainder_is_of_second_order(instance):
    """Towards larger data, zeros included: (V(x + h) - V(x))/h - V'(x+) falls in proportion to h; infinite are jumps."""
    answer = solve(instance)
    if answer.status == "infinite":
        return
    for field, step, rate in marginals(explain(answer)):
        rises = [solve(changed(instance, field, step, h)).value - answer.value for h in (F(1, 10**6), F(1, 10**9))]
        if rate == math.inf:
            assert rises[1] >= rises[0] / 2 > 0
        else:
            coarse, fine = rises[0] * 10**6 - rate, rises[1] * 10**9 - rate
            assert abs(fine) <= abs(coarse) / 500


@given(instances(values=positives, shortest=1), st.data())
@settings(max_examples=by_day(100), deadline=None)
def test_a_gap_enters_quadratically_while_the_blocks_stay(instance, data):
    """V(s_t + h) = V + 2 y_t h + h^2 C(t, q)^2/W_q, the second-order term exact as well."""
    answer = solve(instance)
    explanation = explain(answer)
    step = data.draw(st.integers(1, instance.steps))
    h = F(1, data.draw(st.integers(10**3, 10**6)))
    after = solve(changed(instance, "gap", step, h))
    if [(b.first, b.last) for b in after.blocks] != [(b.first, b.last) for b in answer.blocks]:
        return
    share = next(share for share in explanation.blocks if share.first <= step <= share.last)
    weight = math.prod((fraction(c) for c in instance.contraction[step:]), start=F(1))
    assert after.value == answer.value + h * explanation.marginal.gap[step - 1] + h**2 * weight**2 / share.noise


@given(instances(diameter=True, shortest=1))
@settings(max_examples=by_day(200), deadline=None)
def test_with_a_diameter_marginal_values_bound_the_growth(instance):
    """The optimum is a minimum over restarts: towards larger data it grows at most as from the restart found."""
    answer = solve(instance)
    if answer.status == "infinite":
        return
    explanation = explain(answer)
    assert explanation.marginal.diameter is not None
    h = F(1, 10**6)
    for field, step, rate in marginals(explanation):
        if field != "contraction" and rate != math.inf:
            after = solve(changed(instance, field, step, h)).value
            quotient = (after - answer.value) / h - rate
            finer = (solve(changed(instance, field, step, h / 1000)).value - answer.value) / (h / 1000) - rate
            assert quotient <= 0 or finer <= quotient / 500


def test_a_diameter_that_cuts_is_what_costs():
    explanation = explain(allocate(gap=1, noise_variance=1, diameter=2, steps=10))
    assert explanation.allocation.restart == 8
    assert (explanation.marginal.diameter, explanation.marginal.start_shift) == (4, 0)
    assert explanation.marginal.gap == (0,) * 8 + (4, 4)
    cut = explain(allocate(gap=[1, 1], noise_variance=1, start_shift=3, diameter=2))
    assert (cut.marginal.diameter, cut.marginal.start_shift) == (4, 0)
    nothing = explain(allocate(gap=[0, 1], noise_variance=1, diameter=0))
    assert (nothing.allocation.restart, nothing.marginal.diameter) == (2, math.inf)
    level = explain(allocate(gap=[1, 1], noise_variance=1, start_shift=2, diameter=2))
    assert (level.marginal.diameter, level.marginal.start_shift) == (0, 0)


def test_steps_without_noise_and_without_gap():
    """A step before the first gap pays nothing with some noise of its own; after the last noise no gap can be paid."""
    early = explain(allocate(gap=[0, 1], noise_variance=[0, 1]))
    assert early.marginal.noise_variance == (0, -1)
    assert early.marginal.gap == (2, 2)
    late = explain(allocate(gap=[1, 0], noise_variance=[1, 0]))
    assert late.marginal.gap == (2, math.inf)
    assert late.marginal.noise_variance == (-1, -1)
    assert late.marginal.contraction == (0, 0)
    assert late.to_json()["marginal"]["gap"] == ["2", "inf"]
    erased = explain(allocate(gap=[1, 1, 0], noise_variance=[1, 1, 0], contraction=[1, 0, 1]))
    assert erased.marginal.contraction == (0, 2, 0)


@given(instances(values=positives, shortest=1))
@settings(max_examples=by_day(100), deadline=None)
def test_blocks_and_binding_steps(instance):
    answer = solve(instance)
    explanation = explain(answer)
    assert explanation.binding == tuple(t for t, z in enumerate(answer.shift, 1) if z == 0)
    assert {b.last for b in answer.blocks} <= set(explanation.binding)
    assert sum(b.cost for b in explanation.blocks) == answer.value
    for share, block in zip(explanation.blocks, answer.blocks, strict=True):
        assert (share.first, share.last, share.slope) == (block.first, block.last, block.slope)
        assert share.cost * share.noise == share.shift**2
    assert len(explanation.points) == instance.steps + 1


@given(instances(values=positives, shortest=1))
@settings(max_examples=by_day(50), deadline=None)
def test_the_string_lies_below_every_point_by_the_shift_that_is_left(instance):
    answer = solve(instance)
    weights = [math.prod((fraction(c) for c in instance.contraction[t:]), start=F(1)) for t in range(instance.steps + 1)]
    paid = F(0)
    points = cumulative(instance, 0, instance.start_shift)
    for t in range(1, instance.steps + 1):
        paid += weights[t] * answer.allocation[t - 1]
        assert fraction(points[t].shift) - paid == weights[t] * answer.shift[t - 1]


def test_the_text_has_the_formula_with_its_numbers():
    text = str(explain(allocate(**EXAMPLE)))
    assert text.splitlines()[0].startswith("1. Given: 5 steps, contraction 1, gap (0, 1, 0, 0, 2), noise variance 1")
    assert "Steps 2-4: slope (S_4 - S_1)/(N_4 - N_1) = (1 - 0)/(4 - 1) = 1/3, cost (S_4 - S_1)^2/(N_4 - N_1) = 1/3." in text
    assert "(N_t, S_t) = (0, 0), (1, 0), (2, 1), (3, 1), (4, 1), (5, 3)" in text
    assert "at steps 1, 4-5" in text
    assert "Together sum a_t^2/sigma_t^2 = mu^2 = 13/3" in text
    assert "the bound is tight" in text
    assert "a gap costs most at step 5, at the rate 2 y_5 = 4" in text


def test_the_text_of_a_restart_of_long_and_of_empty_instances():
    restarted = str(explain(allocate(gap=1, noise_variance=1, diameter=2, steps=10)))
    assert "at most 2 apart at step 8" in restarted
    assert "need not stay within the diameter" in restarted
    long = str(explain(allocate(gap=range(40), noise_variance=1, contraction="99/100")))
    assert "more blocks follow" in long
    assert "~" in long
    assert max(map(len, long.splitlines())) < 1200
    assert "no step that could be changed" in str(explain(allocate(gap=[], noise_variance=1)))
    late = str(explain(allocate(gap=[1, 0], noise_variance=[1, 0])))
    assert "a gap costs most at step 2, at the rate 2 y_2 = infinity" in late


def test_an_infinite_optimum_is_explained_by_its_witness():
    explanation = explain(allocate(gap=[1, 1], noise_variance=[1, 0]))
    assert (explanation.blocks, explanation.binding, explanation.points) == ((), (), ())
    assert "the gap at step 2 survives" in str(explanation)
    assert explanation.to_json()["status"] == "infinite"
    assert r"\infty" in explanation_latex(explanation)
    with pytest.raises(InputError, match="no marginal values"):
        _ = explanation.marginal


def test_plain_data_and_latex():
    explanation = explain(allocate(**EXAMPLE))
    data = json.loads(json.dumps(explanation.to_json()))
    assert data["marginal"] == {
        "gap": ["0", "2/3", "2/3", "2/3", "4"], "noise_variance": ["0", "-1/9", "-1/9", "-1/9", "-4"],
        "contraction": ["0", "0", "4/9", "2/9", "0"], "start_shift": "0", "diameter": None,
    }  # fmt: skip
    assert data["blocks"][1] == {"first": 2, "last": 4, "shift": "1", "noise": "3", "slope": "1/3", "cost": "1/3"}
    assert data["derivation"] == list(explanation.derivation)
    latex = explanation_latex(explanation)
    assert r"\frac{(S_{4} - S_{1})^2}{N_{4} - N_{1}} + \frac{(S_{5} - S_{4})^2}{N_{5} - N_{4}} = \frac{1}{3} + 4 = \frac{13}{3}" in latex
    assert latex.count("$") == 2
    single = explanation_latex(explain(allocate(gap=[1, 0], noise_variance=1)))
    assert single.endswith(r"= \frac{1}{2}$")
    assert r"\cdots" in explanation_latex(explain(allocate(gap=range(1, 20), noise_variance=1)))


def test_only_exact_answers_are_explained():
    with pytest.raises(InputError, match="no exact numbers"):
        explain(allocate(gap=[0.5, 0.0], noise_variance=1.0, arithmetic="float"))


@pytest.mark.campaign
def test_a_hundred_thousand_steps():
    explanation = explain(solve(Instance.from_arguments(gap=[1] + [0] * 99_999, noise_variance=1)))
    assert explanation.marginal.gap[-1] == F(2, 100_000)
    assert len(str(explanation)) < 5000
