"""Lines, tables and sections on a terminal: aligned, and coloured only where a terminal shows it."""

from __future__ import annotations

import re
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pabisym.errors import printable

_COLOURS = {
    "proved": "green", "proved_from": "blue", "cited": "cyan", "conjectured": "yellow", "refuted": "red", "holds": "green",
    "holds in part": "cyan",
    "corrected": "yellow", "undecided": "magenta", "exact": "green", "true": "green", "false": "red",
    "definition": "dim", "prose": "dim",
}  # fmt: skip
NARROW = 130
"""Characters below which a table of ids with titles or findings is written as two lines an entry."""
_MARKS = {"true": "✓", "false": "✗", "undecided": "?"}


def terminal() -> Console:
    """The standard output, without markup, highlighting or wrapping."""
    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=False)


def print_line(console: Console, text: Text) -> None:
    """One line, never wrapped nor cut: a text with line breaks could pass for several."""
    console.print(Text(printable(text.plain)) if "\n" in text.plain else text, soft_wrap=True)


def new_table(*headings: str) -> Table:
    """A table with these headings and no frame."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    return table


def print_fitted(console: Console, table: Table) -> None:
    """Fitted to a terminal, the first column whole; elsewhere one line a row with tabs between its cells, the headings first."""
    if console.is_terminal:
        table.columns[0].no_wrap = True
        console.print(table)
        return
    columns = [[column.header, *column.cells] for column in table.columns]
    for row in zip(*columns, strict=True):
        console.file.write("\t".join(" ".join(str(cell).split()) for cell in row) + "\n")


def narrow(console: Console) -> bool:
    """Whether a terminal is too narrow for a table of many columns: entries take two lines there."""
    return bool(console.is_terminal and console.width < NARROW)


def cut(text: str, width: int) -> str:
    """A text in so many characters, cut off where it is longer."""
    return text if len(text) <= width else f"{text[: max(width - 1, 0)]}…"


def folded(text: str, width: int) -> list[str]:
    """A text in lines of so many characters, broken at blanks alone: a longer word stands whole."""
    return textwrap.wrap(text, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)


def print_folded(console: Console, text: str) -> None:
    """A text in lines that fit a terminal; one line elsewhere."""
    for line in folded(text, console.width) if console.is_terminal else [text]:
        print_line(console, Text(line))


def print_formula(console: Console, heading: str, text: str) -> None:
    """A section of one formula: one line, or where that is longer than a terminal is wide lines that fit, each case on lines of its own."""
    if not console.is_terminal or len(text) <= console.width - 2:
        print_section(console, heading, [Text(text)])
        return
    whole = re.sub(r"\([^()]{1,30}\)", lambda found: found[0].replace(" ", "\0"), text)  # what is in short brackets stays together
    cases = re.sub(r" (if|else) ", r"\n\1 ", whole).split("\n") if "{" in text else [whole]
    print_section(console, heading, [Text(line.replace("\0", " ")) for case in cases for line in folded(case, console.width - 4)])


def print_section(console: Console, heading: str, lines: Iterable[Text]) -> None:
    """A heading and its lines, indented, after an empty line; nothing where there are no lines."""
    listed = list(lines)
    if listed:
        print_line(console, Text())
        print_line(console, Text(heading, style="bold"))
        for line in listed:
            print_line(console, Text.assemble("  ", line))


def aligned(rows: Sequence[tuple[str, ...]]) -> Iterator[Text]:
    """Rows with their columns under each other, the last as long as it is."""
    widths = [max((Text(row[i]).cell_len for row in rows), default=0) for i in range(len(rows[0]) if rows else 0)]
    for row in rows:
        cells = [Text(cell) for cell in row]
        for cell, width in zip(cells[:-1], widths, strict=False):
            cell.pad_right(max(width - cell.cell_len, 0))
        line = Text("  ").join(cells)
        line.rstrip()
        yield line


def coloured(word: str) -> Text:
    """A status or a verdict in its colour."""
    return Text(word, style=_COLOURS.get(word, ""))


def mark(verdict: str) -> Text:
    """The mark of a verdict in its colour."""
    return Text(_MARKS[verdict], style=_COLOURS[verdict])
