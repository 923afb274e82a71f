"""Every page of the site, as a reader sees it: formulas are typeset, symbols keep their case, tables are whole, papers and links lead on.

The site is that of ``PABISYM_DOCS``; where nothing is named it is built, which takes minutes.  Texts are read from the HTML, widths are
measured in Chromium where there is one.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from pabisym.library.bibliography import bibliography

ROOT = Path(__file__).resolve().parents[2]
BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
WIDTHS = (1280, 390)
VOID = {"meta", "link", "input", "br", "img", "hr", "wbr", "col", "source"}
APART = {"sig", "headerlink", "sidebar-drawer", "toc-drawer", "tree", "says"}
"""Classes of parts that are read apart: signatures, navigation, and proof trees, whose steps are named as in a terminal."""
SILENT = {"code", "pre", "math", "svg", "script", "style", "head", "kbd", "option"}
"""Elements whose text is no prose: code, and what is typeset."""
BLOCKS = {"p", "li", "td", "th", "h1", "h2", "h3", "h4", "dt", "dd", "caption", "figcaption", "div", "section", "summary", "ul", "ol", "tr", "body"}
GREEK = "alpha|beta|gamma|delta|epsilon|eps|eta|theta|kappa|lambda|mu|nu|rho|sigma|tau|phi|psi|omega"
RAW = re.compile(
    r"[\w)\]](?:\^|\*\*)[\w({]"  # a power
    r"|\b[A-Za-z]_(?:\{|\w\b)|\b(?:" + GREEK + r")_\w\b"  # an index
    r"|(?<![-<])(?:<=|>=|==|!=|\|\|)(?!\w*>)"  # a relation
    r"|\\(?:frac|le|ge|sum|alpha|sigma|varepsilon|mathrm)\b"  # LaTeX that nobody set
    r"|\b(?:" + GREEK + r")\s?[=<>/*+]|[=<>/*+]\s?(?:" + GREEK + r")\b(?!-[a-z])"  # a Greek name in a formula
    r"|\b(?:sqrt|exp|log|ln|min|max)\([^)]*[\d*/^]")
"""Formulas in ASCII, which stand beside typeset ones."""
CAPITAL = re.compile(
    r"(?:^|[.!?:] )(?:(?:" + "|".join(name.capitalize() for name in GREEK.split("|") if name not in ("epsilon", "delta")) + r"|Ln|Exp|Sqrt)(?= (?:is|are|has|of|[a-z]\b|[=<>≤≥(])))")
"""A name of a symbol with a capital letter that it has not, at the beginning of a sentence."""
PROBE = """<!doctype html><body><iframe style="height: 900px; border: 0"></iframe><script id="pages" type="application/json">%s</script><script>
const frame = document.querySelector("iframe"), found = {}, widths = %s;
const until = (ready) => new Promise((resolve) => { const look = () => { if (ready()) resolve(); else setTimeout(look, 10); }; look(); });
(async () => {
  for (const page of JSON.parse(document.getElementById("pages").textContent)) {
    frame.src = "about:blank";
    await until(() => frame.contentWindow.location.href === "about:blank");
    frame.src = page;
    await until(() => frame.contentWindow.location.href !== "about:blank" && frame.contentDocument.readyState === "complete");
    found[page] = [];
    for (const width of widths) {
      frame.style.width = `${width}px`;
      frame.contentWindow.dispatchEvent(new Event("resize"));  // the page fits its tables to its new width
      const inside = frame.contentDocument;
      for (const table of inside.querySelectorAll("article table")) {
        const place = table.closest(".scrolls, .table-wrapper") || table.parentElement, over = Math.max(place.scrollWidth - place.clientWidth, Math.ceil(table.getBoundingClientRect().right - place.getBoundingClientRect().right));
        if (table.checkVisibility() && over > 2) found[page].push(`${width} px: a table is cut by ${over} pixels: ${table.textContent.trim().slice(0, 40).replace(/\\s+/g, " ")}`);
      }
    }
  }
  const told = document.createElement("pre"); told.id = "found"; told.textContent = JSON.stringify(found); document.body.replaceChildren(told);
})();</script>"""


class Read(HTMLParser):
    """The prose of a page by blocks, its links and the names of its places; navigation of the theme is left out."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.blocks: list[str] = [""]
        self.links: list[str] = []
        self.names: set[str] = set()
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.names |= {given[name] for name in ("id", "name") if given.get(name)}
        self.links += [given[name] for name in ("href", "src") if given.get(name)]
        if tag in VOID:
            return
        if tag in BLOCKS and not self.silent:
            self.blocks.append("")
        if tag in SILENT and not self.silent:
            self.blocks[-1] += "□"  # something stands here that is no prose
        aside = tag == "aside" or bool(APART & set(given.get("class", "").split()))
        self.open.append("code" if aside else tag)

    def handle_endtag(self, tag: str) -> None:
        if self.open:
            self.open.pop()
        if tag in BLOCKS and not self.silent:
            self.blocks.append("")

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.blocks[-1] += data

    @property
    def silent(self) -> bool:
        return any(tag in SILENT for tag in self.open)


def written_wrong(page: Read) -> Iterator[str]:
    """What of the prose of a page is a formula in ASCII, or a symbol with a capital."""
    for block in (" ".join(block.split()) for block in page.blocks):
        for what, pattern in (("a formula in ASCII", RAW), ("a capital symbol", CAPITAL)):
            if match := pattern.search(block):
                yield f"{what}: {block[max(0, match.start() - 30):match.end() + 30]!r}"


def dead(here: Path, page: Read, pages: dict[Path, Read], root: Path) -> Iterator[str]:
    """Links within the site that lead to no file or to no place of it."""
    for link in page.links:
        parts = urlsplit(link)
        if parts.scheme or link.startswith("//"):
            continue
        target = (here.parent / unquote(parts.path)).resolve() if parts.path else here
        if not target.is_relative_to(root) or not target.is_file():
            yield f"leads nowhere: {link}"
        elif parts.fragment and target in pages and unquote(parts.fragment) not in pages[target].names:
            yield f"names no place: {link}"


def unlinked(here: Path, page: Read, root: Path) -> Iterator[str]:
    """The paper that a page is about, where the page has no link to it."""
    kind, _, rest = here.relative_to(root).as_posix().partition("/")
    paper = bibliography().get(rest.partition("/")[0].removesuffix(".html"))
    if kind in ("theorems", "papers") and paper is not None and paper.link not in page.links:
        yield f"no link to {paper.link}"


def cut(pages: list[Path], folder: Path) -> dict[str, list[str]]:
    """Tables that are wider than their place, by the addresses of the pages."""
    if BROWSER is None:
        return {}
    start = folder / "tables.html"
    start.write_text(PROBE % (json.dumps([page.as_uri() for page in pages]), json.dumps(WIDTHS)), encoding="utf-8")
    settings = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files",
                f"--user-data-dir={folder}/browser", "--window-size=1400,1000", "--virtual-time-budget=100000000", "--dump-dom"]  # fmt: skip
    done = subprocess.run([BROWSER, *settings, start.as_uri()], capture_output=True, text=True, timeout=900, check=False)
    told = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert told, done.stderr[-2000:]
    found: dict[str, list[str]] = json.loads(unescape(told[1]))
    return found


def site(folder: Path) -> Path:
    """The site that is named, or one that is built."""
    if named := os.environ.get("PABISYM_DOCS"):
        return Path(named).resolve()
    subprocess.run([sys.executable, "-m", "sphinx", "-q", str(ROOT / "docs"), str(folder / "site")], check=True, timeout=3600)
    return folder / "site"


@pytest.mark.campaign
def test_pages_are_typeset_whole_and_linked(tmp_path: Path) -> None:
    root = site(tmp_path)
    pages = {path.resolve(): Read(path.read_text(encoding="utf-8")) for path in sorted(root.rglob("*.html")) if "slides" not in path.parts and path.name not in ("genindex.html", "py-modindex.html")}
    assert len(pages) > 400
    tables = cut(list(pages), tmp_path)
    problems = []
    for path, page in pages.items():
        found = [*written_wrong(page), *dead(path, page, pages, root), *unlinked(path, page, root), *tables.get(path.as_uri(), ())]
        problems += [f"{path.relative_to(root)}: {one}" for one in found]
    assert problems == [], f"{len(problems)} problems:\n" + "\n".join(problems)


def test_the_crawler_notices_what_is_wrong(tmp_path: Path) -> None:
    wrong = ("<article><p>the bound x^2 of it</p><p>it is m_t</p><p>alpha &gt;= 2</p><p>Sigma is the noise.</p><p>It ends. Ln n steps</p>"
             '<p>right: <code>x^2</code> and <math><mi>x</mi></math>, a-b, PNSGD, the alpha version</p><a href="gone.html">x</a><a href="#gone">x</a></article>')  # fmt: skip
    page = Read(wrong)
    assert sum(one.startswith("a formula") for one in written_wrong(page)) == 3
    assert sum(one.startswith("a capital") for one in written_wrong(page)) == 2
    folder = tmp_path / "theorems" / "bok2024"
    folder.mkdir(parents=True)
    here = folder / "a.html"
    here.write_text(wrong, encoding="utf-8")
    assert list(dead(here, page, {here: page}, tmp_path)) == ["leads nowhere: gone.html", "names no place: #gone"]
    assert list(unlinked(here, page, tmp_path)) == ["no link to https://arxiv.org/abs/2403.00278"]
    assert list(unlinked(here, Read('<a href="https://arxiv.org/abs/2403.00278">x</a>'), tmp_path)) == []
    here.write_text('<article><div class="scrolls" style="width: 200px; overflow-x: auto"><table><tr><td><div style="width: 900px">a</div></td></tr></table></div><table><tr><td>b</td></tr></table></article>', encoding="utf-8")
    if BROWSER is not None:
        told = cut([here], tmp_path)[here.as_uri()]
        assert [one.partition(":")[0] for one in told] == ["1280 px", "390 px"]
