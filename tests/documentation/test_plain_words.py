"""Words that people of this field do not know in the meaning that they had here, and what is written instead.

Pages, what ``--help`` prints, docstrings and the texts of the package are read; code on a page is not.  A word that is only banned from
pages is still the name of something in the code (``pabisym beliefs``, ``letters`` of a theorem file).
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from pabisym.cli import main

ROOT = Path(__file__).resolve().parents[2]
DOCS, PACKAGE, COURSE = ROOT / "docs", ROOT / "pabisym", ROOT / "notebooks"
EVERYWHERE = {
    r"\bhouse\b": "source layout, project",
    r"\bway through the\b": "data flow",
    r"\bgravest\b": "most serious",
    r"\bown coin\b": "independently",
    r"\bdear(er|est)?\b": "expensive",
    r"\btrusted in nothing\b": "untrusted",
    r"\bthe (only |one )?doors?\b(?! of)|\bThe door of\b": "command, function to call",
    r"\bno analysis (goes|can go)\b": "lower bound on the true epsilon",
    r"\b(gaps?|shift|noise) that (comes?|has come|have come) in\b": "the runs differ at a step; shift so far, noise so far",
    r"\b0 of them not true\b": "all checks pass",
    r"\bis no belief\b": "unknown axiom",
}
"""Patterns, and what to write."""
ON_PAGES = {
    r"\bbelie(f|fs|ves|ved)\b": "axiom, assumed without proof here",
    r"\bprices?\b": "cost",
    r"\bbills?\b": "cost",
    r"\bwhat stands\b": "results, what is proved",
    r"\bstands? on\b": "depends on, is on",
    r"\bgaps? comes? in\b|\bshift that comes in\b": "the runs differ at step t",
    r"\bfigures? of the kernel\b": "axiom of the kernel",
    r"\battain(s|ed)?\b": "matches, is tight",
    r"\bin (its|their|the) (own )?letters\b": "symbols",
    r"\bas printed\b": "the paper states",
    r"\b(is|are) false at \d+ instances\b": "fails at",
}
"""What pages do not say either."""
QUOTED = {"findings.md", "json.md", "teaching.md", "atlas.md", "later.md", *(f"{name}.md" for name in (
    "feldman2018", "altschuler2022", "asoodeh2020", "asoodeh2020isit", "chourasia2021"))}  # fmt: skip
"""Pages that quote theorem files, cells of the atlas or exercises, whose words are tested with these, or name the keys of answers."""
FENCE = re.compile(r"^(```+|~~~+)(?!\{container).*?^\1\s*$", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`+).*?\1|\]\([^)]*\)|^ {4}[^\n]*$|^\([\w-]+\)=$|<!--.*?-->", re.DOTALL | re.MULTILINE)


def found(text: str, *banned: dict[str, str]) -> Iterator[str]:
    """The banned words of a text, each with its surroundings and with what to write."""
    text = re.sub(r"\s+", " ", text)
    for words in banned:
        for pattern, instead in words.items():
            for match in re.finditer(pattern, text, re.IGNORECASE):
                around = " ".join(text[max(0, match.start() - 30):match.end() + 30].split())
                yield f"{around!r}: write {instead}"


def prose(page: str) -> str:
    """A page in Markdown without its code and the addresses of its links."""
    return CODE.sub(" ", FENCE.sub(" ", page))


def test_the_reader_of_pages_finds_words_and_skips_code() -> None:
    page = "# It stands on beliefs\n\n`pabisym beliefs` and [x](believed.md)\n\n```sh\nthe price\n```\n\n    the bill\n\nat what\nprice? Dearer, by its own\ncoin.\n"
    assert len(list(found(prose(page), ON_PAGES))) == 3
    assert [one.rpartition(": ")[2] for one in found(prose(page), EVERYWHERE)] == ["write independently", "write expensive"]


def test_help_is_in_plain_words() -> None:
    assert isinstance(main, click.Group)
    program = click.Context(main, **main.context_settings)  # a command keeps the names of its help from the first time that it is asked
    texts = [command.get_help(click.Context(command, info_name=name, parent=program)) for name, command in main.commands.items()]
    assert len(texts) > 15
    assert [one for text in texts for one in found(" ".join(text.split()), EVERYWHERE)] == []


def test_docstrings_and_texts_of_the_package_are_in_plain_words() -> None:
    problems = []
    for path in sorted(PACKAGE.rglob("*.py")):
        texts = [node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        problems += [f"{path.relative_to(ROOT)}: {one}" for text in texts for one in found(" ".join(text.split()), EVERYWHERE)]
    assert problems == [], "\n".join(problems)


if DOCS.is_dir():  # pages lie beside the tests in a working copy; where only the package is installed there are none

    PAGES = {*DOCS.glob("*.md"), *DOCS.glob("questions/*.md"), *DOCS.glob("papers/*.md"), *COURSE.glob("*.md"), COURSE / "instructor" / "guide.md", ROOT / "README.md"}

    @pytest.mark.parametrize("page", sorted(PAGES), ids=lambda path: path.name)
    def test_pages_are_in_plain_words(page: Path) -> None:
        if page.name == "changelog.md":
            return  # what was true once keeps its words
        banned = (EVERYWHERE,) if page.name in QUOTED else (EVERYWHERE, ON_PAGES)
        assert list(found(prose(page.read_text(encoding="utf-8")), *banned)) == []

    @pytest.mark.parametrize("notebook", sorted(COURSE.glob("*.ipynb")), ids=lambda path: path.stem)
    def test_notebooks_are_in_plain_words(notebook: Path) -> None:
        """What a notebook says, and what it says in code: labels of pictures, and texts that are printed beside numbers."""
        texts = []
        for cell in json.loads(notebook.read_text(encoding="utf-8"))["cells"]:
            source = re.sub(r"^( *)%.*$", r"\1pass", "".join(cell["source"]), flags=re.MULTILINE)
            if cell["cell_type"] == "markdown":
                texts.append(prose(source))
                continue
            texts += [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
            texts += ["".join(output.get("data", {}).get("text/markdown", "")) for output in cell["outputs"]]
        assert len(texts) > 30
        assert [one for text in texts for one in found(text, EVERYWHERE, ON_PAGES)] == []

    def test_what_is_told_of_pictures_and_in_talks_is_in_plain_words() -> None:
        for name in ("pictures.toml", "talks.toml"):
            text = re.sub(r"pabisym/[\w-]+", "", (COURSE / name).read_text(encoding="utf-8"))
            assert list(found(text, EVERYWHERE, ON_PAGES)) == []
