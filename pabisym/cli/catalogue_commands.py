"""``pabisym list``: what is in the library, by words, paper, status and setting."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from pabisym.cli.frame import FAILS, HOLDS, print_json, print_report, tell_progress
from pabisym.cli.script_words import nearest_takers, takers_of
from pabisym.errors import InputError

if TYPE_CHECKING:
    from pabisym.library.library import Library
    from pabisym.library.search import Found
    from pabisym.show.blocks import Block


def print_list(library: Library, words: Sequence[str], paper: str | None, status: str | None, setting: Mapping[str, str | None], *,
               as_json: bool) -> int:
    """The catalogue, or what has the words and fits the setting in it, and which options take the words; 1 where nothing does."""
    papers = dict.fromkeys(name.partition("/")[0] for name in library.files)
    if paper is not None and paper not in papers:
        raise InputError("--paper", f"there are no theorem files of {paper!r}", f"the papers are {', '.join(papers)}")
    fitted = any(value is not None for value in setting.values())
    found = None
    if words or fitted:
        from pabisym.library.search import search_in_setting

        found = [one for one in search_in_setting(library, words, setting) if paper in (None, one.id.partition("/")[0])]
    asked = () if paper is not None or status is not None or fitted else words
    taken = takers_of(asked)
    rows = _rows(library, found, paper, computed=as_json or status is not None)
    rows = [row for row in rows if status in (None, row.get("status"))]
    if fitted and found is not None:
        tags = {one.id: list(one.tags) for one in found}
        rows = [{**row, "tags": tags[row["id"]]} for row in rows]
    if as_json:
        print_json(rows)
    else:
        from pabisym.show.catalogue import listing_blocks, takers_blocks

        listed = listing_blocks(rows) if rows or not taken else ()
        near = () if rows or taken else nearest_takers(asked)
        print_report((*takers_blocks([(one.taken_by, one.means) for one in taken or near], nearest=bool(near)), *listed,
                      *(_cells(setting) if fitted else ())))
    return FAILS if found is not None and not rows and not taken else HOLDS


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
