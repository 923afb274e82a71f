"""Blocks on a terminal: aligned and fitted to it, and coloured only where a terminal shows it."""

from __future__ import annotations

import os
import re
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence

from pabisym.errors import printable
from pabisym.show.blocks import (
    MARKS,
    Assumptions,
    Block,
    BulletList,
    DisplayedFormula,
    Line,
    NarrowEntry,
    Paragraph,
    Picture,
    ReportTable,
    Section,
    Span,
    is_empty,
    join_by_dots,
    plain,
    style_of,
)

_CODES = {"bold": "1", "dim": "2", "red": "31", "green": "32", "yellow": "33", "blue": "34", "magenta": "35", "cyan": "36"}
WIDEST = 100
"""Longest lines of a list of sentences, and of all sentences where nobody watches."""
LONGEST, SHORTEST = 40, 9
"""Most characters of a number in a table, and to how many a narrow terminal may shorten it."""


def print_blocks(blocks: Iterable[Block]) -> None:
    """Print blocks on the standard output; an empty heading separates what follows from what is above."""
    for text in terminal_lines(blocks):
        sys.stdout.write(f"{text}\n")


def terminal_lines(blocks: Iterable[Block], indent: int = 0) -> Iterator[str]:
    """The lines of blocks, as the standard output shows them."""
    margin = " " * indent
    for block in blocks:
        match block:
            case Line(spans, fitted):
                if fitted and is_watched():
                    *first, last = spans
                    left = width() - 1 - sum(cells(plain(span)) for span in first)
                    spans = (*first, (shorten_text(plain(last), max(left, 0)), style_of(last)))
                yield (margin + _write_spans(spans)).rstrip(" " if fitted else "")
            case Paragraph(text, style, most):
                for part in paragraph(text, indent, most):
                    yield margin + style_text(part, style)
            case BulletList(texts):
                for text in texts:
                    yield from _point(text, "•", "", indent)
            case Assumptions(listed):
                for state, text in listed:
                    yield from _point(text, *MARKS[state], indent)
            case DisplayedFormula():
                yield from (margin + part for part in formula_lines(block, indent))
            case Picture(_, words):
                yield margin + words
            case ReportTable():
                yield from _table(block, indent)
            case NarrowEntry(name, words, sentences, cut):
                shown = ["  ", *join_by_dots(word for word in words if plain(word))] if words else []
                yield margin + _write_spans([(name, "bold"), *shown])
                for text, style in sentences:
                    parts = [shorten_text(text, width() - 4)] if cut else fold(text, width() - 4)
                    yield from (f"    {style_text(part, style)}" for part in parts)
            case Section(heading, inner):
                if not is_empty(block):
                    yield from ("", margin + style_text(heading, "bold")) if heading else ()
                    yield from terminal_lines(inner, indent + 2)


def is_watched() -> bool:
    """Whether the standard output is a terminal."""
    return sys.stdout.isatty()


def width() -> int:
    """How many characters are in a line of the terminal."""
    import shutil  # only where somebody watches

    return shutil.get_terminal_size().columns


def style_text(text: str, style: str) -> str:
    """A text in its style, where a terminal shows it."""
    plainly = not style or not text or not is_watched() or "NO_COLOR" in os.environ or os.environ.get("TERM") in ("dumb", "unknown")
    return text if plainly else f"\x1b[{';'.join(_CODES[word] for word in style.split())}m{text}\x1b[0m"


def _write_spans(spans: Iterable[Span]) -> str:
    """The text of a line; one with line breaks in it could pass for several."""
    texts = ((plain(span), style_of(span)) for span in spans)
    return "".join(style_text(printable(text) if "\n" in text else text, style) for text, style in texts)


def paragraph(text: str, indent: int = 0, most: int | None = None) -> list[str]:
    """A sentence in lines that fit, also where nobody watches, and of no more than ``most`` characters."""
    room = width() if is_watched() else WIDEST
    return fold(text, min(room, most or room) - 2 * indent)


def fold(text: str, most: int, indent: str = "  ") -> list[str]:
    """A text in lines of so many characters, broken at blanks alone: a longer word stands whole."""
    return textwrap.wrap(text, most, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _point(text: str, sign: str, colour: str, indent: int) -> Iterator[str]:
    """An item of a list; a number that is not exact brings its own sign: "z > 1e308", not "z = > 1e308"."""
    room = (min(width(), WIDEST) if is_watched() else WIDEST) - 6
    for number, part in enumerate(fold(one_sign(text), room, "") or [""]):
        yield " " * indent + f"{' ' if number else style_text(sign, colour)} {part}"


def one_sign(text: str) -> str:
    """A sentence in which a number that is not exact brings its own sign: "z > 1e308", not "z = > 1e308"."""
    return re.sub("= (?=[≈<>] )", "", text)


def formula_lines(block: DisplayedFormula, indent: int = 2) -> list[str]:
    """A formula in one line, or where that is longer than a terminal is wide in lines that fit, each case on lines of its own."""
    from pabisym.show.unicode import unicode_text

    text = unicode_text(block.term, block.names)
    if not is_watched() or len(text) <= width() - indent:
        return [text]
    whole = re.sub(r"\([^()]{1,30}\)", lambda found: found[0].replace(" ", "\0"), text)  # what is in short brackets stays together
    cases = re.sub(r" (if|else) ", r"\n\1 ", whole).split("\n") if "{" in text else [whole]
    return [part.replace("\0", " ") for case in cases for part in fold(case, width() - 2 * indent)]


def shorten_text(text: str, most: int) -> str:
    """A text in so many characters, cut off where it is longer."""
    return text if len(text) <= most else f"{text[: max(most - 1, 0)]}…"


def _table(block: ReportTable, indent: int) -> Iterator[str]:
    if not block.headings:
        yield from (" " * indent + row for row in align_columns(block.rows))
    elif block.ruled:
        yield from (" " * indent + row for row in _rule_table(block))
    elif not is_watched():
        listed = (block.headings, *([plain(cell) for cell in row] for row in block.rows))
        yield from ("\t".join(" ".join(cell.split()) for cell in row) for row in listed)
    elif block.entries and width() < block.below:
        yield from terminal_lines(block.entries, indent)
    else:
        yield _fit_table(block)


def align_columns(rows: Sequence[Sequence[Span]]) -> Iterator[str]:
    """Rows with their columns under each other, the last as long as it is."""
    texts = [[plain(cell) for cell in row] for row in rows]
    widths = [max(map(cells, column)) for column in zip(*texts, strict=True)]
    for row, own in zip(rows, texts, strict=True):
        padded = [_write_spans([cell]) + " " * (room - cells(text)) for cell, text, room in zip(row, own, widths, strict=True)]
        yield "  ".join([*padded[:-1], _write_spans(row[-1:])]).rstrip()


def cells(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    return sum(0 if unicodedata.combining(one) else 2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def _rule_table(block: ReportTable) -> Iterator[str]:
    """A table of numbers under its headings and a rule; on a terminal long numbers are shortened until a row fits."""
    longest = LONGEST
    if is_watched():
        longest = min(max((width() - 8) // (len(block.headings) - 1) - 3, SHORTEST), LONGEST)
    rows = [block.headings, *([short_cell(plain(cell), longest) for cell in row] for row in block.rows)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    first, *lines = ("   ".join(text.ljust(room) for text, room in zip(row, widths, strict=True)) for row in rows)
    yield style_text(first.rstrip(), "bold")
    yield "─" * len(first)
    yield from (row.rstrip() for row in lines)


def short_cell(text: str, longest: int = LONGEST) -> str:
    """A number in one cell: the middle of one of more than ``longest`` characters is left out; an enclosure stays whole."""
    kept = longest // 2 - 2
    return text if len(text) <= longest or text.startswith("[") else f"{text[:kept]}…{text[-kept:]}"


def _fit_table(block: ReportTable) -> str:
    """A table as wide as the terminal, the first column whole."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=False, width=width())
    made = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False, header_style="bold")
    for heading in block.headings:
        made.add_column(heading, overflow="fold")
    made.columns[0].no_wrap = True
    for row in block.rows:
        made.add_row(*(Text(plain(cell), style=style_of(cell)) for cell in row))
    with console.capture() as shown:
        console.print(made)
    return shown.get().removesuffix("\n")
