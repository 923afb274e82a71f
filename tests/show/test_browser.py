"""Pages in a browser without a network: formulas are rendered, nothing is missing, nothing complains.

Pages of the report are always opened; pages of the site where ``PABISYM_DOCS`` names the folder into which Sphinx wrote them: all of them,
at two widths, with every link followed, the contrast of every text computed, and one page of each kind shown to axe-core where that is
installed; in the dark as well, where one page in eight stands for those of the statements, which have one template.  Without that folder
the report is opened by light alone.  Where there is no Chromium, the same pages are read as text: MathML in them, and no address to fetch.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from support.page_builders import page_builder

from pabisym.library.audit import audit
from pabisym.library.library import Library
from pabisym.show.report import write_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NAMES = ("pabisym/single-gap", "feldman2018/theorem-26")
REPORT = {"index.html": 0, "corrections.html": 0, "graph.html": 0, "statements/pabisym/single-gap.html": 30}
DOCS = {"index.html": 2, "start.html": 4, "notation.html": 15, "questions/compare.html": 2, "questions/derive.html": 1,
        "course/03_allocate_the_shift.html": 25, "course/08_spot_the_error.html": 30}  # fmt: skip
"""Pages, and how many formulas each has at least."""
KINDS = ("index.html", "gallery.html", "trust.html", "search.html", "questions/derive.html", "course/03_allocate_the_shift.html",
         "course/slides/03_allocate_the_shift.html", "theorems/feldman2018/theorem-23.html", "theorems/asoodeh2020/theorem-5.html")  # fmt: skip
"""A page of each kind, which axe-core sees too."""
WIDTHS = (1280, 390)
HERE = Path(__file__).parent
PROBE = """
<script>addEventListener("load", () => {
  const shown = [...document.querySelectorAll("math")].filter((one) => one.closest("details:not([open])") || one.getBoundingClientRect().height > 4);
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  document.documentElement.dataset.probe = `${document.querySelectorAll("math").length} ${shown.length} ${wide}`;
});</script>
"""


def opened(page: Path, width: int) -> tuple[str, list[str]]:
    """The document that a browser makes of a page, and its messages; the page is opened with a probe in it and no network."""
    assert BROWSER is not None
    probed = page.with_name(f"probed-{page.name}")
    probed.write_text(page.read_text(encoding="utf-8").replace("</body>", PROBE + "</body>"), encoding="utf-8")
    settings = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--enable-logging=stderr", "--host-resolver-rules=MAP * ~NOTFOUND",
                f"--user-data-dir={page.parent}/browser", f"--window-size={width},900", "--virtual-time-budget=2000", "--dump-dom"]  # fmt: skip
    done = subprocess.run([BROWSER, *settings, probed.as_uri()], capture_output=True, text=True, timeout=120, check=False)
    probed.unlink()
    shutil.rmtree(page.parent / "browser", ignore_errors=True)
    return done.stdout, [line for line in done.stderr.splitlines() if "CONSOLE" in line or "net_error" in line.lower()]


@pytest.fixture(scope="module")
def report(few: Library, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report on a few statements, in a folder."""
    folder = tmp_path_factory.mktemp("report")
    write_report(few, audit(few, NAMES), str(folder))
    return folder


def check(page: Path, least: int, *widths: int) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.count("<math") >= least
    assert not re.search(r'(?:src|href)="(?:https?:)?//[^"]*\.(?:js|css|woff2?)', text)
    for width in widths if BROWSER is not None else ():
        document, messages = opened(page, width)
        found = re.search(r'data-probe="(\d+) (\d+) (-?\d+)"', document)
        assert found, "the page was not loaded to its end"
        total, shown, wide = map(int, found.groups())
        assert total == shown >= least
        assert wide <= 0, f"the page is wider than the window by {wide} pixels"
        assert messages == []


def probed(pages: Mapping[Path, bool], folder: Path, theme: str) -> dict[Path, dict[str, Any]]:
    """What ``site_probe.js`` finds about pages that one browser opens one after another; with True, axe-core as well."""
    assert BROWSER is not None
    asked = [{"address": page.as_uri(), "widths": WIDTHS, "themes": ["auto"], "axe": axe} for page, axe in pages.items()]
    axe_core = importlib.util.find_spec("axe_core_python")
    parts = ['<!doctype html><body><iframe style="height: 900px; border: 0"></iframe>', f'<script id="pages" type="application/json">{json.dumps(asked)}</script>']
    if any(pages.values()) and axe_core is not None and axe_core.origin is not None:
        script = Path(axe_core.origin).with_name("axe.min.js").read_text(encoding="utf-8").replace("</script", "<\\/script")
        parts.append(f'<script id="axe" type="text/plain">{script}</script>')
    start = folder / f"probe-{theme}.html"
    start.write_text("".join([*parts, f"<script>{(HERE / 'site_probe.js').read_text(encoding='utf-8')}</script>"]), encoding="utf-8")
    settings = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--allow-file-access-from-files",
                f"--blink-settings=preferredColorScheme={0 if theme == 'dark' else 1}", f"--user-data-dir={folder}/browser-{theme}", "--window-size=1400,1000",
                "--enable-logging=stderr", "--virtual-time-budget=100000000", "--dump-dom"]  # fmt: skip
    done = subprocess.run([BROWSER, *settings, start.as_uri()], capture_output=True, text=True, timeout=900, check=False)
    told = re.search(r'<pre id="found">(.*?)</pre>', done.stdout, re.DOTALL)
    assert told, done.stderr[-2000:]
    found = json.loads(unescape(told[1]))
    said = [line for line in done.stderr.splitlines() if "CONSOLE" in line and "axe" not in line]
    assert said == []
    return {page: found[page.as_uri()] for page in pages}


def shown_in(theme: str, pages: Mapping[Path, bool], root: Path) -> dict[Path, bool]:
    """All pages by light; in the dark one statement's page in eight, and all others."""
    alike = [page for page in pages if page.is_relative_to(root / "theorems") and not pages[page]]
    left_out = {page for number, page in enumerate(alike) if number % 8} if theme == "dark" else set()
    return {page: axe for page, axe in pages.items() if page not in left_out}


def lost(found: Mapping[Path, Mapping[str, Any]], root: Path) -> Iterable[str]:
    """Links of pages that lead to no file, out of the folder, or to no place on a page that was opened; and pages that are fetched from elsewhere."""
    names = {page.resolve(): set(told["names"]) for page, told in found.items()}
    for page, told in found.items():
        for link in told["links"]:
            parts = urlsplit(link)
            if parts.scheme in ("data", "mailto") or (parts.scheme in ("http", "https") and parts.hostname):
                continue
            target = Path(unquote(parts.path)).resolve()
            if parts.scheme != "file" or not target.is_relative_to(root.resolve()) or not target.is_file():
                yield f"{page.name}: {link}"
            elif parts.fragment and target in names and unquote(parts.fragment) not in names[target]:
                yield f"{page.name}: {link} names no place"


def test_every_page_is_legible_at_both_widths_and_every_link_leads_somewhere(report: Path, tmp_path: Path) -> None:
    folders = [report] + ([Path(os.environ["PABISYM_DOCS"]).resolve()] if os.environ.get("PABISYM_DOCS") else [])
    problems = []
    for root in folders:
        pages = {page: page.relative_to(root).as_posix() in KINDS for page in sorted(root.rglob("*.html"))}
        for theme in ("light", *(["dark"] if len(folders) == 2 else [])) if BROWSER is not None else ():
            found = probed(shown_in(theme, pages, root), tmp_path, theme)
            problems += [f"{theme}, {page.relative_to(root)}: {one}" for page, told in found.items() for one in told["problems"]]
            problems += [f"{page.relative_to(root)}: {told['math'] - told['shown']} formulas are not shown" for page, told in found.items() if told["math"] != told["shown"]]
            problems += lost(found, root) if theme == "light" else []
        assert pages
    assert problems == [], f"{len(problems)} problems, the first of them:\n" + "\n".join(problems[:60])


def test_the_probe_notices_what_is_wrong(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><body style="background: #fff"><p style="color: #bbb">pale</p><div style="width: 3000px">wide</div><img src="missing.png"><img src="missing.png" alt="missing.png">'
                    '<a href="nowhere.html">lost</a><a href="#none">lost</a>', encoding="utf-8")  # fmt: skip
    if BROWSER is None:
        assert list(lost({page: {"names": [], "links": [(tmp_path / "nowhere.html").as_uri()]}}, tmp_path))
        return
    found = probed({page: False}, tmp_path, "light")
    said = "\n".join(found[page]["problems"])
    for problem in ("1280 px, auto: wider than the window", "390 px, auto: wider", 'contrast of p "pale"', "no alternative text: img", "its name is no alternative text",
                    "image is missing"):
        assert problem in said, said
    assert len(list(lost(found, tmp_path))) == 3  # the image, and both links


@pytest.mark.campaign
def test_the_report_and_the_documentation_are_rendered(report: Path) -> None:
    for page, least in REPORT.items():
        check(report / page, least, 500)
    check(report / "graph.html", 0, 1280)
    built = os.environ.get("PABISYM_DOCS", "")
    for page, least in DOCS.items() if built else ():
        check(Path(built) / page, least, 1280, 500)


def test_a_page_that_complains_is_noticed(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text('<!doctype html><body><math><mi>x</mi></math><script src="missing.js"></script><script>nowhere()</script></body>', encoding="utf-8")
    if BROWSER is None:
        check(page, 1)
        return
    with pytest.raises(AssertionError, match=r"CONSOLE"):
        check(page, 1, 500)


if os.environ.get("PABISYM_DOCS"):  # then Sphinx is there

    def test_a_formula_keeps_its_comma_and_its_bracket() -> None:
        from docutils import nodes

        pages, line = page_builder("mathml_pages"), nodes.paragraph()
        for kind, text in (("Text", "A loss (for "), ("math", "x"), ("Text", ", say) is "), ("math", "m"), ("Text", "-smooth ("), ("math", "y"), ("Text", ").")):
            line += nodes.Text(text) if kind == "Text" else nodes.math("", text)
        pages.beside(SimpleNamespace(), line, "page")
        found = [(one.astext(), one.get("before"), one.get("after")) for one in line.findall(nodes.math)]
        assert found == [("x", None, ","), ("m", None, "-smooth"), ("y", "(", ").")]
        written: list[str] = []
        for one in line.findall(nodes.math):
            with pytest.raises(nodes.SkipNode):
                pages.inline(SimpleNamespace(body=written, encode=str), one)
        whole = [re.sub("<math.*</math>", "M", one) for one in written]
        assert whole == ['<span class="whole">M,</span>', '<span class="whole">M-smooth</span>',
                         '<span class="whole">(M).</span>']
