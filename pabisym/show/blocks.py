"""A report: what is said of a result, as blocks.

A result gives its blocks once; a terminal shows them by :func:`pabisym.show.terminal.print_blocks`, and
:mod:`pabisym.show.rendering` makes HTML, LaTeX, Markdown and JSON of them.  Blocks hold texts and terms, and nothing of what they are
rendered to.  Little is imported here, as a short allocation is solved in less time than it takes to load terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from pabisym.lang.term import Term

Span: TypeAlias = "str | Term | tuple[str, str]"
"""A text, a formula, or a text with its style: words such as ``bold``, ``dim`` and ``red``."""

COLOURS: Mapping[str, str] = {
    "proved": "green", "proved_from": "blue", "proved_no_model": "blue", "vacuous": "red", "cited": "cyan", "conjectured": "yellow",
    "refuted": "red", "holds": "green",
    "holds in part": "cyan", "corrected": "yellow", "undecided": "magenta", "exact": "green", "true": "green", "false": "red",
    "definition": "dim", "prose": "dim",
}  # fmt: skip
"""The colours of statuses and verdicts."""
MARKS: Mapping[str, tuple[str, str]] = {
    "true": ("✓", "green"), "false": ("✗", "red"), "undecided": ("?", "magenta"),
    "met": ("✓", "green"), "promised": ("•", "cyan"), "violated": ("✗", "red"),
}  # fmt: skip
"""The marks of verdicts, and of the states of an assumption, with their colours."""
NARROW = 130
"""Characters below which a terminal is too narrow for a table of many columns: entries take two lines there."""


@dataclass(frozen=True)
class Line:
    """One line, which is not broken; of one that is ``fitted`` a terminal cuts the last span to what is left of its width."""

    spans: tuple[Span, ...] = ()
    fitted: bool = False


@dataclass(frozen=True)
class Paragraph:
    """A sentence, which a terminal breaks at blanks; ``most`` characters wide where one is named, and then also where nobody watches."""

    text: str
    style: str = ""
    most: int | None = None


@dataclass(frozen=True)
class BulletList:
    """Sentences as a list."""

    texts: tuple[str, ...]


@dataclass(frozen=True)
class Assumptions:
    """What is assumed: the state of each, ``met``, ``promised`` or ``violated``, and its words."""

    listed: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class DisplayedFormula:
    """A formula by itself; ``names`` are its letters as a terminal shows them."""

    term: Term
    names: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Picture:
    """An SVG picture, and what it shows in words."""

    svg: str
    words: str


@dataclass(frozen=True)
class ReportTable:
    """Rows under headings, or columns without: then the last is as long as it is.

    ``entries`` are shown instead on a terminal of fewer than ``below`` characters; a ``ruled`` one has numbers under a rule everywhere.
    """

    rows: tuple[tuple[Span, ...], ...]
    headings: tuple[str, ...] = ()
    entries: tuple[Block, ...] = ()
    below: int = NARROW
    ruled: bool = False


@dataclass(frozen=True)
class NarrowEntry:
    """A row in lines of its own: its name and some words, and below it sentences, cut to one line or broken into several."""

    name: str
    words: tuple[Span, ...] = ()
    sentences: tuple[tuple[str, str], ...] = ()
    cut: bool = True


@dataclass(frozen=True)
class Section:
    """Blocks under a heading, or indented without one; nothing is shown where there are none."""

    heading: str
    blocks: tuple[Block, ...]


Block: TypeAlias = "Line | Paragraph | BulletList | Assumptions | DisplayedFormula | Picture | ReportTable | NarrowEntry | Section"


def line(*spans: Span, fitted: bool = False) -> Line:
    """One line of these spans."""
    return Line(spans, fitted)


def section(heading: str, *blocks: Block | str) -> Section:
    """A section of these blocks; a text is a line, and what is empty is left out."""
    made = (Line((one,)) if isinstance(one, str) else one for one in blocks)
    return Section(heading, tuple(block for block in made if not is_empty(block)))


def columns(rows: Iterable[Sequence[Span]]) -> ReportTable:
    """Rows with their columns under each other, without headings."""
    return ReportTable(tuple(map(tuple, rows)))


def colour_status(word: str, shown: str = "") -> Span:
    """A status or a verdict in its colour, as it is ``shown`` (empty: itself)."""
    return (shown or word, COLOURS[word]) if word in COLOURS else shown or word


def join_by_dots(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Spans with dots between them."""
    found: list[Span] = []
    for one in spans:
        found += [" · ", one] if found else [one]
    return tuple(found)


def is_empty(block: Block) -> bool:
    """Whether nothing is shown of a block."""
    match block:
        case Section(_, blocks):
            return not blocks
        case ReportTable(rows, headings):
            return not rows and not headings
        case BulletList(listed) | Assumptions(listed):
            return not listed
    return False


def plain(span: Span) -> str:
    """The text of a span, a formula in Unicode."""
    if isinstance(span, str):
        return span
    if isinstance(span, tuple):
        return span[0]
    from pabisym.show.unicode import unicode_text

    return unicode_text(span)


def style_of(span: Span) -> str:
    """The style of a span; empty for a formula and for a text without one."""
    return span[1] if isinstance(span, tuple) else ""
