"""A few cases of every door by day, many at night: no internal error, no crash, nothing that takes long, and most reach the mathematics."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

import pytest
from fuzz.calls import answered, decoded
from fuzz.doors import DOORS
from fuzz.grammar import Dice
from fuzz.oracles import by_mpmath, judged
from fuzz.parent import Case, Child, minimised, problem, signature
from fuzz.run import campaign, case_of
from fuzz.symbols import SYMBOLIC

QUICK = ("allocate", "calibrate", "certificate", "convert", "formula", "evaluate", "graph", "proof", "expression", "python", "symbols")
"""Doors whose cases take milliseconds."""
SPOILED = ("python", "damaged", "twice")
"""Doors most of whose cases are to be refused."""


def test_a_few_cases_of_the_quick_doors() -> None:
    result = campaign(240, 7, QUICK, say=lambda _: None)
    assert not result.findings, result.findings
    assert min(result.cases[door] for door in QUICK if DOORS[door].weight > 3) > 0
    assert sum(result.compared.values()) > 60
    assert sum(result.reached.values()) >= 0.4 * sum(result.cases.values()), result.counts()


@pytest.mark.campaign
@pytest.mark.parametrize("door", DOORS)
def test_every_door(door: str) -> None:
    result = campaign(60 if door not in QUICK else 3000, 11, (door,), say=lambda _: None)
    assert not result.findings, result.findings
    assert result.reached[door] >= (0.1 if door in SPOILED else 0.4) * result.cases[door], result.counts()


def test_a_case_is_the_same_in_every_run() -> None:
    for door in QUICK:
        assert case_of(door, 3, 5) == case_of(door, 3, 5)
        assert case_of(door, 3, 5) != case_of(door, 3, 6)


@pytest.mark.parametrize(("answer", "words"), [
    ({"status": 70, "out": "", "err": "pabisym: internal error: ValueError: x; report it\n"}, "status 70: pabisym: internal error"),
    ({"status": -1, "out": "", "err": "escaped: KeyError: 1"}, "status -1"),
    ({"status": 2, "out": "", "err": "Traceback (most recent call last):\n"}, "lines of errors"),
    ({"status": 2, "out": "", "err": "pabisym: error: no cure\n"}, "without field"),
    ({"status": 2, "out": "x", "err": "pabisym: error: a: b; c\n"}, "without field"),
    ({"status": 0, "out": "not JSON", "err": "", "json": False}, "no JSON"),
    ({"status": 0, "out": "{}", "err": "", "json": True, "compared": [["brute force", ""], ["sum", "1, by brute force 2"]]}, "another value, sum: 1"),
    ({"status": 0, "out": "{}", "err": "", "json": True, "peak": 2**31}, "too large: 2048 MB"),
    ({"died": -11, "stack": 'File "/x/pabisym/shift/a.py", line 3 in f'}, "ended by -11 in pabisym/shift/a.py:3 f"),
    ({"died": "too slow", "stack": ""}, "too slow"),
])
def test_what_breaks_the_contract_is_seen(answer: dict[str, object], words: str) -> None:
    assert words in problem({"argv": ["list", "--json"]}, answer)


@pytest.mark.parametrize(("case", "answer", "words"), [
    ({"call": "theorem", "arguments": {"name": {"odd": "set()"}}}, {"status": -1, "err": "escaped: TypeError: unhashable", "raised": ""}, "escaped: TypeError"),
    ({"call": "theorem", "arguments": {"name": {"odd": "set()"}}}, {"status": 2, "err": "it: is wrong; make it right"}, "names no argument"),
    ({"call": "theorem", "arguments": {"name": {"odd": "set()"}}}, {"status": 2, "err": "name: is wrong"}, "without problem and cure"),
    ({"argv": ["allocate", "--digits", "1"], "refused": "a second --digits"}, {"status": 0, "out": "", "err": ""}, "a second --digits has to be refused"),
])  # fmt: skip
def test_what_a_call_or_a_second_option_breaks_is_seen(case: dict[str, object], answer: dict[str, object], words: str) -> None:
    assert words in problem(case, answer)


def test_a_folder_is_named_by_the_file_that_is_wrong_in_it() -> None:
    case = {"call": "theorem", "arguments": {"name": "a/b", "library": {"odd": "Path('.')"}}}
    assert not problem(case, {"status": 2, "err": f"{Path().resolve()}/docs/conf.py: has no STATEMENT; end the file with one"})
    assert "names no argument" in problem(case, {"status": 2, "err": "/nowhere/conf.py: has no STATEMENT; end the file with one"})


def test_a_floor_that_hangs_on_rounding_is_not_compared() -> None:
    assert by_mpmath("floor(((2)**(2))/(x)) + 1", {"x": "2/25"}) is None
    assert by_mpmath("floor(4/x) + ceiling(n/2)", {"x": "3/25", "n": "6"}) == 36
    assert by_mpmath("cases(sqrt(x)*sqrt(x) - x, 1, 2)", {"x": "1/3"}) is None  # a tie, that rounding may take for a negative number
    assert by_mpmath("cases(x - 1/3, 1, 2)", {"x": "1/3"}) == 1
    assert by_mpmath("theta(2, x**40)", {"x": "1e90"}) is None


INSTANCE = {"steps": 3, "gap": ["1", "0", "1/2"], "noise_variance": "1", "contraction": "9/10", "start_shift": "1", "diameter": "1/2"}


@pytest.mark.parametrize(("argv", "files", "right", "wrong"), [
    (["allocate", "@i"], {"i": json.dumps(INSTANCE)}, {"status": "optimal", "arithmetic": "exact", "value": "181/400", "allocation": ["0", "9/20", "1/2"]},
     {"value": "182/400"}),
    (["allocate", "@i"], {"i": json.dumps(INSTANCE)}, {"status": "optimal", "arithmetic": "ball", "value": {"lower": "0.45", "upper": "0.46"}, "allocation": []},
     {"value": {"lower": "0.46", "upper": "0.47"}}),
    (["calibrate", "@i"], {"i": json.dumps(INSTANCE)}, {"status": "found", "guarantee": {"notion": "gdp", "mu": "1/2"}, "factor": "181/100"}, {"factor": "182/100"}),
    (["convert", "--gdp", "1", "--epsilon", "1"], {}, {"delta": {"lower": "0.1269367375", "upper": "0.1269367376"}},
     {"delta": {"lower": "0.1269367376", "upper": "0.1269367377"}}),
    (["convert", "--zcdp", "1/2", "--delta", "1e-5"], {}, {"epsilon": {"lower": "4.7283869849", "upper": "4.7283869850"}, "order": "24462876150960985/4503599627370496"},
     {"epsilon": {"lower": "4.7283", "upper": "4.72830000001"}}),
    (["evaluate", "sqrt(2)"], {}, {"expression": "sqrt(2)", "at": {}, "value": {"lower": "1.41421356", "upper": "1.41421357"}},
     {"value": {"lower": "1.41421357", "upper": "1.41421358"}}),
    (["list"], {}, {"a": [{"lower": "1", "upper": "2"}]}, {"a": [{"lower": "2", "upper": "1"}]}),
])  # fmt: skip
def test_an_oracle_knows_right_from_wrong(argv: list[str], files: dict[str, str], right: dict[str, object], wrong: dict[str, object]) -> None:
    case = {"argv": argv, "files": files}
    assert {words for _, words in judged(case, 0, right)} == {""}
    assert any(words for _, words in judged(case, 0, {**right, **wrong}))


@pytest.mark.parametrize(("name", "changed"), [
    ("Formula.at", {"value": {"formula": "2*x", "as": "text"}}), ("Formula arithmetic", {"head": "-"}), ("Claim.decide", {"head": ">="}), ("Theorem.bound.at", {"alpha": "3"}),
    ("evaluate theorem", {"L": "3"}), ("Theorem.apply", {"sigma": "3"}), ("Process.z", {"start_shift": "5"}), ("Process.cost", {"variance": "7"}),
    ("Process.feasible", {"start_shift": "7"}), ("Process.derive", {"variance": "1/7"}), ("KernelGraph.bound", {"gamma": "0"}), ("KernelGraph.truth", {"gamma": "0"}),
    ("KernelGraph.contraction", {"gamma": "0"}), ("divergences.gaussian_renyi", {"distance": "9"}), ("divergences.finite_hockey_stick", {"gamma": "0"}),
    ("laws.gaussian_chain", {"noise": "9"}), ("accounting.certified_epsilon", {"noise_multiplier": "9"}),
])  # fmt: skip
def test_an_oracle_of_symbols_knows_right_from_wrong(name: str, changed: dict[str, object]) -> None:
    """The value of a sound call is right for its own arguments, and wrong for others."""
    dice = Dice(random.Random(4))
    dice.nasty = dice.edgy = 0.0
    entrance = SYMBOLIC[name]
    given = {**entrance.sound(dice), **SOUND.get(name, {})}
    value = entrance.call(**decoded(given))
    assert entrance.right is not None
    assert {wrong for _, wrong in entrance.right(value, given)} == {""}
    inner = {"values": {**given["values"], **changed}} if "values" in given and not changed.keys() & given.keys() else changed
    assert any(wrong for _, wrong in entrance.right(value, {**given, **inner}))


SOUND: dict[str, dict[str, object]] = {
    "Formula.at": {"value": {"formula": "x", "as": "text"}, "values": {"x": "2"}}, "Theorem.bound.at": {}, "Process.feasible": {"a": ["1"], "gap": ["1"], "steps": 1, "start_shift": "0"},
    "Claim.decide": {"value": {"formula": "x", "as": "text"}, "other": {"formula": "x + 1", "as": "Formula"}, "head": "<="},
    "Formula arithmetic": {"head": "+"}, "Process.cost": {"a": ["1"], "gap": ["1"], "steps": 1},
}
"""What has to be so of a call for a change to be noticed."""


@pytest.mark.parametrize(("name", "zero"), [
    ("divergences.gaussian_hockey_stick", "distance"), ("divergences.gaussian_contraction", "diameter"), ("divergences.gaussian_renyi", "distance"),
    ("divergences.laplace_hockey_stick", "distance"), ("divergences.laplace_renyi", "distance"), ("laws.gaussian_chain", "noise"), ("laws.gaussian_chain", "start"),
])  # fmt: skip
def test_an_oracle_has_a_value_at_the_edge(name: str, zero: str) -> None:
    """An oracle that breaks is a finding, and at zero none does."""
    dice = Dice(random.Random(4))
    dice.nasty = dice.edgy = 0.0
    case = {"call": name, "arguments": {**SYMBOLIC[name].sound(dice), zero: "0"}, "sound": True}
    answer = answered(case)
    assert answer["status"] == 0
    assert answer["compared"]
    assert not any(wrong for _, wrong in answer["compared"])
    broken = {"call": name, "arguments": {key: one for key, one in case["arguments"].items() if key not in ("std", "scale", "slope", "order")}, "sound": True}
    assert answered(broken)["status"] == -1 or "oracle" in problem(broken, answered(broken))


def test_the_second_route_has_the_digits_that_a_ceiling_hangs_on() -> None:
    assert by_mpmath("ceiling(theta(y, x)/3)", {"x": "1e-40", "y": "2"}) == 1


def test_parts_of_a_campaign_are_the_whole() -> None:
    doors = ("certificate", "expression")
    whole = campaign(40, 5, doors, say=lambda _: None)
    parts = [campaign(40, 5, doors, say=lambda _: None, share=(one, 2)) for one in range(2)]
    parts[0].add(parts[1])
    assert (parts[0].cases, parts[0].statuses, parts[0].compared) == (whole.cases, whole.statuses, whole.compared)


def test_what_keeps_the_contract_is_none() -> None:
    assert problem({"argv": ["list", "--json"]}, {"status": 0, "out": "[]", "err": "", "json": True}) == ""
    assert problem({"argv": ["list"]}, {"status": 2, "out": "", "err": "pabisym: error: a: is wrong; make it right\n"}) == ""


def test_a_child_that_dies_costs_one_case(monkeypatch: pytest.MonkeyPatch) -> None:
    with Child() as child:
        good: Case = {"argv": ["convert", "--gdp", "1", "--delta", "1e-5", "--json"]}
        assert child.ask(good)["status"] == 0
        assert child.process is not None
        child.process.kill()
        child.process.wait()
        assert "died" in child.ask(good)
        assert child.ask(good)["status"] == 0
        monkeypatch.setattr("fuzz.parent.LIMIT", 0.0)
        assert child.ask(good)["died"] == "too slow"


def test_a_finding_is_made_smaller() -> None:
    class Refusing(Child):
        """Complains of a bug whenever a text has an x."""

        def ask(self, case: Case) -> dict[str, object]:
            return {"status": 70 if "x" in str(case) else 0, "json": True, "out": "{}", "err": "pabisym: internal error: x: y\n"}

    case: Case = {"argv": ["allocate", "@i", "--digits", "9", "--json"], "files": {"i": '{"a": ["1", "x", "2"], "b": {"c": "d"}}'}}
    found = problem(case, Refusing().ask(case))
    least = minimised(Refusing(), case, found)
    assert least["argv"] == ["allocate", "@i"]
    assert least["files"]["i"] == '{"a": ["x"]}'
    assert signature(found) == signature(problem(least, Refusing().ask(least)))


def test_the_dice_are_mostly_fair() -> None:
    nasty = sum(Dice(random.Random(n)).nasty > 0 for n in range(1000))
    assert 300 < nasty < 700
    assert all(isinstance(part, str) for n in range(50) for door in DOORS for part in DOORS[door].make(Dice(random.Random(n))).get("argv", ()))
    assert sys.flags.optimize == 0
