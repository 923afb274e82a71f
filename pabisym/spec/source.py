"""Where a spec comes from, and reading formulas in its letters out of its tables."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.reader import TOML, Table, nearest, read_toml, refuse_float, shown
from pabisym.lang.term import RELATIONS, Call, Term
from pabisym.process.sequence import STEP, names

MAX_BYTES = 1_000_000
"""Largest spec that is read."""


def load(source: str | bytes | os.PathLike[str] | Mapping[str, object]) -> Mapping[str, object]:
    """The top table of a spec: a dict as it is, else TOML from a path, or from text of more than one line.

    Raises :class:`~pabisym.errors.InputError` for files that cannot be read and text that is not TOML.
    """
    if isinstance(source, Mapping):
        return source
    if not isinstance(source, str | bytes | os.PathLike):
        raise InputError("spec", f"a path or a table was expected, not {type(source).__name__}", "name a TOML file")
    return read_toml(source, "spec", MAX_BYTES)


def table(data: object, place: str, keys: Collection[str], required: Collection[str] = ()) -> Table:
    """One table of a spec; raises :class:`~pabisym.errors.InputError` for unknown keys and missing ones."""
    return Table(data, place, keys, required, form=TOML, whole="a spec")


@dataclass(frozen=True)
class Formulas:
    """Reads formulas in declared letters."""

    letters: Collection[str]

    def read(self, table: Table, key: str, *, step: bool = False) -> Term:
        """The formula under a key; with ``step`` it may depend on the step k."""
        return self.term(table.get(key), table.field(key), step=step)

    def term(self, value: object, place: str, *, step: bool = False) -> Term:
        """A formula from text or an integer, all of whose names are declared."""
        refuse_float(value, place)
        term = parse(value, place)
        if holds_relation(term):
            raise InputError(place, f"{shown(to_text(term))} is a relation, not a number", "relations stand in [symbols]")
        self.check_names(term, place, step=step)
        return term

    def check_names(self, term: Term, place: str, *, step: bool = False) -> None:
        """Refuse names that are not declared, and the step where it has no meaning."""
        for name in sorted(names(term) - set(self.letters)):
            if name == STEP and step:
                continue
            if name == STEP:
                raise InputError(place, f"depends on the step {STEP}", "only sizes, contraction and noise may depend on the step")
            cure = nearest(name, self.letters, f'declare it in [symbols], as in {shown(name)} = "real, {shown(name)} > 0"')
            raise InputError(place, f"the name {shown(name)} is not declared", cure)


def holds_relation(term: Term) -> bool:
    """Is there a relation in a term, itself included."""
    return isinstance(term, Call) and (term.head in (*RELATIONS, "and") or any(map(holds_relation, term.args)))
