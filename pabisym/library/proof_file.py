"""A statement with its proof and all theorems under it as a file that stands alone."""

from __future__ import annotations

from typing import Any

from pabisym.errors import InputError
from pabisym.lang.grammar import to_text
from pabisym.library.library import Library
from pabisym.library.status import ESTABLISHED
from pabisym.proof.build import as_text
from pabisym.proof.json import FORMAT, VERSION, sequent_json


def proof_document(library: Library, name: str) -> dict[str, Any]:
    """The file of one proved or believed statement, with everything that its proof applies.

    Raises :class:`~pabisym.errors.InputError` for a statement that has neither a proof nor a reason to believe it.
    """
    statement, standing = library.statement(name), library.standing(name)
    if standing.status not in ESTABLISHED or not statement.conclusion:
        cure = "pabisym list --status proved shows those that have one"
        raise InputError(name, f"a statement of status {standing.status} has no proof to write", cure)
    order: dict[str, None] = {}

    def visit(one: str) -> None:
        for other in library.proof(one).theorems:
            visit(other)
        order[one] = None

    visit(statement.id)
    trees = {one: library.proof(one).tree for one in order}
    theorems = [{**sequent_json(library.statement(one).sequent), "proof": tree and as_text(tree)} for one, tree in trees.items()]
    conclusion = to_text(statement.sequent.conclusion)
    return {"format": FORMAT, "version": VERSION, "conclusion": conclusion, "theorems": theorems}
