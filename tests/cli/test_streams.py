"""Closed and full output, closed input, readers that go away, memory, and inputs without an end: a status and one line."""

import functools
import io
import json
import os
import subprocess
import sys

import pytest

from pabisym.cli.streams import Shown

PABISYM = f"{sys.executable} -m pabisym"
ID = "feldman2018/theorem-23"


@pytest.mark.parametrize(("command", "status", "line"), [
    ("convert --zcdp 1 --delta 1e-5 >/dev/full", 74, "error: output: cannot be written: No space left on device"),
    ("convert --zcdp 1 --delta 1e-5 >&-", 74, "error: output: is closed"),
    ("check - <&-", 2, "error: -: the standard input is closed"),
    ("check - </dev/zero", 2, "is larger than"),
    (f"evaluate {ID} --set alpha=2 --set L=1 --set sigma=4 --set n=10 --set t=1 --plot /dev/null/e.svg", 2, "which depends on eta as well; give it too, as in --set eta=1"),
])
def test_one_line_and_a_status(command, status, line):
    done = subprocess.run(f"{PABISYM} {command}", shell=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1), done.stderr
    assert line in done.stderr


HOSTILE = "a\x1b]0;owned\x07b\x9b31mc\u202ed\re"


class Behind(io.StringIO):
    """A stream of some encoding, watched or not."""

    def __init__(self, encoding="utf-8", watched=False):
        super().__init__()
        self._encoding, self.watched = encoding, watched

    @property
    def encoding(self):
        return self._encoding

    def isatty(self):
        return self.watched


def written(text, **behind):
    stream = Behind(**behind)
    assert Shown(stream).write(text) == len(text)
    return stream.getvalue()


@pytest.mark.parametrize("watched", [True, False])
def test_what_a_terminal_would_obey_is_written_out(watched):
    shown = written(HOSTILE, watched=watched)
    assert shown == r"a\u001b]0;owned\u0007b\u009b31mc\u202ed\u000de"
    assert json.loads(f'"{shown}"') == HOSTILE
    assert written("two\nlines\tand é ≤ α") == "two\nlines\tand é ≤ α"


def test_colours_are_those_of_the_program_on_a_terminal_only():
    assert written("\x1b[31mred\x1b[0m", watched=True) == "\x1b[31mred\x1b[0m"
    assert written("\x1b[31mred\x1b[0m") == r"\u001b[31mred\u001b[0m"
    assert written("\x1b[2Jgone", watched=True) == r"\u001b[2Jgone"


@pytest.mark.parametrize(("text", "plain"), [
    ("ε ≤ 2·√α", "epsilon <= 2*sqrt alpha"), ("Δ₁₂ ‖ Rényi …", "Delta_12 || Renyi ..."), ("x¹² − ½", "x^12 - 1/2"), ("中😀", r"\u4e2d\ud83d\ude00"),
    ("\udcff", r"\udcff"),
])
def test_what_ascii_lacks_is_said_in_ascii(text, plain):
    assert written(text, encoding="ascii") == plain


def test_a_name_that_is_no_unicode_is_written_out():
    assert written("\udcff") == r"\udcff"


@functools.cache
def statement_in_utf8():
    done = subprocess.run([*PABISYM.split(), "show", ID, "--json"], capture_output=True, env={**os.environ, "PYTHONIOENCODING": "utf-8"}, check=True)
    assert not done.stdout.isascii()
    return json.loads(done.stdout)["statement"]


LOCALES = ({"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"})
PRINTING = (
    ("show", ID), ("show", ID, "--json"), ("show", ID, "--latex"), ("list", "--paper", "asoodeh2020isit"), ("derive", "--help"), ("audit", ID),
)


@pytest.mark.parametrize(("locale", "command"), [
    pytest.param(locale, command, marks=() if n == 1 and (command[0] == "derive" or "--json" in command) else pytest.mark.campaign)
    for n, locale in enumerate(LOCALES) for command in PRINTING
])  # fmt: skip
def test_output_in_every_locale(locale, command):
    environment = {name: value for name, value in os.environ.items() if name not in ("LC_ALL", "LANG", "PYTHONUTF8", "PYTHONIOENCODING")}
    done = subprocess.run([*PABISYM.split(), *command], capture_output=True, env=environment | locale, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode("utf-8" if "PYTHONUTF8" not in locale and "PYTHONIOENCODING" not in locale else locale.get("PYTHONIOENCODING", "ascii"))
    assert "?" * 2 not in text
    if "--json" in command:
        assert json.loads(text)["statement"] == statement_in_utf8()


def test_names_of_files_do_not_reach_a_terminal_raw(tmp_path):
    for name in (f"{HOSTILE}.json", f"{HOSTILE}.toml"):
        (tmp_path / name).write_text("{}")
    for command in (["allocate", f"{HOSTILE}.json"], ["derive", f"{HOSTILE}.toml"], ["check", f"{HOSTILE}.json"], ["show", HOSTILE], [HOSTILE]):
        done = subprocess.run([*PABISYM.split(), *command], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert done.stderr.count("\n") == 1
        assert done.stderr.rstrip("\n").isprintable()


@pytest.mark.parametrize(("redirection", "command", "status"), [
    pytest.param(*one, *two, marks=() if (one[0] == "2>&-") == (two[1] == 2) and one[0] != "2>/dev/null" else pytest.mark.campaign)
    for one in (("2>&-",), ("2>/dev/full",), ("2>/dev/null",)) for two in (("convert --zcdp 1 --delta 1e-5", 0), ("convert --zcdp x --delta 1e-5", 2))])
def test_a_standard_error_that_nobody_reads(redirection, command, status):
    assert subprocess.run(f"{PABISYM} {command} {redirection}", shell=True, stdout=subprocess.DEVNULL, check=False).returncode == status


def test_memory_that_is_not_enough():
    code = "import pabisym.cli, pabisym.library.point as p; p.evaluation = lambda *a, **k: bytearray(1 << 62); pabisym.cli.main()"
    done = subprocess.run([sys.executable, "-c", code, "evaluate", ID], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (3, "", 1)
    assert "undecided: the memory is not enough; ask for fewer steps" in done.stderr


@pytest.mark.parametrize("command", ["check", *(pytest.param(one, marks=pytest.mark.campaign) for one in (
    "allocate", "derive", "refute", "feasible", "calibrate --gdp 1", "graph"))])
def test_no_input_is_read_without_an_end(command, tmp_path):
    (tmp_path / "zero.json").symlink_to("/dev/zero")
    done = subprocess.run([*PABISYM.split(), *command.split(), "zero.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "is larger than" in done.stderr


@pytest.mark.parametrize("text", ['{"%s": 1}', *(pytest.param(one, marks=pytest.mark.campaign) for one in (
    '{"steps": 3, "gap": {"%s": 1}, "noise_variance": 1}', '["%s"]', '"%s"'))])
def test_a_long_key_is_shortened(text, tmp_path):
    (tmp_path / "long.json").write_text(text % ("a" * 1_000_000))
    for command in ("allocate", "check", "graph"):
        done = subprocess.run([*PABISYM.split(), command, "long.json"], cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert len(done.stderr) < 2100
