"""The audit as a folder of HTML pages that need no network: ``pabisym audit --report DIR``.

``index.html`` is the scoreboard with all statements, ``papers/`` has a page for every paper, ``statements/`` one for every
statement, ``corrections.html`` what is printed beside what is proved, ``graph.html`` what rests on what.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, get_args
from urllib.parse import quote

from pabisym.lang.files import write_folder
from pabisym.library.audit import PRINTED, Audited, Report
from pabisym.library.library import Library, natural
from pabisym.library.printed_forms import printed_form
from pabisym.library.statement import Status
from pabisym.show.dependency_picture import boxes, curve, dependencies, size_of
from pabisym.show.html import Site, asset, false_relation, prose, render, statement_html, style
from pabisym.show.latex import letters_latex

if TYPE_CHECKING:
    import networkx

def write_report(library: Library, report: Report, folder: str, progress: Callable[[str], None] | None = None) -> int:
    """Write the pages of an audit into a folder, which is made, all of them or none; return how many.

    Raises :class:`~pabisym.errors.InputError` where the folder cannot be written.
    """
    def made() -> Iterator[tuple[str, str]]:
        for address, text in pages(library, report):
            if progress is not None:
                progress(f"writing {address}")
            yield address, text

    return write_folder(folder, made(), "--report")


def pages(library: Library, report: Report) -> Iterator[tuple[str, str]]:
    """The address and the text of every page and asset."""
    entries = sorted(report.entries, key=lambda entry: natural(entry.id))
    whole = [entry for entry in entries if entry.usable and not entry.part_of]
    known = {entry.id for entry in whole}
    addresses = {entry.id: f"statements/{quote(library.host(entry.id))}.html" for entry in entries
                 if library.host(entry.id) in known}

    def link(name: str) -> str:
        return addresses.get(name, "")

    graph = dependencies(library, [entry.id for entry in whole])
    papers = {paper: [e for e in entries if _paper(e) == paper] for paper in dict.fromkeys(map(_paper, entries))}
    yield "style.css", style()
    yield "report.js", asset("report.js")
    rows = [{"name": name, "total": len(own), **counts(own)} for name, own in papers.items()]
    words = f"Every proof replayed and every recorded claim decided again, in {report.seconds:.0f} s."
    yield "index.html", _scores(entries, Site(link), "index.html", heading="Audit of the theorems", words=words, papers=rows)
    for paper, own in papers.items():
        words = f"What an audit finds of {paper}."
        yield f"papers/{paper}.html", _scores(own, Site(link, "../"), "", heading=paper, words=words, papers=[])
    for entry in whole:
        used_by = sorted((one for one in graph.successors(entry.id) if one in known), key=natural)
        yield f"statements/{entry.id}.html", statement_html(library, entry, Site(link, "../../"), used_by)
    yield "corrections.html", _corrections(library, entries, Site(link))
    yield "graph.html", graph_page(graph, Site(link))


def _paper(entry: Audited) -> str:
    return entry.id.partition("/")[0]


def _scores(entries: Sequence[Audited], site: Site, here: str, **values: Any) -> str:
    checks, failed = sum(len(e.checks) for e in entries), sum(len(e.failed) for e in entries)
    return render("index.html", site, here, rows=entries, checks=checks, failed=failed, **counts(entries), **values,
                  caption="In the order of the papers; a step is treated inside another statement.")  # fmt: skip


def counts(entries: Sequence[Audited]) -> dict[str, dict[str, int]]:
    """How many entries have each status, and each verdict on the page, without those that none has."""
    statuses, printed = Counter(e.status for e in entries), Counter(e.as_printed for e in entries if e.as_printed)
    return {"statuses": _in_order(statuses, get_args(Status)), "pages": _in_order(printed, PRINTED)}


def _in_order(found: Mapping[Any, int], words: Sequence[str]) -> dict[str, int]:
    """The counts that are not zero, in the order of the words."""
    return {word: found[word] for word in words if found.get(word)}


def _corrections(library: Library, entries: Sequence[Audited], site: Site) -> str:
    found = []
    for entry in (entry for entry in entries if entry.usable):
        statement = library.statement(entry.id)
        if entry.as_printed in ("corrected", "refuted") and statement.printed is not None:
            own = statement.bound if statement.printed.bound and statement.bound else statement.conclusion
            names = letters_latex(statement)
            found.append({"paper": _paper(entry), "entry": entry, "statement": statement, "own": own, "names": names,
                          "form": prose(printed_form(library, entry.id)), "fails": false_relation(statement)})
    return render("corrections.html", site, "corrections.html", differing=found)


# The graph.


def graph_page(graph: networkx.DiGraph[str], site: Site) -> str:
    """The page with the graph of all statements that have neighbours, and a list of the others."""
    lone = sorted((name for name in graph if graph.degree(name) == 0), key=natural)
    placed = boxes(graph.subgraph([name for name in graph if graph.degree(name)]))
    edges = [{"source": a, "target": b, **curve(placed[a], placed[b])} for a, b in graph.edges]
    width, height = size_of(placed)
    shown = {"nodes": list(placed.values()), "edges": edges, "lone": lone, "width": width, "height": height}
    return render("graph.html", site, "graph.html", **shown)
