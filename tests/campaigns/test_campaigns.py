"""Every campaign, as long as it is by default, finds nothing: ``pytest -m campaign``."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CAMPAIGNS = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("test_"))


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """A campaign in a process of its own, as a person runs it."""
    path = os.pathsep.join(filter(None, (str(HERE.parent), os.environ.get("PYTHONPATH"))))
    return subprocess.run([sys.executable, "-m", *arguments], env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, check=False)


@pytest.mark.campaign
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_finds_nothing(name: str) -> None:
    done = run(f"campaigns.{name}")
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_says_what_it_is_and_how_it_is_run(name: str) -> None:
    said = (HERE / f"{name}.py").read_text(encoding="utf-8").partition('"""')[2].partition('"""')[0]
    assert f"PYTHONPATH=tests python -m campaigns.{name}" in said


def test_a_campaign_that_cannot_run_is_seen() -> None:
    assert run("campaigns.laplace", "--instances", "none").returncode == 2
