"""A privacy statement as blocks, and as a file in Markdown, HTML or JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pabisym.errors import InputError
from pabisym.lang.arguments import public
from pabisym.show.blocks import Assumptions, Block, Paragraph, ReportTable, line, section
from pabisym.show.rendering import html, markdown

if TYPE_CHECKING:
    from pabisym.accounting.statement import PrivacyStatement

FORMS = {".md": "markdown", ".html": "html", ".json": "json"}
"""The forms of a statement, by the ending of a file."""


def statement_blocks(found: PrivacyStatement) -> Iterator[Block]:
    """The statement under its headings."""
    yield line(("Privacy statement", "bold"))
    for part in found.parts:
        yield section(part.heading, *map(Paragraph, part.sentences), ReportTable(part.rows, part.columns), Assumptions(part.assumptions))


def form_of(path: str, option: str) -> str:
    """The form that the ending of a file names; raises :class:`~pabisym.errors.InputError` for another ending."""
    ending = path[path.rfind("."):].lower() if "." in path else ""
    if ending not in FORMS:
        raise InputError(option, f"{path[:60]!r} ends with none of {', '.join(FORMS)}", "name a file such as statement.md")
    return FORMS[ending]


@public
def write_statement(found: PrivacyStatement, form: str = "markdown") -> str:
    """A statement as text: ``form`` is markdown, html (a page of its own) or json.

    >>> from pabisym import Accountant
    >>> accountant = Accountant()
    >>> accountant.gaussian(std=4)
    >>> print(write_statement(accountant.report("1e-5")).splitlines()[0])
    **Privacy statement**

    Raises :class:`~pabisym.errors.InputError` for another form.
    """
    if form not in FORMS.values():
        raise InputError("form", f"{form[:40]!r} is not known", f"give one of {', '.join(FORMS.values())}")
    if form == "json":
        return json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n"
    blocks = tuple(statement_blocks(found))
    if form == "markdown":
        return markdown(blocks)
    head = '<head><meta charset="utf-8"><title>Privacy statement</title></head>'
    return f'<!DOCTYPE html>\n<html lang="en">{head}\n<body>{html(blocks)}</body></html>\n'
