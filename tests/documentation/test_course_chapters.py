"""The chapters of the course: what they print is what the library says, and every long number of their prose stands in an output."""

from __future__ import annotations

import doctest
import re
from pathlib import Path
from typing import Any

import pytest

from pabisym.exercises.course import exercises
from pabisym.library.theorem import catalogue

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
CHAPTERS = sorted(FOLDER.glob("[0-9][0-9]-*.md"))
BLOCK = re.compile(r"^```pycon\n(.*?)^```", re.DOTALL | re.MULTILINE)
LONG = {"10", "11"}
"""Chapters whose code runs an accountant or certifies a training run: at night."""
FEWEST, MOST = 2500, 3500
"""Words of a chapter."""


def printed(text: str) -> str:
    """The outputs of a chapter."""
    return "\n".join(line for block in BLOCK.findall(text) for line in block.splitlines() if not line.startswith((">>> ", "... ")))


def prose(text: str) -> str:
    return re.sub(r"arXiv:\S+|https?://\S+", "", BLOCK.sub("", text))


def headings(text: str, number: int) -> list[int]:
    return [int(found) for found in re.findall(rf"^## {number}\.(\d+) ", text, re.MULTILINE)]


if CHAPTERS:

    def test_there_is_one_chapter_for_each_laboratory() -> None:
        assert [path.name[:2] for path in CHAPTERS] == [path.name[:2] for path in sorted(FOLDER.glob("[0-9][0-9]_*.ipynb"))]

    @pytest.mark.parametrize("path", [pytest.param(path, id=path.stem, marks=[pytest.mark.campaign] * (path.name[:2] in LONG)) for path in CHAPTERS])
    def test_what_a_chapter_prints_is_what_the_library_says(path: Path) -> None:
        names: dict[str, Any] = {}
        blocks = BLOCK.findall(path.read_text(encoding="utf-8"))
        assert blocks
        for number, block in enumerate(blocks, 1):
            test = doctest.DocTestParser().get_doctest(block, names, f"{path.stem}, block {number}", str(path), 0)
            runner = doctest.DocTestRunner(verbose=False)
            told: list[str] = []
            runner.run(test, out=told.append, clear_globs=False)
            assert not runner.failures, "".join(told)
            names = test.globs

    @pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
    def test_long_numbers_of_the_prose_are_printed_by_the_code(path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        said = re.findall(r"(?<![\d.])\d+\.\d{4,}", prose(text))
        assert [number for number in said if number not in printed(text)] == []

    @pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
    def test_a_chapter_has_the_parts_of_a_chapter(path: Path) -> None:
        text, number = path.read_text(encoding="utf-8"), int(path.name[:2])
        assert text.startswith(f"# Chapter {number} · ")
        assert FEWEST <= len(text.split()) <= MOST
        assert headings(text, number) == list(range(1, len(headings(text, number)) + 1))
        for part in ("Worked example", "Traps", "What to remember"):
            assert re.search(rf"^## {number}\.\d+ .*{part}", text, re.MULTILINE | re.IGNORECASE), part
        assert "## Exercises\n" in text
        assert "## References\n" in text
        marks = [int(found) for found in re.findall(rf"\*\*(?:Definition|Theorem|Proposition|Lemma|Example) {number}\.(\d+)", text)]
        assert len(marks) >= 2 or number in {9}
        assert marks == sorted(set(marks)), "numbered in order, each once"
        assert re.findall(r"^- \*\*(\d+\.\d)\*\*", text, re.MULTILINE) == [id_ for id_ in exercises() if id_.partition(".")[0] == str(number)]

    @pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
    def test_what_a_chapter_names_exists(path: Path) -> None:
        text = path.read_text(encoding="utf-8")
        known = set(catalogue())
        named = re.findall(r"`((?:[a-z]+\d{4}[a-z]*|pabisym)/[\w-]+(?:\.\d+)*)`", text)
        assert [name for name in named if name not in known] == []
        assert re.findall(r"\]\([\w./-]+\.(?:md|ipynb)\)", text) == [], "the folder is linked into the documentation: name pages with {doc}"
        for target in re.findall(r"\{doc\}`[^`<]*</([\w/-]+)>`", text):
            page = FOLDER / target.removeprefix("course/") if target.startswith("course/") else FOLDER.parent / "docs" / target
            assert any(page.with_name(f"{page.name}.{kind}").exists() for kind in ("md", "ipynb")), target
        assert [one for one in re.findall(r"\{figure\} (\S+)", text) if not (FOLDER / one).exists()] == []
        assert all(len(alt) > 80 for alt in re.findall(r"^:alt: (.*)$", text, re.MULTILINE))
        assert text.count("{figure}") == text.count(":alt:") >= 1
