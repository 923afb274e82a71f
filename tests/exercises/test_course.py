"""The bank of the course: right answers in five forms pass, wrong ones are refused with a word of help, and nobody's cell holds an answer."""

from __future__ import annotations

import itertools
import tomllib
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.exercises import judging
from pabisym.exercises.bank import claims
from pabisym.exercises.course import enrol, exercise, exercises
from pabisym.exercises.task import HARD, LEVELS, NUMBERS, WARM_UP, Exercise, InstanceValues, in_letters
from pabisym.lang.grammar import parse

FILE = Path(__file__).resolve().parents[2] / "notebooks" / "instructor" / "solutions.toml"
SLOW = {"2.5", "2.6", "4.6", "8.4", "8.5", "9.2", "9.6"}
"""Judged by a derivation or a proof: by day one right answer and one wrong one."""
LONG = {"9.5", "10.3", "10.4"}
"""Judged by the accountant, or with powers of many letters: at night."""
NAMES = ("", "Ada", "Emmy", "Sofja")


def solutions() -> dict[str, dict[str, Any]]:
    return tomllib.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}


def cases() -> list[Any]:
    found = []
    for id_, one in solutions().items():
        found += [pytest.param(id_, 1 if id_ in SLOW else None, id=id_)] if id_ not in LONG else []
        found += [pytest.param(id_, None, id=f"{id_}-all", marks=pytest.mark.campaign)] if id_ in SLOW | LONG else []
        assert len(one["right"]) == 5
    return found


def test_every_notebook_has_six_exercises_from_warm_up_to_proof() -> None:
    found: dict[str, list[Exercise]] = {}
    for id_, one in exercises().items():
        found.setdefault(id_.partition(".")[0], []).append(one)
    assert list(found) == [str(k) for k in range(1, 12)]
    for ones in found.values():
        assert [one.id.partition(".")[2] for one in ones] == [str(k) for k in range(1, 7)]
        assert ones[0].level == WARM_UP
        assert sum(one.level in HARD for one in ones) >= 3
        assert {one.level for one in ones} <= set(LEVELS)
    assert Counter(one.level for one in exercises().values())["proof"] >= 10
    assert all(len(one.hints) == 3 for one in exercises().values())


def test_no_example_of_a_form_is_an_answer() -> None:
    for one, name in itertools.product(exercises().values(), NAMES):
        if one.id in LONG or one.truth is None or callable(truth := one.truth(one.drawn(name))):
            continue
        assert Fraction(str(truth)) not in {Fraction(211), Fraction(17, 211), Fraction("0.0171"), Fraction(16, 211)}, (one.id, name)
    assert NUMBERS == ("211", "Fraction(17, 211)", '"17/211"', '"0.0171"', '"2**4/211"')


def test_texts_and_hints_are_filled_for_everybody() -> None:
    for one, name in itertools.product(exercises().values(), NAMES):
        given = one.drawn(name)
        for text in (one.text, *one.hints):
            filled = given.put_into(text)
            assert "@" not in filled
            assert filled.count("$") % 2 == 0, text


def test_names_draw_numbers_of_their_own() -> None:
    assert exercise("1.3").drawn("Ada").values == exercise("1.3").drawn(" ada ").values
    different = sum(len({repr(one.drawn(name).values) for name in NAMES}) > 1 for one in exercises().values())
    assert different >= 50


if FILE.exists():

    def test_the_solutions_are_of_all_exercises() -> None:
        assert list(solutions()) == list(exercises())
        for id_, one in solutions().items():
            assert set(one) == {"why", "right", "wrong"}, id_
            assert len({repr(answer) for answer in one["right"]}) == 5, id_
            assert len(one["wrong"]) >= 3, id_

    @pytest.mark.parametrize(("id_", "most"), cases())
    def test_right_answers_pass_and_wrong_ones_are_helped(id_: str, most: int | None) -> None:
        _, judge, _ = enrol()
        one = solutions()[id_]
        for answer in one["right"][:most]:
            judged = judge(id_, answer)
            assert judged, (answer, judged)
        for answer in one["wrong"][:most]:
            judged = judge(id_, answer)
            assert not judged, (answer, judged)
            assert f'hint("{id_}", 1)' in judged.says
            assert len(judged.says) > 40


@pytest.mark.parametrize("name", ["Ada", *(pytest.param(one, marks=pytest.mark.campaign) for one in ("", *NAMES[2:]))])
def test_numbers_are_right_in_five_forms_for_everybody(name: str) -> None:
    """What the library computes for an instance passes in any form, and its neighbours do not."""
    _, judge, _ = enrol(name)
    for one in exercises().values():
        if one.truth is None or one.id in LONG:
            continue
        truth = one.truth(one.drawn(name))
        if callable(truth):
            right = f"{float(truth(15).lower):.6f}"
            assert judge(one.id, right), (one.id, right)
            assert not judge(one.id, f"{float(right) + 2e-6:.6f}")
            continue
        value = Fraction(str(truth))
        top, bottom = value.numerator, value.denominator
        for answer in (value, f"{top}/{bottom}", f"{3 * top}/{3 * bottom}", f" {top} / {bottom} ", f"({top} + 1)/{bottom} - 1/{bottom}"):
            assert judge(one.id, answer), (one.id, answer)
        for answer in (value + Fraction(1, 10**9), f"{top}/{bottom} - 1/1000000", -value):
            assert not judge(one.id, answer), (one.id, answer)


@pytest.mark.parametrize("name", ["Ada", *(pytest.param(one, marks=pytest.mark.campaign) for one in ("", *NAMES[2:]))])
def test_slips_are_wrong_for_everybody_unless_they_happen_to_be_right(name: str) -> None:
    _, judge, _ = enrol(name)
    for one in exercises().values():
        if one.id in LONG:
            continue
        given = one.drawn(name)
        slips = list(one.slips(given))
        for slip, _ in slips:
            judged = judge(one.id, slip)
            assert judged.right or judged.says.startswith(tuple(said for other, said in slips if other == slip)), (one.id, slip, judged)
            assert not judged.right or name, (one.id, slip)


@pytest.mark.parametrize("slow", [False, pytest.param(True, marks=pytest.mark.campaign)])
def test_junk_is_refused_with_a_word(slow: bool) -> None:
    _, judge, _ = enrol()
    for id_ in exercises():
        if (id_ in SLOW | LONG) is not slow:
            continue
        for junk in (..., None, "", "?!", [], {}, [[]], ["x"] * 3, ("", ""), object(), True, float("nan"), {"A": 1}, "sum(", "1/0", 10**30, "9" * 400):
            judged = judge(id_, junk)
            assert not judged, (id_, junk)
            assert judged.says


FAR = Fraction(10) ** 400


@pytest.mark.parametrize("answer", [FAR, *(pytest.param(one, marks=pytest.mark.campaign) for one in (
    (1 / FAR, FAR), "1e400", 10**400, -FAR, 1 / FAR, [FAR, FAR], (FAR, [FAR], [1 / FAR]), "10**400*x", {"gap": [FAR], "noise_variance": FAR}))])
def test_numbers_far_beyond_floats_are_judged(answer: object) -> None:
    judge = enrol("ada")[1]
    assert [name for name in exercises() if not judge(name, answer).says] == []


def test_unknown_ids_and_steps_say_what_there_is() -> None:
    task, judge, hint = enrol()
    for ask in (task, lambda id_: judge(id_, 1), lambda id_: hint(id_, 1)):
        with pytest.raises(InputError, match=r"'9.9' is no exercise; give an id from '1.1' to '11.6'"):
            ask("9.9")
    for wrong in ("1", True):
        with pytest.raises(InputError, match="step: an integer was expected"):
            hint("1.1", wrong)  # type: ignore[arg-type]
    for step in (0, 4):
        with pytest.raises(InputError, match="from 1 to 3"):
            hint("1.1", step)


def test_hints_and_tasks_speak_of_ones_own_numbers() -> None:
    task, _, hint = enrol("Ada")
    given = exercise("1.3").drawn("Ada")
    assert f"${int(given.k)}$ independent releases" in repr(task("1.3"))
    assert str(given.mu) in repr(hint("1.3", 3))
    assert repr(hint("1.3", 3)).startswith("hint 3 of 3: ")


@pytest.mark.parametrize("bounds", [claims.PRINTED, *(pytest.param(one, marks=pytest.mark.campaign) for one in claims.OTHERS)])
def test_every_claim_of_the_first_question_is_decided(bounds: tuple[str, ...]) -> None:
    found = claims.verdicts(bounds)
    assert set(found.values()) == {"true", "false"}


def test_the_kernel_judges_sums_of_squares() -> None:
    spec = in_letters({"a": "real", "b": "real", "v": "real, v > 0"})
    assert judging.squares([("1", "a - b")], "a**2 - 2*a*b + b**2", spec)
    assert judging.squares([("2/v", "a")], "2*a**2/v", spec)
    negative = judging.squares([("-1", "a")], "-a**2", spec)
    assert not negative
    assert "must not be negative" in negative.says
    unknown = judging.squares([("a", "1")], "a", spec)
    assert not unknown
    assert "is not shown" in unknown.says
    assert "another formula" in judging.squares([("1", "a + b")], "a**2 + b**2", spec).says


def test_payments_are_proved_and_their_bill_is_compared() -> None:
    process = {"symbols": {"T": "integer, T >= 1", "z": "real, z >= 0"},
               "process": {"steps": "T", "start_shift": "z", "gap": [{"each": "0"}], "noise": {"law": "gaussian", "variance": "1"}}}  # fmt: skip
    points = [{"T": 1, "z": 1}, {"T": 3, "z": 2}]
    assert judging.payments("z/T", process, "z**2/T", points)
    dear = judging.payments("cases(k - T, z, 0)", process, "z**2/T", points)
    assert not dear
    assert dear.says.startswith("feasible for all parameters, but not optimal: at T = 3, z = 2 it costs 4, and 4/3 is possible")
    assert judging.payments("z", process, "z**2/T", points).says.startswith("fails at")
    assert "letter" in judging.number("x + 1", 3).says


def test_powers_are_compared_where_a_divisor_is_positive_only_after_a_split() -> None:
    spec = in_letters({"n": "integer, n >= 1", "c": "real, 0 < c < 1"})
    assert judging.formula("c/(1 - c**n)", "c/(1 - c*c**(n - 1))", spec)
    assert not judging.formula("c/(1 - c**n)", "c/(1 - c**(n + 1))", spec)


def test_functions_of_numbers_are_worked_out() -> None:
    spec = in_letters({"a": "real, a > 0"})
    assert judging.formula("sqrt(4)*a + log(1)", "2*a", spec)
    assert not judging.formula("sqrt(5)*a", "2*a", spec)
    assert judging.number("sqrt(9/4)", "3/2")
    assert judging.number("sqrt(2)", "3/2").says == "sqrt(2) is too small"
    assert decide(parse("sqrt(2) < 3/2"), {}) == "true"


def test_an_instance_has_its_values_only() -> None:
    given = InstanceValues({"s": Fraction(1, 2), "gap": [1, Fraction(0)]})
    assert given.put_into("$@s$ and $@gap$") == "$1/2$ and $(1, 0)$"
    with pytest.raises(AttributeError):
        _ = given.t


def test_what_is_to_be_typed_stands_as_code() -> None:
    task, _, _ = enrol()
    for id_ in exercises():
        form = repr(task(id_)).partition("*Answer:* ")[2]
        assert form.count("`") % 2 == 0
        outside = "".join(form.split("`")[::2])
        assert not set(outside) & set("\"[{*"), form
    assert "`{\"A\": \"true\", \"B\": \"false\", …}`" in repr(task("8.1"))
