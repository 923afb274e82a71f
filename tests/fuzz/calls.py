"""Calls of public functions from Python, with objects that they do not expect, and with exact numbers of every type.

A case is data: ``{"call": name, "arguments": {…}}``, in which ``{"odd": name}`` stands for an object of :data:`fuzz.objects.ODD` and
``{"number": text, "as": kind}`` for a number of a type; more of these in :mod:`fuzz.symbols`.  :func:`answered` runs one in the child.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import flint
import mpmath
import numpy as np
import sympy
from fuzz.grammar import Dice, Entrance
from fuzz.objects import ODD
from fuzz.symbols import SYMBOLIC, known_function, object_of

import pabisym
from pabisym.errors import InputError, Undecided
from pabisym.exercises.course import enrol, exercises
from pabisym.shift.certificate import certificate

THEOREM = "feldman2018/theorem-23"
SPEC: dict[str, Any] = {
    "symbols": {"n": "integer, n >= 1", "t": "integer, 1 <= t <= n", "L": "real, L > 0", "sigma": "real, sigma > 0", "alpha": "real, alpha > 1"},
    "process": {"steps": "n", "gap": [{"at": "t", "size": "2*L"}], "noise": {"std": "sigma"}},
    "goal": {"divergence": "renyi", "order": "alpha"},
}  # fmt: skip
PAID = {"symbols": {"n": "integer, n >= 1", "s": "real, s >= 0", "v": "real, v > 0"},
        "process": {"steps": "n", "gap": [{"each": "s"}], "noise": {"variance": "v"}}, "allocation": {"payments": "s"}}  # fmt: skip
SWEEP = {"title": "A", "grid": {"n": [10, 20]}, "fixed": {"t": 1, "L": 1, "sigma": 1, "alpha": 2}, "theorem": {"id": THEOREM}}
RUN = {"examples": 1000, "batch": 100, "epochs": 2, "noise_multiplier": "11/10", "sampling": "cyclic", "adjacency": "replace", "delta": "1/100000"}


@cache
def _theorem() -> Any:
    return pabisym.theorem(THEOREM)


@cache
def _derived() -> Any:
    return pabisym.derive(SPEC)


@cache
def _solved() -> Any:
    return pabisym.allocate(gap=[0, 1, 0], noise_variance=1)


@cache
def _compared() -> Any:
    return pabisym.compare(n=100, b=1, T=100, eta="1/10", L=1, sigma=4, delta="1/100000", digits=4)


@cache
def _course() -> Any:
    return enrol()


def _point(dice: Dice) -> dict[str, Any]:
    return {"L": dice.positive(), "sigma": dice.positive("9"), "n": str(dice.rng.randint(10, 40)), "t": str(dice.rng.randint(1, 9)), "alpha": dice.fraction("3/2", "9")}


def _instance(dice: Dice) -> dict[str, Any]:
    steps = dice.rng.randint(1, 5)
    made = {"gap": [dice.fraction("0", "2") for _ in range(steps)], "noise_variance": dice.positive(), "contraction": dice.fraction("1/2", "1"),
            "start_shift": dice.fraction("0", "2"), "steps": steps}  # fmt: skip
    return made | ({"diameter": dice.positive()} if dice.often(0.4) else {})


def _allocate(dice: Dice) -> dict[str, Any]:
    arithmetic = dice.one(("exact", "exact", "float", "ball"))
    return {**_instance(dice), "arithmetic": arithmetic, **({"digits": dice.rng.randint(5, 30)} if arithmetic == "ball" else {})}


def _calibrate(dice: Dice) -> dict[str, Any]:
    target = dice.one(({"gdp": dice.positive()}, {"renyi": [dice.fraction("3/2", "9"), dice.positive()]}, {"epsilon": dice.positive(), "delta": dice.small()}))
    return {**_instance(dice), **target, "digits": dice.rng.randint(5, 30)}


def _convert(dice: Dice) -> dict[str, Any]:
    bound = dice.one(({"gdp": dice.positive()}, {"zcdp": dice.positive()}, {"renyi": f"alpha*{dice.positive()}", "orders": ["3/2", dice.fraction("5", "60")]},
                      {"renyi": "alpha*x", "at": {"x": dice.positive()}}, {"bound": THEOREM, "at": {"L": "1", "sigma": dice.positive(), "n": "20", "t": "3"}}))  # fmt: skip
    return {**bound, **dice.one(({"delta": dice.small()}, {"epsilon": dice.positive()})), "digits": dice.rng.randint(3, 20)}


def _answer(dice: Dice) -> dict[str, Any]:
    return {"id_": dice.one([one for one in exercises() if one not in SLOW]), "answer": dice.one((dice.fraction(), dice.formula(("s", "v"), 2), [dice.fraction(), "1"]))}


SLOW = ("8.5", "9.3", "10.3", "10.4", "2.5", "6.3", "11.6")
"""Exercises whose truth takes seconds."""


def _with(**fixed: Any) -> Callable[[Dice], dict[str, Any]]:
    return lambda _: json.loads(json.dumps(fixed))  # type: ignore[no-any-return]


ENTRANCES: dict[str, Entrance] = {
    "allocate": Entrance(pabisym.allocate, _allocate, 6),
    "calibrate": Entrance(pabisym.calibrate, _calibrate, 4),
    "convert": Entrance(pabisym.convert, _convert, 2),
    "theorem": Entrance(pabisym.theorem, _with(name=THEOREM, library=None), 2),
    "catalogue": Entrance(lambda folder: pabisym.catalogue(folder), _with(folder="."), 0.1, ("folders", "library")),
    "beliefs": Entrance(lambda of, library=None: pabisym.beliefs("none" if of == "" else of, library=library) if isinstance(of, str) else pabisym.beliefs(of), _with(of="feldman2018/lemma-20", library=None)),
    "check": Entrance(pabisym.check, lambda dice: {"source": certificate(_solved()), "name": "x", "library": None}, 1, ("neither a certificate",)),
    "derive": Entrance(pabisym.derive, _with(source=SPEC, library=None), 0.1, ("spec",)),
    "refute": Entrance(pabisym.refute, _with(source={**SPEC, "claim": {"bound": "3*alpha*L**2/sigma**2"}}, library=None), 0.1, ("spec",)),
    "feasible": Entrance(pabisym.feasible, _with(source=PAID), 0.5, ("spec", "[allocation]")),
    "explain": Entrance(lambda found=None: pabisym.explain(_derived() if isinstance(found, str) else found), _with(found="sound"), 0.3),
    "limit": Entrance(lambda letter, to, side: pabisym.limit(_derived(), letter, to, side), _with(letter="n", to="oo", side=""), 0.2),
    "sweep": Entrance(pabisym.sweep, _with(source=SWEEP, chunk=None, fresh=False, executor=None, library=None), 0.3),
    "split": Entrance(pabisym.split, _with(order="2", sampling="1/10", sensitivity="1/10", std="2", step_size="1/10", diameter="1", steps=1,
                                           contraction="1", direction="replacement", digits=3, progress=None), 0.02, (), ("progress",)),
    "privacy": Entrance(lambda source=None, **rest: pabisym.privacy(source, **rest), _with(source=None, **RUN, library=None, progress=None), 0.05, (), ("progress",)),
    "compare": Entrance(lambda setting=None, **rest: pabisym.compare(setting, **rest),
                        _with(setting=None, n="100", b="1", T="100", eta="1/10", L="1", sigma="4", delta="1/100000", loss="convex", digits=4, library=None, progress=None),
                        0.05, (), ("progress",)),
    "Theorem.at": Entrance(lambda **point: _theorem().at(**point).enclosure(12), lambda dice: {**_point(dice), "force": dice.often(0.2)}, 5),
    "Theorem.over": Entrance(lambda grid=None, **point: _theorem().over(grid, **point).tolist(), lambda dice: {"grid": None, **_point(dice), "outside": "nan"}, 2),
    "Theorem.balls_over": Entrance(lambda digits, **point: _theorem().balls_over(digits, **point).tolist(), lambda dice: {"digits": 5, **_point(dice), "outside": "nan"}, 1),
    "Theorem.best_epsilon": Entrance(lambda delta, digits, **rest: _theorem().best_epsilon(delta, digits, **rest),
                                     _with(delta="1/100000", digits=4, by=None, L="1", sigma="4", n="20", t="3"), 0.3),
    "Theorem.best_delta": Entrance(lambda epsilon, digits, **rest: _theorem().best_delta(epsilon, digits, **rest),
                                   _with(epsilon="1", digits=4, by=None, L="1", sigma="4", n="20", t="3"), 0.3),
    "Evaluation.enclosure": Entrance(lambda digits: _theorem().at(L=1, sigma=4, n=1000, t=10, alpha=8).enclosure(digits), _with(digits=5), 1),
    "Allocation.first_rows": Entrance(lambda count: _solved().first_rows(count), _with(count=2), 1),
    "LeastNoise.short_factor": Entrance(lambda digits: pabisym.calibrate(gap=[0, 1], noise_variance=1, gdp=1).short_factor(digits), _with(digits=2), 1),
    "LeastNoise.standard_deviations": Entrance(lambda digits: pabisym.calibrate(gap=[0, 1], noise_variance=1, gdp=1).standard_deviations(digits), _with(digits=2), 1),
    "Comparison.best_about": Entrance(lambda about: _compared().best_about(about), _with(about="renyi"), 0.5),
    "Comparison.best_delta": Entrance(lambda epsilon, digits: _compared().best_delta(epsilon, digits=digits), _with(epsilon="1", digits=4), 0.1),
    "Library.entry": Entrance(lambda name: pabisym.catalogue().entry(name), _with(name=THEOREM), 1),
    "Library.standing": Entrance(lambda name: pabisym.catalogue().standing(name), _with(name="feldman2018/lemma-20"), 1),
    "Library.order": Entrance(lambda names: pabisym.catalogue().below(names), _with(names=["feldman2018/lemma-20"]), 0.5, ("name", "no statement")),
    "task": Entrance(lambda id_: _course()[0](id_), _with(id_="1.1"), 1, ("exercise",)),
    "judge": Entrance(lambda id_, answer: _course()[1](id_, answer), _answer, 4, ("exercise",)),
    "hint": Entrance(lambda id_, step: _course()[2](id_, step), _with(id_="1.1", step=1), 1, ("exercise", "hint")),
    **SYMBOLIC,
}


def _mpf(value: Fraction) -> Any:
    with mpmath.workdps(60):
        return mpmath.mpf(value.numerator) / value.denominator


NUMBERS: dict[str, tuple[Callable[[Fraction], bool], Callable[[Fraction], object]]] = {
    "Fraction": (lambda _: True, lambda value: value),
    "fmpq": (lambda _: True, lambda value: flint.fmpq(value.numerator, value.denominator)),
    "sympy": (lambda _: True, lambda value: sympy.Rational(value.numerator, value.denominator)),
    "Decimal": (lambda value: 10**12 % value.denominator == 0 and abs(value) < 10**9, lambda value: Decimal(value.numerator) / value.denominator),
    "int": (lambda value: value.denominator == 1, int),
    "np.int64": (lambda value: value.denominator == 1 and abs(value) < 2**62, lambda value: np.int64(int(value))),
    "fmpz": (lambda value: value.denominator == 1, lambda value: flint.fmpz(int(value))),
    "mpf": (lambda value: 2**40 % value.denominator == 0 and abs(value) < 2**40, _mpf),
}
"""The types that an exact number may have: where they hold it, and how it is made."""


MARKS = {"odd", "number", "formula", "function"}
"""Keys of the tables that stand for objects."""


def _places(data: Any) -> list[tuple[Any, Any]]:
    if isinstance(data, dict) and data.keys() & MARKS and data.keys() <= MARKS | {"as"}:
        return []
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    return [(data, key) for key in keys] + [place for key in keys for place in _places(data[key])]


def _typed(dice: Dice, arguments: dict[str, Any]) -> dict[str, Any]:
    """The same arguments, their numbers of other types."""
    for holder, key in _places(arguments):
        try:
            value = Fraction(holder[key]) if isinstance(holder[key], str) else None
        except (ValueError, ZeroDivisionError):
            value = None
        if value is not None and abs(value.numerator) < 10**100 and value.denominator < 10**100 and "e" not in holder[key].lower():
            kinds = [name for name, (holds, _) in NUMBERS.items() if holds(value)]
            holder[key] = {"number": str(value), "as": dice.one(kinds)}
    return arguments


def python(dice: Dice) -> dict[str, Any]:
    """A call with one object that nobody expects, with two, or with exact numbers of other types."""
    return _called(dice, [name for name in ENTRANCES if name not in SYMBOLIC])


def symbols(dice: Dice) -> dict[str, Any]:
    """A call of a symbolic function or method, in most cases a sound one, whose value is then compared."""
    return _called(dice, list(SYMBOLIC))


def _called(dice: Dice, names: list[str]) -> dict[str, Any]:
    name = dice.rng.choices(names, [ENTRANCES[one].weight for one in names])[0]
    dice.nasty = 0.0
    arguments = json.loads(json.dumps(ENTRANCES[name].sound(dice)))
    if name in SYMBOLIC and dice.often(0.6):
        return {"call": name, "arguments": arguments, "sound": True}
    if name in TYPED and dice.often(0.4):
        return {"call": name, "arguments": _typed(dice, arguments), "typed": True}
    for _ in range(dice.one((1, 1, 1, 2))):
        taken = [key for key in arguments if key not in ENTRANCES[name].free or name not in SYMBOLIC]
        holder, key = dice.one(_places(arguments)) if dice.often(0.3) else (arguments, dice.one(taken))
        if holder is arguments and key not in taken:
            continue
        holder[key] = {"odd": dice.one(tuple(ODD))}
    return {"call": name, "arguments": arguments}


TYPED = ("allocate", "calibrate", "convert", "Theorem.at", "Theorem.over", "Theorem.balls_over", "Theorem.best_delta", "Comparison.best_delta")
"""The functions whose numbers are given in other types."""


def decoded(data: Any, *, plainly: bool = False) -> Any:
    """Arguments from their data; ``plainly`` with every number as a Fraction."""
    if isinstance(data, dict) and set(data) == {"odd"}:
        return ODD[data["odd"]]()
    if isinstance(data, dict) and set(data) == {"number", "as"}:
        return NUMBERS["Fraction" if plainly else data["as"]][1](Fraction(data["number"]))
    if isinstance(data, dict) and set(data) == {"formula", "as"}:
        return object_of(data["formula"], data["as"])
    if isinstance(data, dict) and set(data) == {"function"}:
        return known_function(data["function"])
    if isinstance(data, dict):
        return {key: decoded(value, plainly=plainly) for key, value in data.items()}
    return [decoded(value, plainly=plainly) for value in data] if isinstance(data, list) else data


def answered(case: Mapping[str, Any]) -> dict[str, Any]:
    """Status, error and comparisons of a call: 0 for a value, 2 and 3 for refusals, -1 for an exception of another kind."""
    entrance, arguments = ENTRANCES[case["call"]], case["arguments"]
    try:
        value = entrance.call(**decoded(arguments))
        shown = _shown(value)
    except InputError as error:
        return {"status": 2, "err": str(error), "field": error.field if isinstance(error.field, str) else "", "compared": []}
    except Undecided as error:
        return {"status": 3, "err": str(error), "compared": []}
    except Exception as error:
        return {"status": -1, "err": f"escaped: {type(error).__name__}: {str(error)[:200]}", "raised": _frames(error), "compared": []}
    compared = []
    if case.get("typed"):
        same = _shown(entrance.call(**decoded(arguments, plainly=True)))
        compared.append(("same numbers", "" if same == shown else f"another answer for other types: {shown[:80]} and {same[:80]}"))
    if case.get("sound") and entrance.right is not None:
        try:
            compared += [(f"{case['call']}: {name}", wrong) for name, wrong in entrance.right(value, arguments)]
        except Exception as error:  # of the second route
            compared.append((f"{case['call']}: oracle", f"{type(error).__name__}: {error}"[:200]))
    return {"status": 0, "err": "", "compared": compared}


def _shown(value: object) -> str:
    """All that a value says of itself."""
    told = json.dumps(value.to_json(), default=str) if hasattr(value, "to_json") else ""
    try:
        return f"{value!r} {told}"
    except ValueError as error:
        if "Exceeds the limit" in str(error) and not type(value).__module__.startswith("pabisym"):
            return told  # Python's own limit, on the numbers that sympy prints
        raise


def _frames(error: BaseException) -> str:
    import traceback

    return "\n".join(f'File "{one.filename}", line {one.lineno} in {one.name}' for one in reversed(traceback.extract_tb(error.__traceback__)))


def unnamed(case: Mapping[str, Any], answer: Mapping[str, Any]) -> str:
    """What is wrong with a refusal: it has to name an argument, or the text that was given."""
    entrance, err = ENTRANCES[case["call"]], answer["err"]
    if len(err.splitlines()) != 1 or ";" not in err:
        return "a refusal without problem and cure on one line"
    given = [ODD[odd]() for odd in _odd(case["arguments"])]
    names = {*case["arguments"], *entrance.also, "cannot be read", "input: ", *(str(key) for _, key in _places(case["arguments"]))}
    names |= {"formula: ", "where: ", "at: "} if case["call"] in SYMBOLIC else set()
    names |= {ascii(str(one)).strip("'\"")[:6] for one in given if isinstance(one, str)}
    names |= {str(one.resolve()) for one in given if isinstance(one, Path)}  # of a folder the file in it is named
    if any(name in err for name in names) or any(isinstance(one, Mapping) for one in given):  # of a table a key is named
        return ""
    return f"a refusal that names no argument: {err[:100]}"


def _odd(data: Any) -> list[str]:
    if isinstance(data, dict) and set(data) == {"odd"}:
        return [data["odd"]]
    inner = data.values() if isinstance(data, dict) else data if isinstance(data, list) else ()
    return [found for one in inner for found in _odd(one)]


__all__ = ["ENTRANCES", "answered", "python", "symbols", "unnamed"]
