"""What is believed: each belief with its wording, conditions, source and reason, and the list of beliefs under a theorem.

A belief is a *figure* of the kernel that no kernel proof discharges, a *statement* that is cited and applied in a proof, or a *hypothesis*
of a statement that is a result.  What rests on it comes from what the kernel replayed (:class:`~pabisym.kernel.check.Replay`), never from
reading a proof tree.  A figure is discharged by a proof, replayed by the kernel, of the sequent that it is (:mod:`pabisym.proof.figures`);
its own beliefs take its place.  What Coq proves of figures is counted apart (:mod:`pabisym.library.coq_proofs`): what is left are the
*axioms*, under one theorem exactly those that Coq's ``Print Assumptions`` lists for it.

Beliefs are named ``figure/NAME``, by the id of the statement, or ``ID: LABEL`` for a hypothesis.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from pabisym.errors import InputError, visible
from pabisym.kernel.figures import ARITHMETIC, FIGURES, KINDS
from pabisym.lang.arguments import public
from pabisym.lang.grammar import to_text
from pabisym.lang.tables import Tabled
from pabisym.library.believed import PREFIX
from pabisym.library.coq_proofs import ARITHMETIC_PROVED, DEVELOPMENT, PROVED, RESTS, STATEMENTS_PROVED, coq_axioms
from pabisym.library.library import Library, LibraryLike, nearest, open_library
from pabisym.library.statement import Statement
from pabisym.library.status import ESTABLISHED
from pabisym.library.workers import replay
from pabisym.proof.figures import beliefs as believed_figures
from pabisym.proof.figures import replay_figure as derived_figure

BeliefKind: TypeAlias = Literal["definition", "real", "believed", "derived", "arithmetic", "cited", "hypothesis"]
"""Kinds of figures (:data:`pabisym.kernel.figures.KINDS`), of the kernel's arithmetic, of statements and of hypotheses."""
WORDS: Mapping[str, str] = {
    **KINDS,
    "arithmetic": "what the normal form of numbers takes for granted, under every theorem",
    "cited": "a statement of a paper that proofs apply and that has no proof here",
    "hypothesis": "a hypothesis of a statement that is a mathematical fact and not about the model",
}
"""What the kinds of beliefs are."""


@dataclass(frozen=True)
class Belief:
    """One belief: its id and kind, what it says and under which conditions, for which letters, its source, and why it is true.

    ``discharged`` is ``kernel`` for a figure that a kernel proof derives from others, ``coq`` for one that a Coq proof derives from
    definitions, and else empty; ``by`` says from what, or by which theorem.  ``theorems`` counts the statements that rest on it.
    """

    id: str
    kind: BeliefKind
    wording: str
    conditions: tuple[str, ...]
    letters: Mapping[str, str]
    source: str
    reason: str
    discharged: Literal["", "kernel", "coq"] = ""
    by: tuple[str, ...] = ()
    theorems: int = 0

    def to_json(self) -> dict[str, Any]:
        """The entry of ``pabisym beliefs --json``."""
        return {
            "id": self.id, "kind": self.kind, "wording": self.wording, "conditions": list(self.conditions), "letters": dict(self.letters),
            "source": self.source, "reason": self.reason, "discharged": self.discharged, "by": list(self.by), "theorems": self.theorems,
        }  # fmt: skip


def belief(name: str, library: Library, theorems: int = 0) -> Belief:
    """The belief of a name; raises :class:`~pabisym.errors.InputError` for one that is none."""
    if name.startswith(PREFIX) and (key := name.removeprefix(PREFIX)) in FIGURES:
        figure, kernel = FIGURES[key], key not in believed_figures([key])
        conditions = tuple(map(to_text, (*figure.sides, *figure.premises)))
        coq = (PROVED[key],) if key in PROVED else tuple(PREFIX + one for one in RESTS.get(key, ()))
        by = tuple(PREFIX + one for one in sorted(derived_figure(key).verdict.figures)) if kernel else coq
        kind = figure.kind if kernel or figure.kind != "derived" else "believed"
        return Belief(name, kind, to_text(figure.conclusion), conditions, dict(figure.kinds), figure.source,  # type: ignore[arg-type]
                      figure.reason, "kernel" if kernel else "coq" if coq else "", by, theorems)
    host, colon, label = name.partition(": ")
    if colon and host in library and label in dict(library.statement(host).sequent.assumptions):
        statement = library.statement(host)
        return _belief(name, "hypothesis", statement, to_text(dict(statement.sequent.assumptions)[label]), theorems)
    if name in library and library.statement(name).conclusion:
        statement = library.statement(name)
        return _belief(name, "cited", statement, to_text(statement.sequent.conclusion), theorems)
    figures = [f"{PREFIX}{key}" for key in sorted(FIGURES)]
    near = nearest(name, figures) or [one for one in figures if name.lower() and name.lower() in one][:3] or nearest(name, library.known)
    problem = "is no axiom and no cited result"
    raise InputError(visible(name), problem, f"did you mean {' or '.join(near)}?" if near else "pabisym beliefs lists them")


def _belief(name: str, kind: BeliefKind, statement: Statement, wording: str, theorems: int) -> Belief:
    others = () if kind == "hypothesis" else tuple(to_text(term) for _, term in statement.sequent.assumptions)
    reference = " ".join(filter(None, (statement.reference.key, statement.reference.label)))
    meaning = next((one.meaning for one in statement.assumptions if name == f"{statement.id}: {one.name}"), "")
    reason = statement.cited_because if kind == "cited" else meaning or "assumed by the statement"
    coq = STATEMENTS_PROVED.get(name, ())
    return Belief(name, kind, wording, others, statement.sequent.kinds, reference, reason, "coq" if coq else "", coq, theorems)


@dataclass(frozen=True)
class Beliefs(Tabled):
    """What is believed: all of it, or what is believed ``of`` one statement.  Iterating gives the beliefs.

    ``axioms`` names those that nothing discharges; of one statement they come first, and are what Coq lists for it.
    """

    of: str
    entries: tuple[Belief, ...]
    axioms: tuple[str, ...]

    def __repr__(self) -> str:
        return f"Beliefs({repr(self.of) + ', ' if self.of else ''}{len(self)} entries, {len(self.axioms)} of them axioms)"

    @property
    def rows(self) -> tuple[Belief, ...]:
        """The entries."""
        return self.entries

    def __iter__(self) -> Iterator[Belief]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)

    def summary(self) -> dict[str, int]:
        """How many of each kind nothing discharges, and in all (``left``), and how many are discharged by the kernel and by Coq."""
        left = Counter[str](one.kind for one in self.entries if one.id in self.axioms or (one.kind == "hypothesis" and not one.discharged))
        discharged = Counter(one.discharged for one in self.entries)
        counts = {kind: left[kind] for kind in WORDS if left[kind]}
        return {**counts, "kernel": discharged["kernel"], "coq": discharged["coq"], "left": sum(left.values())}

    def to_json(self) -> dict[str, Any]:
        """The document of ``pabisym beliefs --json``."""
        said = {"of": self.of} if self.of else {}
        listed = {"axioms": list(self.axioms), "beliefs": [one.to_json() for one in self.entries]}
        return {**said, "summary": self.summary(), **listed, "coq": dict(DEVELOPMENT)}


def beliefs_of(library: Library, name: str) -> Beliefs:
    """What is believed under one statement: the axioms that Coq lists for it, then what else the kernel takes from outside."""
    standing = library.standing(name)
    axioms = coq_axioms(standing.figures, standing.believed)
    return Beliefs(name, tuple(belief(one, library) for one in dict.fromkeys((*axioms, *standing.cited))), axioms)


def named_beliefs(library: Library, names: Iterable[str]) -> Beliefs:
    """The beliefs of some names, each once."""
    return _collected(belief(one, library) for one in dict.fromkeys(names))


def _collected(entries: Iterable[Belief]) -> Beliefs:
    listed = tuple(entries)
    return Beliefs("", listed, tuple(one.id for one in listed if not one.discharged and one.kind != "hypothesis"))


def all_beliefs(library: Library, progress: Callable[[str], None] | None = None) -> Beliefs:
    """Everything that is believed, with the number of statements that rest on it: figures, arithmetic, statements, hypotheses."""
    replay(library, library.ids, progress)
    counts: Counter[str] = Counter()
    proved = 0
    for name in library.files:
        standing = library.standing(name)
        if standing.status in ESTABLISHED and standing.steps:
            proved += 1
            counts.update({*standing.cited, *(PREFIX + one for one in standing.figures)})
    figures = [belief(PREFIX + name, library, counts[PREFIX + name]) for name in FIGURES]
    arithmetic = [Belief(f"arithmetic/{number}", "arithmetic", said, (), {}, "", f"{why[0].upper()}{why[1:]}.",
                         "coq" if said in ARITHMETIC_PROVED else "", ARITHMETIC_PROVED.get(said, ()), proved)
                  for number, (said, why) in enumerate(ARITHMETIC.items(), start=1)]  # fmt: skip
    others = [belief(name, library, count) for name, count in sorted(counts.items()) if not name.startswith(PREFIX)]
    return _collected((*figures, *arithmetic, *others))


@public
def beliefs(of: str = "", *, library: LibraryLike = None) -> Beliefs:
    """What is believed: everything, or what is believed ``of`` one statement.

    ``library`` (None: the built-in one; or folders of one's own) has the statements.  All proofs that it speaks of are replayed:
    those of one statement take seconds, those of the library about a minute.
    Raises :class:`~pabisym.errors.InputError` that suggests the nearest ids for an id that is unknown.

    >>> from pabisym import beliefs
    >>> found = beliefs("feldman2018/lemma-21")
    >>> found.axioms
    ()
    >>> [one.id for one in found if one.discharged == "coq"][:2]
    ['figure/winf-push', 'figure/witness-in']
    """
    known = open_library(library)
    return beliefs_of(known, of) if of else all_beliefs(known)
