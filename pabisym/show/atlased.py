"""The atlas and open problems for people: a table when piped, on a terminal lines that fit it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rich.text import Text

from pabisym.atlases.atlas import Atlas
from pabisym.atlases.cells import FACTOR, Cell, CellValue
from pabisym.atlases.classes import POINTS, WORDS
from pabisym.atlases.gaps import Gap, OpenProblem
from pabisym.show.terminal import aligned, new_table, print_fitted, print_line, print_section, terminal
from pabisym.show.trained import down, up, wrapped
from pabisym.spec.configuration import plain

WIDEST = 100
"""Longest lines of sentences."""
_COLOURS = {"exact": "green", "attained": "green", FACTOR: "yellow", "upper only": "magenta"}


def print_atlas(found: Atlas) -> None:
    """The classes; on a terminal each in a few lines, with what is open, elsewhere one line a class."""
    out = terminal()
    if not out.is_terminal:
        ends = [name for point in POINTS for name in (f"{point.name} epsilon", f"{point.name} by")]
        table = new_table(*WORDS, "tightness", *ends, "open")
        for cell in found.cells:
            shown = [text for value in cell.values for text in (interval(value), value.by)]
            table.add_row(*map(Text, (*cell.kind.words, tightness(cell), *shown, cell.open)))
        print_fitted(out, table)
        return
    width = min(out.width, WIDEST)
    for cell in found.cells:
        print_line(out, Text.assemble((str(cell.kind), "bold"), "  ", (tightness(cell), _COLOURS[cell.tightness])))
        for line in aligned([(value.point, interval(value), value.by) for value in cell.values]):
            print_line(out, Text.assemble("  ", line))
        for line in wrapped([f"open: {cell.open}"] if cell.open else [], width - 2):
            print_line(out, Text.assemble("  ", line))
    closed = sum(not cell.open for cell in found.cells)
    print_line(out, Text(f"{len(found.cells)} classes, {closed} of them closed at both runs; ε in nats at δ = 1e-6"))
    print_section(out, "the runs", wrapped([f"{point.name}: {point.said}" for point in POINTS], width))


def tightness(cell: Cell) -> str:
    """The tightness of a cell, with the larger factor."""
    ratios = [value.ratio for value in cell.values if value.ratio is not None]
    return cell.tightness if cell.tightness != FACTOR else f"{FACTOR} {factor(max(ratios))}"


def cell_line(cell: Cell) -> str:
    """The cell of a class in a sentence, with the command that shows it."""
    return f"its class in the atlas ({tightness(cell)}, an example replaced): {cell.kind.command}"


def print_cells_line(found: Atlas, wanted: Mapping[str, str]) -> None:
    """The cells that fit some properties in a sentence, with the command that shows them."""
    closed = sum(not cell.open for cell in found.cells)
    options = "".join(f" --{name} {word}" for name, word in wanted.items())
    words = f"in the atlas: {len(found.cells)} classes of processes fit, {closed} of them closed (pabisym atlas{options})"
    print_line(terminal(), Text(words))


def factor(ratio: Fraction) -> str:
    """A ratio to three digits after the point, rounded up."""
    scaled = -(-ratio.numerator * 1000 // ratio.denominator)
    return f"{scaled // 1000}.{scaled % 1000:03d}"


def interval(value: CellValue) -> str:
    """Both ends of an epsilon, rounded outwards."""
    return f"{'?' if value.lower is None else down(value.lower)} ≤ ε ≤ {up(value.upper)}"


def print_gap(found: Gap) -> None:
    """Both ends at a run, the ratio, what they stand on, and what is open."""
    out = terminal()
    width = min(out.width, WIDEST) if out.is_terminal else 80
    value, ratio = found.value, "" if found.ratio is None else f", a factor {factor(found.ratio)} apart"
    print_line(out, Text(f"{interval(value)} at δ = {plain(found.run.delta)} for the last iterate{ratio}", style="bold"))
    print_section(out, "at most", wrapped([f"by {value.by}: {value.title} ({value.status})", *([f"the same by {', '.join(value.also)}"]
                                                                                           if value.also else [])], width))
    known = f"by {value.lower_by}" if value.lower is not None else "no pair of runs is known here that certainly reveals anything"
    print_section(out, "at least", wrapped([known], width))
    closed = ["at this run both ends are the same number, to the digits that are computed"] if value.met else []
    print_section(out, f"open: {found.problem.name}", wrapped([found.problem.question, *closed], width))
    print_section(out, "the run", wrapped([", ".join(_run(found))], width))


def _run(found: Gap) -> Iterator[str]:
    yield from (f"{key} = {value}" for key, value in found.run.to_json().items())


def print_problems(found: list[OpenProblem]) -> None:
    """The open problems with their ends at the runs of the atlas."""
    out = terminal()
    if not out.is_terminal:
        table = new_table("problem", "run", "epsilon", "by", "open")
        for one in found:
            for value in one.cell.values:
                table.add_row(*map(Text, (one.name, value.point, interval(value), value.by, one.question)))
        print_fitted(out, table)
        return
    width = min(out.width, WIDEST)
    for one in found:
        print_line(out, Text(one.name, style="bold"))
        for line in (*wrapped([one.question], width - 2), *aligned([(v.point, interval(v), v.by) for v in one.cell.values])):
            print_line(out, Text.assemble("  ", line))
    print_line(out, Text("at numbers of your own: pabisym gap PROBLEM with the options of pabisym privacy"))
