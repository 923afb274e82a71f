"""Statements for Python users: the catalogue, one theorem, its bound at a point.

These are the objects behind :func:`pabisym.catalogue` and :func:`pabisym.theorem`; they are frozen and print nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pabisym.lang.grammar import to_text
from pabisym.library.library import Library, builtin
from pabisym.library.point import numeric_bound
from pabisym.library.statement import Statement, Status
from pabisym.library.status import Standing

if TYPE_CHECKING:
    from pabisym.library.convert import Converted

from pabisym.library.point import Evaluation, evaluation


@dataclass(frozen=True)
class Theorem:
    """A statement of a library, with what its replayed proof says."""

    library: Library
    id: str

    @property
    def statement(self) -> Statement:
        """The statement as its file gives it."""
        return self.library.statement(self.id)

    @property
    def standing(self) -> Standing:
        """Status, cited leaves and size of the replayed proof."""
        return self.library.standing(self.id)

    @property
    def status(self) -> Status:
        """The computed status."""
        return self.standing.status

    @property
    def cited(self) -> tuple[str, ...]:
        """What is believed, and not proved, under this statement."""
        return self.standing.cited

    @property
    def proof(self) -> Mapping[str, object] | None:
        """The proof tree as plain data; None where there is none."""
        return self.library.proof(self.id).tree

    @property
    def bound(self) -> str:
        """The bound as text in the grammar of expressions, the recorded one or that of the conclusion; empty where there is none."""
        found = numeric_bound(self.statement)
        return "" if found is None else self.statement.bound or to_text(found.bound)

    def at(self, *, force: bool = False, **values: object) -> Evaluation:
        """The bound at a point: exact rational values of its letters, such as ``sigma="3/2"``.

        Raises :class:`~pabisym.errors.InputError` for a letter that is unknown or missing and, unless ``force``,
        for a point outside an assumption.
        """
        return evaluation(self.statement, values, force=force)

    def best_epsilon(self, delta: object, digits: int = 15, /, *, by: str = "canonne", **values: object) -> Converted:
        """The least epsilon at ``delta`` that a statement about Rényi divergence or GDP gives; ``values`` are all letters but the order.

        Raises as :func:`pabisym.library.convert.convert` and :func:`pabisym.library.convert.from_statement` do.
        """
        from pabisym.library.convert import convert, from_statement

        return convert(from_statement(self.statement, values), delta=delta, digits=digits, by=by)

    def best_delta(self, epsilon: object, digits: int = 15, /, *, by: str = "canonne", **values: object) -> Converted:
        """The least delta at ``epsilon``; as :meth:`best_epsilon`."""
        from pabisym.library.convert import convert, from_statement

        return convert(from_statement(self.statement, values), epsilon=epsilon, digits=digits, by=by)

    def __repr__(self) -> str:
        return f"Theorem({self.id!r}, {self.bound or self.statement.conclusion!r})"


def catalogue(*folders: str | os.PathLike[str]) -> Library:
    """The built-in theorem files, and those in the user's own ``folders``; iterating gives the ids in order."""
    return Library.load(folders) if folders else builtin()


def theorem(name: str, *folders: str | os.PathLike[str]) -> Theorem:
    """One statement by id; raises :class:`~pabisym.errors.InputError` that suggests the nearest ids."""
    library = catalogue(*folders)
    return Theorem(library, library.entry(name).id)
