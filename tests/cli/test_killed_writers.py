"""Every command that writes files, killed at random moments and with no room on the disk: nothing that was there is lost."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

import pytest

from pabisym.lang.files import sole_writer

ID = "feldman2018/theorem-23"
OLD = "what was there\n" * 400
SPEC = """
[symbols]
n = "integer, n >= 1"
t = "integer, 1 <= t <= n"
s = "real, s > 0"
alpha = "real, alpha > 1"
[process]
steps = "n"
gap = [ { at = "t", size = "s" } ]
noise = { std = "1" }
[goal]
divergence = "renyi"
order = "alpha"
"""
THEOREM = '''"""A small one.

Statement
    x is positive.
Reads as
    A number.
"""

from pabisym.library.statement import Assumption, Reference, Spot, Statement, Symbol

STATEMENT = Statement(
    id="mine/lemma", title="A small one.", kind="lemma", text=__doc__, reference=Reference("feldman2018", "1"),
    symbols=(Symbol("x", "real, x > 0", "a number"),), assumptions=(Assumption("positive", "x > 0"),), conclusion="x > 0",
    spots=(Spot({"x": 1}),), proof=lambda b: b.known("positive"))
'''
POINT = [part for value in ("alpha=2", "L=1", "sigma=4", "n=10", "t=1", "eta=1") for part in ("--set", value)]
RUN = [part for value in ("n=100", "b=10", "T=20", "eta=1/10", "L=1", "sigma=4", "D=1", "M=1", "delta=1e-5") for part in ("--set", value)]
TRAINED = ("--examples", "40", "--batch", "10", "--epochs", "2", "--noise-multiplier", "4", "--sampling", "cyclic", "--delta", "1e-5")
WRITERS: dict[str, list[str]] = {
    "allocate --certificate": ["allocate", "instance.json", "--certificate", "out.json"],
    "allocate --plot": ["allocate", "instance.json", "--plot", "out.svg"],
    "allocate --tradeoff": ["allocate", "instance.json", "--tradeoff", "out.svg"],
    "audit --report": ["audit", "mine", "--report", "pages"],
    "compare --plot": ["compare", *RUN, "--plot", "out.svg"],
    "compare --records": ["compare", *RUN, "--records", "out.svg"],
    "depends --svg": ["depends", "asoodeh2020isit/theorem-3", "--svg", "out.svg"],
    "derive --proof": ["derive", "spec.toml", "--proof", "out.json"],
    "derive --plot": ["derive", "spec.toml", "--set", "n=4", "--set", "t=2", "--set", "s=1", "--set", "alpha=2", "--plot", "out.svg"],
    "evaluate --plot": ["evaluate", ID, *POINT, "--plot", "out.svg"],
    "export --coq": ["export", ID, "--coq", "coq"],
    "feasible --proof": ["feasible", "payments.toml", "--proof", "out.json"],
    "graph --svg": ["graph", "asoodeh2020isit/theorem-3", "--svg", "out.svg"],
    "privacy --plot": ["privacy", *TRAINED, "--plot", "out.svg"],
    "privacy --certificate": ["privacy", "--examples", "40", "--batch", "10", "--epochs", "2", "--noise-multiplier", "4", "--sampling", "poisson",
                              "--loss", "convex", "--learning-rate", "1/10", "--smoothness", "1", "--adjacency", "add-remove", "--release", "last",
                              "--delta", "1e-5", "--certificate", "out.json"],
    "prove": ["prove", "mine"],
    "sweep --heat": ["sweep", "sweep.toml", "--cores", "1", "--fresh", "--heat", "out.svg"],
    "show --proof": ["show", ID, "--proof", "out.json"],
}
"""A command line for every option that writes; what it writes was there before."""
PLACES = ("out.json", "out.svg", "pages/index.html", "pages/own.html", "coq/own.v", "mine/proofs/lemma.json", "mine/steps.txt")
SHORT = ("allocate --certificate", "prove")


def test_every_option_that_writes_is_tried() -> None:
    from pabisym.cli import main

    words = ("--certificate", "--plot", "--tradeoff", "--report", "--records", "--proof", "--coq", "--svg", "--heat")
    found = {f"{name} {option.opts[0]}" for name, one in main.commands.items() for option in one.params if option.opts[0] in words}
    assert found | {"prove"} == set(WRITERS)


def prepared(folder: Path) -> dict[str, str]:
    """A folder with all inputs, and old files in all places; what every file holds."""
    data = {"steps": 60, "contraction": "99/100", "gap": "1", "noise_variance": "1"}
    swept = 'title = "A"\n[grid]\nL = [1, 2]\nsigma = [1, 2]\n[convert]\ngdp = "L/sigma"\nepsilon = 1\n'
    inputs = {"sweep.toml": swept, "instance.json": json.dumps(data), "spec.toml": SPEC, "mine/lemma.py": THEOREM,
              "payments.toml": SPEC.partition("[goal]")[0] + '[allocation]\npayments = "cases(k - t, s/(n - t + 1), 0)"\n'}
    for name, text in {**dict.fromkeys(PLACES, OLD), **inputs, "mine/steps.txt": ""}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return {name: (folder / name).read_text(encoding="utf-8") for name in (*PLACES, *inputs)}


def started(folder: Path, name: str, limit: Callable[[], None] | None = None) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-B", "-m", "pabisym", *WRITERS[name]], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                            start_new_session=True, preexec_fn=limit)


def lost(folder: Path, before: Mapping[str, str], after: Mapping[str, bytes]) -> list[str]:
    """The files that hold neither what they held nor all of what the command writes."""
    return [name for name, text in before.items() if not (folder / name).is_file() or not whole((folder / name), text, after.get(name))]


def whole(path: Path, before: str, after: bytes | None) -> bool:
    content = path.read_bytes()
    if content == before.encode() or content == after:
        return True
    if path.suffix == ".json":  # seconds that a command took differ
        return isinstance(json.loads(content), dict)
    return content.rstrip().endswith((b"</svg>", b"</html>"))


def finished(folder: Path, name: str) -> tuple[float, dict[str, bytes]]:
    """How long the command takes when nobody disturbs it, and what it leaves."""
    prepared(folder)
    began = time.monotonic()
    process = started(folder, name)
    error = process.communicate()[1]
    assert process.returncode == 0, error
    changed = {place: (folder / place).read_bytes() for place in PLACES}
    assert any(content != OLD.encode() for content in changed.values()) or any(path.suffix == ".v" for path in folder.rglob("*.v"))
    return time.monotonic() - began, changed


def killed(folder: Path, name: str, times: int, seed: int) -> None:
    """Kill the command at random moments, half of them near its end, where it writes."""
    (folder / "whole").mkdir()
    seconds, after = finished(folder / "whole", name)
    moments = random.Random(seed)
    for number in range(times):
        place = folder / str(number)
        before = prepared(place)
        process = started(place, name)
        time.sleep(seconds * moments.uniform(0, 1) if number % 2 else seconds * moments.uniform(0.8, 1.1))
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert lost(place, before, after) == [], (name, number)


@pytest.mark.parametrize("name", [SHORT[0], *(pytest.param(name, marks=pytest.mark.campaign) for name in SHORT[1:])])
def test_a_command_that_is_killed_loses_nothing(tmp_path: Path, name: str) -> None:
    killed(tmp_path, name, 2, 1)


@pytest.mark.campaign
@pytest.mark.parametrize("name", WRITERS)
def test_every_command_is_killed_twenty_times(tmp_path: Path, name: str) -> None:
    killed(tmp_path, name, 20, 2)


def no_room() -> None:
    """Files cannot grow beyond 100 bytes, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))


def filled(folder: Path, name: str) -> None:
    before = prepared(folder)
    process = started(folder, name, no_room)
    lines = process.communicate()[1].decode().splitlines(keepends=True)
    error = "".join(line for line in lines if not line.endswith(" s\n"))  # without progress, where the machine is busy
    assert process.returncode == 74, (name, error)
    assert (error.count("\n"), "cannot be written: File too large" in error) == (1, True), error
    assert {place: (folder / place).read_text(encoding="utf-8") for place in before} == before, name
    assert not [path for path in folder.rglob(".*") if path.name not in (".", "..")], name


@pytest.mark.parametrize("name", SHORT)
def test_a_full_disk_loses_nothing(tmp_path: Path, name: str) -> None:
    filled(tmp_path, name)


@pytest.mark.campaign
@pytest.mark.parametrize("name", [name for name in WRITERS if name not in SHORT])
def test_a_full_disk_loses_nothing_of_any_command(tmp_path: Path, name: str) -> None:
    filled(tmp_path, name)


def refused(folder: Path, name: str) -> None:
    """The command finds another one at work on every file and folder that it writes."""
    before = prepared(folder)
    with ExitStack() as locks:
        for place in (*PLACES, "pages", "coq"):
            locks.enter_context(sole_writer(folder / place))
        process = started(folder, name)
        lines = process.communicate()[1].decode().splitlines(keepends=True)
    error = "".join(line for line in lines if not line.endswith(" s\n"))
    assert (process.returncode, error.count("\n")) == (2, 1), (name, error)
    assert "cannot be written: another run is writing it; wait for it, or name another place" in error
    assert {place: (folder / place).read_text(encoding="utf-8") for place in before} == before, name


@pytest.mark.parametrize("name", [SHORT[0], *(pytest.param(name, marks=pytest.mark.campaign) for name in WRITERS if name != SHORT[0])])
def test_a_second_command_does_not_write_beside_the_first(tmp_path: Path, name: str) -> None:
    refused(tmp_path, name)


@pytest.mark.parametrize("name", ["allocate --certificate", pytest.param("show --proof", marks=pytest.mark.campaign)])
def test_a_device_stays_one(tmp_path: Path, name: str) -> None:
    prepared(tmp_path)
    command = [sys.executable, "-m", "pabisym", *WRITERS[name][:-1]]
    done = subprocess.run([*command, "/dev/full"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (74, "")
    assert "/dev/full cannot be written: No space left on device" in done.stderr
    assert Path("/dev/full").is_char_device()
    assert subprocess.run([*command, "/dev/null"], cwd=tmp_path, capture_output=True, check=False).returncode == 0
