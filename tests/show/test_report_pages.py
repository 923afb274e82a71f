"""The audit as HTML: every page is there, every link leads somewhere, nothing comes from a network, what files say is escaped."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pabisym.cli import main
from pabisym.errors import InputError
from pabisym.lang.grammar import parse
from pabisym.library.audit import Report, audit, audit_entry
from pabisym.library.bibliography import bibliography
from pabisym.library.clauses import after_number
from pabisym.library.library import Library, builtin
from pabisym.library.statement import Statement
from pabisym.show import html
from pabisym.show.html import environment, statement_html
from pabisym.show.latex import latex, letters_latex
from pabisym.show.mathml import formula, latex_to_mathml
from pabisym.show.report import pages, write_report

NAMES = ("feldman2018/theorem-23", "feldman2018/theorem-26", "asoodeh2020/theorem-5", "pabisym/single-gap", "asoodeh2020/footnote-5")
VOID = {"meta", "link", "input", "br", "img", "wbr"}


class Page(HTMLParser):
    """A page that is read strictly: every element is closed in order, and names, links and elements are kept."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.links: list[str] = []
        self.names: list[str] = []
        self.tags: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append(tag)
        self.links += [str(given[name]) for name in ("href", "src", "xlink:href") if given.get(name)]
        self.names += [str(given["id"])] if given.get("id") else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes {self.open[-1]}"
        self.open.pop()


@pytest.fixture(scope="module")
def report(few: Library) -> Report:
    return audit(few, NAMES)


@pytest.fixture(scope="module")
def folder(few: Library, report: Report, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found: Path = tmp_path_factory.mktemp("report")
    count = write_report(few, report, str(found))
    assert count == len([path for path in found.rglob("*") if path.is_file()])
    return found


def test_every_page_is_well_formed_and_every_link_leads_somewhere(folder: Path) -> None:
    texts = {path: path.read_text(encoding="utf-8") for path in folder.rglob("*.html")}
    read = {path.resolve(): Page(text) for path, text in texts.items()}
    assert len(read) == len(NAMES) + 3 + 3
    linked = {paper.link for paper in bibliography().values()}
    for path, page in read.items():
        assert page.open == [], path
        assert len(page.names) == len(set(page.names)), path
        for link in page.links:
            address, _, name = link.partition("#")
            if link.startswith("data:"):
                continue
            if link.startswith("https://"):  # to the paper
                assert link in linked, link
                continue
            assert "://" not in link, link
            target = (path.parent / address).resolve() if address else path
            assert target.is_file(), (path, link)
            if name and target.suffix == ".html" and "/" not in name:
                assert name in read[target].names, (path, link)


def test_nothing_is_fetched_from_a_network(folder: Path) -> None:
    for path in folder.rglob("*"):
        if path.is_file():
            bare = re.sub(r'xmlns(:\w+)?="[^"]*"', "", path.read_text(encoding="utf-8"))
            bare = re.sub(r"<metadata>.*?</metadata>|<a href=\"[^\"]*\"", "", bare, flags=re.DOTALL)
            assert not re.search(r"(?:https?:)?//\w[\w-]*\.\w|@import|fetch\(|XMLHttpRequest", bare), path


def test_the_scoreboard_counts_what_was_audited(report: Report, folder: Path) -> None:
    front = (folder / "index.html").read_text(encoding="utf-8")
    summary: dict[str, Any] = report.summary()
    rows = re.findall(r'data-status="(\w+)" data-page="([\w ]*)"', front)
    assert len(rows) == summary["entries"]
    for status in ("proved", "cited", "definition", "prose"):
        assert sum(row[0] == status for row in rows) == summary[status]
        assert (f"<b>{summary[status]}</b> {after_number(status, summary[status])}" in front) == bool(summary[status])


def test_a_page_shows_statement_proof_digits_worst_case_and_pictures(folder: Path) -> None:
    text = (folder / "statements/feldman2018/theorem-23.html").read_text(encoding="utf-8")
    for heading in ("Conclusion", "Symbols", "Assumptions", "Digits", "Worst case", "Proof", "Assumed without proof here", "Checks"):
        assert f">{heading}</h2>" in text, heading
    assert "0.001009081735620585267406659939455" in text
    assert text.count("<math") > 60
    assert text.count("<details") >= 5
    assert "<title>The taut string of " in text
    assert "<title>What feldman2018/theorem-23 depends on</title>" in text
    assert re.search(r'<code class="fingerprint">[0-9a-f]{16,}', text)
    assert 'Feldman, Mironov, Talwar and Thakurta (2018), <a href="https://arxiv.org/abs/1808.06651"><i>Privacy Amplification by Iteration</i></a>' in text
    assert 'aria-label="kernel graph"' in (folder / "statements/asoodeh2020/theorem-5.html").read_text(encoding="utf-8")


def test_corrections_set_the_printed_formula_beside_the_proved_one(report: Report, folder: Path) -> None:
    text = (folder / "corrections.html").read_text(encoding="utf-8")
    differing = [entry for entry in report.entries if entry.as_printed in ("corrected", "refuted")]
    assert differing, "the sample should have a correction"
    for entry in differing:
        assert f'<section id="{entry.id}">' in text


def test_the_graph_has_every_dependency_and_no_two_boxes_overlap(folder: Path) -> None:
    text = (folder / "graph.html").read_text(encoding="utf-8")
    edges = set(re.findall(r'data-from="([^"]+)" data-to="([^"]+)"', text))
    assert edges == {(other, name) for name in NAMES for other in builtin().dependencies(name)}
    boxes = [tuple(map(float, found)) for found in re.findall(r'translate\(([\d.]+) ([\d.]+)\)"><title>[^<]*</title><rect width="([\d.]+)"', text)]
    for number, (x, y, w) in enumerate(boxes):
        assert all(x + w <= a or a + b <= x or abs(y - c) >= 44 for a, c, b in boxes[:number])


def test_what_a_file_says_is_escaped() -> None:
    text = "<script>alert(1)</script>"
    own = {"title": text, "text": f"T\n\nStatement\n    {text}\n", "cited_because": text}
    base = builtin().statement("feldman2018/lemma-7")
    statement = Statement(**{**{name: getattr(base, name) for name in base.__dataclass_fields__}, **own, "id": "mine/lemma-1", "steps": ()})
    entry = builtin().entry("feldman2018/lemma-7")
    library = Library({"mine/lemma-1": type(entry)("mine/lemma-1", statement, entry.path)})
    page = statement_html(library, audit_entry(library, "mine/lemma-1"))
    assert "<script>alert" not in page
    assert page.count("&lt;script&gt;alert(1)") >= 3
    assert environment().autoescape


def test_one_page_alone_carries_style_and_script(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["show", "pabisym/single-gap", "--html"], standalone_mode=False) == 0
    text = capsys.readouterr().out
    page = Page(text)
    assert page.open == []
    assert [link for link in page.links if not link.startswith(("#", "data:"))] == ["https://arxiv.org/abs/1808.06651"]  # nothing that is fetched
    assert "prefers-color-scheme: dark" in text
    assert "<math" in text


def test_formats_exclude_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main.main(["show", "pabisym/single-gap", "--html", "--json"], standalone_mode=False) == 2
    assert "--html: cannot be combined with --json" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_named(few: Library, tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        write_report(few, audit(few, ["asoodeh2020/footnote-5"]), str(taken))


def test_every_formula_of_the_library_becomes_mathml_without_a_trace_of_latex() -> None:
    seen = 0
    for entry in builtin().files.values():
        statement = entry.statement
        for text in {statement.conclusion, statement.bound, *(a.holds for a in statement.assumptions)} - {""}:
            found = formula(text, letters_latex(statement))
            assert found.startswith("<math"), text
            assert "\\" not in found, (latex(parse(text, "x", None)), found)
            seen += 1
    assert seen > 500


def test_latex_that_cannot_be_set_is_refused() -> None:
    with pytest.raises(InputError, match="cannot be set"):
        latex_to_mathml(r"\frac{1}{")


def test_a_report_of_nothing_is_still_a_report(few: Library) -> None:
    found = dict(pages(few, audit(few, [])))
    assert {"index.html", "corrections.html", "graph.html", "style.css", "report.js"} == set(found)


def test_the_command_writes_the_pages_of_what_it_audits(
    few: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("pabisym.cli.commands._select_paths", lambda _: (few, ["pabisym/single-gap"]))
    assert main.main(["audit", "--report", str(tmp_path / "new" / "folder"), "--json"], standalone_mode=False) == 0
    entries = json.loads(capsys.readouterr().out)["entries"]
    found = {path.stem for path in (tmp_path / "new" / "folder" / "statements").rglob("*.html")}
    assert found == {entry["id"].partition("/")[2] for entry in entries} == {"single-gap"}


def test_a_bound_with_open_letters_says_which() -> None:
    library = builtin()
    (row,) = html._values(library.statement("pabisym/rising"))
    assert (row["problem"], row["exact"]) == ("depends also on f, left open here", "")
    assert all(row["exact"] and not row["problem"] for row in html._values(library.statement("feldman2018/theorem-23")))
