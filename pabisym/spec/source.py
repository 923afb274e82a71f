"""Where a spec comes from: files, TOML, dicts; and reading keys and formulas out of its tables."""

from __future__ import annotations

import difflib
import os
import tomllib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.term import RELATIONS, Call, Term
from pabisym.process.sequence import STEP, names

MAX_BYTES = 1_000_000
"""Largest spec that is read."""
MAX_SHOWN = 60
"""Longest part of the input that an error repeats."""


@dataclass(frozen=True)
class TomlFloat:
    """A number that TOML wrote with a point or an exponent, as it was written; to be refused with a hint."""

    text: str


def load(source: str | bytes | os.PathLike[str] | Mapping[str, object]) -> Mapping[str, object]:
    """The top table of a spec: a dict as it is, else TOML from a path, or from text of more than one line.

    Raises :class:`~pabisym.errors.InputError` for files that cannot be read and text that is not TOML.
    """
    if isinstance(source, Mapping):
        return source
    if isinstance(source, bytes):
        return _toml(_text(source, "spec"), "spec")
    if isinstance(source, str) and "\n" in source:
        return _toml(source, "spec")
    if not isinstance(source, str | os.PathLike):
        raise InputError("spec", f"a path or a table was expected, not {type(source).__name__}", "name a TOML file")
    name = shown(os.fspath(source))
    return _toml(_text(_bytes(source, name), name), name)


def _bytes(source: str | os.PathLike[str], name: str) -> bytes:
    try:
        with Path(source).open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except IsADirectoryError:
        raise InputError(name, "is a folder", "name a TOML file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(name, f"cannot be read: {reason}", "name a readable TOML file") from None
    return content


def _text(content: bytes, name: str) -> str:
    if len(content) > MAX_BYTES:
        raise InputError(name, f"is larger than {MAX_BYTES} bytes", "a spec is a page of text")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(name, f"byte {error.start} is not UTF-8", "save the file as UTF-8") from None


def _toml(text: str, name: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"), parse_float=TomlFloat)
    except tomllib.TOMLDecodeError as error:
        problem = str(error).replace("at end of document", f"at the end, line {text.count(chr(10)) + 1}")
        raise InputError(name, f"not TOML: {problem}", 'write [tables] and lines such as steps = "n"') from None
    except RecursionError:
        raise InputError(name, "is nested too deeply", "a spec has tables, lists of tables, and no more") from None
    except ValueError as error:
        raise InputError(name, f"not TOML: {error}", "quote long numbers") from None


def shown(value: object) -> str:
    """A part of the input, fit for one line of an error: printable and short."""
    text = str(value)
    text = text if text.isprintable() and text.strip() else ascii(text)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def nearest(name: str, known: Iterable[str], otherwise: str) -> str:
    """A cure: the known name that is nearest, or else what is given."""
    found = difflib.get_close_matches(name[:100], list(known), n=1)
    return f"did you mean {found[0]}?" if found else otherwise


class Table:
    """One table of a spec, under the name of its place."""

    def __init__(self, data: object, place: str, keys: Collection[str], required: Collection[str] = ()) -> None:
        if not isinstance(data, Mapping):
            raise InputError(place or "spec", f"a table was expected, not {kind(data)}", f"give its keys {', '.join(keys)}")
        self.data, self.place = data, place
        for key in data:
            if key not in keys:
                cure = nearest(str(key), keys, f"the keys are {', '.join(keys)}")
                raise InputError(self.field(shown(key)), "is not a key here", cure)
        for key in required:
            if key not in data:
                raise InputError(self.field(key), "is missing", f"[{place}] needs it" if place else "a spec needs it")

    def field(self, key: str) -> str:
        """The name of the place of a key."""
        return f"{self.place}.{key}" if self.place else key

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def get(self, key: str, default: object = None) -> object:
        """The raw value of a key."""
        return self.data.get(key, default)

    def text(self, key: str, default: str) -> str:
        """A value that is plain text."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            raise InputError(self.field(key), f"a text was expected, not {kind(value)}", f'quote it, as {key} = "…"')
        return value

    def choice(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        """A value that is one of a few words."""
        if default is None and key not in self.data:
            raise InputError(self.field(key), "is missing", f"give one of {', '.join(choices)}")
        value = self.text(key, default or "")
        if value not in choices:
            cure = nearest(value, choices, f"give one of {', '.join(choices)}")
            raise InputError(self.field(key), f"{shown(value)!r} is not known", cure)
        return value


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


def refuse_float(value: object, place: str) -> None:
    """Refuse a number with a point or an exponent that is not quoted."""
    if isinstance(value, TomlFloat | float):
        text = value.text.replace("_", "") if isinstance(value, TomlFloat) else repr(value)
        if text.strip("+-") in ("inf", "nan"):
            raise InputError(place, f"{text} is not a number here", "give a number or a formula")
        raise InputError(place, f"the float {shown(text)} is not exact", f'quote it, as "{shown(text)}"')


def kind(value: object) -> str:
    """What a value is, in the words of TOML."""
    if isinstance(value, TomlFloat | float):
        return "a float"
    kinds = {type(None): "nothing", bool: "a truth value", int: "an integer", str: "a text", list: "a list", dict: "a table"}
    return kinds.get(type(value), type(value).__name__)


def refuse(place: str, value: object, wanted: str, cure: str) -> NoReturn:
    """Refuse a value of another shape."""
    raise InputError(place, f"{wanted} was expected, not {kind(value)}", cure)


def holds_relation(term: Term) -> bool:
    """Is there a relation in a term, itself included."""
    return isinstance(term, Call) and (term.head in (*RELATIONS, "and") or any(map(holds_relation, term.args)))
