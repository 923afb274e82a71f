"""Reading what people write as JSON or TOML: documents, tables with known keys, exact numbers; every problem comes with a cure.

A number with a point or an exponent stays as it was written, a :class:`WrittenFloat`: exact arithmetic refuses it and quotes
it in the hint.
"""

from __future__ import annotations

import difflib
import json
import math
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple, NoReturn

from flint import fmpq, fmpz

from pabisym.errors import InputError
from pabisym.lang.rational import CURE, MAX_LENGTH, plain_text, rational

MAX_INPUT = 1 << 28
"""Most bytes of a document that are read."""
MAX_SHOWN = 60
"""Longest part of the input that an error repeats."""


@dataclass(frozen=True, slots=True)
class WrittenFloat:
    """A number that JSON or TOML text wrote with a point or an exponent, as it was written."""

    text: str


class Format(NamedTuple):
    """What the values of a format are called: its name, a table, nothing."""

    name: str
    table: str
    nothing: str


JSON, TOML = Format("JSON", "an object", "null"), Format("TOML", "a table", "nothing")


def printable(value: object) -> str:
    """A part of the input, fit for one line of an error: printable and short."""
    text = plain_text(value)
    text = text if text.isprintable() and text.strip() else ascii(text)
    return text if len(text) <= MAX_SHOWN else text[: MAX_SHOWN - 3] + "..."


def nearest(name: object, known: Iterable[str], otherwise: str) -> str:
    """A cure: the known name that is nearest, or else what is given."""
    found = difflib.get_close_matches(str(name)[:100], list(known), n=1)
    return f"did you mean {found[0]}?" if found else otherwise


def kind(value: object, form: Format) -> str:
    """What a value is, in the words of a format."""
    if isinstance(value, WrittenFloat):
        return f"the float {printable(value.text)}"
    if isinstance(value, Mapping):
        return form.table
    kinds = {type(None): form.nothing, bool: "a truth value", int: "an integer", fmpz: "an integer", float: "a float", str: "a text",
             list: "a list"}
    return kinds.get(type(value), type(value).__name__)


def refuse(place: str, value: object, wanted: str, cure: str, form: Format) -> NoReturn:
    """Refuse a value of another shape."""
    raise InputError(place, f"{wanted} was expected, not {kind(value, form)}", cure)


def refuse_hidden(data: object, place: str, *, lines: bool = False) -> None:
    """Refuse a document of which a text holds a control, format, bidi or separator character: shown, it could say something else.

    ``lines`` admits line breaks and tabs in values.
    """
    waiting = [(place, data)]
    while waiting:
        at, one = waiting.pop()
        if isinstance(one, Mapping):
            for key, value in one.items():
                _refuse_hidden(key, at, "")
                waiting.append((f"{at}: {key}" if at == place else f"{at}.{key}", value))
        elif isinstance(one, list | tuple):
            waiting += [(at, part) for part in one if isinstance(part, str | list | tuple | Mapping)]
        else:
            _refuse_hidden(one, at, "\n\t" if lines else "")


def _refuse_hidden(text: object, place: str, admitted: str) -> None:
    if isinstance(text, str) and not text.isprintable():
        hidden = next((c for c in text if not c.isprintable() and c not in admitted), "")
        if hidden:
            raise InputError(place, f"{printable(text)} holds the character U+{ord(hidden):04X}", "write what can be seen, on one line")


# Numbers.


def refuse_float(value: object, place: str) -> None:
    """Refuse a number with a point or an exponent that is not quoted."""
    if isinstance(value, WrittenFloat | float):
        text = value.text.replace("_", "") if isinstance(value, WrittenFloat) else repr(value)
        if text.strip("+-") in ("inf", "nan"):
            raise InputError(place, f"{text} is not a number here", "give a number or a formula")
        raise InputError(place, f"the float {printable(text)} is not exact", f'quote it, as "{printable(text)}"')


@contextmanager
def or_floats(cure: str) -> Iterator[None]:
    """Name, in the error about a float, the arithmetic that takes one: only whoever has such an arithmetic can."""
    try:
        yield
    except InputError as error:
        exact = error.problem.startswith("the float ") and error.problem.endswith(" is not exact")
        raise InputError(error.field, error.problem, f"{error.cure}, or {cure}") if exact else error from None


def number(value: object, place: str, *, floats: bool = False) -> fmpq:
    """An exact number of a JSON document; ``floats`` admits those with a point or an exponent, at their decimal value.

    Floats that another reader already rounded are then read at their binary value.
    """
    if floats and isinstance(value, WrittenFloat):
        return rational(value.text, place)
    if floats and isinstance(value, float) and math.isfinite(value):
        return rational(Fraction(value), place)
    if isinstance(value, WrittenFloat):
        refuse_float(value, place)
    if value is None or isinstance(value, list | dict):
        refuse(place, value, "a number", CURE, JSON)
    return rational(value, place)


# Documents.


def read_json(source: str | bytes | os.PathLike[str]) -> object:
    """Read one JSON document from bytes, from text, or from a file.

    A ``str`` whose first visible character is ``{`` or ``[``, or that has none, is the text itself; any other
    ``str``, and every path object, names a file.  Objects become dicts, numbers with a point or an exponent
    :class:`WrittenFloat`, integers too long for ``int`` :class:`flint.fmpz`.
    Raises :class:`~pabisym.errors.InputError` for whatever cannot be read: a missing file, bytes that are not
    UTF-8, text that is not JSON, NaN and infinities, a key given twice, excessive nesting,
    a text with a character that cannot be seen (:func:`refuse_hidden`).
    """
    is_text = isinstance(source, str) and (not source.strip() or source.lstrip()[0] in "[{")
    name = "input" if isinstance(source, bytes) or is_text else printable(os.fspath(source))
    text = source if isinstance(source, str) and is_text else _decode(_content(source, "name a readable file"), name)
    if len(text) > MAX_INPUT:
        raise InputError(name, f"is larger than {MAX_INPUT} bytes", "take a part of it out")
    if not text.strip():
        raise InputError(name, "is empty", "write one JSON document")
    try:
        data = _DECODER.decode(text)
        if "\\" in text or not re.sub(r"[\n\r\t]", "", text).isprintable():
            refuse_hidden(data, name)
        return data
    except json.JSONDecodeError as error:
        problem = f"not JSON: {error.msg} at line {error.lineno}, column {error.colno}"
        raise InputError(name, problem, "write one JSON document") from None
    except RecursionError:
        raise InputError(name, "the JSON is nested too deeply", "take a part of it out") from None


def read_toml(source: str | bytes | os.PathLike[str], whole: str, most: int) -> Mapping[str, object]:
    """The top table of TOML from bytes, from text of more than one line, or from a file; at most ``most`` bytes.

    ``whole`` is what is read, as ``spec``.  Raises :class:`~pabisym.errors.InputError` for files that cannot be read and
    text that is not TOML.
    """
    is_text = isinstance(source, str) and "\n" in source
    name = whole if isinstance(source, bytes) or is_text else printable(os.fspath(source))
    if isinstance(source, str) and is_text:
        return _toml(source, name)
    content = _content(source, "name a readable TOML file", most)
    if len(content) > most:
        raise InputError(name, f"is larger than {most} bytes", f"a {whole} is a page of text")
    return _toml(_decode(content, name), name)


def _toml(text: str, name: str) -> Mapping[str, object]:
    import tomllib  # instances are JSON

    try:
        data = tomllib.loads(text.replace("\r\n", "\n"), parse_float=WrittenFloat)
        refuse_hidden(data, name, lines=True)
        return data
    except tomllib.TOMLDecodeError as error:
        problem = str(error).replace("at end of document", f"at the end, line {text.count(chr(10)) + 1}")
        raise InputError(name, f"not TOML: {problem}", 'write [tables] and lines such as steps = "n"') from None
    except RecursionError:
        raise InputError(name, "is nested too deeply", "a spec has tables, lists of tables, and no more") from None
    except ValueError as error:
        raise InputError(name, f"not TOML: {error}", "quote long numbers") from None


def _content(source: str | bytes | os.PathLike[str], cure: str, most: int = MAX_INPUT) -> bytes:
    """What a file holds, or a little more than ``most`` bytes of it."""
    if isinstance(source, bytes):
        return source
    try:
        with Path(source).open("rb") as file:
            return file.read(most + 1)
    except IsADirectoryError:
        raise InputError(printable(os.fspath(source)), "cannot be read: is a folder", cure) from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError(printable(os.fspath(source)), f"cannot be read: {reason}", cure) from None


def _decode(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(name, f"byte {error.start} is not UTF-8", "save the file as UTF-8") from None


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    result: dict[str, object] = {}
    for key, value in pairs:
        if key in result:
            raise InputError(printable(key), "is given twice in one object", "keep one of them")
        result[key] = value
    return result


def _integer(text: str) -> int | fmpz:
    if len(text) > MAX_LENGTH:
        raise InputError("input", f"an integer of {len(text)} digits", f"at most {MAX_LENGTH} characters are read")
    return int(text) if len(text) < 1000 else fmpz(text)


def _refuse_constant(text: str) -> NoReturn:
    raise InputError("input", f"{text} is not a JSON number", CURE)


_DECODER = json.JSONDecoder(object_pairs_hook=_unique, parse_float=WrittenFloat, parse_int=_integer, parse_constant=_refuse_constant)


# Tables.


class DocumentTable:
    """One table of a document, under the name of its place; ``whole`` is what the document is, as ``a spec``."""

    def __init__(self, data: object, place: str, keys: Collection[str], required: Collection[str] = (), *, form: Format,
        whole: str) -> None:
        self.place, self.form = place, form
        if not isinstance(data, Mapping):
            refuse(place or whole.split()[-1], data, form.table, f"give its keys {', '.join(required or keys)}", form)
        self.data: Mapping[str, object] = data
        for key in data:
            if key not in keys:
                cure = nearest(key, keys, f"the keys are {', '.join(keys)}")
                raise InputError(self.field(printable(key)), "is not a key here" if place else f"is not a key of {whole}", cure)
        for key in required:
            if key not in data:
                owner = whole if not place else f"[{place}]" if form is TOML else place.partition("[")[0]
                raise InputError(self.field(key), "is missing", f"{owner} needs {', '.join(required)}")

    def field(self, key: str) -> str:
        """The name of the place of a key."""
        return f"{self.place}.{key}" if self.place else key

    def __contains__(self, key: str) -> bool:
        return key in self.data

    def __getitem__(self, key: str) -> object:
        return self.data[key]

    def get(self, key: str, default: object = None) -> object:
        """The raw value of a key."""
        return self.data.get(key, default)

    def text(self, key: str, default: str) -> str:
        """A value that is plain text."""
        value = self.data.get(key, default)
        if not isinstance(value, str):
            refuse(self.field(key), value, "a text", f'quote it, as {key} = "…"', self.form)
        return value

    def choice(self, key: str, choices: Collection[str], default: str | None = None) -> str:
        """A value that is one of a few words."""
        if default is None and key not in self.data:
            raise InputError(self.field(key), "is missing", f"give one of {', '.join(choices)}")
        value = self.text(key, default or "")
        if value not in choices:
            cure = nearest(value, choices, f"give one of {', '.join(choices)}")
            raise InputError(self.field(key), f"{printable(value)!r} is not known", cure)
        return value
