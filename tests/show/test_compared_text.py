"""The text of a comparison: on a narrow terminal nothing is broken but sentences, at their blanks; elsewhere a line a row."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from pabisym.comparison.compare import compare
from pabisym.comparison.symbols import RunSymbols
from pabisym.library.library import Library
from pabisym.show import compared
from pabisym.show.terminal import terminal_lines

VALUES = {"n": "1000", "b": "1", "T": "1000", "eta": "1/10", "L": "1", "sigma": "4", "delta": "1/100000", "M": "2"}


def shown(few: Library, monkeypatch: pytest.MonkeyPatch, width: int, terminal: bool) -> list[str]:
    monkeypatch.setattr("pabisym.show.terminal.is_watched", lambda: terminal)
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    return "\n".join(terminal_lines(compared.comparison_blocks(compare(RunSymbols.of(VALUES), library=few), VALUES))).splitlines()


def test_a_narrow_terminal_has_entries_and_no_broken_word(few: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(few, monkeypatch, 80, True)
    assert max(map(len, lines)) <= 80
    (first,) = [line for line in lines if line.startswith("feldman2018/theorem-23")]
    assert first.endswith(" · proved")
    assert "ε ≤ " in first
    after = lines[lines.index(first) + 1]
    assert after.startswith("    Privacy of the t-th record of one pass of PNSGD; order ")
    assert "    Privacy of the t-th record" not in "\n".join(shown(few, monkeypatch, 200, True))


def test_the_answer_is_the_last_line_and_reasons_are_told_once(few: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(few, monkeypatch, 100, True)
    answer = " ".join("\n".join(lines).rpartition("\n\n")[2].split())
    best = next(line.split()[0] for line in lines if "· proved" in line)
    said = re.fullmatch(rf"answer: ε ≤ ([\d.]+) at δ = 1e-5 for the last iterate, under [\d ]+ above, by {best}: .* \(proved\)", answer)
    assert said is not None
    found = compare(RunSymbols.of(VALUES), library=few).best
    assert found is not None
    assert found.epsilon is not None
    upper = Fraction(found.epsilon.upper)
    assert upper <= Fraction(said[1]) <= upper * Fraction(1001, 1000)
    reasons = [line for line in lines if line.endswith(":") and line.startswith("  ")]
    assert len(reasons) == len(set(reasons)) > 0


def test_elsewhere_a_row_is_a_line(few: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(few, monkeypatch, 80, False)
    (row,) = [line.split("\t") for line in lines if line.startswith("feldman2018/theorem-23\t")]
    assert row[3] == "proved"
    assert row[4] == "Privacy of the t-th record of one pass of PNSGD"
    assert float(row[1]) > 1.9
