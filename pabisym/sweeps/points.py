"""The points of a sweep: a grid or a table of exact values, and letters that are formulas in these."""

from __future__ import annotations

import csv
import io
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from decimal import ROUND_HALF_EVEN, Context, Decimal
from math import prod
from pathlib import Path
from typing import TypeVar

from flint import fmpq, fmpz

from pabisym.divergence.evaluate import enclose, exact_value
from pabisym.errors import InputError
from pabisym.lang.grammar import parse, to_text
from pabisym.lang.once import cached_property
from pabisym.lang.rational import float_ends, rational, rational_text
from pabisym.lang.reader import TOML, DocumentTable, WrittenFloat, printable
from pabisym.lang.term import FUNCTIONS, Number, Term, free_names

MOST_VALUES = 1_000_000
"""Most values of one letter of a grid, and most rows of a table."""
MOST_POINTS = 10**12
STEP = "k"
"""The letter of a step: a formula in it is a sequence, and not computed here."""
_DIGITS = 6
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9]*'*", re.ASCII)
_Entry = TypeVar("_Entry")


@dataclass(frozen=True)
class Points:
    """The points, numbered from 0: all combinations of the values in ``axes``, the last letter fastest, or their rows.

    ``letters`` are those that change, ``fixed`` formulas in them (or numbers) under the names of further letters, and
    ``sequences`` formulas in the step k, as text.
    """

    letters: tuple[str, ...]
    axes: tuple[tuple[fmpq, ...], ...]
    table: bool = False
    fixed: tuple[tuple[str, Term], ...] = ()
    sequences: tuple[tuple[str, str], ...] = ()

    def __getstate__(self) -> dict[str, object]:
        """Stored without what was computed from it."""
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def __len__(self) -> int:
        return len(self.axes[0]) if self.table else prod(map(len, self.axes))

    @property
    def names(self) -> frozenset[str]:
        """All letters that have a value."""
        return frozenset(self.letters) | {name for name, _ in (*self.fixed, *self.sequences)}

    @property
    def helping(self) -> frozenset[str]:
        """The letters on which formulas of other letters depend."""
        return frozenset[str]().union(*(free_names(term) for _, term in self.fixed))

    @cached_property
    def constants(self) -> Mapping[str, fmpq]:
        """The values of the formulas without letters."""
        return {name: _value(name, term, {}) for name, term in self.fixed if not free_names(term)}

    @cached_property
    def texts(self) -> tuple[tuple[str, ...], ...]:
        """The values of every axis as exact texts."""
        return tuple(tuple(map(rational_text, axis)) for axis in self.axes)

    @cached_property
    def floats(self) -> tuple[tuple[float, ...] | None, ...]:
        """The values of every axis as floats, None for an axis on which one of them is no float."""
        ends = [tuple(map(float_ends, axis)) for axis in self.axes]
        return tuple(tuple(low for low, _ in axis) if all(low == high for low, high in axis) else None for axis in ends)

    def places(self, letter: int, start: int, stop: int) -> Iterator[int]:
        """Where on its axis a letter is at the points from ``start`` up to ``stop``."""
        if self.table:
            return iter(range(start, stop))
        each, count = prod(len(other) for other in self.axes[letter + 1 :]), len(self.axes[letter])
        return (i // each % count for i in range(start, stop))

    def columns(self, start: int, stop: int, axes: Sequence[Sequence[_Entry]]) -> list[list[_Entry]]:
        """Of every letter that changes what ``axes`` has for its values at the points from ``start`` up to ``stop``."""
        return [[axis[i] for i in self.places(letter, start, stop)] for letter, axis in enumerate(axes)]

    def rows(self, start: int, stop: int) -> Iterator[dict[str, fmpq]]:
        """The letters that change with their values, point by point."""
        for values in zip(*self.columns(start, stop, self.axes), strict=True):
            yield dict(zip(self.letters, values, strict=True))

    def whole(self, row: Mapping[str, fmpq]) -> dict[str, fmpq]:
        """The letters that change, and those that are formulas; raises for a formula without a rational value there."""
        found = {**row, **self.constants}
        for name, term in self.fixed:
            if name not in found:
                found[name] = _value(name, term, row)
        return found

    def text(self) -> list[object]:
        """All of it as plain data."""
        axes = [[name, list(axis)] for name, axis in zip(self.letters, self.texts, strict=True)]
        return [self.table, axes, [[name, to_text(term)] for name, term in self.fixed], [list(one) for one in self.sequences]]


def _value(name: str, term: Term, point: Mapping[str, object]) -> fmpq:
    if (value := exact_value(term, point)) is None:
        raise InputError(name, f"{to_text(term)} is not rational there", "give formulas with rational values")
    return value


# Reading.


def read_points(top: DocumentTable, folder: Path) -> Points:
    """Read ``[grid]`` or ``table``, and ``[fixed]``; files are looked for in ``folder``."""
    if ("grid" in top) == ("table" in top):
        raise InputError("table" if "grid" in top else "grid", "is given beside [grid]" if "grid" in top else "is missing",
                         "give a [grid] of values, or a [table] of points")
    table = "table" in top
    if table:
        axes = _table(top["table"], folder)
    else:
        axes = {name: _axis(value, f"grid.{name}") for name, value in _mapping(top["grid"], "grid").items()}
    fixed, sequences = _fixed_letters(top.get("fixed", {}), axes)
    points = Points(tuple(axes), tuple(axes.values()), table, fixed, sequences)
    if len(points) > MOST_POINTS:
        raise InputError("grid", f"has {len(points)} points", f"at most {MOST_POINTS} are swept")
    return points


def _mapping(data: object, place: str) -> Mapping[str, object]:
    if not isinstance(data, Mapping) or not data:
        raise InputError(place, "is no table with letters", f"write [{place}] and lines such as sigma = [1, 2]")
    for name in data:
        _check_letter(name, place)
    return data


def _check_letter(name: object, place: str) -> None:
    if not isinstance(name, str) or not _NAME.fullmatch(name) or name == STEP or name in FUNCTIONS:
        raise InputError(f"{place}.{printable(str(name))}", "is no name of a letter", "use letters as the theorem or the spec has them")


def _table(data: object, folder: Path) -> dict[str, tuple[fmpq, ...]]:
    columns: dict[str, tuple[fmpq, ...]] = {}
    for name, value in (_from_csv(data, folder) if isinstance(data, str) else _mapping(data, "table")).items():
        if not isinstance(value, list | tuple):
            raise InputError(f"table.{name}", "is no list", "give one value per point")
        columns[name] = _list_values(value, f"table.{name}")
    lengths = {name: len(column) for name, column in columns.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} {count}" for name, count in lengths.items())
        raise InputError("table", f"has columns of different lengths: {said}", "give one value per point to every letter")
    return columns


def _from_csv(name: str, folder: Path) -> Mapping[str, object]:
    """The columns of a CSV file with a line of names."""
    path = folder / name
    try:
        rows = list(csv.reader(io.StringIO(path.read_text(encoding="utf-8-sig"))))
    except (OSError, ValueError, csv.Error) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise InputError("table", f"{printable(name)} cannot be read: {reason}", "name a CSV file beside the sweep") from None
    header = [cell.strip() for cell in rows[0]] if rows else []
    if not header or len(set(header)) < len(header):
        raise InputError("table", f"{printable(name)} has no line of different names", "begin it with the letters")
    body = [row for row in rows[1:] if row]
    if wrong := next((number for number, row in enumerate(body, 2) if len(row) != len(header)), None):
        raise InputError("table", f"line {wrong} of {printable(name)} has not {len(header)} cells", "give one value per letter")
    for one in header:
        _check_letter(one, "table")
    return {one: [row[place].strip() for row in body] for place, one in enumerate(header)}


def _axis(value: object, place: str) -> tuple[fmpq, ...]:
    if isinstance(value, list | tuple | range):
        return _list_values(value, place)
    if isinstance(value, Mapping):
        keys = ("from", "to", "step", "count", "scale", "whole")
        return _range(DocumentTable(value, place, keys, ("from", "to"), form=TOML, whole="a sweep"))
    if hasattr(value, "tolist"):
        return _axis(value.tolist(), place)
    raise InputError(place, "is neither a list nor a range", "write [1, 2, 4] or { from = 1, to = 100, count = 20 }")


def _list_values(values: Sequence[object], place: str) -> tuple[fmpq, ...]:
    if not values:
        raise InputError(place, "has no values", "give at least one")
    if len(values) > MOST_VALUES:
        raise InputError(place, f"has {len(values)} values", f"at most {MOST_VALUES} are swept")
    return tuple(_number(value, f"{place}[{i}]") for i, value in enumerate(values))


def _number(value: object, place: str) -> fmpq:
    return rational(value.text.replace("_", "") if isinstance(value, WrittenFloat) else value, place)


def _range(table: DocumentTable) -> tuple[fmpq, ...]:
    """A range of numbers: by ``step`` (1), or of ``count`` numbers on a linear or logarithmic scale, perhaps whole ones."""
    place = table.place
    low, high = (_number(table[end], f"{place}.{end}") for end in ("from", "to"))
    scale, whole = table.choice("scale", ("linear", "log"), "linear"), table.get("whole", False)
    if not isinstance(whole, bool):
        raise InputError(f"{place}.whole", "is no truth value", "write true or false")
    if low > high:
        raise InputError(f"{place}.to", f"{rational_text(high)} is below {rational_text(low)}", "give the smaller end first")
    if "count" not in table:
        if scale == "log":
            raise InputError(f"{place}.count", "is missing", "say how many numbers the logarithmic scale has")
        step = _number(table.get("step", 1), f"{place}.step")
        if step <= 0:
            raise InputError(f"{place}.step", f"{rational_text(step)} is not positive", "give a positive step")
        count = int(((high - low) / step).floor()) + 1
        _count(count, place)
        found = [low + i * step for i in range(count)]
    else:
        if "step" in table:
            raise InputError(f"{place}.step", "is given beside count", "keep one of the two")
        count = _count(table["count"], f"{place}.count")
        found = _between(low, high, count, place, log=scale == "log")
    return tuple(dict.fromkeys((value + fmpq(1, 2)).floor() * fmpq(1) for value in found)) if whole else tuple(found)


def _count(value: object, place: str) -> int:
    if not isinstance(value, int | fmpz) or isinstance(value, bool) or not 1 <= value <= MOST_VALUES:
        raise InputError(place, "is no number of values", f"give an integer from 1 to {MOST_VALUES}")
    return int(value)


def _between(low: fmpq, high: fmpq, count: int, place: str, *, log: bool) -> list[fmpq]:
    """So many numbers, both ends among them; those on a logarithmic scale are rounded to six significant digits."""
    if count == 1 and low != high:
        raise InputError(f"{place}.count", "1 is too few for two ends", "give 2 or more")
    parts = max(count - 1, 1)
    if not log:
        return [low + (high - low) * i / parts for i in range(count)]
    if low <= 0:
        raise InputError(f"{place}.from", f"{rational_text(low)} has no logarithm", "begin above 0, or use the linear scale")
    ratio, found = parse("low*ratio**part", place), [low]
    for i in range(1, parts):
        near = enclose(ratio, {"low": low, "ratio": high / low, "part": fmpq(i, parts)}, 4 * _DIGITS)
        found.append(rational(str(Context(_DIGITS, ROUND_HALF_EVEN).create_decimal(Decimal(near.lower))), place))
    return [*found, high] if count > 1 else found


def _fixed_letters(data: object, axes: Mapping[str, object]) -> tuple[tuple[tuple[str, Term], ...], tuple[tuple[str, str], ...]]:
    """The letters that are numbers or formulas in those that change, and those that are formulas in the step."""
    fixed: list[tuple[str, Term]] = []
    sequences: list[tuple[str, str]] = []
    for name, value in ({} if data is None or (isinstance(data, Mapping) and not data) else _mapping(data, "fixed")).items():
        place = f"fixed.{name}"
        if name in axes:
            raise InputError(place, "is a letter that changes too", "keep one of the two")
        if not isinstance(value, str):
            fixed.append((name, Number(_number(value, place))))
            continue
        term = parse(value, place)
        if STEP in free_names(term):
            sequences.append((name, value))
        elif unknown := sorted(free_names(term) - axes.keys()):
            raise InputError(place, f"speaks of {unknown[0]}, which has no values", f"use {', '.join(axes)}")
        else:
            fixed.append((name, term))
    _ = Points((), (), True, tuple(fixed)).constants
    return tuple(fixed), tuple(sequences)


def folder_of(source: object) -> Path:
    """The folder of a sweep file, where it is one, else the current one."""
    if isinstance(source, os.PathLike) or (isinstance(source, str) and "\n" not in source):
        return Path(source).parent
    return Path()
