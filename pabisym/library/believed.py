"""What a replayed proof believes: its figures down to those that nothing discharges, and the kinds of a statement's hypotheses.

What a proof believes comes from what the kernel replayed (:class:`~pabisym.kernel.check.Replay`), never from reading a proof tree.
A figure is discharged by a proof, replayed by the kernel, of the sequent that it is (:mod:`pabisym.proof.figures`); what that proof
believes takes its place.  :func:`leaves` makes the one list that show, audit, derive, check, the report and the pages print;
:mod:`pabisym.library.beliefs` says of each entry what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache

from pabisym.kernel.figures import FIGURES, Figure
from pabisym.kernel.hypotheses import results as kernel_results
from pabisym.kernel.judgement import SIGNATURES, Sequent
from pabisym.lang.term import RELATIONS, Call, Name, Number, Term, calls
from pabisym.library import cache as earlier
from pabisym.library.coq_proofs import PROVED
from pabisym.library.statement import HypothesisKind, Statement
from pabisym.proof.figures import PREFIX, Under, leaves, proof_applies
from pabisym.proof.figures import beliefs as believed_figures

KIND = "figures"
"""The entry of :mod:`pabisym.library.cache` that says what the proof of a derived figure applies."""
CODE = ("kernel", "lang", "errors.py", "proof", "library/believed.py", "library/cache.py")
"""The files on which that rests, the stored proofs of the figures among them."""
DERIVED = tuple(sorted(name for name, figure in FIGURES.items() if figure.kind == "derived"))


def is_claimed(source: str, under: Under = proof_applies) -> bool:
    """Is an id the source of a figure that is believed: only a built-in file may bear it, and no proof by its figures proves it."""
    return any(source in figure.source.split() and under(name) is None for name, figure in FIGURES.items())


def own_figures(names: Iterable[str], figures: Iterable[str], under: Under = proof_applies) -> tuple[str, ...]:
    """The figures believed under some figures whose source is one of some ids, and that Coq does not prove from definitions."""
    wanted = set(names)
    left = believed_figures(figures, under) - PROVED.keys()
    return tuple(name for name in sorted(left) if wanted & set(FIGURES[name].source.split()))


@dataclass(frozen=True, eq=False)
class Recalled:
    """What the proofs of the derived figures apply: as the kernel found it in an earlier run of the same code, or finds it when asked."""

    key: str | None
    recalled: set[str] = field(default_factory=set)
    """The figures of which an earlier run told."""
    _known: dict[str, frozenset[str] | None] = field(default_factory=dict)

    def __call__(self, name: str) -> frozenset[str] | None:
        """As :func:`pabisym.proof.figures.proof_applies`."""
        if name not in self._known:
            self._known[name] = self._find(name)
        return self._known[name]

    def _find(self, name: str) -> frozenset[str] | None:
        if self.key is None or name not in DERIVED:
            return proof_applies(name)
        entry = earlier.digest(self.key, name)
        kept = earlier.read_entry(KIND, entry)
        if isinstance(kept, list) and all(isinstance(one, str) and one in FIGURES for one in kept):
            self.recalled.add(name)
            return frozenset(kept)
        if (found := proof_applies(name)) is not None:
            earlier.write(KIND, entry, sorted(found))
        return found


def recalled_proofs() -> Recalled:
    """What the proofs of the derived figures apply, from an earlier run of the same code where there was one; else replayed and kept."""
    code = earlier.code(*CODE)
    return _recall(None if code is None or earlier.folder() is None else code)


_recall = cache(Recalled)


def restates(sequent: Sequent, under: Under = proof_applies) -> str:
    """The believed figure that a statement is, after renaming of letters; empty where there is none.

    Its conclusion is that of the figure, and all premises of the figure are among its assumptions.  One that Coq proves from definitions
    (:data:`pabisym.library.coq_proofs.PROVED`) is not meant: who states it has a proof of it.
    """
    left = sorted(FIGURES.keys() - PROVED.keys())
    return next((name for name in left if _is_figure(FIGURES[name], sequent) and under(name) is None), "")


def _is_figure(figure: Figure, sequent: Sequent) -> bool:
    binding: dict[str, str] = {}
    if not _is_renaming(figure.conclusion, sequent.conclusion, figure, binding):
        return False
    for premise in figure.premises:
        for _, term in sequent.assumptions:
            tried = dict(binding)
            if _is_renaming(premise, term, figure, tried):
                binding = tried
                break
        else:
            return False
    return True


def _is_renaming(pattern: Term, term: Term, figure: Figure, binding: dict[str, str]) -> bool:
    """Is a term the pattern with its letters renamed, one for one."""
    if isinstance(pattern, Name) and pattern.name in figure.kinds:
        if not isinstance(term, Name) or binding.get(pattern.name, term.name) != term.name:
            return False
        if term.name in binding.values() and pattern.name not in binding:
            return False
        binding[pattern.name] = term.name
        return True
    if isinstance(pattern, Number | Name) or not isinstance(term, Call) or not isinstance(pattern, Call):
        return pattern == term
    same = pattern.head == term.head and len(pattern.args) == len(term.args)
    return same and all(_is_renaming(p, t, figure, binding) for p, t in zip(pattern.args, term.args, strict=True))


# Hypotheses.


def kinds_of(sequent: Sequent, said: Mapping[str, str] | None = None) -> Mapping[str, HypothesisKind]:
    """The kind of every hypothesis of a sequent by its label.

    A *result* is what the kernel's rule says to be one (:mod:`pabisym.kernel.hypotheses`), or what ``said``, the kinds that a theorem
    file gives, says to be one: a file may not call a result anything else.  Of the others, relations between numbers alone are *domain*,
    and what speaks of steps, losses, noise, sets or laws is *model*, where the file says nothing.
    """
    found, given = kernel_results(sequent), said or {}
    more = SIGNATURES.keys() - set(RELATIONS)  # what speaks of anything but numbers
    shapes = {label: "model" if any(one.head in more for one in calls(term)) else "domain" for label, term in sequent.assumptions}
    return {label: "result" if label in found else given.get(label) or shape for label, shape in shapes.items()}  # type: ignore[misc]


def hypothesis_kinds(statement: Statement) -> Mapping[str, HypothesisKind]:
    """The kind of every hypothesis of a statement by its name; see :func:`kinds_of`."""
    return kinds_of(statement.sequent, {one.name: one.kind for one in statement.assumptions})


def results(statement: Statement) -> tuple[str, ...]:
    """The hypotheses of a statement that are results, as beliefs."""
    if not statement.conclusion:
        return ()
    return tuple(f"{statement.id}: {name}" for name, kind in hypothesis_kinds(statement).items() if kind == "result")


__all__ = ["PREFIX", "Recalled", "hypothesis_kinds", "is_claimed", "kinds_of", "leaves", "own_figures", "recalled_proofs",
           "restates", "results"]
