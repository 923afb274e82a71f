"""Whether what a theorem file hands over has the types that a statement has: the file is a program, and may hand over anything."""

from __future__ import annotations

import types
from collections.abc import Callable, Hashable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any, Literal, Union, cast, get_args, get_origin, get_type_hints

from pabisym.errors import visible

_LATER: Mapping[str, Any] = {"Builder": object, "Enclosure": object, "Sequent": object, "sympy": types.SimpleNamespace(Expr=object)}
"""Names that annotations mention and that are not loaded for them."""


def wrong_type(record: object, place: str = "STATEMENT") -> str:
    """The first part of a record that has another type than its annotation, as a phrase; empty where there is none.

    Looked at are texts, numbers, tuples, mappings, words of a list, functions, and records in these.
    """
    for name, hint in _hints(cast("Hashable", type(record))).items():
        if found := _wrong(getattr(record, name, None), hint, f"{place}.{name}"):
            return found
    return ""


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The annotations of the fields of a record."""
    known = get_type_hints(kind, localns=dict(_LATER))
    return {field.name: known[field.name] for field in fields(kind)}


def _wrong(value: object, hint: Any, place: str) -> str:
    if hint is str and isinstance(value, str):  # most of a statement, and soonest seen
        return "" if value.isprintable() else _hidden(value, place)
    origin, options = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        problems = [_wrong(value, one, place) for one in options]
        return "" if "" in problems else problems[0]
    if origin is Literal:
        if isinstance(value, str) and value in options:
            return ""
        return f"{place} is {visible(repr(value))}, not one of {', '.join(map(repr, options))}"
    if origin is tuple:
        if not isinstance(value, tuple):
            return f"{place} is {_said(value)}, not a tuple"
        return next((found for i, one in enumerate(value) if (found := _wrong(one, options[0], f"{place}[{i}]"))), "")
    if origin is Mapping:
        if not isinstance(value, Mapping):
            return f"{place} is {_said(value)}, not a mapping"
        pairs = [(part, kind, place) for pair in value.items() for part, kind in zip(pair, options, strict=True)]
        return next((found for pair in pairs if (found := _wrong(*pair))), "")
    if origin is Callable:
        return "" if callable(value) else f"{place} is {_said(value)}, not a function"
    if hint is None or hint is type(None):
        return "" if value is None else f"{place} is {_said(value)}, not None"
    if not isinstance(hint, type) or hint is object:
        return ""
    if not isinstance(value, hint) or (isinstance(value, bool) and hint is int):
        return f"{place} is {_said(value)}, not {hint.__name__}"
    return wrong_type(value, place) if is_dataclass(value) else ""


def _hidden(text: str, place: str) -> str:
    """Whether a text holds a character that cannot be seen, as a phrase; line breaks and tabs may stand in the text of the statement."""
    admitted = "\n\t" if place == "STATEMENT.text" else ""
    hidden = next((c for c in text if not c.isprintable() and c not in admitted), "")
    return f"{place} holds the character U+{ord(hidden):04X}" if hidden else ""


def _said(value: object) -> str:
    return "None" if value is None else f"of type {type(value).__name__}"
