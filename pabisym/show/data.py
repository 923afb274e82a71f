"""Statements as plain data: what ``show --json`` prints."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from pabisym.library.audit import Audited
from pabisym.library.library import Library
from pabisym.library.theorem import LibraryTheorem
from pabisym.proof.build import as_text
from pabisym.show.words import in_words, long_form


def statement_data(library: Library, audited: Audited) -> dict[str, Any]:
    """Everything about one statement: the audited entry, its text, letters, assumptions, bound, proof and worst case."""
    from pabisym.show.latex import statement_latex

    statement = library.statement(audited.id)
    pair, tree = statement.worst_case, library.proof(audited.id).tree
    return {**audited.to_json(), "kind": statement.kind, "number": statement.number,
            "statement": {"text": long_form(statement), "latex": statement_latex(statement)},
            "symbols": [{"name": s.name, "domain": s.domain, "meaning": s.meaning, "unit": s.unit} for s in statement.symbols],
            "structures": [{"name": s.name, "kind": s.kind, "meaning": s.meaning} for s in statement.structures],
            "assumptions": [{"name": a.name, "holds": a.holds, "meaning": in_words(statement, a)} for a in statement.assumptions],
            "conclusion": statement.conclusion, "bound": LibraryTheorem(library, audited.id).bound_text, "uses": list(statement.uses),
            "proof": tree and as_text(tree), "worst_case": None if pair is None else asdict(pair), "reference": asdict(statement.reference)}
