"""Writing a development: the hand-written files, the figures, and one file for each theorem in the order of what rests on what."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from pabisym.coq.allocation import allocation_text
from pabisym.coq.figures import development, figures_text
from pabisym.coq.script import Scribe, proved, statement
from pabisym.coq.text import identifier
from pabisym.errors import InputError
from pabisym.library.library import Library
from pabisym.library.status import ESTABLISHED

FOUNDATION = ("RealFacts.v", "Laws.v", "Calculus.v", "NormalForms.v", "Elementary.v")
"""The hand-written files that proofs need, in the order in which they compile."""
_HEAD = """Require Import Reals Lra Lia ZArith.
Require Import Pabisym.RealFacts Pabisym.Laws Pabisym.Calculus Pabisym.NormalForms Pabisym.Elementary Pabisym.Figures.
"""


def theorem_text(library: Library, name: str) -> tuple[str, Scribe | None]:
    """The file of one statement: what it says, from its theorem file, and its proof; an axiom where it is cited without a proof."""
    found, proof = library.statement(name), library.proof(name)
    said = f"(** {_comment(found.title or name)}\n\n    {_comment(name)} *)"
    if proof.tree is None:
        lines = [said, _HEAD, "Open Scope R_scope.", "", f"Axiom {identifier(name)} :\n  {statement(found.sequent)}.", ""]
        return "\n".join(lines), None
    below = {other: library.statement(other).sequent for other in proof.theorems}
    text, scribe = proved(found.sequent, proof.tree, below)
    needed = "".join(f"Require Import Pabisym.{identifier(other)}.\n" for other in scribe.used)
    return "\n".join([said, _HEAD + needed, "Open Scope R_scope.", "", text, f"Print Assumptions {identifier(name)}.", ""]), scribe


def needed(library: Library, names: Iterable[str]) -> list[str]:
    """The statements and everything that they rest on, what is rested on first."""
    order: dict[str, None] = {}

    def visit(name: str) -> None:
        if name not in order:
            for other in library.proof(name).theorems:
                visit(other)
            order[name] = None

    for name in names:
        visit(name)
    return list(order)


def export_statements(library: Library, names: Iterable[str], folder: Path) -> list[str]:
    """Write the development of some statements; the names of its files in the order in which they compile.

    Files whose text is there already are left alone, so that what was compiled from them stays good.
    Raises :class:`~pabisym.errors.InputError` for statements without a proof and where nothing can be written.
    """
    wanted = list(names)
    for name in wanted:
        standing = library.standing(name)
        if standing.status not in ESTABLISHED or not library.statement(name).conclusion:
            cure = "pabisym list --status proved shows those that have one"
            raise InputError(name, f"a statement of status {standing.status} has no proof to write", cure)
    files = {file: development(file) for file in FOUNDATION} | {"Figures.v": figures_text()}
    below = needed(library, [library.statement(name).id for name in wanted])
    files |= {f"{identifier(name)}.v": theorem_text(library, name)[0] for name in below}
    return write(folder, files)


def export_certificate(data: Mapping[str, Any], folder: Path) -> list[str]:
    """Write the development of one certificate of a shift allocation."""
    return write(folder, {"Allocation.v": development("Allocation.v"), "Instance.v": allocation_text(data)})


def write(folder: Path, files: Mapping[str, str]) -> list[str]:
    """Write files, each whole or not at all, with a ``_CoqProject`` that lists them; unchanged ones are not touched."""
    listed = {**files, "_CoqProject": "\n".join(["-Q . Pabisym", *files, ""])}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in listed.items():
            target = folder / name
            if not (target.is_file() and target.read_text(encoding="utf-8") == text):
                beside = folder / f".{name}.{os.getpid()}"
                beside.write_text(text, encoding="utf-8")
                beside.replace(target)
    except OSError as error:
        raise InputError("--coq", f"{folder} cannot be written: {os.strerror(error.errno or 0)}", "name a folder that can") from None
    return list(files)


def _comment(text: str) -> str:
    return text.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
