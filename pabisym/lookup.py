"""Statements for Python users: the catalogue, one theorem, its bound at a point.

These are the objects behind :func:`pabisym.catalogue` and :func:`pabisym.theorem`; they are frozen and print nothing.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pabisym.claims import condition_verdicts, letters, numeric_bound, read_point
from pabisym.errors import InputError, Undecided
from pabisym.expression import Binding, Term, substitute, to_text
from pabisym.library import Library, builtin
from pabisym.standing import Standing
from pabisym.statement import Statement, Status

if TYPE_CHECKING:
    from pabisym.converting import Converted
    from pabisym.evaluate.ball import Enclosure


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

        Raises as :func:`pabisym.converting.convert` and :func:`pabisym.converting.from_statement` do.
        """
        from pabisym.converting import convert, from_statement

        return convert(from_statement(self.statement, values), delta=delta, digits=digits, by=by)

    def best_delta(self, epsilon: object, digits: int = 15, /, *, by: str = "canonne", **values: object) -> Converted:
        """The least delta at ``epsilon``; as :meth:`best_epsilon`."""
        from pabisym.converting import convert, from_statement

        return convert(from_statement(self.statement, values), epsilon=epsilon, digits=digits, by=by)

    def __repr__(self) -> str:
        return f"Theorem({self.id!r}, {self.bound or self.statement.conclusion!r})"

    def _repr_html_(self) -> str:
        """Title, conclusion and assumptions, which notebooks render."""
        from pabisym.show.notebook import statement_html

        return statement_html(self.statement, self.status)

    def _repr_latex_(self) -> str | None:
        """The conclusion as displayed math, which notebooks render; the whole statement is ``pabisym show --latex``."""
        from pabisym.show.latex import conclusion_latex

        return conclusion_latex(self.statement) or None


@dataclass(frozen=True)
class Evaluation:
    """The bound of a statement at a point.

    ``of`` names what is bounded (``renyi``, ``delta``, ``mu_squared``, …), ``bound`` is the formula in letters and
    ``term`` the formula at the point.  ``holds`` says whether every condition that the given letters decide is true there;
    ``unchecked`` are those that mention a letter without a value, which the bound does not need.
    """

    id: str
    point: Binding
    term: Term
    holds: bool
    unchecked: tuple[str, ...] = ()
    of: str = "value"
    bound: Term | None = None

    def __repr__(self) -> str:
        point = ", ".join(f"{name}={to_text(term)}" for name, (_, term) in self.point.items())
        return f"Evaluation({self.id!r}, {point}{'' if self.holds else ', an assumption does not hold'})"

    def _repr_html_(self) -> str:
        """The bound and its value, which notebooks render."""
        from pabisym.show.notebook import evaluation_html

        return evaluation_html(self)

    def enclosure(self, digits: int = 15) -> Enclosure:
        """Lower and upper decimal bounds of the value that agree to ``digits`` significant digits."""
        from pabisym.evaluate.ball import enclose

        return enclose(self.term, {}, digits)


def evaluation(statement: Statement, values: Mapping[str, object], *, force: bool = False, field: str = "at") -> Evaluation:
    """The bound of a statement at a point; see :meth:`Theorem.at`.  ``field`` names the place in errors."""
    found = numeric_bound(statement)
    if found is None:
        raise InputError(statement.id, "this statement has no numeric bound", "pabisym show says what it states")
    term, point = found.bound, read_point(statement, values, field)
    missing = sorted(letters(substitute(term, point)))
    if missing:
        sequence = missing[0] not in statement.domains
        cure = f"give {missing[0]} a formula in k, as {missing[0]}=1/k" if sequence else f"give {missing[0]} an exact rational value"
        raise InputError(field, f"no value for {', '.join(missing)}", cure)
    holds, unchecked = True, dict[str, None]()
    for name, relation, verdict in condition_verdicts(statement, point, partial=True):
        if verdict is None:
            unchecked[to_text(relation)] = None
        elif verdict != "true":
            holds = False
            if not force and verdict == "undecided":
                raise Undecided(f"{field}: whether {_named(name, relation)} holds there; force evaluates all the same")
            if not force:
                raise InputError(field, f"{_named(name, relation)} does not hold there", "choose another point, or force it")
    return Evaluation(statement.id, point, substitute(term, point), holds, tuple(unchecked), found.of, term)


def _named(name: str, relation: Term) -> str:
    text = to_text(relation)
    return f"the assumption {text}" if " : " in name or name == text else f"the assumption {name!r}, {text},"


def catalogue(*folders: str | os.PathLike[str]) -> Library:
    """The built-in theorem files, and those in the user's own ``folders``; iterating gives the ids in order."""
    return Library.load(folders) if folders else builtin()


def theorem(name: str, *folders: str | os.PathLike[str]) -> Theorem:
    """One statement by id; raises :class:`~pabisym.errors.InputError` that suggests the nearest ids."""
    library = catalogue(*folders)
    return Theorem(library, library.entry(name).id)
