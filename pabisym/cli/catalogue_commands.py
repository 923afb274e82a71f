"""``pabisym list`` and ``pabisym find``: what is in the library, by words and by setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pabisym.cli.doors import doors
from pabisym.cli.frame import FAILS, HOLDS, print_json, print_report, tell_progress
from pabisym.errors import InputError

if TYPE_CHECKING:
    from pabisym.library.library import Library
    from pabisym.library.search import Found
    from pabisym.show.blocks import Block


def print_list(library: Library, words: Sequence[str], paper: str | None, status: str | None, *, as_json: bool) -> int:
    """The catalogue or a part of it, and which options take the words; 1 where nothing has them."""
    papers = dict.fromkeys(name.partition("/")[0] for name in library.files)
    if paper is not None and paper not in papers:
        raise InputError("--paper", f"there are no theorem files of {paper!r}", f"the papers are {', '.join(papers)}")
    found = None
    if words:
        from pabisym.library.search import search

        found = [one for one in search(library, words) if paper in (None, one.id.partition("/")[0])]
    taken = doors(words) if words and paper is None and status is None else []
    rows = _rows(library, found, paper, computed=as_json or status is not None)
    rows = [row for row in rows if status in (None, row.get("status"))]
    if as_json:
        print_json(rows)
    else:
        from pabisym.show.catalogue import doors_blocks, listing_blocks

        print_report((*doors_blocks([(one.opens, one.means) for one in taken]), *(listing_blocks(rows) if rows or not taken else ())))
    return FAILS if words and not rows and not taken else HOLDS


def _rows(library: Library, found: list[Found] | None, paper: str | None, *, computed: bool) -> Sequence[Mapping[str, Any]]:
    """The rows of the list; of what was searched without status where none is kept and none has to be ``computed``."""
    from pabisym.show import catalogue

    if found is None:
        return catalogue.listing(library, tell_progress(), paper)
    kept = catalogue.kept_rows(library)
    if kept is None and computed:
        return catalogue.some_rows(library, [one.id for one in found], tell_progress())
    if kept is None:
        return [{"id": one.id, "kind": "", "number": one.label, "title": one.title, **({"part_of": one.part_of} if one.part_of else {})}
                for one in found]
    by_id = {row["id"]: row for row in kept}
    return [by_id[one.id] for one in found if one.id in by_id]


def print_search(library: Library, setting: Mapping[str, str | None], *, as_json: bool) -> int:
    """The statements that fit a setting; 1 where none does."""
    from pabisym.library.search import find
    from pabisym.show import catalogue

    found = find(library, **setting)
    status = {row["id"]: row["status"] for row in catalogue.kept_rows(library) or ()}
    if as_json:
        print_json([{"id": one.id, "title": one.title, "number": one.label, "tags": list(one.tags)}
                    | ({"status": status[one.id]} if one.id in status else {}) for one in found])
    else:
        print_report((*catalogue.found_blocks(found, status), *_cells(setting)))
    return HOLDS if found else FAILS


def _cells(setting: Mapping[str, str | None]) -> Iterator[Block]:
    """The line of the atlas for a setting that some of its classes have; batches have other words there."""
    from pabisym.atlases.atlas import atlas
    from pabisym.show.atlased import cells_line

    wanted = {name: word for name in ("loss", "domain") if (word := setting.get(name)) not in (None, "any")}
    orders = {"one-pass": ["cyclic"], "sampled": ["poisson", "fixed-size"]}
    law = setting.get("sampling")
    for one in [None] if law in (None, "any") else orders.get(str(law), [law]):
        found = atlas(loss=wanted.get("loss"), domain=wanted.get("domain"), batches=one)
        yield cells_line(found, {**wanted, **({} if one is None else {"sampling": one})})
