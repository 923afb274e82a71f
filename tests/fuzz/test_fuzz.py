"""A few cases of every door by day, many at night: no internal error, no crash, nothing that takes long, and most reach the mathematics."""

from __future__ import annotations

import random
import sys

import pytest
from fuzz.doors import DOORS
from fuzz.grammar import Dice
from fuzz.parent import Case, Child, minimised, problem, signature
from fuzz.run import campaign, case_of

QUICK = ("allocate", "calibrate", "certificate", "convert", "formula", "evaluate", "graph", "proof")
"""Doors whose cases take milliseconds."""


def test_a_few_cases_of_the_quick_doors() -> None:
    result = campaign(120, 7, QUICK, say=lambda _: None)
    assert not result.findings, result.findings
    assert min(result.cases[door] for door in QUICK) > 0
    assert sum(result.reached.values()) >= 0.4 * sum(result.cases.values()), result.counts()


@pytest.mark.campaign
@pytest.mark.parametrize("door", DOORS)
def test_every_door(door: str) -> None:
    result = campaign(60 if door not in QUICK else 3000, 11, (door,), say=lambda _: None)
    assert not result.findings, result.findings
    assert result.reached[door] >= 0.4 * result.cases[door], result.counts()


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
    ({"died": -11, "stack": 'File "/x/pabisym/shift/a.py", line 3 in f'}, "ended by -11 in pabisym/shift/a.py:3 f"),
    ({"died": "too slow", "stack": ""}, "too slow"),
])
def test_what_breaks_the_contract_is_seen(answer: dict[str, object], words: str) -> None:
    assert words in problem({"argv": ["list", "--json"]}, answer)


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
    assert all(isinstance(part, str) for n in range(50) for door in DOORS for part in DOORS[door].make(Dice(random.Random(n)))["argv"])
    assert sys.flags.optimize == 0
