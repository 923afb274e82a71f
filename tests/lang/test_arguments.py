"""Every argument of a public function is read at its entrance, and refused by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
import sympy
from flint import fmpq
from fuzz.calls import ENTRANCES, answered, unnamed
from fuzz.grammar import Dice
from fuzz.objects import ODD

import pabisym
from pabisym.errors import InputError
from pabisym.exercises.course import enrol
from pabisym.lang.arguments import DEEPEST, LONGEST, plain, public
from pabisym.lang.rational import rational


@public
def _taken(name: str, digits: int = 3, *names: str, flag: bool = False, at: Mapping[str, object] | None = None, pair: tuple[object, object] | None = None,
           tell: Callable[[str], None] | None = None, several: Iterable[str] = (), **rest: object) -> tuple[Any, ...]:
    return name, digits, names, flag, at, pair, tell, several, rest


def test_what_fits_is_read() -> None:
    given = _taken(np.str_("a"), sympy.Integer(4), "b", flag=np.True_, at={"x": Decimal("0.5")}, pair=np.array([1, 2]), several={"c"}, y=np.float64(0.5))  # type: ignore[arg-type]
    assert given == ("a", 4, ("b",), True, {"x": fmpq(1, 2)}, (1, 2), None, {"c"}, {"y": 0.5})
    assert [type(one) for one in given[:4]] == [str, int, tuple, bool]


@pytest.mark.parametrize(("given", "words"), [
    ({"name": b"a"}, "name: a text was expected, not bytes; give text between quotes"),
    ({"name": None}, "name: a text was expected, not nothing"),
    ({"name": "a\0"}, "name: 'a\\\\x00' holds a character that no file can hold"),
    ({"name": "\ud800"}, "name: '\\\\ud800' holds a character"),
    ({"name": "a", "digits": 3.0}, "digits: an integer was expected, not a float; give an integer such as 10"),
    ({"name": "a", "digits": True}, "digits: an integer was expected, not a bool"),
    ({"name": "a", "digits": "3"}, "digits: an integer was expected, not a text"),
    ({"name": "a", "flag": 1}, "flag: a truth value was expected, not an int; give True or False"),
    ({"name": "a", "at": [1]}, "at: a table was expected, not a list"),
    ({"name": "a", "at": {1: 2}}, "at: has a key that is an int; give a dict whose keys are texts"),
    ({"name": "a", "pair": (1, 2, 3)}, "pair: a list of 2 values was expected, not a tuple; give 2 numbers in parentheses"),
    ({"name": "a", "tell": 3}, "tell: a function was expected, not an int"),
    ({"name": "a", "tell": int}, "tell: a function was expected, not the class int"),
    ({"name": "a", "several": "abc"}, "several: an Iterable was expected, not a text"),
    ({"name": "a", "x": set()}, "x: a number, a text, a list or a table was expected, not a set"),
    ({"name": "a", "x": [1, [2, {"y": ...}]]}, r"x\[1\]\[1\].y: a number, a text, a list or a table was expected, not an ellipsis"),
    ({"name": "a", "x": Decimal("NaN")}, "x: NaN is not a number here"),
    ({"name": "a", "x": mpmath.mpf("inf")}, "x: NaN and infinities are not numbers here"),
    ({"name": "a", "x": range(LONGEST + 1)}, "x: has 10000001 entries; at most 10000000 are read"),
    ({"name": "a", "x": ODD["ring"]()}, "x: is nested too deeply, or holds itself"),
])  # fmt: skip
def test_what_does_not_is_refused_by_its_name(given: dict[str, Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        _taken(**given)


def test_python_itself_says_what_is_missing() -> None:
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'name'"):
        _taken()  # type: ignore[call-arg]


def test_plain_data_stay_what_they_are() -> None:
    floats = np.array([0.5, 1.5])
    assert plain(floats, "x") is floats
    assert plain(floats, "x", arrays=False) == [0.5, 1.5]
    assert plain(np.array(["1", "2"]), "x") == plain(("1", "2"), "x") == ["1", "2"]
    deep: Any = 1
    for _ in range(DEEPEST):
        deep = [deep]
    assert plain(deep, "x") == deep


@pytest.mark.parametrize("third", [Fraction(1, 4), Decimal("0.25"), sympy.Rational(1, 4), mpmath.mpf("0.25"), "1/4", "0.25", "25e-2"])
def test_exact_numbers_of_every_type_are_one_number(third: object) -> None:
    assert rational(third, "x") == fmpq(1, 4)
    assert pabisym.allocate(gap=[third, 0], noise_variance=1) == pabisym.allocate(gap=["1/4", 0], noise_variance=1)


@pytest.mark.parametrize(("value", "words"), [
    (0.5, 'the float 0.5 is not exact; quote it, as "0.5"'), (np.float64(0.5), "the float 0.5 is not exact"), (sympy.Float("0.5"), "the float 0.5 is not exact"),
    (sympy.oo, "a number was expected, not Infinity"), (Decimal("Infinity"), "Infinity is not a number here"), (True, "a truth value"),
])  # fmt: skip
def test_floats_and_what_is_no_number_are_refused(value: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        rational(value, "x")


def test_every_public_function_reads_its_arguments() -> None:
    functions = [getattr(pabisym, name) for name in pabisym.__all__]
    assert {one.__name__ for one in functions if inspect.isfunction(one) and not hasattr(one, "__wrapped__")} == set()


SLOW = {"split", "privacy", "compare", "derive", "refute", "sweep", "catalogue", "Comparison.best_about", "Comparison.best_delta", "Theorem.best_epsilon"}
SECONDS = ("Process", "Process.z", "Process.cost", "Process.derive", "Process.constraints", "Process.feasible", "Formula.equals", "Formula.limit", "Formula.simplify",
           "Claim.decide", "Phase", "Every", "NoisyGD", "NoisyCGD", "NoisySGD", "PNSGD", "Langevin", "LinearMaps", "search", "accounting.certified_epsilon",
           "laws.clipped_chain", "Formula.series")  # fmt: skip
"""Functions of which the odd objects take seconds."""


@pytest.mark.parametrize(("name", "every"), [pytest.param(one, every, marks=[pytest.mark.campaign] if every == 1 or one in SECONDS else [])
                                             for one in sorted(set(ENTRANCES) - SLOW) for every in (8, 1)])
def test_no_odd_object_raises_anything_else(name: str, every: int) -> None:
    """By day each argument is given an eighth of the odd objects, and the next argument the next eighth."""
    import random

    dice = Dice(random.Random(name))
    dice.nasty = dice.edgy = 0.0
    sound = {"id_": "1.1", "answer": "1/3"} if name == "judge" else ENTRANCES[name].sound(dice)
    wrong = []
    for k, argument in enumerate(sound):
        if argument in ENTRANCES[name].free:
            continue
        for odd in sorted(set(ODD) - ({"''"} if argument == "of" else set()))[k % every :: every]:
            case = {"call": name, "arguments": {**sound, argument: {"odd": odd}}}
            answer = answered(case)
            said = unnamed(case, answer) if answer["status"] == 2 else answer["err"] if answer["status"] == -1 else ""
            wrong += [(argument, odd, said)] if said else []
    assert wrong == []


def test_an_exercise_is_judged_whatever_the_answer_is() -> None:
    _, judge, _ = enrol()
    for name, make in ODD.items():
        judged = judge("3.2", make())
        assert not judged, name
        assert judged.says
    assert "one value per step" in judge("3.2", np.array([0.5, 0.5])).says  # a float is the dyadic number that it is
