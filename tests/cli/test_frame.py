"""Interruptions, closed pipes, bugs, terminals, and a start that costs nothing."""

from __future__ import annotations

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pabisym.library.theorem
from pabisym.cli import frame, streams
from pabisym.errors import Undecided

PABISYM = [sys.executable, "-m", "pabisym"]
ID = "feldman2018/theorem-23"
Run = Callable[..., Any]


def raising(error: BaseException) -> Callable[..., Any]:
    def fail(*_: object, **__: object) -> Any:
        raise error

    return fail


def test_help_and_version_load_no_numeric_library() -> None:
    for argument in ("--help", "--version"):
        done = subprocess.run([sys.executable, "-X", "importtime", "-m", "pabisym", argument], capture_output=True, text=True, check=True)
        loaded = {line.rpartition("|")[2].strip().partition(".")[0] for line in done.stderr.splitlines()}
        assert not loaded & {"sympy", "numpy", "flint", "scipy", "networkx", "rich", "mpmath"}
        assert "pabisym" in loaded


def test_a_short_instance_loads_what_solves_it_and_no_more(tmp_path: Path) -> None:
    file = tmp_path / "short.json"
    file.write_text('{"steps": 4, "gap": [0, 1, 0, 0], "noise_variance": 1}', encoding="utf-8")
    done = subprocess.run([sys.executable, "-X", "importtime", *PABISYM[1:], "allocate", str(file)], capture_output=True, text=True, check=True)
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines()}
    assert "flint" in loaded
    assert not loaded & {"sympy", "numpy", "rich", "hashlib", "tomllib", "pabisym.lang.term", "pabisym.library.statement"}
    assert done.stdout.splitlines()[0] == "value = mu^2 = 1/3  (exact)"


@pytest.mark.campaign
def test_help_is_quick() -> None:
    """It takes a part of the processor time that starting Python with sympy takes, whatever else the machine does."""

    def seconds(*command: str) -> float:
        before = os.times()
        subprocess.run(command, capture_output=True, check=True)
        after = os.times()
        return after.children_user + after.children_system - before.children_user - before.children_system

    help_, sympy = [*PABISYM, "--help"], [sys.executable, "-c", "import sympy"]
    assert min(seconds(*help_) for _ in range(2)) < min(seconds(*sympy) for _ in range(2))


def test_help_of_every_command(run: Run) -> None:
    overview = run("--help")
    assert overview.status == 0
    for command in ("audit", "show", "evaluate", "allocate", "check", "list"):
        assert command in overview.out
        done = run(command, "-h")
        assert (done.status, done.err) == (0, "")
        assert "--json" in done.out


def test_the_version(run: Run) -> None:
    assert run("--version").out == f"pabisym {pabisym.__version__}\n"


def test_an_interruption(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.library.point.evaluation", raising(KeyboardInterrupt()))
    done = run("evaluate", ID)
    assert (done.status, done.out, done.err) == (130, "", "pabisym: interrupted\n")


def test_an_interruption_by_a_signal() -> None:
    code = (
        "import signal, pabisym.library.library, pabisym.cli\n"
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "pabisym.library.library.builtin = lambda: signal.raise_signal(signal.SIGINT)\n"
        "pabisym.cli.main(['list'])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "pabisym: interrupted\n")
    assert signal.SIGINT == 2


def test_undecided_has_a_status_of_its_own(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.library.point.evaluation", raising(Undecided("no digits")))
    done = run("evaluate", ID)
    assert (done.status, done.out, done.err) == (3, "", "pabisym: undecided: no digits\n")


def test_a_bug_is_one_line_that_asks_for_a_report(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pabisym.library.point.evaluation", raising(RuntimeError("two\nlines \x1b[31m")))
    done = run("evaluate", ID)
    assert (done.status, done.out) == (70, "")
    assert done.err.startswith("pabisym: internal error: RuntimeError: two lines \\x1b[31m; this is a bug of pabisym")
    assert done.err.count("\n") == 1
    assert "PABISYM_TRACEBACK=1" in done.err


def test_the_traceback_can_be_asked_for(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PABISYM_TRACEBACK", "1")
    done = run("show", "nothing")
    assert done.status == 2
    assert done.err.startswith("Traceback (most recent call last):")
    assert done.err.splitlines()[-1].startswith("pabisym: error: nothing: there is no statement of this id")


def test_a_reader_that_goes_away_is_no_error() -> None:
    process = subprocess.Popen([*PABISYM, "show", ID, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    error = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), error) == (141, b"")


def test_output_that_an_encoding_lacks_is_replaced() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*PABISYM, "show", ID], capture_output=True, env=environment, check=False)
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"status: proved" in done.stdout


def test_files_are_written_whole_or_not_at_all(tmp_path: Path) -> None:
    target = tmp_path / "out.json"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(TypeError):
        frame.write_json(str(target), {"a": object()}, "--proof")
    assert target.read_text(encoding="utf-8") == "old"
    assert os.listdir(tmp_path) == ["out.json"]


def test_one_line_of_moderate_length_that_keeps_its_end() -> None:
    assert streams.one_line("a\nb\tc\x00\ud800é") == "a b c\\x00\\ud800é"
    long = streams.one_line("error: field: " + "x" * 10_000 + "; write a number")
    assert len(long) == 2000
    assert long.startswith("error: field: xx")
    assert long.endswith("xx; write a number")


@pytest.mark.parametrize(("watched", "shown"), [
    (True, "\r\x1b[2Kshown, 2 s\r\x1b[2Klater, 2 s\r\x1b[2Klast, 22 s\r\x1b[2K"), (False, "pabisym: last, 22 s\n"),
])
def test_progress_is_shown_to_somebody_after_a_second_and_written_after_twenty(
    watched: bool, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = iter([100.0, 100.5, 101.6, 101.65, 102.0, 122.0, *[122.0] * 9])
    monkeypatch.setattr(streams.time, "monotonic", lambda: next(clock))
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched, raising=False)
    monkeypatch.setattr(streams.Progress, "_follow", lambda progress: None)
    monkeypatch.setattr(streams.Progress, "SILENT", 20)
    with streams.Progress() as progress:
        for name in ("early", "shown", "too soon", "later", "last"):
            progress(name)
    assert capsys.readouterr().err == shown


@pytest.mark.parametrize(("watched", "seconds", "shown"), [
    (True, 12.0, "\r\x1b[2Kreplaying: 9 to do, about 12 s, 0 s\r\x1b[2K"), (False, 12.0, ""),
    (False, 300.0, "pabisym: replaying: 9 to do, about 5 minutes, 0 s\n"),
])
def test_long_work_is_announced_before_it_begins(
    watched: bool, seconds: float, shown: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: watched, raising=False)
    monkeypatch.setattr(streams.Progress, "_follow", lambda progress: None)
    monkeypatch.setattr(streams.Progress, "SILENT", 20)
    with streams.Progress() as progress:
        progress.expected("replaying: 9 to do", seconds)
        progress("replaying 1 of 9: a")
    assert capsys.readouterr().err == shown


@pytest.mark.parametrize(("command", "said"), [
    (["convert", "--renyi", "alpha", "--delta", "1e-5"], "converting: order 1 of at most "),
    (["convert", "--sampled", "1/100", "1", "10", "--epsilon", "1", "--by", "lossless"], "converting: order 1"),
    (["audit", "feldman2018/lemma-20"], "auditing 1 of 1: feldman2018/lemma-20"),
    (["prove", "--compare", "feldman2018/lemma-20"], "building proof 1 of 1: feldman2018/lemma-20"),
    (["graph", "feldman2018/lemma-20"], "replaying proofs"),
])
def test_long_commands_say_how_far_they_are(run: Run, command: list[str], said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(streams.Progress, "__call__", lambda _, doing: told.append(doing))
    assert run(*command).status == 0
    assert any(one.startswith(said) for one in told), told


def test_progress_is_shown_while_a_command_says_nothing_and_gone_before_it_does() -> None:
    code = (
        "import sys, time, pabisym.cli, pabisym.library.point as point\n"
        "sys.stderr.isatty = lambda: True\n"
        "whole, point.evaluation = point.evaluation, lambda *a, **k: time.sleep(1.5) or whole(*a, **k)\n"
        "pabisym.cli.main(['evaluate', *sys.argv[1:]])\n"
    )
    point = [part for value in ("alpha=2", "L=1", "sigma=4", "n=10", "t=1") for part in ("--set", value)]
    done = subprocess.run([sys.executable, "-c", code, ID, *point], capture_output=True, check=True)
    assert done.stderr.startswith(b"\r\x1b[2Kpabisym evaluate, 1 s")
    assert done.stderr.endswith(b"\r\x1b[2K")
    assert done.stdout.startswith(ID.encode())


def test_colours_on_a_terminal_only() -> None:
    leader, follower = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "200"}
    environment.pop("NO_COLOR", None)
    command = [*PABISYM, "list", "--paper", "cyffers2022", "--status", "proved"]
    running = subprocess.Popen(command, stdout=follower, stderr=subprocess.DEVNULL, env=environment)
    os.close(follower)
    seen = b""
    while True:
        try:
            piece = os.read(leader, 65536)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(leader)
    assert running.wait() == 0
    assert b"\x1b[" in seen
    assert b"cyffers2022/token-seen-later" in seen
