"""Proof trees kept beside their theorem files, so that a search is made once and replayed ever after.

``theorems/<paper>/proofs/<item>.json`` holds the tree that the builder of ``<item>.py`` found, and a fingerprint of
the statement and of the theorems that it may apply.  Nothing in it is trusted: the kernel replays it like a tree
built now.  A tree whose fingerprint differs is passed over, and the builder is asked again.
``theorems/<paper>/proofs/<item>-checks.json`` holds, in the same way, the trees of the small statements that the checks of the file
prove, by their fingerprints.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

from pabisym.kernel.judgement import Sequent
from pabisym.lang.files import replace_file
from pabisym.lang.grammar import to_text

FOLDER = "proofs"
"""The folder of stored proofs, beside the theorem files of a paper."""
WITNESSES = "witnesses.json"
"""Where the witnesses of a paper are, in that folder."""
Witness: TypeAlias = Mapping[str, str]
"""Letters with what they stand for, as text; see :mod:`pabisym.library.witness`."""


def stored_path(theorem_file: Path) -> Path:
    """Where the proof of a theorem file is stored."""
    return theorem_file.parent / FOLDER / f"{theorem_file.stem}.json"


def fingerprint(sequent: Sequent, theorems: Mapping[str, Sequent]) -> str:
    """A digest of a statement and of the statements that its proof may apply: SHA-256, in hexadecimal."""
    parts = [plain(sequent), *(plain(theorems[name]) for name in sorted(theorems))]
    return hashlib.sha256(json.dumps(parts, ensure_ascii=False).encode()).hexdigest()


def read_tree(theorem_file: Path, digest: str) -> dict[str, Any] | None:
    """The stored tree of a theorem file; None where there is none for this fingerprint, or it cannot be read."""
    data = _read_object(stored_path(theorem_file))
    return data["proof"] if data.get("statement") == digest and isinstance(data.get("proof"), dict) else None


def _read_object(path: Path) -> dict[str, Any]:
    """The JSON object in a file; empty where it cannot be read, or holds something else."""
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def write_tree(theorem_file: Path, digest: str, tree: Mapping[str, object]) -> Path:
    """Store a tree with the fingerprint of what it proves, and say where; raises :class:`OSError`."""
    path = stored_path(theorem_file)
    path.parent.mkdir(exist_ok=True)
    text = json.dumps({"statement": digest, "proof": tree}, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
    replace_file(path, text + "\n")
    return path


def witnesses_path(theorem_file: Path) -> Path:
    """Where the witness of the statement of a theorem file is stored."""
    return theorem_file.parent / FOLDER / WITNESSES


def read_witnesses(path: Path) -> dict[str, Witness | None]:
    """The stored witnesses by the stems of theorem files (None: none is known); nothing where the file cannot be read."""
    return {stem: one for stem, one in _read_object(path).items()
            if one is None or (isinstance(one, dict) and all(isinstance(text, str) for text in one.values()))}


def witnesses_text(known: Mapping[str, Witness | None]) -> str:
    """What the file of some witnesses holds, one a line."""
    lines = (f"{json.dumps(stem)}:{json.dumps(known[stem], ensure_ascii=False, sort_keys=True)}" for stem in sorted(known))
    return "{" + ",\n".join(lines) + "}\n"


def checks_path(theorem_file: Path) -> Path:
    """Where the proofs of the checks of a theorem file are stored."""
    return theorem_file.parent / FOLDER / f"{theorem_file.stem}-checks.json"


@dataclass(frozen=True)
class CheckTrees:
    """The trees of the checks of one theorem file by their fingerprints: those that are stored, and those that were built since."""

    stored: Mapping[str, Any]
    built: dict[str, Mapping[str, object]] = field(default_factory=dict)

    @classmethod
    def of(cls, theorem_file: Path) -> CheckTrees:
        """What is stored; nothing where that cannot be read."""
        return cls(_read_object(checks_path(theorem_file)))

    def text(self) -> str:
        """What a file of the built ones holds, one a line."""
        trees = (f"{json.dumps(key)}:{json.dumps(self.built[key], ensure_ascii=False, separators=(',', ':'), sort_keys=True)}"
                 for key in sorted(self.built))
        return "{" + ",\n".join(trees) + "}\n"


_CHECKED = ContextVar[CheckTrees | None]("_CHECKED", default=None)


@contextmanager
def check_trees_of(trees: CheckTrees) -> Iterator[CheckTrees]:
    """While a theorem file is checked, its trees are at hand; see :func:`check_trees`."""
    token = _CHECKED.set(trees)
    try:
        yield trees
    finally:
        _CHECKED.reset(token)


def check_trees() -> CheckTrees:
    """The trees of the theorem file that is being checked, empty where none is."""
    return _CHECKED.get() or CheckTrees({})


def plain(sequent: Sequent) -> list[object]:
    """A sequent as plain data: its id, the kinds of its names, its assumptions and its conclusion."""
    assumptions = [[label, to_text(term)] for label, term in sequent.assumptions]
    return [sequent.id, sorted(sequent.kinds.items()), assumptions, to_text(sequent.conclusion)]
