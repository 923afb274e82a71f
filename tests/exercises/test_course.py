"""The bank of the course: what is right passes in many forms and for everybody, what is wrong is refused with a word of help."""

from __future__ import annotations

import importlib.util
import itertools
import math
from collections import Counter
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
import sympy as sp

from pabisym.divergence.evaluate import decide
from pabisym.errors import InputError
from pabisym.exercises import judging
from pabisym.exercises.bank import claims
from pabisym.exercises.course import enrol, exercise, exercises
from pabisym.exercises.task import LEVELS, NUMBERS, WARM_UP, Exercise, InstanceValues, keyed_factor
from pabisym.lang.grammar import parse
from pabisym.shift.instance import Instance

FILE = Path(__file__).resolve().parents[2] / "notebooks" / "instructor" / "solving.py"
SLOW = {"2.5", "2.6", "4.6", "6.2", "8.4", "8.5", "9.2", "9.6"}
"""Judged by a derivation or a proof: by day for one name only."""
LONG = {"8.1", "9.5", "10.3", "10.4"}
"""Judged by the accountant, by many proofs, or with powers of many letters: at night."""
NAMES = ("", "Ada", "Emmy", "Sofja")
KEY = "a class of ours"


@cache
def solving() -> ModuleType:
    spec = importlib.util.spec_from_file_location("solving", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_notebook_has_six_exercises_from_warm_up_to_proof() -> None:
    found: dict[str, list[Exercise]] = {}
    for id_, one in exercises().items():
        found.setdefault(id_.partition(".")[0], []).append(one)
    assert list(found) == [str(k) for k in range(1, 12)]
    for ones in found.values():
        assert [one.id.partition(".")[2] for one in ones] == [str(k) for k in range(1, 7)]
        assert ones[0].level == WARM_UP
        assert sum(one.level in LEVELS[2:] for one in ones) >= 3
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


if FILE.exists():  # the solver lies beside the tests in a working copy

    def shared(skipped: set[str], names: tuple[str, ...]) -> None:
        """The answers of names in the class of a key: right for their names, and for no other one."""
        for id_, one in exercises().items():
            if id_ in skipped:
                continue
            given = {name: one.drawn(name, KEY) for name in names}
            answers = {name: solving().solution(one, values) for name, values in given.items()}
            for mine, other in itertools.permutations(names, 2):
                judged = one.judge(given[other], answers[mine])
                assert not judged, (id_, mine, other, answers[mine])

    def test_keyed_answers_are_right_for_one_name_only() -> None:
        shared(SLOW | LONG, ("Ada", "Emmy"))

    @pytest.mark.campaign
    def test_all_keyed_answers_are_right_for_one_name_only() -> None:
        shared(set(), ("Ada", "Emmy", "Sofja", "Grace"))

    @pytest.mark.campaign
    def test_there_is_an_answer_for_everybody() -> None:
        for (id_, one), name in itertools.product(exercises().items(), (*NAMES, *(f"student {k}" for k in range(20)))):
            assert solving().solution(one, one.drawn(name)) is not None, (id_, name)

    def test_claims_can_be_repaired_for_every_draw() -> None:
        """A true bound is never below alpha*(1 + c)/(2*(1 - c)), so that what is asked for has to be above."""
        one = exercise("8.5")
        for given in (one.drawn(f"student {k}") for k in range(40)):
            assert given.most > (1 + given.c) / (1 - given.c)

    @pytest.mark.parametrize("id_", ["1.6", "3.6", "6.6", "7.6", "8.6"])
    def test_sums_of_squares_pass_in_many_forms_and_the_question_does_not(id_: str) -> None:
        one, judge = exercise(id_), enrol("Ada")[1]
        given = one.drawn("Ada")
        pairs = solving().solution(one, given)
        for coefficient, factor in (("({0})", "-({0})"), ("4*({0})", "({0})/2"), ("({0})/2", "sqrt(2)*({0})"), ("({0})/(1/2)", "({0})*sqrt(1/2)")):
            assert judge(id_, [(coefficient.format(a), factor.format(b)) for a, b in pairs]), (coefficient, factor)
        asked = one.about(given)  # type: ignore[misc]
        for circular in ([(asked, "1")], [(f"({asked})**1", "1")], [("1", f"sqrt({asked})")], [("1", f"({asked})**(1/2)")], [(f"1/(1/({asked}))", "1")],
                         [(f"({asked})/4", "2")]):  # fmt: skip
            judged = judge(id_, circular)
            assert not judged
            assert "by its form" in judged.says or "another formula" in judged.says, judged


def test_a_factor_belongs_to_a_key_a_name_and_an_exercise() -> None:
    drawn = {keyed_factor(key, name, id_) for key in (KEY, "other") for name in NAMES for id_ in exercises()}
    assert len(drawn) > 500
    assert all(1 < one < 2 for one in drawn)
    assert keyed_factor("", "Ada", "1.1") == keyed_factor("  ", "Ada", "1.1") == 1
    assert keyed_factor(KEY, " ada ", "1.1") == keyed_factor(KEY, "Ada", "1.1")
    assert all(one.keyed for one in exercises().values())


def test_a_task_of_a_class_says_what_the_factor_does() -> None:
    task, judge, _ = enrol("Ada", KEY)
    factor = keyed_factor(KEY, "Ada", "1.1")
    assert f"**Your factor** is $w = {factor}$: answer with $w$ times the number." in repr(task("1.1"))
    own = exercise("1.1").drawn("Ada")
    assert judge("1.1", factor * own.alpha * own.s**2 / (2 * own.bound))
    assert not judge("1.1", own.alpha * own.s**2 / (2 * own.bound))
    assert all("Your factor" in repr(task(id_)) for id_ in exercises())


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
            assert judge(one.id, float(truth(20).lower)), one.id
            assert judge(one.id, right.lstrip("0")) or float(right) >= 1
            continue
        value = Fraction(str(truth))
        top, bottom = value.numerator, value.denominator
        forms: list[object] = [value, f"{top}/{bottom}", f"{3 * top}/{3 * bottom}", f" {top} / {bottom} ", f"({top} + 1)/{bottom} - 1/{bottom}",
                               f"sqrt({top**2})/{bottom}", sp.Rational(top, bottom)]  # fmt: skip
        forms += [float(top), Decimal(top), np.int64(top), np.float64(top), sp.Integer(top), f"{top}.0"] if bottom == 1 else []
        for answer in forms:
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


@pytest.mark.campaign
@pytest.mark.parametrize("answer", [FAR, *(
    (1 / FAR, FAR), "1e400", 10**400, -FAR, 1 / FAR, [FAR, FAR], (FAR, [FAR], [1 / FAR]), "10**400*x", {"gap": [FAR], "noise_variance": FAR})])
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


@pytest.mark.campaign
def test_every_claim_of_the_first_question_is_decided() -> None:
    assert set(claims.verdicts(claims.PRINTED).values()) == {"true", "false"}


@pytest.mark.campaign
def test_each_process_has_a_true_claim_and_a_false_one() -> None:
    for name, bounds in claims.CLAIMED.items():
        assert {claims._verdict(name, bound) for bound in bounds} == {"true", "false"}, name


def test_the_kernel_judges_sums_of_squares() -> None:
    spec = judging.in_letters(*{"a": "real", "b": "real", "v": "real, v > 0"}.items())
    assert judging.squares([("1", "a - b")], "a**2 - 2*a*b + b**2", spec)
    assert judging.squares([("2/v", "a")], "2*a**2/v", spec)
    negative = judging.squares([("-1", "a")], "-a**2", spec)
    assert not negative
    assert "must not be negative" in negative.says
    unknown = judging.squares([("a", "1")], "a", spec)
    assert not unknown
    assert "a is negative at a = " in unknown.says
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
    spec = judging.in_letters(*{"n": "integer, n >= 1", "c": "real, 0 < c < 1"}.items())
    assert judging.formula("c/(1 - c**n)", "c/(1 - c*c**(n - 1))", spec)
    assert not judging.formula("c/(1 - c**n)", "c/(1 - c**(n + 1))", spec)


def test_functions_of_numbers_are_worked_out() -> None:
    spec = judging.in_letters(*{"a": "real, a > 0"}.items())
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


def test_decimals_may_be_a_formula_of_textbooks() -> None:
    judge = enrol()[1]
    mu = Fraction(exercise("1.2").drawn().s) / math.isqrt(int(exercise("1.2").drawn().v))
    assert judge("1.2", f"2*Phi({mu}/2) - 1")
    assert judge("1.2", f"1 - 2*Phi(-({mu})/2)")
    assert judge("1.2", f"2*Phi({mu}) - 1").says.startswith(f"2*Phi({mu}) - 1 is too large")
    assert judge("1.2", "x").says.startswith("answer: x is a letter")
    time = exercise("7.4").drawn().t
    assert judge("7.4", f"tanh({time}/2)")
    assert judge("7.4", f"(1 - exp(-{time}))/(1 + exp(-{time}))")
    assert not judge("7.4", f"tanh({time})")
    assert judging.spelled("tanh(Phi((1)))").count("(") == judging.spelled("tanh(Phi((1)))").count(")")


def test_numbers_are_right_as_they_are_typed() -> None:
    """Signs of keyboards and textbooks, and what Python prints; a comma or a percent sign is refused with a word."""
    for answer in ("3/4", " 3 / 4 ", "+3/4", "(3)/(4)", "0.75", "0.750", ".75", "75e-2", "7.5E-1", "3*4**-1", "3*4^(-1)", "3/2^2", "sqrt(9)/4", "sqrt(9/16)", "1 - 0.25", "1 − 1/4",
                   "6/8", "\t3/4\n", "3÷4", "¾", "½ + ¼", "3·1/4", "3 × 1/4", "−(−3/4)", "$3/4$", "= 3/4", "3/4.", "3.0/4", "abs(-3/4)", "min(3/4, 1)", "Fraction(3, 4)", "sp.Rational(3, 4)",
                   "floor(3.5)/ceil(3.5)", "3/2²", 0.75, Decimal("0.75"), sp.Rational(3, 4)):  # fmt: skip
        assert judging.number(answer, Fraction(3, 4)), answer
    for answer in ("0,75", "75%", "3:4", "3/4 steps", "mu = 3/4"):
        assert "(position " in judging.number(answer, Fraction(3, 4)).says, answer
    task = Instance.from_arguments(gap=[0, "3/4"], noise_variance=1)
    for answer in (["0", "3/4"], [0, 0.75], [0, "1/2 + 1/4"], [0, "½ + ¼"], (0, "3/2^2"), [Fraction(0), sp.Rational(3, 4)], [Decimal(0), "Fraction(3, 4)"]):
        assert judging.allocation(answer, task), answer


def test_formulas_are_right_as_they_are_typed() -> None:
    spec = judging.in_letters(*{"s": "real, s > 0", "c": "real, 0 < c < 1", "sigma": "real, sigma > 0"}.items())
    for answer in ("s**2*(1+c)/(sigma**2*(1-c))", "s^2*(1+c)/(sigma^2*(1-c))", "s²·(1 + c)/(σ²·(1 − c))", "(s/sigma)**2*(1+c)/(1-c)", "(s/σ)²×(c + 1)÷(1 − c)", "-s**2*(c+1)/(sigma**2*(c-1))",
                   "s*s*(1+c)/sigma/sigma/(1-c)", "s**2*(1-c**2)/(sigma**2*(1-c)**2)", "s**2*(2/(1-c) - 1)/sigma**2", "s**2*sigma**-2*(1+c)*(1-c)**-1", "(1/(1-c) + c/(1-c))*s**2/sigma**2",
                   "s**2*(1+c)/(sigma**2 - c*sigma**2)", "s**2*(1.0 + c)/(sigma**2*(1-c))", "$s^2*(1+c)/(sigma^2*(1-c))$", "s**2/(sigma**2*(1-c)/(1+c))"):  # fmt: skip
        assert judging.formula(answer, "s**2*(1 + c)/(sigma**2*(1 - c))", spec), answer
    judged = judging.formula("sqrt(s**4)*(1+c)/(sigma**2*(1-c))", "s**2*(1 + c)/(sigma**2*(1 - c))", spec)
    assert judged.open, "right, and not shown"
    truth = exercise("1.2").truth(exercise("1.2").drawn())  # type: ignore[misc]
    mu = Fraction(exercise("1.2").drawn().s) / math.isqrt(int(exercise("1.2").drawn().v))
    for answer in (f"2*Phi({mu}/2) - 1", f"2*Φ({mu}/2) − 1", f"2*norm.cdf({mu}/2) - 1", f"2*cdf({mu}/2) - 1", f"erf({mu}/(2*sqrt(2)))", f"1 - erfc({mu}/(2*sqrt(2)))", f"theta(1, {mu})"):
        assert judging.number(answer, truth), answer


def test_floats_are_read_as_they_are_written() -> None:
    assert judging.number(0.75, "3/4")
    assert judging.number(1 / 3, "1/3").says == "0.3333333333333333 is the value rounded to a float: give it exactly, as a fraction"
    assert judging.number(0.3, "1/3").says == "0.3 is too small"
    assert judging.exact_number("1 - 1/7", "x") == Fraction(6, 7)


def test_bases_may_hold_roots_of_what_is_positive() -> None:
    spec = judging.in_letters(*{"x": "real", "y": "real", "u": "real, u > 0"}.items())
    for answer in ([("1", "x/sqrt(u) - y*sqrt(u)")], [("1", "(x - u*y)/sqrt(u)")], [("1/u", "x - u*y")], [("1", "u**(-1/2)*(x - u*y)")]):
        assert judging.squares(answer, "x**2/u - 2*x*y + u*y**2", spec), answer
    assert not judging.squares([("1", "x/sqrt(u) + y*sqrt(u)")], "x**2/u - 2*x*y + u*y**2", spec)
    assert not judging.squares([("1", "sqrt(x)*y")], "x*y**2", spec), "x may be negative"
    assert judging.squares([("(1/u)*(1/u)*(1/(u + 1))", "x")], "x**2/(u**2*(u + 1))", spec), "three factors"


def test_what_is_not_shown_goes_to_the_teacher() -> None:
    spec = judging.in_letters(*{"a": "real, a > 0", "b": "real, b > 0"}.items())
    judged = judging.formula("exp(log(a))", "a", spec)
    assert judged or (judged.open and repr(judged).startswith("for your teacher: not shown"))
    assert not judged.right or not judged.open
    assert not judging.formula("a + b", "a", spec).open


def test_instances_may_be_large() -> None:
    judge = enrol()[1]
    for steps in (21, 10**3, 10**9):
        assert judge("2.4", (2, steps)), steps
        assert judge("8.3", (2, steps)), steps
    assert not judge("2.4", ("1.0000001", 10**6))
    assert not judge("2.4", (2, "21/2"))
    assert judge("8.4", "alpha*min(T, 10)*s**2/(2*sigma**2)")
    assert judge("8.4", "alpha*T**(9/10)*s**2/(2*sigma**2)")
    assert not judge("8.4", "alpha*max(T, 10)*s**2/(2*sigma**2)")


def test_a_process_is_looked_at_step_by_step() -> None:
    judge = enrol()[1]
    whole = '[process]\nsteps = "T"\n{}\nnoise = {{ law = "gaussian", std = "sigma" }}'
    start, each = 'start_shift = "z"', 'gap = [ { every = "1", from = "1", size = "s" } ]'
    for id_, line in (("9.4", start), ("9.4", f"gap = []\n{start}"), ("9.2", each)):
        assert judge(id_, line)
        assert judge(id_, whole.format(line))
    for other in ('gap = [ { at = "1", size = "T*s" } ]', 'start_shift = "T*s"', 'gap = [ { at = "T", size = "sqrt(T)*s" } ]'):
        assert "of another process" in judge("9.2", other).says
    assert "leave those lines out" in judge("9.2", whole.format(each).replace('"T"', '"T + 1"')).says
    assert "no TOML" in judge("9.2", "gap = [").says


def test_verdicts_of_a_class_come_with_a_number_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claims, "_verdict", lambda name, bound: "true" if name < "C" else "false")  # how claims are decided is tested above
    task, judge, _ = enrol("Ada", KEY)
    assert 'add an entry `"W"`' in repr(task("8.1"))
    given = exercise("8.1").drawn("Ada", KEY)
    truth = claims.verdicts(tuple(given.bounds))
    right = {**truth, "w": given.w + list(truth.values()).count("true")}
    assert judge("8.1", right)
    for wrong in (truth, {**truth, "W": 3}, {**truth, "W": keyed_factor(KEY, "Emmy", "8.1") + list(truth.values()).count("true")}):
        assert 'and "W" is not' in judge("8.1", wrong).says
    assert " of 6 are as they should be" in judge("8.1", {**right, "A": "maybe"}).says


def test_words_for_verdicts() -> None:
    truth = {"A": "true", "B": "false"}
    assert judging.choices({"a": "proved", "b": "refuted"}, truth)
    assert not judging.choices({"a": "refuted", "b": "refuted"}, truth)
