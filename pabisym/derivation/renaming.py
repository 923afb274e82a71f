"""Letters of a user that proofs use for something else: exchanged before a derivation, and exchanged back in what it gives.

Proofs call the laws, maps and noises of the runs X, Y, psi, phi and zeta, and their indices i, j and l.  A spec in which such a letter
is a number is derived under another name, the letter with a prime; in the derivation the two names are then exchanged, so that the
user's letter is again what the user calls so, and the law is called X'.  The kernel replays what comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any, TypeVar, cast

from pabisym.lang.term import Call, Name, Number

INNER = ("X", "Y", "psi", "phi", "zeta", "i", "j", "l")
"""What proofs call the runs and their indices."""
_WORD = re.compile(r"[A-Za-z_][A-Za-z_0-9]*'*")
_KEPT = ("rule", "id")
"""Entries of a proof tree that are no formulas, labels or names of a scope."""
Value = TypeVar("Value")


def clashes(letters: Iterable[str]) -> dict[str, str]:
    """Every letter that proofs use for something else, with the name under which it is derived."""
    taken, found = {*letters}, dict[str, str]()
    for name in INNER:
        if name in taken:
            other = name + "'"
            while other in taken:
                other += "'"
            taken.add(other)
            found[name] = other
    return found


@dataclass(frozen=True)
class Exchange:
    """Names exchanged, each with its partner, in formulas, labels, proof trees and records that hold such."""

    partners: Mapping[str, str]

    @classmethod
    def of(cls, clashing: Mapping[str, str]) -> Exchange:
        """The exchange of letters with their other names, in both directions."""
        return cls({**clashing, **{other: name for name, other in clashing.items()}})

    def name(self, name: str) -> str:
        """A name after the exchange."""
        return self.partners.get(name, name)

    def words(self, text: str) -> str:
        """A text with every name in it exchanged."""
        return _WORD.sub(lambda word: self.name(word.group()), text)

    def __call__(self, value: Value) -> Value:
        """A formula, a text, a proof tree, or a record or collection of such, after the exchange."""
        return cast(Value, self._changed(value))

    def _changed(self, value: Any) -> Any:
        match value:
            case str():
                return self.words(value)
            case Name(name):
                return Name(self.name(name))
            case Call(head, args):
                return Call(self.name(head), tuple(map(self._changed, args)))
            case Number():
                return value
            case dict() | MappingProxyType():
                return self._table(value)
            case list():
                return [*map(self._changed, value)]
            case tuple():
                return tuple(map(self._changed, value))
            case _ if is_dataclass(value) and not isinstance(value, type):
                return replace(value, **{one.name: self._changed(getattr(value, one.name)) for one in fields(value) if one.init})
        return value

    def _table(self, table: Mapping[str, Any]) -> Mapping[str, Any]:
        if "rule" in table and "premises" in table:
            return {key: self._given(table["rule"], own) if key == "with" else own if key in _KEPT else self._changed(own)
                    for key, own in table.items()}
        made = {self._changed(key): self._changed(own) for key, own in table.items()}
        return MappingProxyType(made) if isinstance(table, MappingProxyType) else made

    def _given(self, rule: str, own: Mapping[str, Any]) -> dict[str, Any]:
        """What is given to a rule; the letters of a figure or a theorem, to which formulas are given, are its own."""
        if rule != "theorem":
            return {key: self._changed(value) for key, value in own.items()}
        filled = {key: {part: self._changed(one) for part, one in value.items()} if isinstance(value, dict) else self._changed(value)
                  for key, value in own["for"].items()}
        return {**own, "for": filled}
