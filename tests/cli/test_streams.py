"""Closed and full output, closed input, readers that go away, memory, and inputs without an end: a status and one line."""

import subprocess
import sys

import pytest

PABISYM = f"{sys.executable} -m pabisym"
ID = "feldman2018/theorem-23"


@pytest.mark.parametrize(("command", "status", "line"), [
    ("convert --zcdp 1 --delta 1e-5 >/dev/full", 74, "error: output: cannot be written: No space left on device"),
    ("convert --zcdp 1 --delta 1e-5 >&-", 74, "error: output: is closed"),
    ("check - <&-", 2, "error: -: the standard input is closed"),
    ("check - </dev/zero", 2, "is larger than"),
    (f"evaluate {ID} --set alpha=2 --set L=1 --set sigma=4 --set n=10 --set t=1 --plot /dev/null/e.svg", 2, "needs a value of eta"),
])
def test_one_line_and_a_status(command, status, line):
    done = subprocess.run(f"{PABISYM} {command}", shell=True, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (status, 1), done.stderr
    assert line in done.stderr


def test_a_reader_that_goes_away():
    done = subprocess.run(["bash", "-c", f"{PABISYM} list --paper asoodeh2020isit | head -1 >/dev/null; exit ${{PIPESTATUS[0]}}"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (141, b"")
