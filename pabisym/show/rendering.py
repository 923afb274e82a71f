"""Blocks as HTML, LaTeX, Markdown and JSON; a terminal shows them by :mod:`pabisym.show.terminal`."""

from __future__ import annotations

import html as markup
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from pabisym.lang.grammar import to_text
from pabisym.lang.term import Call, Name, Number
from pabisym.show import latex as tex
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
    join_by_dots,
    plain,
    style_of,
)
from pabisym.show.figure import inline
from pabisym.show.mathml import mathml

# HTML.


def html(blocks: Iterable[Block]) -> str:
    """Blocks as HTML with formulas as MathML; every text is escaped."""
    return "".join(map(_html, blocks))


def _html(block: Block) -> str:
    match block:
        case Line(spans):
            return f"<p>{''.join(map(_html_span, spans))}</p>"
        case Paragraph(text, style):
            return f"<p>{_html_span((text, style))}</p>"
        case BulletList(texts):
            return _html_list(map(markup.escape, texts))
        case Assumptions(listed):
            return _html_list(f"{MARKS[state][0]} {markup.escape(text)}" for state, text in listed)
        case DisplayedFormula(term):
            return f"<p>{mathml(term, display=True)}</p>"
        case Picture(svg):
            return inline(svg, block.words, block.words)
        case ReportTable(rows, headings):
            return html_table(headings, [[_html_span(cell) for cell in row] for row in rows])
        case NarrowEntry(name, words, sentences):
            said = "".join(f"<br>{markup.escape(text)}" for text, _ in sentences)
            return f"<p><b>{markup.escape(name)}</b> {''.join(map(_html_span, join_by_dots(words)))}{said}</p>"
        case Section(heading, inner):
            return f"<details open><summary>{markup.escape(heading)}</summary>{html(inner)}</details>" if inner else ""


def _html_span(span: Span) -> str:
    if isinstance(span, Number | Name | Call):
        return mathml(span)
    text = markup.escape(plain(span))
    style = style_of(span)
    tag = "b" if "bold" in style else "small" if "dim" in style else ""
    return f"<{tag}>{text}</{tag}>" if tag else text


def _html_list(items: Iterable[str]) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def html_table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are HTML already."""
    head = "<thead><tr>" + "".join(f"<th>{markup.escape(one)}</th>" for one in headings) + "</tr></thead>" if headings else ""
    body = "".join("<tr>" + "".join(f'<td style="text-align: left">{cell}</td>' for cell in row) + "</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


# LaTeX and Markdown.


def latex(blocks: Iterable[Block]) -> str:
    """Blocks as a fragment for an article with amsmath and amssymb; of a picture its words."""
    return "\n\n".join(filter(None, map(_latex, blocks))) + "\n"


def _latex(block: Block) -> str:
    def span(one: Span) -> str:
        return f"${tex.latex(one)}$" if isinstance(one, Number | Name | Call) else tex.escape(plain(one))

    match block:
        case DisplayedFormula(term):
            return rf"\[ {tex.latex(term)} \]"
        case ReportTable(rows, headings):
            lines = [" & ".join(map(span, row)) + r" \\" for row in (*([headings] if headings else []), *rows)]
            return "\n".join([rf"\begin{{tabular}}{{{'l' * max(map(len, (headings, *rows)))}}}", *lines, r"\end{tabular}"])
        case Section(heading, inner):
            return rf"\paragraph{{{tex.escape(heading)}}}\mbox{{}}" + "\n\n" + latex(inner).strip() if inner else ""
    items = _items(block)
    if items is not None:
        return "\n".join([r"\begin{itemize}", *(rf"\item {tex.escape(item)}" for item in items), r"\end{itemize}"])
    return "".join(map(span, _spans(block)))


def markdown(blocks: Iterable[Block]) -> str:
    """Blocks as Markdown with formulas between dollar signs; of a picture its words."""
    return "\n\n".join(filter(None, map(_markdown, blocks))) + "\n"


def _markdown(block: Block) -> str:
    def span(one: Span) -> str:
        if isinstance(one, Number | Name | Call):
            return f"${tex.latex(one)}$"
        text = markdown_text(plain(one))
        return f"**{text}**" if "bold" in style_of(one) and text.strip() else text

    match block:
        case DisplayedFormula(term):
            return f"$$ {tex.latex(term)} $$"
        case ReportTable(rows, headings):
            width = max(map(len, (headings, *rows)))
            lines = [headings or ("",) * width, ("---",) * width]
            return "\n".join(f"| {' | '.join(row)} |" for row in (*lines, *([span(cell) for cell in row] for row in rows)))
        case Section(heading, inner):
            return f"### {markdown_text(heading)}\n\n{markdown(inner).strip()}" if inner else ""
    items = _items(block)
    return "\n".join(f"- {markdown_text(item)}" for item in items) if items is not None else "".join(map(span, _spans(block)))


def markdown_text(text: str) -> str:
    """Words whose signs are no markup."""
    return re.sub(r"([*|$\\<\[_`])", r"\\\1", text)


def _items(block: Block) -> Sequence[str] | None:
    """The items of a list, None for a block that is none."""
    match block:
        case BulletList(texts):
            return texts
        case Assumptions(listed):
            return [f"{MARKS[state][0]} {text}" for state, text in listed]
    return None


def _spans(block: Block) -> Sequence[Span]:
    """A block that is a line or a paragraph in spans."""
    match block:
        case Line(spans):
            return spans
        case Paragraph(text, style):
            return [(text, style)]
        case Picture(_, words):
            return [words]
        case NarrowEntry(name, words, sentences):
            return [(name, "bold"), " ", *join_by_dots(words), *(f" {text}" for text, _ in sentences)]
    return ()


# JSON.


def data(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Blocks as plain data, ready for :func:`json.dumps`; formulas are texts in the grammar of expressions."""
    return [_KINDS[type(block)](block) for block in blocks]


def cell_text(span: Span) -> str:
    """The text of a span, a formula in the grammar of expressions."""
    return to_text(span) if isinstance(span, Number | Name | Call) else plain(span)


_KINDS: Mapping[type, Callable[[Any], dict[str, Any]]] = {
    Line: lambda block: {"line": "".join(map(cell_text, block.spans))},
    Paragraph: lambda block: {"line": block.text},
    BulletList: lambda block: {"list": list(block.texts)},
    Assumptions: lambda block: {"assumptions": [{"state": state, "text": text} for state, text in block.listed]},
    DisplayedFormula: lambda block: {"formula": cell_text(block.term)},
    Picture: lambda block: {"picture": block.words, "svg": block.svg},
    ReportTable: lambda block: {"headings": list(block.headings), "rows": [list(map(cell_text, row)) for row in block.rows]},
    NarrowEntry: lambda block: {"line": block.name, "words": list(map(cell_text, block.words)),
                          "sentences": [text for text, _ in block.sentences]},
    Section: lambda block: {"heading": block.heading, "blocks": data(block.blocks)},
}


def block_texts(block: Block) -> list[str]:
    """The lines of a block as plain text, formulas in the grammar of expressions; cells are separated by tabs."""
    match block:
        case ReportTable(rows, headings):
            return ["\t".join(map(cell_text, row)).rstrip() for row in (*([headings] if headings else []), *rows)]
        case Section(heading, inner):
            return [heading, *(text for one in inner for text in block_texts(one))]
        case DisplayedFormula(term):
            return [to_text(term)]
    items = _items(block)
    return list(items) if items is not None else ["".join(map(cell_text, _spans(block)))]
