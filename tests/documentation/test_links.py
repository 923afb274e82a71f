"""Every link of the documentation that stays within it leads somewhere: to a file, and to a heading where it names one.

Pages lie beside the tests in a working copy; where only the package is installed there are none, and what is left to test is the
checker itself.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = sorted({*(ROOT / "docs").rglob("*.md"), *(ROOT / "notebooks").glob("*.ipynb"), *ROOT.glob("README.md")})
LINK = re.compile(r"(?<!\\)\[[^\[\]]*\]\(\s*<?([^\s)>]+)>?[^)]*\)")
FENCE = re.compile(r"^(```+|~~~+).*?^\1\s*$", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?:^|\n)\n((?: {4}[^\n]*\n)+)")
CODE = re.compile(r"(`+).*?\1", re.DOTALL)


def prose(path: Path) -> str:
    """The text of a page, or of the markdown cells of a notebook, without code."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".ipynb":
        text = "\n\n".join("".join(cell["source"]) for cell in json.loads(text)["cells"] if cell["cell_type"] == "markdown")
    return CODE.sub("", INDENTED.sub("\n\n", FENCE.sub("", text)))


def anchors(path: Path) -> set[str]:
    """The names of the headings of a page, as GitHub and MyST make them, and explicit targets."""
    text = FENCE.sub("", path.read_text(encoding="utf-8"))
    headings = re.findall(r"^#{1,6}\s+(.*?)\s*$", text, re.MULTILINE)
    slugs = {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}
    return slugs | set(re.findall(r"^\((.+)\)=\s*$", text, re.MULTILINE))


def broken(path: Path) -> Iterator[str]:
    """The links of a page within the documentation that lead nowhere."""
    for target in LINK.findall(prose(path)):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            continue
        name, _, anchor = target.partition("#")
        page = (path.parent / name) if name else path
        if not page.exists() or (anchor and page.suffix == ".md" and anchor not in anchors(page)):
            yield target


def listed(page: Path) -> set[Path]:
    """The pages that the tables of contents of a page name."""
    found: set[Path] = set()
    for block in re.findall(r"```\{toctree\}\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        for line in filter(None, (line.strip() for line in block.splitlines() if not line.startswith(":"))):
            here = page.parent.glob(line) if "*" in line else (page.parent / f"{line}{suffix}" for suffix in (".md", ".ipynb"))
            found |= {one.resolve() for one in here if one.exists()}
    return found


def test_the_checker_tells_right_links_from_wrong_ones(tmp_path: Path) -> None:
    (tmp_path / "other.md").write_text("# A page: of `code`, & more\n\n(mark)=\n## Two words\n", encoding="utf-8")
    text = ("# One\n[a](other.md) [b](other.md#two-words) [c](#one) [d](https://example.org/x#y) [e](other.md#mark)\n"
            "[f](nowhere.md) [g](other.md#three) [h](#two)\n```\n[i](gone.md)\n```\n\n    [j](gone.md)\n\n`[k](gone.md)` [l](other.md#a-page-of-code--more)\n")  # fmt: skip
    (tmp_path / "page.md").write_text(text, encoding="utf-8")
    assert list(broken(tmp_path / "page.md")) == ["nowhere.md", "other.md#three", "#two"]
    book = {"cells": [{"cell_type": "markdown", "source": ["[x](gone.ipynb)\n"]}, {"cell_type": "code", "source": ["[y](gone.md)"]}]}
    (tmp_path / "book.ipynb").write_text(json.dumps(book), encoding="utf-8")
    assert list(broken(tmp_path / "book.ipynb")) == ["gone.ipynb"]


if PAGES:

    @pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
    def test_links_lead_somewhere(page: Path) -> None:
        assert list(broken(page)) == []

    def test_every_page_is_in_a_table_of_contents() -> None:
        docs = ROOT / "docs"
        reached, waiting = {(docs / "index.md").resolve()}, [docs / "index.md"]
        while waiting:
            for page in listed(waiting.pop()) - reached:
                reached.add(page)
                waiting += [page] if page.suffix == ".md" else []
        assert {page.resolve() for page in docs.rglob("*.md")} <= reached
        assert {page.name for page in PAGES if page.suffix == ".ipynb"} <= {page.name for page in reached}
