"""The papers of the library: who wrote them, what they are called, and what of them is here.

The directive ``papers`` reads the titles from ``theorems/references.bib`` and what is proved from the library, so that nothing is typed in.
Papers with a page of their own come first and link to it; of the others every statement is named, and is a link.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from statement_links import known_pages

from pabisym.library.bibliography import Paper, bibliography
from pabisym.library.library import natural

ROOT = Path(__file__).resolve().parents[2]


def listed() -> Iterator[str]:
    """The two tables, in Markdown."""
    known, names = bibliography(), {}
    for name, page in known_pages().items():
        if page == f"theorems/{name}":
            names.setdefault(name.partition("/")[0], []).append(name)
    own = [paper for paper in names if (ROOT / "docs" / "papers" / f"{paper}.md").is_file()]
    yield from ("| paper | what it is | statements |", "|---|---|---|")
    for paper in sorted(own, key=lambda one: (known[one].year, one)):
        yield f"| [{known[paper].short}]({paper}.md) | {_said(known[paper])} | {len(names[paper])} |"
    yield from ("", "Of later papers, and of papers that these rest on, single statements are here:", "")
    yield from ("| paper | statements |", "|---|---|")
    for paper in sorted((one for one in names if one not in own and one in known), key=lambda one: (known[one].year, one)):
        yield f"| {_said(known[paper])} | {', '.join(f'`{name}`' for name in sorted(names[paper], key=natural))} |"


def _said(paper: Paper) -> str:
    venue = "" if paper.venue in ("", "arXiv") else f", {paper.venue}"
    return f"{paper.authors} ({paper.year}), [*{paper.title}*]({paper.link}){venue}"


def setup(app: Any) -> dict[str, bool]:
    """Register the directive with Sphinx."""
    from docutils import nodes
    from docutils.statemachine import StringList
    from sphinx.util.docutils import SphinxDirective

    class Papers(SphinxDirective):
        """``papers``: the tables, without arguments."""

        def run(self) -> list[nodes.Node]:
            """The tables as they are now."""
            for path in [ROOT / "theorems" / "references.bib", *(ROOT / "theorems").glob("*/*.py")]:
                self.env.note_dependency(str(path))
            held = nodes.container()
            self.state.nested_parse(StringList(list(listed()), source="papers"), 0, held)
            return [held]

    app.add_directive("papers", Papers)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
