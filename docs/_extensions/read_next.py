"""What to read next, at the end of every page: the pages that people who read this one go on with."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # the table is read where there is no Sphinx, too
    from sphinx.application import Sphinx

NEXT = {
    "start": ("explorer", "questions/derive", "questions/privacy"),
    "explorer": ("hidden-batches", "course/03_allocate_the_shift", "questions/allocate"),
    "gallery": ("explorer", "results"),
    "learn": ("course/01-one-noisy-step", "explorer", "teaching"),
    "teaching": ("course/instructor/guide", "explorer"),
    "course/instructor/guide": ("teaching", "course/01_one_noisy_step"),
    "questions/index": ("questions/privacy", "questions/derive"),
    "questions/privacy": ("questions/privacy-runs", "hidden-batches", "explorer"),
    "questions/privacy-runs": ("questions/privacy", "accounting"),
    "questions/derive": ("questions/derive-limits", "symbolic", "questions/verify"),
    "questions/derive-limits": ("questions/derive", "limitations"),
    "questions/compare": ("theorems", "atlas"),
    "questions/verify": ("findings", "trust"),
    "questions/allocate": ("explorer", "course/03_allocate_the_shift"),
    "questions/sweep": ("questions/compare", "gallery"),
    "questions/other-libraries": ("questions/privacy", "accounting"),
    "questions/words": ("questions/privacy", "questions/other-libraries"),
    "questions/answers": ("atlas", "questions/compare"),
    "commands": ("command-line", "questions/index"),
    "command-line": ("commands", "formats"),
    "json": ("command-line", "formats"),
    "formats": ("command-line", "citation"),
    "symbolic": ("from-a-paper", "api"),
    "for-sympy": ("symbolic", "api"),
    "from-a-paper": ("questions/derive", "adding"),
    "api": ("symbolic", "commands"),
    "theorems": ("findings", "papers/index", "trust"),
    "findings": ("papers/index", "questions/verify", "trust"),
    "papers/index": ("findings", "papers/later"),
    "results": ("hidden-batches", "mixing"),
    "hidden-batches": ("explorer", "questions/privacy", "mixing"),
    "mixing": ("atlas", "hidden-batches"),
    "accounting": ("questions/privacy", "hidden-batches"),
    "atlas": ("questions/compare", "limitations"),
    "trust": ("limitations", "theorems"),
    "limitations": ("trust", "atlas"),
    "notation": ("theorems", "start"),
    "contributing": ("architecture", "adding"),
    "adding": ("contributing", "from-a-paper"),
    "architecture": ("contributing", "trust"),
    "citation": ("theorems", "findings"),
    "changelog": ("contributing", "limitations"),
    "benchmarks": ("benchmarks-special", "benchmarks-waiting"),
    "benchmarks-special": ("benchmarks", "benchmarks-waiting"),
    "benchmarks-waiting": ("benchmarks", "questions/sweep"),
}
"""From a page to the next ones; on the page of a paper these are the findings and all theorems, in the course the next notebook."""
PAPER = ("findings", "theorems", "papers/index")


def following(name: str, order: list[str]) -> tuple[str, ...]:
    """The pages to read after one; ``order`` are the notebooks of the course."""
    if name in NEXT:
        return NEXT[name]
    if name.startswith("papers/"):
        return PAPER
    if name in order:
        return (*order[order.index(name) + 1:][:1], "explorer", "learn")
    return ()


def added(app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: object) -> None:
    """Put the links below the body of a page."""
    order = sorted(name for name in app.env.found_docs if name.startswith("course/") and name.count("/") == 1)
    found = [name for name in following(pagename, order) if name in app.env.titles]
    if found and "body" in context:
        addresses = [app.builder.get_relative_uri(pagename, name) for name in found]
        titles = [escape(app.env.titles[name].astext()) for name in found]
        links = "&nbsp;· ".join(f'<a href="{address}">{title}</a>' for address, title in zip(addresses, titles, strict=True))
        context["body"] += f'<nav class="read-next" aria-label="Read next"><b>Read next</b> {links}</nav>'


def setup(app: Sphinx) -> dict[str, bool]:
    """Register it."""
    app.connect("html-page-context", added)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
