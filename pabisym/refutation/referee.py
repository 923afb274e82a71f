"""Certificates and proof files judged: what ``pabisym check`` does.

Nothing in a file is trusted: a certificate of an allocation is decided by rational arithmetic, a proof by replaying its trees.  Of a
proof the referee says what exactly is proved (letters, hypotheses by kind, conclusion), what is believed, whether that is the
statement of the library that bears the id, and whether anything satisfies the hypotheses: a model in which each is decided exactly, or
a contradiction that the kernel confirms.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

from pabisym.accounting.hidden.certificate import FORMAT as HIDDEN
from pabisym.accounting.hidden.certificate import judge
from pabisym.errors import InputError
from pabisym.kernel.check import check as replayed
from pabisym.kernel.exact import Refusal
from pabisym.kernel.judgement import GROWS, Sequent
from pabisym.kernel.rules import agree
from pabisym.lang.arguments import public
from pabisym.lang.grammar import to_text
from pabisym.lang.reader import read_json, refuse_hidden
from pabisym.lang.term import Call, Term
from pabisym.library.believed import hypothesis_kinds, kinds_of
from pabisym.library.library import Library, LibraryLike, open_library
from pabisym.library.statement import HypothesisKind
from pabisym.library.witness import CONTRADICTORY, Model, model_of, model_words
from pabisym.proof import json
from pabisym.proof.build import step
from pabisym.shift import replay as allocation

Compared: TypeAlias = Literal["same", "differs", "unknown"]
"""Is a statement the one of the library that has its id."""


@runtime_checkable
class HasProof(Protocol):
    """A result with a proof file."""

    def proof_document(self) -> dict[str, Any]:
        """What is replayed, as plain data; raises :class:`~pabisym.errors.InputError` where there is nothing to replay."""


@dataclass(frozen=True)
class Hypothesis:
    """An assumption of a checked theorem: its label, its formula, its kind."""

    name: str
    holds: str
    kind: HypothesisKind


@dataclass(frozen=True)
class Checked:
    """What the referee says of a file: accepted or the reason why not, and what it concludes, as text.

    Of a proof, ``id``, ``names`` and ``assumptions`` are those of what is proved; ``beliefs`` is all that it rests on, ``assumed``
    the theorems that the file itself gives without proof, with what it says they conclude; ``library`` says whether the statement is
    that of the library; ``instance`` is a model of its hypotheses (:mod:`pabisym.library.witness`), None where none is known.  ``beliefs``
    and ``assumed`` are None for a certificate, which believes nothing.
    """

    file: str
    accepted: bool
    conclusion: str
    reason: str
    beliefs: tuple[str, ...] | None = None
    assumed: Mapping[str, str] | None = None
    id: str = ""
    names: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[Hypothesis, ...] = ()
    library: Compared = "unknown"
    instance: Mapping[str, str] | None = None

    @property
    def model(self) -> str | None:
        """The model of the hypotheses in words; None where none is known, and for a certificate."""
        return None if self.instance is None else model_words(self.names, self.instance)

    def __bool__(self) -> bool:
        """Is the file accepted."""
        return self.accepted

    def to_json(self) -> dict[str, Any]:
        """The entry of ``pabisym check --json``."""
        said: dict[str, Any] = {
            "file": self.file, "accepted": self.accepted, "names": dict(self.names),
            "assumptions": [{"name": one.name, "holds": one.holds, "kind": one.kind} for one in self.assumptions],
            "conclusion": self.conclusion, "beliefs": list(self.beliefs or ()), "library": self.library, "reason": self.reason,
        }  # fmt: skip
        if self.beliefs is not None:
            at = None if self.instance is None else dict(self.instance)
            said |= {"id": self.id, "assumed": dict(self.assumed or {}), "instance": at, "model": self.model}
        return said


@public
def check(source: bytes | object, *, name: str = "", library: LibraryLike = None) -> Checked:
    """Judge a certificate or a proof: a file, JSON text, bytes, the data themselves, or a result that has one, such as an exact
    allocation, the least noise, a derivation or a theorem, whose document is replayed as if others had sent it.

    ``name`` is what errors and the answer call it (empty: the file's name); ``library`` (None: the built-in one; or folders of one's
    own) has the statements with which a proof is compared.  A proof that is refused is an answer, not an error.
    Raises :class:`~pabisym.errors.InputError` for what is neither a certificate nor a proof, or cannot be read.

    >>> from pabisym import check
    >>> from pabisym.shift.allocate import allocate
    >>> found = check(allocate(gap=[0, 1, 0, 0], noise_variance=1))
    >>> found.accepted, found.beliefs
    (True, None)
    """
    is_text = isinstance(source, str) and source.lstrip()[:1] in ("{", "[")
    shown = name or (os.fsdecode(source) if isinstance(source, str | os.PathLike) and not is_text else "certificate")
    data = read_json(source) if isinstance(source, str | bytes | os.PathLike) else source
    data = data if isinstance(data, dict) else _document(data)
    if json.is_proof(data):
        return _proof(data, shown, open_library(library))
    if isinstance(data, dict) and data.get("format") == allocation.FORMAT:
        refuse_hidden(data, shown)
        verdict = allocation.replay(data)
        return Checked(shown, verdict.accepted, verdict.conclusion, verdict.reason)
    if isinstance(data, dict) and data.get("format") == HIDDEN:
        refuse_hidden(data, shown)
        judged = judge(data, shown)
        return Checked(shown, judged.accepted, judged.conclusion, judged.reason, judged.believes, {})
    cure = "write one with pabisym allocate --certificate or pabisym show --proof, or give a result that has one"
    raise InputError(shown, "is neither a certificate nor a proof", cure)


def _document(result: object) -> object:
    """The proof file of a result, or the certificate of one of the shift solver; anything else as it is."""
    if isinstance(result, HasProof):
        return result.proof_document()
    from pabisym.shift.allocate import Allocation
    from pabisym.shift.calibrate import LeastNoise  # files need no solver
    from pabisym.shift.certificate import certificate
    from pabisym.shift.feasibility import Feasibility

    answer = result.optimum if isinstance(result, LeastNoise) else result
    return certificate(answer) if isinstance(answer, Allocation | Feasibility) else result


def _proof(data: object, shown: str, library: Library) -> Checked:
    found = json.replay(data, shown)
    sequent = found.sequent
    if sequent is None:
        return Checked(shown, False, found.conclusion, found.reason, found.believed, found.assumed)
    compared = same_as(library, sequent)
    own = library.statement(sequent.id) if compared == "same" else None
    kinds = kinds_of(sequent) if own is None else hypothesis_kinds(own)
    hypotheses = tuple(Hypothesis(label, to_text(term), kinds[label]) for label, term in sequent.assumptions)
    beliefs = (*found.believed, *(f"{sequent.id}: {one.name}" for one in hypotheses if one.kind == "result"))
    reason = found.reason or _why_unfounded(found.given, library) or why_circular(sequent)
    model = Model(None) if reason else model_of(sequent) if own is None else own.model
    reason = reason or (CONTRADICTORY if model.contradictory else "")
    return Checked(shown, not reason, found.conclusion, reason, beliefs, found.assumed, sequent.id, dict(sequent.kinds), hypotheses,
                   compared, model.witness)


def same_as(library: Library, sequent: Sequent) -> Compared:
    """Is a sequent the one of the statement of the library that has its id: names, assumptions and conclusion, as terms."""
    if sequent.id not in library.files or not library.statement(sequent.id).conclusion:
        return "unknown"
    own = library.statement(sequent.id).sequent
    equal = dict(own.kinds) == dict(sequent.kinds) and own.conclusion == sequent.conclusion
    return "same" if equal and Counter(own.assumptions) == Counter(sequent.assumptions) else "differs"


def _why_unfounded(given: tuple[Sequent, ...], library: Library) -> str:
    """Why a theorem that the file gives without proof cannot be applied: it is not what the library cites under this id."""
    for sequent in given:
        if same_as(library, sequent) != "same" or library.standing(sequent.id).status != "cited":
            return f"{sequent.id} is given without a proof (null), and the library cites no such statement"
    return ""


def why_circular(sequent: Sequent) -> str:
    """Why the assumptions contain the conclusion: one of them says it, or is a bound that is at least as good."""
    for label, term in sequent.assumptions:
        if _says(sequent, term, sequent.conclusion):
            return f"the assumption {label} contains the conclusion: {to_text(term)}"
    return ""


def _says(sequent: Sequent, term: Term, wanted: Term) -> bool:
    scope = sequent.scope()
    try:
        if agree(scope, term, wanted):
            return True
        if not isinstance(term, Call) or not isinstance(wanted, Call) or term.head != wanted.head or term.head not in GROWS:
            return False
        claim = Sequent(sequent.id, sequent.kinds, (*sequent.assumptions, ("the assumption", term)), wanted)
        return replayed(claim, step("widen", wanted, (step("known", term, label="the assumption"),), claim=wanted)).accepted
    except (Refusal, InputError):
        return False
