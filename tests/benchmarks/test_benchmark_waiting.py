"""The benchmarks of what people wait for run in small, and say what was missed and what has grown."""

from __future__ import annotations

import json

import pytest
from benchmarks import __main__ as every
from benchmarks import shift_solver, waiting
from benchmarks.waiting import Line

LINES = [Line("fast", 0.1, "a peer", 1.0, 0.5, 2), Line("slow", 3.0, "a peer", 1.0, most_times=2), Line("measured", 1.0, "a peer", 4.0)]


def test_grids_batches_and_domains_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shift_solver, "ENOUGH", 0.01)
    found = [*waiting.grids(50), *waiting.batches(20), *waiting.domains(30), *waiting.sweeps(16)]
    assert len(found) == 15
    assert all(line.seconds > 0 and line.peer_seconds > 0 for line in found)


def test_the_page_says_what_was_met_and_what_was_missed() -> None:
    text = waiting.page(LINES)
    assert "| fast: under 500 ms, at most 2 times a peer | 100 ms, 0.1 times | met |" in text
    assert "| slow: at most 2 times a peer | 3 s, 3 times | **missed** |" in text
    assert "| measured | 1 s | a peer | 4 s | 0.25 |" in text


def test_a_ratio_that_has_grown_is_reported() -> None:
    assert waiting.grown(LINES, {"fast": 0.09, "slow": 1.9, "gone": 1}) == ["slow: 3 times a peer, where 1.9 is stored"]


def test_the_stored_ratios_are_of_lines_that_are_measured() -> None:
    stored = json.loads(waiting.STORED.read_text(encoding="utf-8"))
    assert len(stored) > 20
    assert all(ratio > 0 for ratio in stored.values())


def test_one_command_writes_all_pages() -> None:
    found = every.commands(["--write"])
    assert [one[0] for one in found] == ["benchmarks.shift_solver", "benchmarks.special", "benchmarks.waiting", "benchmarks.waiting"]
    assert found[0][1:] == ["--peers", "--write", "docs/benchmarks.md"]
    assert found[2][1:] == ["--quick", "--write", "docs/benchmarks-waiting.md"]
    assert all("--quick" in one for one in every.commands(["--quick"]))
