"""The list of deliberate faults fits the tree, and what runs them tells a fault that is noticed from one that is not."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from support import mutants
from support.mutants import KINDS, Copy, Fault, Verdict

pytestmark = pytest.mark.quick
FAULTS = mutants.read()


def test_every_fault_has_its_place_and_its_tests() -> None:
    assert [f"{fault.id}: {problem}" for fault in FAULTS if (problem := fault.problem())] == []
    assert [name for name, count in Counter(fault.id for fault in FAULTS).items() if count > 1] == []


def test_there_are_faults_of_every_kind_in_every_room() -> None:
    rooms = Counter(fault.file.split("/")[1] for fault in FAULTS)
    wanted = {"kernel", "shift", "divergence", "accounting", "notions", "exact_law", "comparison", "training", "library", "numerics"}
    assert len(FAULTS) >= 80
    assert wanted <= rooms.keys()
    assert {fault.kind for fault in FAULTS} == set(KINDS)


@pytest.mark.parametrize(("change", "words"), [
    ({"find": "no such text anywhere"}, "0 times"), ({"find": "e"}, "times"), ({"file": "pabisym/none.py"}, "no file"),
    ({"tests": ("tests/mutants/test_mutants.py::test_of_no_such_name",)}, "no test"), ({"tests": ("tests/none.py",)}, "no test"),
    ({"tests": ()}, "no test should"), ({"kind": "other"}, "no kind"), ({"replace": "def main"}, "changes nothing"),
])  # fmt: skip
def test_data_that_do_not_fit_are_named(change: dict[str, object], words: str) -> None:
    right = Fault("one", "tests/support/mutants.py", "guard", "def main", "def other", ("tests/mutants/test_mutants.py",))
    assert right.problem() == ""
    assert words in replace(right, **change).problem()  # type: ignore[arg-type]


SMALL = {"added.py": "def added(x, y):\n    return x + y\n",
         "test_added.py": "from added import added\n\n\ndef test_added():\n    assert added(2, 2) == 4\n\n\ndef test_nothing():\n    assert True\n"}


@pytest.mark.parametrize(("replaced", "test", "equivalent", "word", "right"), [
    ("x - y", "test_added", "", "noticed", True), ("x * y", "test_added", "", "survived", False),
    ("x - y", "test_nothing", "", "survived", False), ("y + x", "test_added", "addition commutes", "survived", True),
    ("x - y", "test_added", "not at all", "noticed", False), ("x +", "test_added", "", "could not be tested (status 4)", False),
])  # fmt: skip
def test_a_fault_is_judged_by_its_tests(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, replaced: str, test: str, equivalent: str,
                                        word: str, right: bool) -> None:
    tree = tmp_path / "source"
    tree.mkdir()
    for name, text in SMALL.items():
        (tree / name).write_text(text, encoding="utf-8")
    monkeypatch.setattr(mutants, "ROOT", tree)
    copy = Copy(tmp_path / "copy")
    fault = Fault("one", "added.py", "guard", "x + y", replaced, (f"test_added.py::{test}",), equivalent)
    verdict = copy.judged(fault)
    assert (verdict.word, verdict.right) == (word, right)
    assert [(root / "added.py").read_text(encoding="utf-8") for root in (tree, copy.root)] == [SMALL["added.py"]] * 2


def test_what_runs_beyond_its_time_is_no_notice(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    tree = tmp_path / "source"
    tree.mkdir()
    (tree / "test_long.py").write_text("def test_long():\n    while True:\n        pass\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "ROOT", tree)
    monkeypatch.setattr(mutants, "PROCESSOR_SECONDS", 1)
    verdict = Copy(tmp_path / "copy").judged(Fault("one", "test_long.py", "guard", "True", "1 == 1", ("test_long.py",)))
    assert (verdict.word, verdict.right) == ("ran out of time", False)


def test_tests_that_fail_without_a_fault_stop_everything(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "test_none.py").write_text("def test_none():\n    assert False\n", encoding="utf-8")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    with pytest.raises(SystemExit, match="fail without any fault"):
        mutants.judged([Fault("one", "test_none.py", "guard", "False", "True", ("test_none.py",))], 1)


def test_a_fault_that_does_not_fit_is_told_before_anything_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(mutants, "read", lambda: [replace(FAULTS[0], find="no such text anywhere")])
    monkeypatch.setattr(mutants, "judged", lambda *_: pytest.fail("it was run"))
    assert mutants.main([]) == 2
    assert f"{FAULTS[0].id}: its text occurs 0 times" in capsys.readouterr().err
    assert mutants.main(["--only", "nothing-of-this-name"]) == 2


def test_survivors_are_named_and_decide_the_status(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    found = {"survived": (1, "1 not as they should be"), "noticed": (0, "1 noticed"), "ran out of time": (1, "ran out of time")}
    plain = replace(FAULTS[0], equivalent="")
    monkeypatch.setattr(mutants, "read", lambda: [plain])
    for word, (status, told) in found.items():
        monkeypatch.setattr(mutants, "judged", lambda faults, jobs, word=word: [Verdict(plain, word, "output")])
        assert mutants.main(["--jobs", "1"]) == status
        text = capsys.readouterr().out
        assert told in text
        assert (plain.id in text) == bool(status)
