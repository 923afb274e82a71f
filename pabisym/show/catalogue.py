"""The catalogue: its rows, kept on disk as they were computed, and how they are shown; little is imported, so that a list is quick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pabisym.lang.pace import Pace
from pabisym.library import cache
from pabisym.library.files import TheoremFiles, builtin_folder
from pabisym.library.library import Library, natural
from pabisym.library.statement import page_verdict
from pabisym.show.blocks import Block, NarrowEntry, ReportTable, Span, colour_status, columns, line, section

if TYPE_CHECKING:
    from pabisym.library.audit import Report

LISTED = 0.002
"""Seconds that a row of the list takes where nothing is left to replay."""


def listing(library: Library, progress: Callable[[str], None] | None = None, paper: str | None = None) -> list[dict[str, Any]]:
    """One row for every id in the order of the library, or for those of one paper by name, with computed status and verdict on the page.

    What was replayed in an earlier run is not replayed again; ``replayed`` says so.  The list of the built-in statements, or of one
    paper, is kept as such, by the content of all their files and of this package.
    """
    key = _listing_key(library)
    if (rows := _kept(key)) is not None:
        return rows if paper is None else sorted((row for row in rows if row["paper"] == paper), key=lambda row: natural(row["id"]))
    if paper is not None and (rows := _kept(key, paper)) is not None:
        return rows
    if paper is None:
        rows = list(_rows(library, library.ids, progress))
    else:
        rows = some_rows(library, [name for name in library.known if name.partition("/")[0] == paper], progress)
    if rows and (key := _listing_key(library)) is not None:
        cache.write("listing", cache.digest(key, paper), rows)
        cache.tidy()
    return rows


def keep(library: Library, report: Report) -> None:
    """Keep the list as an audit of all built-in statements has found it, so that the first list computes nothing."""
    key = _listing_key(library)
    if key is None or not all(entry.usable for entry in report.entries):
        return
    rows = [_row(library, entry.id, entry.status, entry.as_printed) for entry in report.entries]
    cache.write("listing", cache.digest(key, None), [{**row, "replayed": "now"} for row in rows])
    cache.tidy()


def kept_rows(library: Library) -> list[dict[str, Any]] | None:
    """The list as it was kept, with nothing computed; None where none is kept, or something has changed since."""
    return _kept(_listing_key(library))


def some_rows(library: Library, names: Sequence[str], progress: Callable[[str], None] | None = None) -> list[dict[str, Any]]:
    """The rows of these ids, in this order, computed where they are not kept."""
    found = {row["id"]: row for row in _rows(library, library.order(names), progress)}
    return [found[name] for name in names]


def _rows(library: Library, names: Sequence[str], progress: Callable[[str], None] | None) -> Iterator[dict[str, Any]]:
    from pabisym.library.findings import printed_verdict
    from pabisym.library.statement import REPLAYED
    from pabisym.library.workers import recall

    recall(library, names, progress)
    pace = Pace(progress, "listing", dict.fromkeys(names, 1.0), LISTED)
    for name in names:
        pace.begun(name)
        standing, statement = library.recalled(name), library.entry(name).statement
        printed = None
        if statement.printed is not None and not library.entry(name).part_of:
            printed = printed_verdict(statement, standing.status in REPLAYED, cited=standing.status == "cited")[0]
        yield {**_row(library, name, standing.status, printed), "replayed": standing.replayed}


def _row(library: Library, name: str, status: str, printed: str | None) -> dict[str, Any]:
    entry = library.entry(name)
    row = {"id": name, "paper": name.partition("/")[0], "kind": "step" if entry.part_of else entry.statement.kind,
           "number": "" if entry.part_of else entry.statement.number, "title": entry.statement.title, "status": status}
    if entry.part_of:
        row["part_of"] = entry.part_of
    elif printed is not None and entry.statement.printed is not None:
        row |= page_verdict(printed, entry.statement.printed.seen)
    return row


def _listing_key(library: Library) -> str | None:
    """The digest of all on which the list of the built-in statements rests; None for other libraries."""
    built_in = isinstance(library.files, TheoremFiles) and library.files.folders == (builtin_folder().resolve(),) and not library.changed
    return cache.sources_digest() if built_in else None


def _kept(key: str | None, paper: str | None = None) -> list[dict[str, Any]] | None:
    """The list as it is kept; None where none is, and for what has another form."""
    data = None if key is None else cache.read_entry("listing", cache.digest(key, paper))
    if not isinstance(data, list) or not data:
        return None
    for row in data:
        if not isinstance(row, dict) or not row.keys() >= _ROW or not all(isinstance(value, str) for value in row.values()):
            return None
        row["replayed"] = "cached"
    return data


_ROW = {"id", "paper", "kind", "number", "title", "status"}


def listing_blocks(rows: Sequence[Mapping[str, Any]]) -> Iterator[Block]:
    """The catalogue as a table, or on a narrow terminal as two lines an entry; before it, how much of it is recalled.

    Rows that fit a setting have ``tags``.
    """
    if cached := sum(row.get("replayed") == "cached" for row in rows):
        yield line((cache.recalled_line(cached, len(rows)), "dim"))
    tagged = any("tags" in row for row in rows)
    table, entries = list[tuple[Span, ...]](), list[NarrowEntry]()
    for row in rows:
        title = f"step of {row['part_of']}" if "part_of" in row else row["title"]
        words = (colour_status(row.get("status", "")), colour_status(row.get("as_printed", row.get("compared", ""))))
        tags = ", ".join(row.get("tags", ()))
        table.append((row["id"], row["kind"], row["number"], *words, title, *([tags] if tagged else [])))
        entries.append(NarrowEntry(row["id"], words, ((f"{title} ({tags})" if tags else title, "dim"),)))
    headings = ("id", "kind", "number", "status", "paper's claim", "title", *(["tags"] if tagged else []))
    yield ReportTable(tuple(table), headings, tuple(entries))
    yield line(f"{len(rows)} statement{'s' * (len(rows) != 1)}" + (" (by metadata; pabisym show ID has the assumptions)" if tagged else ""))
    if not rows:
        yield line(("fewer words or options find more", "dim"))
    if any("status" not in row for row in rows):
        yield line(("pabisym list computes status and verdicts once, and shows them here from then on", "dim"))


def takers_blocks(takers: Sequence[tuple[str, str]], *, nearest: bool = False) -> Iterator[Block]:
    """What takes the words that were searched, or the ``nearest`` to them, and what it is for; nothing where there is none."""
    if takers:
        yield section("nearest to these words, in a training run" if nearest else "in a training run", columns(takers))
        yield line()
