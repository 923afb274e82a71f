"""Unusable input: one line that names the place and a cure, status 2, nothing else printed, nothing written."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.graph_files import fixed_end

from pabisym.cli import main

ROOT = Path(__file__).parents[2]
LINE = re.compile(r"pabisym: error: [^\n]+?: [^\n]+; [^\n]+\n")
POINT = ["--set", "alpha=2", "--set", "L=1", "--set", "sigma=4", "--set", "n=10", "--set", "t=1"]
ID = "feldman2018/theorem-23"
GOOD: dict[str, Any] = {"steps": 2, "gap": ["1", "0"], "noise_variance": "1"}


def changed(**data: object) -> str:
    return json.dumps({**GOOD, **data})


INSTANCES: dict[str, tuple[str | bytes, str]] = {
    "an empty file": ("", "is empty"),
    "blanks": (" \n\t", "is empty"),
    "not JSON": ("steps: 2", "not JSON"),
    "cut off": ('{"steps": 2', "not JSON"),
    "a binary file": (bytes(range(256)), "is not UTF-8"),
    "a list": ("[1, 2]", "object was expected"),
    "a number": ("3", "object was expected"),
    "a missing key": ('{"steps": 2, "gap": "1"}', "noise_variance: is missing"),
    "an unknown key": (changed(noise_varaince="1"), "did you mean noise_variance?"),
    "a key twice": ('{"steps": 2, "steps": 3, "gap": "1", "noise_variance": "1"}', "is given twice"),
    "a text for steps": (changed(steps="2"), "an integer was expected"),
    "a negative number of steps": (changed(steps=-1), "is negative"),
    "too many steps": (changed(steps=10**9), "is too large"),
    "an astronomic number of steps": (changed(steps=1).replace('"steps": 1', '"steps": 1' + "0" * 5000), "is too large"),
    "an object for the gap": (changed(gap={}), "a number was expected"),
    "null for the gap": (changed(gap=None), "a number was expected"),
    "a truth value": (changed(gap=[True, 0]), "a truth value is not a number"),
    "a float in exact mode": (changed(gap=[0.5, 0]), 'quote it, as "0.5"'),
    "a float for the contraction": (changed(contraction=0.9), "the float 0.9 is not exact"),
    "NaN": (changed(gap=["nan", "0"]), "is not a rational number"),
    "bare NaN": (changed(gap=[float("nan"), 0]), "NaN is not a JSON number"),
    "infinity": (changed(noise_variance="inf"), "is not a rational number"),
    "bare infinity": (changed(noise_variance=float("inf")), "Infinity is not a JSON number"),
    "a negative gap": (changed(gap=["-1", "0"]), "gap[0]: -1 is negative"),
    "a negative variance": (changed(noise_variance="-1"), "is negative"),
    "a zero denominator": (changed(gap=["1/0", "0"]), "divides by zero"),
    "lengths that differ": (changed(gap=["1", "0", "0"]), "3 values for 2 steps"),
    "an allocation that is no list": (changed(allocation="1"), "a list was expected"),
    "a formula": (changed(gap=["1+1", "0"]), "is not a rational number"),
    "a number of ten million digits": (changed(gap=["1" * 10_000_000, "0"]), "at most 1000000 characters"),
    "a bare integer of ten million digits": ('{"steps": ' + "1" * 10_000_000 + "}", "an integer of 10000000 digits"),
    "an enormous exponent": (changed(gap=["1e999999999", "0"]), "is not a rational number"),
    "a million nested brackets": ("[" * 1_000_000, "nested too deeply"),
    "a million nested objects": ('{"a":' * 1_000_000, "nested too deeply"),
    "control characters": (changed(**{"\x1b[31m\n": 1}), "holds the character U+001B"),
}

COMMANDS: dict[str, tuple[list[str], str]] = {
    "no command": ([], "Missing command"),
    "an unknown command": (["evalute"], "did you mean evaluate"),
    "an unknown option": (["audit", "--jsn"], "did you mean --json?"),
    "a flag with a value": (["audit", "--json=yes"], "does not take a value"),
    "a missing argument": (["show"], "ID: is missing"),
    "an argument too many": (["show", ID, ID], "unexpected extra argument"),
    "an option without its value": (["evaluate", ID, "--set"], "requires an argument"),
    "a file for an id": (["show", "proof.json"], "pabisym check judges"),
    "an unknown id": (["show", "feldman2018/theorem-2"], "did you mean feldman2018/theorem-"),
    "an id without its paper": (["evaluate", "theorem-23"], "did you mean feldman2018/theorem-23?"),
    "an id of control characters": (["show", "\x00\x1b[2J\n"], "holds a character that no file can hold"),
    "an enormous id": (["show", "x" * 100_000], "there is no statement of this id"),
    "no folder and no id": (["audit", "nowhere/at/all"], "neither a folder nor the beginning of an id"),
    "a folder that is none": (["list", "--folder", "none"], "none: cannot be read"),
    "an unknown paper": (["list", "--paper", "feldman"], "the papers are"),
    "an unknown status": (["list", "--status", "true"], "is not one of"),
    "an unknown letter": (["evaluate", ID, *POINT, "--set", "gamma=2"], "has no numeric letter 'gamma'"),
    "a letter that is no number": (["evaluate", ID, *POINT, "--set", "K=2"], "has no numeric letter 'K'"),
    "a missing letter": (["evaluate", ID, *POINT[2:]], "no value for alpha; add --set alpha=… with exact rational values"),
    "a letter twice": (["evaluate", ID, *POINT, "--set", "t=2"], "t is given twice"),
    "an assignment without =": (["evaluate", ID, "--set", "alpha"], "is not an assignment"),
    "an assignment without a name": (["evaluate", ID, "--set", "=2"], "is not an assignment"),
    "an assignment without a value": (["evaluate", ID, "--set", "alpha="], "is not an assignment"),
    "two assignments in one": (["evaluate", ID, "--set", "alpha=2,t=1"], "give each its own option: --set alpha=2 --set t=1"),
    "a value that is no number": (["evaluate", ID, *POINT[2:], "--set", "alpha=two"], "is not a rational number"),
    "a value that divides by zero": (["evaluate", ID, *POINT[2:], "--set", "alpha=2/0"], "divides by zero"),
    "a value between integers": (["evaluate", ID, *POINT[:-1], "t=3/2"], "is not an integer"),
    "a value outside an assumption": (["evaluate", ID, *POINT[2:], "--set", "alpha=1"], "the assumption alpha > 1"),
    "a value outside a named assumption": (["evaluate", ID, *POINT, "--set", "beta=1", "--set", "eta=3"], "'small steps', eta <= 2/beta"),
    "zero digits": (["evaluate", ID, *POINT, "--digits", "0"], "0 is not a number of digits"),
    "too many digits": (["evaluate", ID, *POINT, "--digits", "1000000000"], "ask for 1 to"),
    "digits that are no number": (["evaluate", ID, *POINT, "--digits", "many"], "is not a valid integer"),
    "a statement without a bound": (["evaluate", "feldman2018/lemma-20"], "no numeric bound"),
    "a forced point where the bound has no value": (["evaluate", ID, "--force", *POINT[:-1], "t=11"], "divides by zero"),
    "two formats at once": (["show", ID, "--json", "--latex"], "cannot be combined"),
    "a definition has no proof file": (["show", "feldman2018/definition-8", "--proof", "out.json"], "has no proof to write"),
    "a proof file in no folder": (["show", ID, "--proof", "no/such/folder/out.json"], "cannot be written"),
    "a missing file": (["allocate", "none.json"], "No such file"),
    "a folder as a file": (["allocate", "."], "is a folder"),
    "an empty file name": (["allocate", ""], "cannot be read"),
    "a missing certificate": (["check", "none.json"], "No such file"),
    "nothing to check": (["check"], "is missing"),
}  # fmt: skip


def assert_one_line(status: int, out: str, err: str, problem: str) -> None:
    assert out == ""
    assert LINE.fullmatch(err), err[:500]
    assert problem in err
    assert len(err) < 2100
    assert err[:-1].isprintable()
    assert status == 2


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", INSTANCES)
def test_an_unusable_instance(run: Callable[..., Any], tmp_path: Path, case: str) -> None:
    content, problem = INSTANCES[case]
    path = tmp_path / "instance.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    done = run("allocate", path, "--certificate", "out.json", "--json")
    assert_one_line(done.status, done.out, done.err, problem)
    assert os.listdir(tmp_path) == ["instance.json"]


@pytest.mark.parametrize("case", ["an empty file", "not JSON", "a binary file", "a million nested brackets", "a negative gap"])
def test_an_unusable_instance_on_standard_input(run: Callable[..., Any], tmp_path: Path, case: str) -> None:
    content, problem = INSTANCES[case]
    done = run("allocate", "-", given=content if isinstance(content, bytes) else content.encode())
    assert_one_line(done.status, done.out, done.err, problem)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("case", COMMANDS)
def test_an_unusable_command_line(run: Callable[..., Any], tmp_path: Path, case: str) -> None:
    arguments, problem = COMMANDS[case]
    done = run(*arguments)
    assert_one_line(done.status, done.out, done.err, problem)
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    ("arithmetic", "problem"), [("exakt", "did you mean exact?"), ("decimal", "'decimal' does not exist"), ("", "does not exist")]
)
def test_an_unknown_arithmetic(run: Callable[..., Any], tmp_path: Path, arithmetic: str, problem: str) -> None:
    (tmp_path / "instance.json").write_text(changed(), encoding="utf-8")
    done = run("allocate", "instance.json", "--arithmetic", arithmetic)
    assert_one_line(done.status, done.out, done.err, problem)


def test_a_certificate_into_a_folder(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "instance.json").write_text(changed(), encoding="utf-8")
    done = run("allocate", "instance.json", "--certificate", ".")
    assert_one_line(done.status, done.out, done.err, "is a folder")
    assert os.listdir(tmp_path) == ["instance.json"]


def test_no_certificate_of_what_is_infeasible(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "instance.json").write_text(changed(allocation=["2", "0"]), encoding="utf-8")
    done = run("allocate", "instance.json", "--certificate", "out.json")
    assert_one_line(done.status, done.out, done.err, "proves nothing")
    assert os.listdir(tmp_path) == ["instance.json"]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("", "is empty"),
        ("{}", "is neither a certificate nor a proof"),
        ("[]", "is neither a certificate nor a proof"),
        ('{"format": "something"}', "is neither a certificate nor a proof"),
        ('{"format": "pabisym-proof"}', "does not have the keys of a proof file"),
        ('{"format": "pabisym-proof", "version": 1, "conclusion": "x", "theorems": [[]]}', "does not have the keys"),
        ("[" * 1_000_000, "nested too deeply"),
    ],
)
def test_what_is_no_certificate(run: Callable[..., Any], tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "file.json").write_text(content, encoding="utf-8")
    done = run("check", "file.json")
    assert_one_line(done.status, done.out, done.err, problem)


def test_one_unusable_file_among_several_prints_nothing_else(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "instance.json").write_text(changed(), encoding="utf-8")
    assert run("allocate", "instance.json", "--certificate", "good.json").status == 0
    done = run("check", "good.json", "none.json")
    assert_one_line(done.status, done.out, done.err, "No such file")


def test_a_broken_theorem_file_is_named(run: Callable[..., Any], tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "lemma_1.py").write_text("1/0", encoding="utf-8")
    done = run("evaluate", "mine/lemma-1", "--folder", ".")
    assert_one_line(done.status, done.out, done.err, "lemma_1.py: cannot be loaded: ZeroDivisionError")
    for command in ("audit", "prove"):
        done = run(command, "mine")
        assert (done.status, done.err) == (1, "")
        assert sum("lemma_1.py: cannot be loaded: ZeroDivisionError" in line for line in done.out.splitlines()) == 1


def test_every_command_with_a_folder_says_that_its_files_are_executed(run: Callable[..., Any]) -> None:
    with_folders = [name for name, command in main.commands.items() if any(option.name in ("folders", "paths") for option in command.params)]
    assert len(with_folders) > 10
    for name in with_folders:
        assert "executed" in run(name, "--help").out, name
    said = " ".join(run("check", "--help").out.split())
    assert "Nothing in such a file is executed" in said
    for page in ("README.md", "docs/trust.md", "docs/adding.md", "docs/command-line.md"):
        assert "executed" in (ROOT / page).read_text(encoding="utf-8"), page


def test_an_empty_folder_has_no_theorem_files(run: Callable[..., Any]) -> None:
    done = run("audit", ".")
    assert_one_line(done.status, done.out, done.err, "holds no theorem files")


@pytest.mark.parametrize(
    "arguments", [["allocate", "none.json"], ["show", "feldman2018/theorem-2"], ["evaluate", ID, "--set", "alpha"], ["nothing"]]
)
def test_the_same_in_a_process_of_its_own(arguments: list[str]) -> None:
    done = subprocess.run([sys.executable, "-m", "pabisym", *arguments], capture_output=True, text=True, check=False)
    assert_one_line(done.returncode, done.stdout, done.stderr, "")


def test_an_argument_that_is_no_text(tmp_path: Path) -> None:
    arguments = [sys.executable, "-m", "pabisym", "allocate", b"\xff\xfe"]
    done = subprocess.run(arguments, capture_output=True, check=False)
    assert_one_line(done.returncode, done.stdout.decode(), done.stderr.decode(), "cannot be read")


COMPARED = [part for value in ("n=100", "b=10", "T=20", "eta=1/10", "L=1", "sigma=4", "delta=1e-5") for part in ("--set", value)]


@pytest.mark.parametrize(("command", "option"), [
    (["allocate", "-"], "--plot"), (["allocate", "-"], "--tradeoff"), (["evaluate", ID, *POINT, "--set", "eta=1"], "--plot"),
    (["compare", *COMPARED], "--plot"), (["compare", *COMPARED], "--records"),
])
def test_errors_about_pictures_name_the_option(run: Callable[..., Any], command: list[str], option: str) -> None:
    for file, problem in (("picture.gif", "is not a kind of picture"), ("", "no suffix"), ("no/folder/picture.svg", "cannot be written: No such file")):
        done = run(*command, option, file, given=changed().encode())
        assert_one_line(done.status, done.out, done.err, problem)
        assert done.err.startswith(f"pabisym: error: {option}: ")


def test_a_blank_key_is_shown(run: Callable[..., Any]) -> None:
    for text, shown in (('{"": 1}', "''"), ('{"\\u00a0": 1}', "input"), ('{" ": 1, " ": 2}', "' '"), ('{"steps ": 1}', "'steps '")):
        done = run("allocate", "-", given=text.encode())
        assert_one_line(done.status, done.out, done.err, "")
        assert done.err.startswith(f"pabisym: error: {shown}: ")


def test_a_long_message_keeps_its_cure(run: Callable[..., Any]) -> None:
    done = run("evaluate", ID, *(part for k in range(500) for part in ("--set", f"letter{k}=1")))
    assert_one_line(done.status, done.out, done.err, "")
    made = json.loads(json.dumps(fixed_end()))
    made["edges"][0]["kernels"][1]["std"] = "a" * 3000
    done = run("graph", "-", given=json.dumps(made).encode())
    assert_one_line(done.status, done.out, done.err, "aaa…aaa")
    done = run("show", "x" * 100_000)
    assert done.err.endswith("; pabisym list shows the ids\n")
    assert len(done.err) < 2100


@pytest.mark.parametrize("length", ["100000000000", "1e11", "1e400"])
def test_a_range_that_is_too_long_to_be_worked_through(run: Callable[..., Any], length: str) -> None:
    point = [part for value in (f"T={length}", "N=k", "S=k", "alpha=2") for part in ("--set", value)]
    done = run("evaluate", "pabisym/one-block", *point, "--json")
    assert (done.status, done.err) == (0, "")
    assert Fraction(done.json["value"]["lower"]) == Fraction(done.json["value"]["upper"]) == Fraction(length)
    assert "forall(k, 1, T, N(k - 1) < N(k))" not in done.json["unchecked"]
    slow = run("evaluate", "pabisym/one-block", *point, "--set", "d=1/k")
    assert (slow.status, slow.out) == (3, "")
    assert "undecided: --set: whether the assumption" in slow.err
    assert run("evaluate", "pabisym/one-block", *point, "--set", "d=1/k", "--force").status == 0
