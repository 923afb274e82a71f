"""A reader who follows a first call to its answer opens few files: those whose functions are entered on the way are counted."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest
from support.files_entered import entered

import pabisym
from pabisym.library.library import builtin
from pabisym.library.proof_file import proof_document
from pabisym.shift.certificate import certificate

PROOF = "feldman2018/theorem-23"


def first(name: str, given: object = None) -> set[str]:
    """The files that the first call in a fresh process enters, with no answer of an earlier run at hand."""
    environment = {**os.environ, "PABISYM_CACHE": "off", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-m", "support.files_entered", name], input=json.dumps(given), capture_output=True, text=True,
                          check=True, env=environment)
    return set(json.loads(done.stdout))


def test_what_is_entered_is_seen() -> None:
    assert entered(lambda: pabisym.theorem(PROOF).bound) >= {"library/library.py", "library/theorem.py"}


@pytest.mark.parametrize(("name", "most", "some"), [
    pytest.param("single-impulse", 42, {"spec/read.py", "derivation/derive.py", "kernel/check.py"}, marks=pytest.mark.campaign),
    *(pytest.param(name, 44, {"spec/read.py", "kernel/check.py"}, marks=pytest.mark.campaign)
      for name in ("constant-gap", "start-shift", "multi-epoch")),
    ("privacy", 32, {"training/answer.py", "accounting/plan.py"}),
    pytest.param("privacy-last", 60, {"training/answer.py", "library/library.py"}, marks=pytest.mark.campaign),
])  # fmt: skip
def test_a_first_answer_enters_few_files(name: str, most: int, some: set[str]) -> None:
    files = first(name)
    assert some <= files
    assert len(files) <= most, "\n".join(sorted(files))


def test_a_first_check_enters_few_files() -> None:
    files = first("proof", proof_document(builtin(), PROOF))
    assert {"refutation/referee.py", "kernel/check.py"} <= files
    assert len(files) <= 30, "\n".join(sorted(files))
    files = first("certificate", certificate(pabisym.allocate(gap=[0, "1/2", 0], noise_variance=1)))
    assert {"refutation/referee.py", "shift/replay.py"} <= files
    assert len(files) <= 10, "\n".join(sorted(files))
