"""Statements as plain data: what ``show --json`` and ``list --json`` print."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict
from typing import Any

from pabisym.library.audit import Audited
from pabisym.library.findings import printed_verdict
from pabisym.library.library import Library
from pabisym.library.theorem import Theorem
from pabisym.proof.tree import as_text


def statement_data(library: Library, audited: Audited) -> dict[str, Any]:
    """Everything about one statement: the audited entry, its text, letters, assumptions, bound, proof and worst case."""
    from pabisym.show.latex import statement_latex

    statement = library.statement(audited.id)
    pair, tree = statement.worst_case, library.proof(audited.id).tree
    return {
        **audited.to_json(),
        "kind": statement.kind,
        "number": statement.number,
        "statement": {"text": statement.text, "latex": statement_latex(statement)},
        "symbols": [{"name": s.name, "domain": s.domain, "meaning": s.meaning, "unit": s.unit} for s in statement.symbols],
        "structures": [{"name": s.name, "kind": s.kind, "meaning": s.meaning} for s in statement.structures],
        "assumptions": [{"name": a.name, "holds": a.holds, "meaning": a.meaning} for a in statement.assumptions],
        "conclusion": statement.conclusion,
        "bound": Theorem(library, audited.id).bound,
        "uses": list(statement.uses),
        "proof": tree and as_text(tree),
        "worst_case": None if pair is None else asdict(pair),
        "reference": asdict(statement.reference),
    }


def listing(library: Library, progress: Callable[[str], None] | None = None, paper: str | None = None) -> Iterator[dict[str, Any]]:
    """One row for every id, or for those of one paper, in the order of the library, with computed status and verdict on the page.

    Only what is listed, and what that rests on, is replayed.
    """
    for name in library.ids:
        if paper not in (None, name.partition("/")[0]):
            continue
        if progress is not None:
            progress(name)
        entry, standing = library.entry(name), library.standing(name)
        statement = entry.statement
        row = {
            "id": name,
            "paper": name.partition("/")[0],
            "kind": "step" if entry.part_of else statement.kind,
            "number": "" if entry.part_of else statement.number,
            "title": statement.title,
            "status": standing.status,
        }
        if entry.part_of:
            row["part_of"] = entry.part_of
        elif statement.printed is not None:
            row["as_printed"] = printed_verdict(statement, standing.status == "proved")[0]
        yield row
