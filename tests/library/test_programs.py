"""Theorem folders are programs: whatever a file does, it gets one line, and the rest of the audit stands."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pabisym.cli import main
from pabisym.errors import InputError
from pabisym.library.audit import audit
from pabisym.library.files import wrong_type
from pabisym.library.library import Library, builtin

GOOD = '''"""A small one.

Statement
    x is positive.
Reads as
    A number.
"""

from pabisym.library.statement import Assumption, Check, Printed, PrintedNumber, Reference, Spot, Statement, Symbol


class Ended(BaseException):
    pass


def end(*_):
    raise Ended("over")


def say(value):
    print("said", "\\x1b[31m")
    return value


STATEMENT = Statement(**{**dict(
    id="mine/FILE", title="A small one.", kind="lemma", text=__doc__, reference=Reference("feldman2018", "1"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),), conclusion="x > 0",
    spots=(Spot({"x": 1}),), proof=lambda b: b.known("positive")), **dict(CHANGE)})
'''
BROKEN = {
    "raises": ("raise ValueError('no')", "cannot be loaded: ValueError: no"),
    "ends": ("import sys; sys.exit(0)", "cannot be loaded: SystemExit: 0"),
    "ends_otherwise": ("class Over(BaseException): pass\nraise Over('x')", "cannot be loaded: Over: x"),
    "generator": ("raise GeneratorExit", "cannot be loaded: GeneratorExit"),
    "recursion": ("def f(): f()\nf()", "cannot be loaded: RecursionError"),
    "memory": ("raise MemoryError", "cannot be loaded: MemoryError"),
    "nothing": ("", "has no STATEMENT"),
    "a_title": ("title=3", "STATEMENT.title is of type int, not str"),
    "a_text": ("text=None", "STATEMENT.text is None, not str"),
    "letters": ("symbols=Symbol('x', 'real', '')", "STATEMENT.symbols is of type Symbol, not a tuple"),
    "a_letter": ("symbols=('x',)", "STATEMENT.symbols[0] is of type str, not Symbol"),
    "a_meaning": ("symbols=(Symbol('x', 'real, x > 0', 7),)", "STATEMENT.symbols[0].meaning is of type int, not str"),
    "a_proof": ("proof=3", "STATEMENT.proof is of type int, not a function"),
    "a_verdict": ("printed=Printed('fine')", "STATEMENT.printed.verdict is 'fine', not one of 'holds'"),
    "a_point": ("spots=(Spot({'x': 0.5}),)", "STATEMENT.spots[0].at is of type float, not str"),
    "points": ("spots=({'x': 1},)", "STATEMENT.spots[0] is of type dict, not Spot"),
    "a_formula": ("conclusion='x >'", "conclusion"),
    "a_domain": ("symbols=(Symbol('x', 'real, x >', ''),)", "a-domain: x: "),
    "a_bound": ("bound='x +'", "a-bound: bound: "),
    "an_assumption": ("assumptions=(Assumption('positive', 'x > )'),)", "positive"),
}
TROUBLED = {
    "a_builder": ("proof=end", "the proof cannot be built: Ended: over"),
    "a_builder_that_returns_nonsense": ("proof=lambda b: 7", "what its file returns is of type int, not a proof tree"),
    "a_check": ("checks=(Check('own', end),)", "the check cannot be run: Ended: over"),
    "a_check_of_nonsense": ("checks=(Check('own', lambda: 7),)", "the check cannot be run: TypeError"),
    "a_check_that_says_nothing_known": ("checks=(Check('own', lambda: ('yes', 7)),)", "which is no verdict"),
    "a_number": ("numbers=(PrintedNumber('n', 'words', '0.5', compute=end),)", "the value cannot be computed: Ended: over"),
}
CASES = [(name, change, said) for known in (BROKEN, TROUBLED) for name, (change, said) in known.items()]


def text_of(name: str, change: str) -> str:
    """A file: all of it for a change that is a program of its own, else the good one with some fields changed."""
    if name in ("raises", "ends", "ends_otherwise", "generator", "recursion", "memory", "nothing"):
        return change
    return GOOD.replace("FILE", name.replace("_", "-")).replace("CHANGE", change)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with every troubled file, and a good one."""
    (tmp_path / "mine").mkdir()
    for name, change, _ in [*CASES, ("good", "", "")]:
        (tmp_path / "mine" / f"{name}.py").write_text(text_of(name, change), encoding="utf-8")
    return tmp_path


def test_every_file_gets_one_line_and_the_rest_stands(folder: Path) -> None:
    done = subprocess.run([sys.executable, "-m", "pabisym", "audit", str(folder), "--json", "--report", str(folder / "pages")],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert [line for line in done.stderr.splitlines() if not line.startswith("pabisym: ")] == [], "a slow machine may be told of progress"
    entries = {entry["id"]: entry for entry in json.loads(done.stdout)["entries"]}
    assert set(entries) == {"mine/good", *(f"mine/{name.replace('_', '-')}" for name, _, _ in CASES)}
    assert entries["mine/good"]["status"] == "proved"
    for name, _, said in CASES:
        failed = [check for check in entries[f"mine/{name.replace('_', '-')}"]["checks"] if check["verdict"] != "true"]
        assert failed, name
        assert said in failed[0]["detail"], (name, failed)
        assert "\n" not in failed[0]["detail"]
    for name in BROKEN:
        assert entries[f"mine/{name.replace('_', '-')}"]["status"] == "conjectured"
        assert f"mine/<wbr>{name.replace('_', '-')}" in (folder / "pages" / "index.html").read_text()
    assert (folder / "pages" / "statements" / "mine" / "good.html").is_file()


@pytest.mark.parametrize("name", BROKEN)
def test_one_that_is_asked_for_is_refused_in_one_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    change, said = BROKEN[name]
    (tmp_path / "mine" / f"{name}.py").write_text(text_of(name, change), encoding="utf-8")
    status = main.main(["show", f"mine/{name.replace('_', '-')}", "--folder", str(tmp_path)], standalone_mode=False)
    out, err = capsys.readouterr()
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert said in err


def test_an_interruption_is_one(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "stop.py").write_text("raise KeyboardInterrupt")
    with pytest.raises(KeyboardInterrupt):
        Library.load([tmp_path]).entry("mine/stop")


def test_what_files_print_leaves_the_output_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    change = "proof=lambda b: say(b.known('positive')), checks=(Check('own', lambda: say(('true', 'fine'))),)"
    (tmp_path / "mine" / "loud.py").write_text(text_of("loud", change) + "\nprint('loaded')\n", encoding="utf-8")
    done = subprocess.run([sys.executable, "-m", "pabisym", "audit", str(tmp_path), "--json"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert json.loads(done.stdout)["summary"]["failed"] == 0
    lines = done.stderr.splitlines()
    assert len(lines) == 3
    assert all(line.startswith("pabisym: ") and " prints '" in line and line.isprintable() for line in lines), lines


def test_what_rests_on_a_broken_file_is_not_proved(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "below.py").write_text("1/0")
    change = "uses=('mine/below',), proof=lambda b: b.theorem('mine/below', {}, x='x')"
    (tmp_path / "mine" / "above.py").write_text(text_of("above", change), encoding="utf-8")
    library = Library.load([tmp_path])
    library.files.set_aside()  # type: ignore[attr-defined]
    report = audit(library, ["mine/above", "mine/below"])
    assert [(entry.id, entry.status, bool(entry.failed)) for entry in report.entries] == [
        ("mine/above", "conjectured", True), ("mine/below", "conjectured", True)]


def test_every_built_in_statement_has_the_types_of_its_record() -> None:
    assert [name for name in builtin().files if wrong_type(builtin().files[name].statement)] == []


def test_a_file_of_ones_own_says_where_it_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a_title.py").write_text(text_of("a_title", "title=3"), encoding="utf-8")
    with pytest.raises(InputError, match=r"a_title\.py: STATEMENT\.title is of type int, not str; give every field"):
        Library.load([tmp_path]).entry("mine/a-title")
