"""``pabisym sweep``: what it writes and says, with which status; the example of its page; one line for unusable input."""

from __future__ import annotations

import csv
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import pabisym
from pabisym.errors import Undecided
from pabisym.sweeps.quantities import TheoremBound

Run = Callable[..., Any]
SWEEP = 'title = "A"\n[grid]\nn = [3, 10]\nsigma = [1, 2, 4]\n[fixed]\nL = 1\nalpha = 2\nt = 5\n[theorem]\nid = "feldman2018/theorem-23"\n'
PAGE = Path(__file__).resolve().parents[2] / "docs" / "questions" / "sweep.md"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "s.toml").write_text(SWEEP, encoding="utf-8")
    return tmp_path


def test_values_are_written_beside_and_told(run: Run, here: Path) -> None:
    done = run("sweep", "s.toml", "--cores", "1", "--chunk", "2")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == ["A", "6 points: 3 ok, 3 outside; 6 computed now", "s.csv"]
    rows = list(csv.DictReader((here / "s.csv").read_text(encoding="utf-8").splitlines()))
    assert [(row["n"], row["sigma"], row["state"], row["upper"]) for row in rows][2:5] == [
        ("3", "4", "outside", ""), ("10", "1", "ok", "0.66666666666666667"), ("10", "2", "ok", "0.16666666666666667")]
    again = run("sweep", "s.toml", "--json").json
    assert {**again, "sweep": "", "of": ""} == {"title": "A", "of": "", "letters": ["n", "sigma"], "points": 6, "computed": 0, "ok": 3, "outside": 3, "infinite": 0,
                                                "undecided": 0, "mended": "", "file": "s.csv", "sweep": ""}
    assert run("sweep", "s.toml", "--fresh", "--json").json["computed"] == 6


def test_a_sweep_on_the_standard_input_and_a_picture(run: Run, here: Path) -> None:
    done = run("sweep", "-", "--out", "v.csv", "--heat", "heat.svg", given=SWEEP.encode())
    assert (done.status, done.err) == (0, "")
    assert (here / "heat.svg").read_text(encoding="utf-8").startswith("<?xml")


def test_lines_that_two_runs_cut_into_each_other_are_said(run: Run, here: Path) -> None:
    """As two runs of a version without a lock left them."""
    run("sweep", "s.toml", "--cores", "1")
    text = (here / "s.csv").read_text(encoding="utf-8")
    first, *rest = text.splitlines(keepends=True)
    cut = rest[3][:22] + rest[4].replace("10,2", "300,4,1")
    (here / "s.csv").write_text("".join((first, *rest[:3], cut, rest[5], *rest[:2])), encoding="utf-8")
    done = run("sweep", "s.toml", "--cores", "1")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines() == ["A", "6 points: 3 ok, 3 outside; 2 computed now", "3 torn or repeated lines were taken out of s.csv", "s.csv"]
    assert (here / "s.csv").read_text(encoding="utf-8") == text
    (here / "s.csv").write_text(text[:-9], encoding="utf-8")
    assert run("sweep", "s.toml", "--cores", "1", "--json").json["mended"] == "1 torn or repeated line was taken out of s.csv"


@pytest.mark.campaign
def test_the_same_sweep_in_two_terminals(here: Path) -> None:
    """One of them writes; the other one is refused in one line, and so is a fresh start."""
    text = SWEEP.replace("[3, 10]", "{ from = 10, to = 300 }")
    (here / "s.toml").write_text(text, encoding="utf-8")
    command = [sys.executable, "-m", "pabisym", "sweep", "s.toml", "--cores", "1", "--chunk", "20"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as first:
        while not (here / "s.csv").exists():
            assert first.poll() is None
            time.sleep(0.01)
        first.send_signal(signal.SIGSTOP)  # it does not end before the others have asked
        for more in ([], ["--fresh"]):
            second = subprocess.run([*command, *more], capture_output=True, text=True, check=False)
            line = "pabisym: error: --out: s.csv cannot be written: another run is writing it; wait for it, or name another place\n"
            assert first.poll() is None
            assert (second.returncode, second.stdout, second.stderr) == (2, "", line)
        first.kill()
    done = subprocess.run([*command[:-1], "1000"], capture_output=True, text=True, check=False)
    assert done.returncode == 0
    written = (here / "s.csv").read_text(encoding="utf-8").splitlines()[1:]
    assert [line.partition(",")[0] for line in written] == [str(number) for number in range(3 * 291)]


@pytest.mark.campaign
def test_a_sweep_of_320_training_runs_that_is_killed_has_written_what_it_had(here: Path) -> None:
    """Its chunks of a hundred points take minutes; what was computed is written every five seconds."""
    (here / "s.toml").write_text("[grid]\nz = { from = 1, to = 8, count = 20 }\nE = { from = 1, to = 16 }\n[privacy]\nexamples = 1000\nbatch = 50\n"
                                 'epochs = "E"\nnoise_multiplier = "z"\nsampling = "poisson"\ndelta = "1e-5"\n', encoding="utf-8")
    with subprocess.Popen([sys.executable, "-m", "pabisym", "sweep", "s.toml", "--cores", "2"], stderr=subprocess.DEVNULL) as process:
        while not (here / "s.csv").exists() or (here / "s.csv").read_bytes().count(b"\n") < 4:
            assert process.poll() is None
            time.sleep(0.2)
        process.kill()
    assert 3 <= (here / "s.csv").read_bytes().count(b"\n") - 1 < 100


def test_a_sweep_on_a_full_disk_is_no_wrong_input(here: Path) -> None:
    command = f"ulimit -f 1; trap '' XFSZ; {sys.executable} -B -m pabisym sweep s.toml --cores 1"
    (here / "s.toml").write_text(SWEEP.replace("[3, 10]", "{ from = 10, to = 100 }"), encoding="utf-8")
    done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=False)
    line = "pabisym: error: --out: s.csv cannot be written: File too large; make room; the same call goes on where this ended\n"
    assert (done.returncode, done.stdout, done.stderr) == (74, "", line)
    done = subprocess.run(command.split("; ")[-1].split(), capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[2] == "1 torn or repeated line was taken out of s.csv"
    assert (here / "s.csv").read_text(encoding="utf-8").count("\n") == 274


def test_an_undecided_point_leaves_it_undecided(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def undecided(*_: object) -> None:
        raise Undecided("whether it holds")

    monkeypatch.setattr(TheoremBound, "value", undecided)
    done = run("sweep", "s.toml", "--cores", "1")
    assert (done.status, done.out.splitlines()[1]) == (3, "6 points: 6 undecided; 6 computed now")


@pytest.mark.parametrize(("arguments", "line"), [
    (("s.toml", "--out", "v.txt"), "--out: v.txt is neither .csv nor .parquet; end the name with .csv or .parquet"),
    (("s.toml", "--cores", "0"), "--cores: 0 cores; give 1 or more"),
    (("s.toml", "--cores", "1", "--dask", "x"), "--cores: cannot be combined with --dask; the cluster says how many cores it has"),
    (("s.toml", "--chunk", "0"), "--chunk: is no number of points; give an integer from 1 to 10000000"),
    (("s.toml", "--heat", "v.txt"), "--heat: .txt is not a kind of picture; use .svg, .pdf, .png"),
    (("-",), "--out: is missing; name a .csv file or a .parquet folder for the sweep that is read from the standard input"),
    (("none.toml",), "none.toml: cannot be read: No such file or directory; name a readable TOML file"),
    (("one.toml", "--heat", "v.svg"), "--heat: a heat map needs a grid of two letters, not 1 letters with several values; "
                                      "give two letters a list or a range in [grid]"),
    (("table.toml", "--heat", "v.svg"), "--heat: a heat map needs a grid of two letters, not a table of points; "
                                        "give two letters a list or a range in [grid]"),
])  # fmt: skip
def test_what_is_wrong_is_one_line(run: Run, here: Path, arguments: tuple[str, ...], line: str) -> None:
    (here / "one.toml").write_text(SWEEP.replace("[1, 2, 4]", "[1]"), encoding="utf-8")
    (here / "table.toml").write_text(SWEEP.replace("[grid]", "[table]").replace("[1, 2, 4]", "[1, 2]"), encoding="utf-8")
    before = sorted(path.name for path in here.iterdir())
    done = run("sweep", *arguments)
    assert (done.status, done.out, done.err) == (2, "", f"pabisym: error: {line}\n")
    assert sorted(path.name for path in here.iterdir()) == before


@pytest.mark.parametrize(("package", "arguments", "line"), [
    ("pyarrow", ("--out", "v.parquet"), "--out: pyarrow is not installed; pip install 'pabisym[parquet]', or name a .csv file"),
    ("distributed", ("--dask", "tcp://host:1"), "--dask: distributed is not installed; pip install 'pabisym[distributed]'"),
])  # fmt: skip
def test_what_needs_more_says_what_to_install(run: Run, monkeypatch: pytest.MonkeyPatch, package: str, arguments: tuple[str, ...], line: str) -> None:
    import importlib.util

    known = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name, *rest: None if name == package else known(name, *rest))
    done = run("sweep", "s.toml", *arguments)
    assert (done.status, done.out, done.err) == (2, "", f"pabisym: error: {line}\n")


if PAGE.is_file():

    @pytest.mark.campaign  # other sweeps run by day
    def test_the_example_of_the_page_is_right(here: Path) -> None:
        """On all cores, in processes of their own."""
        (text,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
        (here / "sweep.toml").write_text(text, encoding="utf-8")
        command = [sys.executable, "-m", "pabisym", "sweep", "sweep.toml", "--heat", "sweep.svg", "--chunk", "40"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[1:] == ["64 points: 64 ok; 64 computed now", "sweep.csv"]
        assert (here / "sweep.svg").is_file()
        row = list(csv.DictReader((here / "sweep.csv").read_text(encoding="utf-8").splitlines()))[-1]
        value = pabisym.theorem("feldman2018/theorem-23").at(L=1, alpha=8, sigma=4, n=100000, t=50000).enclosure()
        assert (row["n"], row["sigma"], row["lower"], row["upper"]) == ("100000", "4", value.lower, value.upper)
