"""Proofs as files that stand alone: a statement, every theorem under it, and their proof trees, as plain JSON.

A file lists its theorems in order, each after those that it applies; one without a proof is believed.  Reading one
needs the kernel only: no theorem file is loaded, and nothing in the file is trusted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pabisym.errors import InputError, visible
from pabisym.kernel.check import check
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import Sequent, check_assumed, check_sort
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.reader import refuse_hidden
from pabisym.lang.term import Call, Term
from pabisym.proof.figures import leaves

FORMAT, VERSION = "pabisym-proof", 1
_TOP = {"format", "version", "theorems", "conclusion"}
RESERVED = ("figure", "arithmetic")
"""Papers to which no theorem may belong: beliefs of the kernel are named so."""
MAX_LABEL = 200
"""Longest label of an assumption in a file."""
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._\-]*(/[A-Za-z0-9][A-Za-z0-9._\-]*)*", re.ASCII)
_THEOREM = {"id", "names", "assumptions", "conclusion", "proof"}


@dataclass(frozen=True)
class ReplayedFile:
    """What replaying a file says: accepted or the reason why not, and its last conclusion.

    ``figures`` are the rules that its proofs apply, ``given`` the theorems that the file itself gives without proof, and ``sequent``
    what it is about, the last theorem (None where the replay ended before it).
    """

    accepted: bool
    conclusion: str
    reason: str
    figures: frozenset[str]
    given: tuple[Sequent, ...]
    sequent: Sequent | None = None

    @property
    def assumed(self) -> Mapping[str, str]:
        """The theorems that the file gives without proof, with what it says they conclude."""
        return {one.id: to_text(one.conclusion) for one in self.given}

    @property
    def believed(self) -> tuple[str, ...]:
        """What the proofs believe: figures that no proof discharges, and what is given without one."""
        return leaves(self.figures, self.assumed)


def sequent_json(sequent: Sequent) -> dict[str, Any]:
    """A statement as plain data: its id, the kinds of its names, its assumptions by label, its conclusion."""
    assumptions = [[label, to_text(term)] for label, term in sequent.assumptions]
    return {"id": sequent.id, "names": dict(sequent.kinds), "assumptions": assumptions, "conclusion": to_text(sequent.conclusion)}


def is_proof(data: object) -> bool:
    """Is this a document of the format of this module, well formed or not."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def replay(data: object, field: str = "proof") -> ReplayedFile:
    """Replay a document with the kernel alone.

    Accepted only if every proof in it replays, each applying theorems before it only, every part of every statement is well sorted,
    the last theorem has a proof, and its conclusion is the one that the document states.  Raises
    :class:`~pabisym.errors.InputError` for data that is no such document.
    """
    established: dict[str, Sequent] = {}
    figures: frozenset[str] = frozenset()
    given: tuple[Sequent, ...] = ()
    listed = tuple(theorems(data, field))
    for position, (sequent, proof) in enumerate(listed):
        if proof is None:
            given = (*given, sequent)
            unproved = f"it has no proof: {visible(sequent.id)} is what is to be proved, and its proof is null"
            reason = _ill_sorted(sequent) or (unproved if position == len(listed) - 1 else "")
        else:
            verdict = check(sequent, proof, established)
            reason, figures = verdict.reason, figures | verdict.figures
        if reason:
            return ReplayedFile(False, _conclusion_text(data), f"{visible(sequent.id)}: {reason}", figures, given)
        established[sequent.id] = sequent
    sequent = listed[-1][0]
    reached = to_text(sequent.conclusion)
    reason = "" if reached == _conclusion_text(data) else f"the last theorem concludes {reached}"
    return ReplayedFile(not reason, _conclusion_text(data), reason, figures, given, sequent)


def _ill_sorted(sequent: Sequent) -> str:
    """What is wrong with a statement that nobody proves: its names, an assumption, its conclusion."""
    try:
        scope = sequent.scope()
        check_sort(scope, sequent.conclusion, "judgement")
        check_assumed(scope, sequent.conclusion)
    except (Refusal, InputError) as problem:
        return str(problem)
    return ""


def theorems(data: object, field: str = "proof") -> Iterator[tuple[Sequent, Any]]:
    """The statements of a document in order, each with its proof tree, which nobody has checked; None where it is believed.

    Raises :class:`~pabisym.errors.InputError` where it comes to something that is no statement.
    """
    refuse_hidden(data, field)
    top = _table(data, _TOP, field)
    if (top["format"], top["version"]) != (FORMAT, VERSION):
        raise InputError(field, f"is not a {FORMAT} of version {VERSION}", "write it with pabisym show ID --proof")
    listed = top["theorems"]
    if not isinstance(listed, list) or not listed:
        raise InputError(f"{field}: theorems", "is not a list with at least one theorem", "the last is what is proved")
    seen: set[str] = set()
    for position, entry in enumerate(listed):
        place = f"{field}: theorems[{position}]"
        theorem = _table(entry, _THEOREM, place)
        sequent = _sequent(theorem, place)
        if sequent.id in seen:
            raise InputError(place, f"{visible(sequent.id)} is there twice", "list every theorem once")
        seen.add(sequent.id)
        yield sequent, theorem["proof"]


def _conclusion_text(data: object) -> str:
    return to_text(_formula(data["conclusion"] if isinstance(data, dict) else None, "conclusion"))


def _table(data: object, keys: set[str], field: str) -> dict[str, Any]:
    if not isinstance(data, dict) or set(data) != keys:
        raise InputError(field, "does not have the keys of a proof file", f"they are {', '.join(sorted(keys))}")
    return data


def _sequent(theorem: Mapping[str, Any], field: str) -> Sequent:
    name, names, assumptions = theorem["id"], theorem["names"], theorem["assumptions"]
    texts = isinstance(names, dict) and all(isinstance(kind, str) for kind in names.values())
    pairs = isinstance(assumptions, list) and all(
        isinstance(one, list) and len(one) == 2 and all(isinstance(part, str) for part in one) for one in assumptions)
    if not isinstance(name, str) or not texts or not pairs:
        cure = "id is a text, names maps names to kinds, assumptions lists pairs of a label and a formula"
        raise InputError(field, "is not a statement", cure)
    if not is_id(name):
        cure = "an id is words of letters, digits, ., - and _ with / between, and no axiom of the kernel"
        raise InputError(field, f"{visible(name)} is not an id", cure)
    for label, _ in assumptions:
        if label != " ".join(label.split()) or not 0 < len(label) <= MAX_LABEL:
            raise InputError(field, f"{visible(label)} is not a label", f"give a few words, at most {MAX_LABEL} characters")
    known = tuple((label, _formula(text, f"{field}: {visible(label)}")) for label, text in assumptions)
    return Sequent(name, names, known, _formula(theorem["conclusion"], f"{field}: conclusion"))


def is_id(name: str) -> bool:
    """Can a theorem of a file have this id: words of letters, digits, ``.``, ``-`` and ``_``, joined by ``/``, and no belief of the kernel.

    >>> is_id("feldman2018/theorem-23"), is_id("figure/nosuch"), is_id("mine/lemma 1")
    (True, False, False)
    """
    return _ID.fullmatch(name) is not None and name.partition("/")[0] not in RESERVED


def _formula(text: object, field: str) -> Term:
    term = parse(text, field, None)
    if not isinstance(term, Call):
        raise InputError(field, "is not a proposition", "write a relation or a judgement")
    return term
