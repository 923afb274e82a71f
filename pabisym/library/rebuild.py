"""Building proofs anew: what ``pabisym prove`` does, so that stored proofs follow their statements and builders."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pabisym.errors import InputError
from pabisym.lang.files import unwritable, write_file
from pabisym.lang.pace import Pace
from pabisym.library.files import INDEX, TheoremFiles, builtin_folder
from pabisym.library.findings import check_finding
from pabisym.library.library import Library
from pabisym.library.status import ESTABLISHED
from pabisym.library.stored_proof import (
    CheckTrees,
    check_trees_of,
    checks_path,
    read_witnesses,
    stored_path,
    witnesses_path,
    witnesses_text,
    write_tree,
)
from pabisym.library.witness import CONTRADICTORY
from pabisym.library.workers import size
from pabisym.proof.build import as_terms, as_text
from pabisym.proof.figures import STORED, text_to_store

BUILT = 4e-5
"""Seconds that building and replaying a proof takes for each byte of it; measured over the built-in ones."""
TYPICAL = 5000
"""The size that is presumed of a proof that is not stored yet."""


@dataclass(frozen=True)
class RebuiltProof:
    """What became of one statement's proof: ``stored``, ``same``, ``differs``, or ``fails`` with a reason."""

    id: str
    outcome: str
    reason: str = ""
    steps: int = 0

    @property
    def good(self) -> bool:
        """Is the proof accepted, and what is stored up to date."""
        return self.outcome in ("stored", "same")

    @property
    def said(self) -> str:
        """The outcome in words."""
        counted = f", {self.steps} steps" if self.steps else ""
        return f"{self.outcome}{counted}" if not self.reason else f"{self.outcome}: {self.reason}"

    def to_json(self) -> dict[str, Any]:
        """The outcome as plain data."""
        return {"id": self.id, "outcome": self.outcome, "reason": self.reason, "steps": self.steps}


def prove(library: Library, names: Iterable[str], progress: Callable[[str], None], *, write: bool) -> list[RebuiltProof]:
    """Build the proofs of the named statements that have a builder; store them, or compare them with what is stored.

    So are those of their checks, the witnesses of their hypotheses where a paper has a file of these, the index of the steps of a folder of
    which all files are named and, where all built-in files are named, those of the derived figures: what is up to date there is not among
    the outcomes.  Raises :class:`~pabisym.errors.InputError` where a file cannot be written.
    """
    listed = list(names)
    hosts = dict.fromkeys(library.host(name) for name in listed if name not in library.broken)
    outcomes = [RebuiltProof(name, "fails", library.files.broken[name]) for name in listed
                if isinstance(library.files, TheoremFiles) and name in library.files.broken]
    built = [name for name in hosts if library.files[name].statement.proof is not None]
    pace = Pace(progress, "building proof", {name: float(size(library, name) or TYPICAL) for name in built}, BUILT)
    for name in built:
        pace.begun(name)
        outcomes.append(_rebuild_proof(library, name, write=write))
    outcomes += _rebuild_checks(library, hosts, write=write)
    outcomes += _rebuild_witnesses(library, built, write=write)
    if isinstance(library.files, TheoremFiles):
        for folder in library.files.folders:
            if (folder / INDEX).is_file() and hosts.keys() >= set(library.files.of(folder)):
                outcomes += _compare_file(folder / INDEX, library.files.index_text(folder), write=write)
        if hosts.keys() >= set(library.files.of(builtin_folder().resolve())):
            outcomes += _compare_file(STORED, text_to_store(), write=write)
    return outcomes


def _rebuild_checks(library: Library, names: Iterable[str], *, write: bool) -> Iterator[RebuiltProof]:
    """The proofs of the checks of some statements that are not what is stored."""
    for name in names:
        if library.files[name].statement.checks:
            with check_trees_of(CheckTrees({})) as trees:
                for check in library.files[name].statement.checks:
                    check_finding(check)
            trees.built.update({key: as_text(tree) for key, tree in trees.built.items()})
            path = checks_path(library.files[name].path)
            if trees.built or path.is_file():
                yield from _compare_file(path, trees.text(), write=write)


def _rebuild_witnesses(library: Library, names: Iterable[str], *, write: bool) -> Iterator[RebuiltProof]:
    """The files of witnesses that are not what the statements need: a stored one that is one stays, others are looked for."""
    folders: dict[Path, dict[str, str]] = {}
    for name in names:
        folders.setdefault(witnesses_path(path := library.files[name].path), {})[path.stem] = name
    for place, stems in folders.items():
        known = {stem: one for stem, one in read_witnesses(place).items() if (place.parents[1] / f"{stem}.toml").is_file()
                 or (place.parents[1] / f"{stem}.py").is_file()}  # fmt: skip
        known |= {stem: library.files[name].statement.model.witness for stem, name in stems.items()}
        if place.is_file():
            yield from _compare_file(place, witnesses_text(known), write=write)


def _compare_file(path: Path, text: str, *, write: bool) -> Iterator[RebuiltProof]:
    """What became of a file that is to hold a text, where it does not."""
    if not path.is_file() or path.read_bytes() != text.encode("utf-8"):
        if write:
            try:
                path.parent.mkdir(exist_ok=True)
            except OSError as error:
                raise unwritable(path.parent, error, str(path), "make it writable") from None
            write_file(path, text, str(path), "make it writable")
        yield RebuiltProof(str(path), "stored") if write else RebuiltProof(str(path), "differs", "pabisym prove stores it anew")


def _rebuild_proof(library: Library, name: str, *, write: bool) -> RebuiltProof:
    before = library.proof(name)
    built = library.rebuilt(name)
    if built.problem or built.tree is None:
        return RebuiltProof(name, "fails", built.problem or "the builder gives no proof")
    library.take(name, built)
    standing = library.standing(name)
    if standing.status not in ESTABLISHED:
        return RebuiltProof(name, "fails", standing.problem or CONTRADICTORY)
    tree = {**built.tree, "conclusion": library.statement(name).sequent.conclusion}  # the same, in the statement's words
    if before.stored and before.tree is not None and _same(before.tree, tree):
        return RebuiltProof(name, "same", steps=standing.steps)
    if not write:
        return RebuiltProof(name, "differs", "pabisym prove stores it anew")
    path = library.files[name].path
    try:
        write_tree(path, library.fingerprint(name), as_text(tree))
    except OSError as error:
        raise unwritable(stored_path(path), error, str(stored_path(path)), "make it writable") from None
    return RebuiltProof(name, "stored", steps=standing.steps)


def _same(stored: Mapping[str, object], built: Mapping[str, object]) -> bool:
    """Are two trees the same once both are read from text: a sum with the number 0 subtracted is one with 0 added."""
    try:
        return as_terms(stored) == as_terms(as_text(built))
    except InputError:
        return False
