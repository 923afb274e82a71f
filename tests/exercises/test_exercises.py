"""Answers to exercises: right ones pass, wrong ones do not, and what cannot be read is no right answer."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import matplotlib as mpl
import pytest

import pabisym
from pabisym.exact_law.chains import gaussian_chain
from pabisym.exercises import figures
from pabisym.exercises import judging as exercises
from pabisym.shift.instance import Instance

TASK = Instance.from_arguments(gap=[0, 1, 0, 0], noise_variance=1)
SPEC: dict[str, Any] = {
    "symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "s": "real, s > 0", "alpha": "real, alpha > 1"},
    "process": {"steps": "n", "gap": [{"at": "t", "size": "s"}], "noise": {"law": "gaussian", "std": "1"}},
    "goal": {"divergence": "renyi", "order": "alpha"},
}


@pytest.mark.parametrize("answer", ["1/3", Fraction(1, 3), "2/6"])
def test_a_right_number(answer: object) -> None:
    assert exercises.number(answer, Fraction(1, 3))


@pytest.mark.parametrize(("answer", "hint"), [("0.333333333333", "too small"), (1, "too large"), ("a third", "answer"), (None, "answer"), (0.5, "")])
def test_a_wrong_number(answer: object, hint: str) -> None:
    judged = exercises.number(answer, Fraction(1, 3))
    assert not judged
    assert hint in judged.says


@pytest.mark.parametrize(("answer", "right"), [("0.3829", True), ("0.38", True), ("0.3830", False), ("0.3828", False), ("0.4", True), ("0.5", False),
                                               ("0.2", False), ("many", False)])  # fmt: skip
def test_decimals_have_to_be_right_to_the_last(answer: str, right: bool) -> None:
    near, far = (gaussian_chain(steps=1, noise=1, start=x) for x in (0, 1))
    assert bool(exercises.number(answer, lambda digits: near.total_variation(far, digits))) is right


def test_decimals_are_told_from_which_side() -> None:
    near, far = (gaussian_chain(steps=1, noise=1, start=x) for x in (0, 1))
    said = [exercises.number(answer, lambda digits: near.total_variation(far, digits)).says for answer in ("0.2", "0.5", "0.3830")]
    assert said == ["0.2 is too small", "0.5 is too large", "0.3830 is wrong in the last digit"]


def test_allocations() -> None:
    assert exercises.allocation([0, "1/3", "1/3", "1/3"], TASK).says.endswith("1/3, the optimum")
    assert not exercises.allocation([0, "1/2", "1/4", "1/4"], TASK)
    assert exercises.allocation([0, "1/2", "1/4", "1/4"], TASK, within="9/8")
    assert not exercises.allocation([0, "1/2", "1/4", "1/4"], TASK, within="8/9")
    assert exercises.allocation([1, 0, 0, 0], TASK).says.startswith("infeasible at step 1")
    assert not exercises.allocation([0, 1], TASK)
    assert not exercises.allocation(["x", 0, 0, 0], TASK)


def test_formulas() -> None:
    found = pabisym.derive(SPEC)
    assert exercises.formula("alpha*s**2/(2*(n - t + 1))", str(found.bound), found)
    assert exercises.formula("s*s*alpha/(2*n - 2*t + 2)", "alpha*s**2/(2*(n - t + 1))", found)
    wrong = exercises.formula("alpha*s**2/(2*(n - t + 2))", str(found.bound), found)
    assert not wrong
    assert wrong.says.startswith("different at n = ")
    assert not exercises.formula("alpha*(", str(found.bound), found)
    assert not exercises.formula("omega", str(found.bound), found)
    unknown = exercises.formula("alpha*s**2*(n - 2*t)/(2*(n - t + 1)*(n - 2*t))", str(found.bound), found)
    assert not unknown
    assert unknown.says.startswith(("not shown", "different", "undefined", "the divisor")) or "zero" in unknown.says


def test_divisors_that_are_positive_by_several_facts_are_no_obstacle() -> None:
    symbols = {**SPEC["symbols"], "m": "integer, m >= 0", "v": "real, v > 0"}
    process = {**SPEC["process"], "steps": "n + m", "noise": {"law": "gaussian", "std": "v"}}
    found = pabisym.derive({**SPEC, "symbols": symbols, "process": process})
    assert exercises.formula("alpha*s**2/(2*v**2*(n + m - t + 1))", str(found.bound), found)
    assert exercises.formula("alpha*s**2/(2*v**2*(n - t + 1))", str(found.bound), found).says.startswith("different at n = ")


def test_choices_do_not_tell_which() -> None:
    truth = {"A": "true", "B": "false"}
    assert exercises.choices(truth, truth)
    assert repr(exercises.choices({"A": "true", "B": "true"}, truth)) == "not yet: 1 of 2 are as they should be"
    assert not exercises.choices({}, truth)


@pytest.fixture
def settings() -> Iterator[None]:
    with mpl.rc_context():
        yield


@pytest.mark.usefixtures("settings")
def test_the_style_tells_lines_apart_without_colour() -> None:
    figures.style()
    lines = list(mpl.rcParams["axes.prop_cycle"])
    assert len({str(line["linestyle"]) for line in lines}) == len({line["color"] for line in lines}) == len(lines) == 5
