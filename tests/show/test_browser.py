"""Pages in a browser without a network: formulas are rendered, nothing is missing, nothing complains.

Pages of the report are always opened; pages of the documentation where ``PABISYM_DOCS`` names the folder into which Sphinx
wrote them.  Where there is no Chromium, the same pages are read as text: MathML in them, and no address to fetch.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pabisym.library.audit import audit
from pabisym.library.library import Library
from pabisym.show.report import write_report

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
NAMES = ("pabisym/single-gap", "feldman2018/theorem-26")
REPORT = {"index.html": 0, "corrections.html": 0, "graph.html": 0, "statements/pabisym/single-gap.html": 30}
DOCS = {"index.html": 2, "start.html": 4, "notation.html": 15, "questions/compare.html": 2, "questions/derive.html": 1,
        "course/03_allocate_the_shift.html": 25, "course/08_spot_the_error.html": 30}  # fmt: skip
"""Pages, and how many formulas each has at least."""
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


def test_the_report_and_the_documentation_are_rendered(few: Library, tmp_path: Path) -> None:
    write_report(few, audit(few, NAMES), str(tmp_path))
    for page, least in REPORT.items():
        check(tmp_path / page, least, 500)
    check(tmp_path / "graph.html", 0, 1280)
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
