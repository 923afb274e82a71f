"""Every malformed spec gives one line on stderr and status 2, to derive and to refute alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner
from support.examples import spread

from pabisym.cli import main

BAD = sorted((Path(__file__).parent.parent / "specs" / "bad").glob("*.toml"))


def test_there_are_all_kinds() -> None:
    kinds = {"unknown-name", "undeclared-domain", "definition-in-a-circle", "code", "period-zero", "index-beyond-the-end"}
    assert kinds <= {path.stem for path in BAD}
    assert len(BAD) >= 70


@pytest.mark.parametrize("path", spread(BAD, 20), ids=lambda path: path.stem)
def test_one_line_and_status_two(path: Path) -> None:
    refused(["derive", str(path), "--json"])


@pytest.mark.parametrize("path", spread(BAD, 8), ids=lambda path: path.stem)
def test_refute_reads_specs_as_derive_does(path: Path) -> None:
    refused(["refute", str(path), "--json"])


def refused(command: list[str]) -> None:
    answer = CliRunner().invoke(main, command)
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert answer.stderr.startswith("pabisym: error: ")
    assert answer.stderr.count("\n") == 1
    assert ": " in answer.stderr.removeprefix("pabisym: error: ")
    assert "; " in answer.stderr
    assert "Traceback" not in answer.stderr
