"""The one door: arguments, arithmetics, and how answers look."""

import dataclasses
import json
import math
from fractions import Fraction

import numpy as np
import pytest
from flint import fmpq
from hypothesis import given, settings
from support.examples import by_day
from support.small_instances import problems

from pabisym.errors import InputError
from pabisym.lang.reader import read_json
from pabisym.shift.allocate import Block, allocate, solve
from pabisym.shift.instance import Instance
from pabisym.show.shift_latex import allocation_latex

F = Fraction
PROBLEM = {"gap": [0, "1/2", 0, 0, 0], "noise_variance": 1, "contraction": "9/10"}


def test_the_answer_of_the_contract():
    text = '{"steps": 3, "contraction": "1/2", "gap": ["0", "3", "0"], "noise_variance": "1", "start_shift": "0", "diameter": null}'
    answer = solve(Instance.from_json(read_json(text)))
    assert json.loads(json.dumps(answer.to_json())) == {
        "status": "optimal",
        "arithmetic": "exact",
        "value": "9/5",
        "allocation": ["0", "3/5", "6/5"],
        "shift": ["0", "12/5", "0"],
        "blocks": [{"first": 1, "last": 1, "slope": "0"}, {"first": 2, "last": 3, "slope": "6/5"}],
        "restart": 0,
        "worst_case": {"contraction": ["1/2", "0", "1/2"], "value": "9/5"},
    }


def test_numbers_are_fractions():
    answer = allocate(**PROBLEM)
    assert isinstance(answer.value, Fraction)
    assert all(type(a) is Fraction for a in (*answer.allocation, *answer.shift, *answer.worst_case.contraction))
    assert answer.blocks[0] == Block(1, 1, F(0))
    assert answer.exact.value == fmpq(answer.value.numerator, answer.value.denominator)


def test_lists_are_computed_when_first_asked_for():
    answer = allocate(**PROBLEM)
    assert not {"allocation", "shift", "worst_case"} & set(vars(answer))
    assert answer.allocation is answer.allocation


def test_answers_are_frozen_equal_and_hashable():
    answer, same, other = allocate(**PROBLEM), allocate(**PROBLEM, diameter=50), allocate(**{**PROBLEM, "contraction": 1})
    assert answer == same != other
    assert len({answer, same, other}) == 2
    assert answer != "something else"
    with pytest.raises(dataclasses.FrozenInstanceError):
        answer.status = "infinite"
    with pytest.raises(AttributeError):
        answer.value = 1


SHOWN = [
    ({"gap": [1, 2], "noise_variance": 3}, "value=5/3, steps=2, blocks=2, restart=0, tightness='exact')", r"= \frac{5}{3}$"),
    ({"gap": [2], "noise_variance": 1}, "value=4, steps=1, blocks=1, restart=0, tightness='exact')", "= 4$"),
    ({"gap": [F(1, 3**60)], "noise_variance": 1}, "value=~5.56480e-58, steps=1", r"\approx 5.56480 \cdot 10^{-58}$"),
    ({"gap": [1], "noise_variance": 0}, "reason='the gap at step 1 survives to the end and no noise comes after it')", r"= \infty$"),
    ({"gap": [0.5], "noise_variance": 1, "arithmetic": "float"}, "steps=1, blocks=1, restart=0", r"\approx 0.25"),
]


@pytest.mark.parametrize(("problem", "text", "latex"), SHOWN)
def test_answers_show_themselves_shortly(problem, text, latex):
    answer = allocate(**problem)
    assert repr(answer).startswith(f"Allocation({answer.status}, {answer.arithmetic}, ")
    assert text in repr(answer)
    assert allocation_latex(answer).startswith(r"$\sum_t a_t^2/\sigma_t^2 ")
    assert latex in allocation_latex(answer)


UNKNOWN = [("exakt", "did you mean exact?"), ("floats", "did you mean float?"), ("zz", "there are exact"), (None, "a text was expected")]


@pytest.mark.parametrize(("name", "hint"), UNKNOWN)
def test_unknown_arithmetics_are_refused_with_the_known_ones(name, hint):
    with pytest.raises(InputError) as caught:
        allocate(**PROBLEM, arithmetic=name)
    assert caught.value.field == "arithmetic"
    assert hint in str(caught.value)
    with pytest.raises(InputError):
        solve(Instance.from_arguments(**PROBLEM), name)


@given(problems(longest=8, diameter=True))
@settings(max_examples=by_day(100), deadline=None)
def test_float_answers_enclose_the_exact_value(problem):
    exact, rough = allocate(**problem), allocate(**problem, arithmetic="float")
    assert (rough.status, rough.tightness in {"exact", "upper"}) == (exact.status, True)
    if exact.status == "optimal":
        assert F(rough._solution.lower) <= exact.value <= F(rough.value)
        assert isinstance(rough.value, float)
        assert len(rough.allocation) == len(rough.shift) == len(rough.worst_case.contraction) == problem["steps"]
    else:
        assert (rough.value, rough.allocation.size, rough.to_json()["status"]) == (math.inf, 0, "infinite")


def test_float_arithmetic_takes_and_gives_arrays():
    answer = allocate(gap=np.array([0.0, 0.5, 0.0]), noise_variance=1, contraction=np.float64(0.9), arithmetic="float")
    assert isinstance(answer.allocation, np.ndarray)
    assert all(isinstance(x, float) for x in answer.to_json()["allocation"])
    same = allocate(gap=["0", 0.5, F(0)], noise_variance="1", contraction="0.9", arithmetic="float", steps=3)
    assert answer == same
    assert hash(answer) == hash(same)


def test_an_exact_instance_is_solved_in_floats():
    data = read_json('{"steps": 2, "gap": [0.5, 0.25], "noise_variance": [1, 4.0], "diameter": 7}')
    answer = solve(Instance.from_json(data, floats=True), "float")
    assert answer == allocate(gap=[0.5, 0.25], noise_variance=[1, 4], arithmetic="float")
    assert solve(Instance.from_arguments(gap=[], noise_variance=[]), "float").value == 0


REFUSED_FLOATS = [
    ({"gap": [1, float("nan")]}, "gap[1]", "nan is not a finite number"),
    ({"gap": np.array([1, np.nan])}, "gap[1]", "nan is not a finite number"),
    ({"gap": np.array([1.0, -2.0])}, "gap[1]", "-2.0 is negative"),
    ({"gap": [1, -2]}, "gap[1]", "negative"),
    ({"gap": [1, float("inf")]}, "gap[1]", "inf is not"),
    ({"gap": [1, True]}, "gap[1]", "truth value"),
    ({"gap": np.array([True, False])}, "gap[0]", "truth value"),
    ({"gap": np.ones((2, 2))}, "gap[0]", "not list"),
    ({"gap": [1, "1e400"]}, "gap[1]", "outside the range"),
    ({"noise_variance": "1e-400"}, "noise_variance", "outside the range"),
    ({"noise_variance": [1, 2, 3]}, "noise_variance", "3 values for 2 steps"),
    ({"noise_variance": np.ones(3)}, "noise_variance", "3 values for 2 steps"),
    ({"start_shift": float("nan")}, "start_shift", "nan"),
    ({"diameter": -1.0}, "diameter", "-1.0"),
    ({"gap": 1}, "steps", "single values"),
]


@pytest.mark.parametrize(("change", "field", "words"), REFUSED_FLOATS)
def test_unusable_floats_are_refused(change, field, words):
    with pytest.raises(InputError) as caught:
        allocate(**{"gap": [1, 2], "noise_variance": 1, **change}, arithmetic="float")
    assert caught.value.field == field
    assert words in str(caught.value)


def test_infinities_in_float_answers_are_written_as_texts():
    answer = allocate(gap=[1e200], noise_variance=1e-200, arithmetic="float")
    assert (answer.status, answer.value, answer.to_json()["value"]) == ("optimal", math.inf, "inf")
    json.dumps(answer.to_json(), allow_nan=False)


def test_float_answers_have_no_exact_numbers():
    with pytest.raises(InputError, match=r"^arithmetic"):
        _ = allocate(gap=[1.0], noise_variance=1, arithmetic="float").exact


def test_balls_certify_as_many_digits_as_asked_for():
    answer = allocate(gap=[1, 0, 2], noise_variance=[1, 3, 1], contraction="9/10", arithmetic="ball", digits=50)
    exact = allocate(gap=[1, 0, 2], noise_variance=[1, 3, 1], contraction="9/10").value
    lower, upper = map(Fraction, answer.value)
    assert lower <= exact <= upper <= lower * (1 + Fraction(1, 10**49))
    assert all(Fraction(x.upper) - Fraction(x.lower) <= Fraction(x.upper) / 10**49 for x in answer.allocation)
    for arithmetic in ("exact", "float"):
        with pytest.raises(InputError, match="digits: does not go with"):
            allocate(gap=[1], noise_variance=1, arithmetic=arithmetic, digits=5)
