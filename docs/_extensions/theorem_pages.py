"""The statements of the library as pages of this site: ``theorems/<paper>/<item>.html``, judged when the site is built.

Every proof is replayed and every claim decided again, as ``pabisym audit`` does; the pages are those of its report, within this site.  What
was found is kept beside Sphinx's own files under a digest of all sources, so that a second build is quick.

Where a page of the site names a statement as code, ``feldman2018/theorem-23`` or ``pabisym show feldman2018/theorem-23``, that is a link;
on the page of a paper the item alone is enough.  ``{statements}`` puts the table of all of them into a page, with the score.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from docutils import nodes
from docutils.utils import new_document
from sphinx.application import Sphinx
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from statement_links import SHOWN, known_pages

from pabisym.library.audit import Audited, Report, audit
from pabisym.library.bibliography import bibliography
from pabisym.library.cache import sources
from pabisym.library.library import builtin, natural
from pabisym.library.search import Found
from pabisym.library.search import entries as entries_of
from pabisym.show.dependency_picture import dependencies
from pabisym.show.html import Site, asset, render, statement_html
from pabisym.show.report import counts

ROOT = Path(__file__).resolve().parents[2]
LOG = logging.getLogger(__name__)


class Page(NamedTuple):
    """One statement: its title, the content of its page, and the words by which it is found."""

    title: str
    body: str
    words: str


class Made(NamedTuple):
    """What a build shows of the library."""

    pages: dict[str, Page]
    table: str
    known: dict[str, str]
    """The page of every id; a step stands on that of its statement."""


def made() -> Made:
    """All pages, from an audit."""
    library = builtin()
    report = audit(library)
    known = known_pages()
    entries = [entry for entry in report.entries if entry.usable and not entry.part_of]
    graph = dependencies(library, [entry.id for entry in entries])
    site = Site(lambda name: f"{quote(known[name])}.html" if name in known else "", root="../../", part=True)
    pages = {}
    for entry in entries:
        statement = library.statement(entry.id)
        used_by = sorted((one for one in graph.successors(entry.id) if one in known), key=natural)
        body = statement_html(library, entry, site, used_by)
        told = entry.id, statement.reference.label, statement.title, statement.text, entry.finding, entry.status, entry.as_printed or ""
        words = " ".join(told)
        pages[known[entry.id]] = Page(f"{entry.id}: {statement.title}", _led(entry.id, body), words)
    return Made(pages, _table(report, known), known)


def _led(name: str, body: str) -> str:
    """The content of a page under the way to it."""
    paper, _, item = name.partition("/")
    known, told = bibliography().get(paper), (ROOT / "docs" / "papers" / f"{paper}.md").is_file()
    above = escape(known.short if known else paper)
    above = f'<a href="../../papers/{escape(paper)}.html">{above}</a>' if told else above
    top = '<a href="../../theorems.html">Theorems</a>'
    return f'<nav class="way" aria-label="Way">{top} › {above} › <span>{escape(item)}</span></nav>{body}'


SETTINGS = {
    "loss": ("convex", "strongly convex", "nonconvex", "smooth", "lipschitz"),
    "batches": ("sampled", "cyclic", "full batch", "one pass"),
    "domain": ("bounded", "projection"),
    "notion": ("rényi", "gdp", "(ε, δ)", "hockey-stick", "utility"),
}
"""What the table can be narrowed to, by the tags of :data:`pabisym.library.search.TAGS`."""
LATER = ("definition", "prose")
"""What claims nothing stands at the end of the table."""


def _sought(entry: Audited, found: Found | None) -> tuple[bool, bool, bool]:
    """Bounds of what is revealed come first, then other claims, then steps, then definitions and remarks."""
    return entry.status in LATER, bool(entry.part_of), found is None or not found.bounds_privacy


def _table(report: Report, known: dict[str, str]) -> str:
    """The score and the table of all statements, first what most people look for."""
    found = {one.id: one for one in entries_of(builtin())}
    entries = sorted(report.entries, key=lambda entry: (_sought(entry, found.get(entry.id)), natural(entry.id)))
    papers = sorted({entry.id.partition("/")[0] for entry in entries})
    checks, failed = sum(len(e.checks) for e in entries), sum(len(e.failed) for e in entries)
    site = Site(lambda name: f"{quote(known[name])}.html" if name in known else "", part=True)
    return render("statements.html", site, rows=entries, papers=papers, checks=checks, failed=failed, **counts(entries), settings=SETTINGS,
                  tags={entry.id: found[entry.id].tags if entry.id in found else () for entry in entries},
                  caption="First the bounds on what a run reveals, then other claims, steps of proofs, and definitions.")  # fmt: skip


def _kept(app: Sphinx) -> Made:
    """What was made before from the same sources, or is made now; one answer for a build."""
    found: Made | None = getattr(app, "statement_pages", None)
    if found is not None:
        return found
    digest, place = sources([ROOT / "pabisym", ROOT / "theorems", Path(__file__)]), Path(app.doctreedir) / "statements.pickle"
    if digest is not None and place.is_file():
        stored, kept = pickle.loads(place.read_bytes())  # written by this function, in the folder of Sphinx's own pickles
        found = Made(*kept) if stored == digest else None
    if found is None:
        LOG.info("judging all statements")
        found = made()
        place.write_bytes(pickle.dumps((digest, ({name: tuple(page) for name, page in found.pages.items()}, found.table, found.known))))
    found = Made({name: Page(*page) for name, page in found.pages.items()}, found.table, found.known)
    app.statement_pages = found  # type: ignore[attr-defined]
    return found


def collected(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """The pages, for Sphinx to set into the frame of the site, and their words for its search."""
    found = _kept(app)
    if (indexer := getattr(app.builder, "indexer", None)) is not None:
        prune = indexer.prune
        indexer.prune = lambda names: prune({*names, *found.pages})
    trees: dict[tuple[object, ...], str] = {}

    def toctree(**given: object) -> str:
        """The navigation, which is the same on all of these pages, as they stand in one depth and in no table of contents."""
        key = tuple(sorted(given.items()))
        if key not in trees:
            trees[key] = app.builder._get_local_toctree(next(iter(found.pages)), **given)  # type: ignore[attr-defined]
        return trees[key]

    for name, page in found.pages.items():
        if indexer is not None:
            document = new_document("")
            document += nodes.section("", nodes.title("", page.title), nodes.paragraph("", page.words), ids=["statement"])
            app.builder.index_page(name, document, page.title)  # type: ignore[attr-defined]
        yield name, {"title": escape(page.title), "body": page.body, "toctree": toctree}, "statement_page.html"


class Linked(SphinxPostTransform):
    """Makes links of the ids that stand as code in a page."""

    default_priority = 400
    formats = ("html",)

    def run(self, **given: Any) -> None:
        """All code of this page that names a statement and stands in no heading and no other link."""
        known, here = known_pages(), self.env.docname
        paper = here.partition("/")[2] if here.startswith("papers/") else ""
        for code in list(self.document.findall(nodes.literal)):
            said = code.astext()
            match = SHOWN.match(said)
            name = match[1] if match else f"{paper}/{said}"
            if name in known and not _within(code, nodes.reference, nodes.title):
                address = self.app.builder.get_relative_uri(here, known[name])
                code.replace_self(nodes.reference("", "", code.deepcopy(), internal=True, refuri=address, classes=["statement"]))


def _within(node: nodes.Node, *kinds: type[nodes.Node]) -> bool:
    above = node.parent
    while above is not None:
        if isinstance(above, kinds):
            return True
        above = above.parent
    return False


class Statements(SphinxDirective):
    """``statements``: the table of all statements; it is filled in when the page is written."""

    def run(self) -> list[nodes.Node]:
        """A place for the table."""
        return [nodes.raw("", "<!-- statements -->", format="html")]


def filled(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Put the table where a page asks for it, and say the level of the headings of the navigation, which the theme leaves out."""
    tree = context.get("furo_navigation_tree", "")
    context["furo_navigation_tree"] = tree.replace('role="heading">', 'role="heading" aria-level="2">')
    if "<!-- statements -->" in context.get("body", ""):
        context["body"] = context["body"].replace("<!-- statements -->", _kept(app).table)


def outdated(app: Sphinx, *given: object) -> list[str]:
    """The page with the table is written in every build, as what it shows stands in no source of its own."""
    return [name for name in ("theorems",) if name in app.env.found_docs]


def assets(app: Sphinx) -> None:
    """The style and the script of the report, beside those of the site."""
    place = Path(app.outdir) / "_static"
    place.mkdir(parents=True, exist_ok=True)
    for name in ("parts.css", "report.js"):
        (place / name).write_text(asset(name), encoding="utf-8")


def setup(app: Sphinx) -> dict[str, bool]:
    """Register the pages, the links and the table."""
    app.add_post_transform(Linked)
    app.add_directive("statements", Statements)
    app.connect("builder-inited", assets)
    app.connect("env-get-outdated", outdated)
    app.connect("html-collect-pages", collected)
    app.connect("html-page-context", filled, priority=900)  # after the theme
    return {"parallel_read_safe": True, "parallel_write_safe": False}
