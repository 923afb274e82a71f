"""What the site draws when it is built: the picture of its home, the gallery, the links to statements."""

from __future__ import annotations

import doctest
import json
import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from xml.etree import ElementTree

import nbformat
import pytest
from support.examples import spread
from support.page_builders import page_builder

DOCS = Path(__file__).resolve().parents[2] / "docs"
PICTURE = re.compile(r"```\{picture\} (\S+)\n:title: ([^\n]+)\n:alt: ([^\n]+)\n(.*?)```", re.DOTALL)

if DOCS.is_dir():  # pages lie beside the tests in a working copy; where only the package is installed there are none

    def test_the_string_of_the_home_page_is_tight() -> None:
        home = page_builder("home_picture")
        shift, string = home.heights()
        assert all(low <= high for low, high in zip(string, shift, strict=True))
        assert string[-1] == shift[-1]
        rises = [b - a for a, b in pairwise(string)]
        assert rises == sorted(rises), "a string pulled tight from below is convex"
        bends = [t for t in range(1, len(rises)) if rises[t] != rises[t - 1]]
        assert all(string[t] == shift[t] for t in bends), "it bends where it touches"
        assert sum(Fraction(r) ** 2 for r in rises) == home.optimum().value
        svg = home.drawn()
        assert ElementTree.fromstring(svg).find(".//{http://www.w3.org/2000/svg}desc") is not None
        assert 'class="string still"' in svg
        assert "{}, {} and {}".format(*bends, len(rises)) in svg or ", ".join(map(str, [*bends, len(rises)])) in svg

    @pytest.mark.parametrize("found", spread(PICTURE.findall((DOCS / "gallery.md").read_text(encoding="utf-8")), 4), ids=lambda one: one[0])
    def test_every_picture_of_the_gallery_is_drawn_by_the_code_beside_it(found: tuple[str, str, str, str]) -> None:
        gallery = page_builder("drawn_code")
        _, title, alt, code = found
        if ".compare(" in code:  # the comparison itself takes seconds and has its own tests
            compile(code, "gallery", "exec")
            return
        svg, data = gallery.drawn(code)
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        assert json.loads(json.dumps(data, default=gallery.plain))
        assert len(alt) > len(title)

    def test_a_notebook_and_its_slides_lie_beside_its_page_and_short_code_is_not_broken(tmp_path: Path) -> None:
        reading, source = page_builder("reading"), tmp_path / "part" / "book.ipynb"
        source.parent.mkdir()
        picture = nbformat.v4.new_output("display_data", {"image/png": "aGk=", "text/plain": "a picture with sliders, standing still at mu = 1 (also 2)"})
        cells = [nbformat.v4.new_markdown_cell("# A title"), nbformat.v4.new_code_cell("movable()", outputs=[picture])]
        nbformat.write(nbformat.v4.new_notebook(cells=cells), source)
        source.with_name("pictures.toml").write_text('book = ["A curve that falls."]', encoding="utf-8")
        environment = SimpleNamespace(found_docs={"index", "part/book"}, doc2path=lambda name: str(source if name == "part/book" else tmp_path / "index.md"))
        for format_, error, there in (("latex", None, False), ("html", ValueError("failed"), False), ("html", None, True)):
            site = SimpleNamespace(env=environment, outdir=str(tmp_path / "site"), srcdir=str(DOCS), builder=SimpleNamespace(format=format_))
            reading.notebooks(site, error)
            assert (tmp_path / "site" / "part" / "book.ipynb").is_file() is there
        assert sorted(path.name for path in (tmp_path / "site").rglob("*.*")) == ["book.html", "book.ipynb"]
        deck = (tmp_path / "site" / "part" / "slides" / "book.html").read_text(encoding="utf-8")
        assert '<img alt="A curve that falls."' in deck
        assert "standing still at mu = 1 (also 2)" in deck
        png = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + (900).to_bytes(4) + (320).to_bytes(4)
        assert reading.looks("Two heat maps, yellow is large", png) == ["map", "wide"]
        assert reading.looks("A curve that falls", png[:16] + (500).to_bytes(4) + (400).to_bytes(4)) == []
        assert [reading.stays_whole(text) for text in ("--json", "number_of_examples", "pabisym audit", "x" * 35)] == [True, True, False, False]

    def test_the_papers_are_listed_with_their_titles_and_what_stands_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.syspath_prepend(str(DOCS / "_extensions"))
        papers = page_builder("papers_list")
        lines = list(papers.listed())
        known = papers.bibliography()
        assert known["feldman2018"][:2] == ("Feldman, Mironov, Talwar and Thakurta", "Privacy Amplification by Iteration")
        assert known["steinke2025"].authors.endswith(" et al.")
        assert [known[key].short for key in ("annamalai2024", "yeshokri2022", "bok2024", "steinke2025")] == [
            "Annamalai (2024)", "Ye and Shokri (2022)", "Bok et al. (2024)", "Steinke et al. (2025)"]  # fmt: skip
        assert len({paper.short for paper in known.values()}) == len(known)
        assert [known[key].short for key in ("asoodeh2020", "asoodeh2020isit", "chien2024sgd")] == ["Asoodeh et al. (2020, arXiv)", "Asoodeh et al. (2020, ISIT)", "Chien et al. (2024b)"]
        assert all(f"]({known[key].link})" in "\n".join(lines) for key in ("feldman2018", "bok2024", "altschuler2024"))
        assert not any(sign in line for line in lines for sign in "{}\\")
        links = [re.findall(r"\]\((\w+)\.md\)", line) for line in lines]
        assert sorted(one for found in links for one in found) == sorted(path.stem for path in (DOCS / "papers").glob("*.md") if path.stem not in ("index", "later"))
        named = {name for line in lines for name in re.findall(r"`([^`]+)`", line)}
        own = {one for found in links for one in found} | {"pabisym"}
        assert named == {name for name, page in papers.known_pages().items() if page == f"theorems/{name}" and name.partition("/")[0] not in own}

    def test_the_code_of_the_home_page_prints_what_it_shows() -> None:
        example = doctest.DocTestParser().get_doctest((DOCS / "index.md").read_text(encoding="utf-8").replace("```", ""), {}, "index.md", None, 0)
        assert len(example.examples) == 3
        assert doctest.DocTestRunner().run(example) == (0, 3)

    def test_at_most_twelve_entries_stand_at_the_first_level() -> None:
        blocks = re.findall(r"```\{toctree\}\n(.*?)```", (DOCS / "index.md").read_text(encoding="utf-8"), re.DOTALL)
        entries = [line for block in blocks for line in block.split() if not line.startswith(":")]
        assert 8 <= len([one for one in entries if (DOCS / f"{one}.md").is_file()]) <= 12

    def test_every_page_says_what_to_read_next() -> None:
        following = page_builder("read_next").following
        order = sorted(f"course/{path.stem}" for path in (DOCS / "course").glob("*.ipynb"))
        names = [*(path.relative_to(DOCS).with_suffix("").as_posix() for path in DOCS.rglob("*.md")), *order]
        assert [name for name in names if name != "index" and not following(name, order)] == []
        told = [page for name in names for page in following(name, order)]
        assert [page for page in told if not any((DOCS / f"{page}{kind}").is_file() for kind in (".md", ".ipynb"))] == []

    def test_every_page_of_the_course_offers_the_notebook_that_is_copied_beside_it() -> None:
        books = sorted((DOCS / "course").glob("*.ipynb"))
        assert len(books) == 11
        for book in books:
            offered = re.findall(r'<a href=\\"([^"\\]+)\\" download>', book.read_text(encoding="utf-8"))
            assert offered == [book.name]

    def test_code_that_names_a_statement_and_nothing_else_is_a_link() -> None:
        pages = page_builder("statement_links")
        assert pages.SHOWN.match("feldman2018/theorem-23")[1] == "feldman2018/theorem-23"
        assert pages.SHOWN.match("pabisym show feldman2018/eq-20-factor")[1] == "feldman2018/eq-20-factor"
        assert pages.SHOWN.match("pabisym evaluate feldman2018/theorem-23") is None
        assert pages.known_pages()["feldman2018/theorem-23"] == "theorems/feldman2018/theorem-23"
