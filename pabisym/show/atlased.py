"""The atlas and open problems for people: a table when piped, on a terminal lines that fit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from pabisym.atlases.atlas import Atlas
from pabisym.atlases.classes import FACTOR, GAUSSIAN, WORDS, Cell, CellValue, points_of
from pabisym.lang.rational import to_places
from pabisym.numerics.enclosure import down, up
from pabisym.show.blocks import Block, BulletList, Line, ReportTable, columns, line, section
from pabisym.spec.configuration import plain

if TYPE_CHECKING:
    from pabisym.atlases.gaps import Gap, OpenProblem

_COLOURS = {"exact": "green", "attained": "green", FACTOR: "yellow", "upper only": "magenta"}
_ANY = 10**9
"""Entries are shown on a terminal of any width."""


def atlas_blocks(found: Atlas) -> Iterator[Block]:
    """The classes; on a terminal each in a few lines, with what is open, elsewhere one line a class."""
    points = points_of(GAUSSIAN)
    ends = [name for point in points for name in (f"{point.name} epsilon", f"{point.name} by")]
    rows, entries = list[tuple[str, ...]](), list[Block]()
    for cell in found.cells:
        shown = [text for value in cell.values for text in (interval(value), value.by)]
        rows.append((*cell.kind.words, tightness(cell), *shown, *[""] * (len(ends) - len(shown)), cell.open))
        entries.append(line((str(cell.kind), "bold"), "  ", (tightness(cell), _COLOURS[cell.tightness])))
        entries.append(section("", columns((value.point, interval(value), value.by) for value in cell.values),
                               BulletList((f"open: {cell.open}",) if cell.open else ())))
    closed = sum(not cell.open for cell in found.cells)
    entries.append(line(f"{len(found.cells)} classes, {closed} of them with matching bounds at all runs; ε in nats at δ = 1e-6"))
    entries.append(section("the runs", BulletList(tuple(f"{point.name}: {point.said}" for point in points))))
    yield ReportTable(tuple(rows), (*WORDS, "tightness", *ends, "open"), tuple(entries), _ANY)


def tightness(cell: Cell) -> str:
    """The tightness of a cell, with the larger factor."""
    ratios = [value.ratio for value in cell.values if value.ratio is not None]
    return cell.tightness if cell.tightness != FACTOR else f"{FACTOR} {to_places(max(ratios), 3, up=True)}"


def cell_line(cell: Cell) -> str:
    """The cell of a class in a sentence, with the command that shows it."""
    return f"its class in the atlas ({tightness(cell)}, an example replaced): {cell.kind.command}"


def cell_data(cell: Cell) -> dict[str, object]:
    """The cell of a class in the JSON of an answer."""
    return {"class": list(cell.kind.words), "tightness": cell.tightness, "command": cell.kind.command}


def cells_line(found: Atlas, wanted: Mapping[str, str]) -> Line:
    """The cells that fit some properties in a sentence, with the command that shows them."""
    closed = sum(not cell.open for cell in found.cells)
    options = "".join(f" --{name} {word}" for name, word in wanted.items())
    return line(f"in the atlas: {len(found.cells)} classes of processes fit, {closed} with matching bounds (pabisym atlas{options})")


def interval(value: CellValue) -> str:
    """Both ends of an epsilon, rounded outwards."""
    return f"{'?' if value.lower is None else down(value.lower)} ≤ ε ≤ {up(value.upper)}"


def gap_blocks(found: Gap) -> Iterator[Block]:
    """Both ends at a run, the ratio, what they stand on, and what is open."""
    value, ratio = found.value, "" if found.ratio is None else f", a factor {to_places(found.ratio, 3, up=True)} apart"
    yield line((f"{interval(value)} at δ = {plain(found.run.delta)} for the last iterate{ratio}", "bold"))
    also = (f"the same by {', '.join(value.also)}",) if value.also else ()
    yield section("at most", BulletList((f"by {value.by}: {value.title} ({value.status})", *also)))
    known = f"by {value.lower_by}" if value.lower is not None else "no pair of runs is known here that certainly reveals anything"
    yield section("at least", BulletList((known,)))
    closed = ("at this run both bounds are the same number, to the digits that are computed",) if value.met else ()
    yield section(f"open: {found.problem.name}", BulletList((found.problem.question, *closed)))
    yield section("the run", BulletList((", ".join(f"{key} = {one}" for key, one in found.run.to_json().items()),)))


def problems_blocks(found: Sequence[OpenProblem]) -> Iterator[Block]:
    """The open problems with their ends at the runs of the atlas."""
    rows, entries = list[tuple[str, ...]](), list[Block]()
    for one in found:
        ends = [(value.point, interval(value), value.by) for value in one.cell.values]
        rows += [(one.name, *end, one.question) for end in ends]
        entries += [line((one.name, "bold")), section("", BulletList((one.question,)), columns(ends))]
    entries.append(line("at a run of yours: pabisym atlas --at PROBLEM, options as for privacy"))
    yield ReportTable(tuple(rows), ("problem", "run", "epsilon", "by", "open"), tuple(entries), _ANY)
