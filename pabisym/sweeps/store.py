"""Where the values of a sweep are kept as they come: a CSV file, a folder of Parquet files, or memory.

Beside a CSV file, and in a folder of Parquet files, stands what sweep it is of, so that a run that was ended is resumed and no file of
another sweep is touched.  What a run finds there is looked at: a line of a CSV file counts once, and only if it is whole and begins with
its point; a Parquet file counts if it has the digest that its name says.  Everything else is taken out, and said.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import json
import math
import os
import re
from abc import ABC, abstractmethod
from bisect import bisect_right, insort
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

from flint import fmpq

from pabisym.errors import InputError, visible
from pabisym.lang.files import append_file, arrange_file, cut_file, replace_file
from pabisym.lang.tables import outward_float
from pabisym.sweeps.points import Points
from pabisym.sweeps.quantities import INFINITE, OK, STATES, Value, Values

FORMAT = "pabisym-sweep"
COLUMNS = ("state", "lower", "upper", "reason")
SUFFIXES = (".csv", ".parquet")
_BLOCK = 1000
_PARQUET = re.compile(r"points-(\d{12})-([0-9a-f]{16})\.parquet")


@dataclass
class Store(ABC):
    """The values of a sweep: at which points they are there, in disjoint parts, and how many points are in which state."""

    points: Points
    starts: list[int] = field(default_factory=list)
    stops: dict[int, int] = field(default_factory=dict)
    states: Counter[str] = field(default_factory=Counter)
    mended: str = ""
    """What was damaged and has been taken out, in words."""

    def missing(self, most: int) -> Iterator[tuple[int, int]]:
        """The points that are not there now, in order, in parts of at most so many."""
        at = 0
        for start in [*self.starts, len(self.points)]:
            while at < start:
                yield at, min(at + most, start)
                at = min(at + most, start)
            at = self.stops.get(start, at)

    def free(self, point: int) -> int:
        """The end of the missing points from this one on; this one itself where it is there."""
        place = bisect_right(self.starts, point)
        if place and point < self.stops[self.starts[place - 1]]:
            return point
        return self.starts[place] if place < len(self.starts) else len(self.points)

    def take(self, start: int, stop: int) -> None:
        """Note that some points are there."""
        insort(self.starts, start)
        self.stops[start] = stop

    def add(self, start: int, values: Values) -> None:
        """Keep the values at the points from one on."""
        self._write(start, values)
        self.take(start, start + len(values.state))
        self.states.update(values.state)

    @abstractmethod
    def _write(self, start: int, values: Values) -> None:
        """Write some values, so that whoever opens the store again sees whether all of them are there."""

    def finish(self) -> None:
        """Put the values in order, when all are there."""
        return

    @abstractmethod
    def values(self) -> Iterator[tuple[int, Values]]:
        """The values in order, in parts, each with its first point; to be asked for when all are there."""


@dataclass
class Memory(Store):
    """Values that are kept in memory alone."""

    kept: dict[int, Values] = field(default_factory=dict)

    def _write(self, start: int, values: Values) -> None:
        self.kept[start] = values

    def values(self) -> Iterator[tuple[int, Values]]:
        """The values in order."""
        for start in self.starts:
            yield start, self.kept[start]


@dataclass
class CsvFile(Store):
    """A CSV file: the number of the point, the letters, state, lower and upper end, reason; in order once it is complete."""

    path: Path = Path()
    parts: dict[int, tuple[int, int]] = field(default_factory=dict)
    size: int = 0

    @property
    def header(self) -> str:
        """The first line."""
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerow(("point", *self.points.letters, *COLUMNS))
        return text.getvalue()

    def empty(self) -> bool:
        """Is nothing there but perhaps the first line, of a run that was ended at once."""
        return not self.path.exists() or (self.path.is_file() and self.path.stat().st_size == len(self.header.encode())
                                          and self.path.read_bytes() == self.header.encode())

    def begin(self) -> None:
        """Make the file, with its first line alone."""
        replace_file(self.path, self.header)
        self.size = len(self.header.encode())

    def resume(self) -> None:
        """Find the lines of points, and take out what is none; raises ValueError for a file of another form."""
        with self.path.open("rb") as file:
            if file.readline() != self.header.encode():
                raise ValueError("its first line is another one")
            begun = at = len(self.header.encode())
            start, point, taken, rows = -1, -1, 0, self._rows(len(self.points))
            for line in file:
                cells = _cells(line)
                if cells is not None and cells[0] != str(point):
                    self._part(start, point, begun, at)
                    start, point, begun = int(cells[0]), int(cells[0]), at
                    rows = self._rows(point)
                if cells is not None and cells[:-4] == next(rows, None) and _sound(*cells[-4:]):
                    self.states[cells[-4]] += 1
                    point += 1
                else:
                    self._part(start, point, begun, at)
                    start, point, taken = -1, -1, taken + 1
                at += len(line)
            self._part(start, point, begun, at)
        self._arrange(sorted(self.starts, key=self.parts.__getitem__))
        if taken:
            self.mended = f"{taken} torn or repeated {'line was' if taken == 1 else 'lines were'} taken out of {visible(self.path.name)}"

    def _part(self, start: int, stop: int, begun: int, ended: int) -> None:
        """Note that lines of some points are there, if there are any, between two places of the file."""
        if start < stop:
            self.take(start, stop)
            self.parts[start] = begun, ended

    def _rows(self, point: int) -> Iterator[list[str]]:
        """The points from one on that are missing, as a line begins with them."""
        stop = self.free(point) if point < len(self.points) else point
        columns = [map(axis.__getitem__, self.points.places(letter, point, stop)) for letter, axis in enumerate(self.points.texts)]
        return map(list, zip(map(str, range(point, stop)), *columns, strict=True))

    def _arrange(self, order: Sequence[int]) -> None:
        """Keep the first line and the parts, in this order, and nothing else."""
        parts = [(0, len(self.header.encode())), *(self.parts[start] for start in order)]
        self.size = sum(stop - start for start, stop in parts)
        if all(one[1] == other[0] for one, other in pairwise(parts)):
            if self.path.stat().st_size > self.size:
                cut_file(self.path, self.size)
            return
        arrange_file(self.path, parts)
        at = parts[0][1]
        for start in order:
            begun, ended = self.parts[start]
            self.parts[start] = at, at + ended - begun
            at += ended - begun

    def _write(self, start: int, values: Values) -> None:
        stop = start + len(values.state)
        letters = self.points.columns(start, stop, self.points.texts)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(zip(range(start, stop), *letters, *values, strict=True))
        content = text.getvalue()
        append_file(self.path, content)
        length = len(content.encode())
        self.parts[start] = self.size, self.size + length
        self.size += length

    def finish(self) -> None:
        """Put the parts in order where they came in another one."""
        self._arrange(self.starts)

    def values(self) -> Iterator[tuple[int, Values]]:
        """The values in order, read from the file; ends as texts."""
        with self.path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            next(rows)
            for start in range(0, len(self.points), _BLOCK):
                block = [row[-4:] for row in islice(rows, _BLOCK)]
                state, lower, upper, reason = zip(*block, strict=True)
                yield start, Values(list(state), list(lower), list(upper), list(reason))


@dataclass
class ParquetFolder(Store):
    """A folder with one Parquet file for every part, which readers take as one table; ends as floats, rounded outwards.

    Files are named by their first point and their digest.
    """

    path: Path = Path()
    files: dict[int, Path] = field(default_factory=dict)

    def empty(self) -> bool:
        """Is nothing there."""
        return not self.path.exists() or (self.path.is_dir() and not any(self.path.iterdir()))

    def begin(self) -> None:
        """Make the folder, without files of an earlier run."""
        self.path.mkdir(exist_ok=True)
        for one in self._all():
            one.unlink()

    def _all(self) -> list[Path]:
        return [one for one in sorted(self.path.iterdir()) if one.suffix == ".parquet" and one.name.startswith(("points-", "chunk-"))]

    def resume(self) -> None:
        """Find the files that are there, and take out those that are not what their names say."""
        taken = 0
        for one in self._all():
            if one.name.startswith("chunk-"):
                raise ValueError("an earlier version of pabisym has written it")
            states, named = self._states(one), _PARQUET.fullmatch(one.name)
            if named is None or not states or self.free(start := int(named[1])) < start + len(states):
                one.unlink()
                taken += 1
                continue
            self.files[start] = one
            self.take(start, start + len(states))
            self.states.update(states)
        if taken:
            self.mended = f"{taken} damaged or repeated {'file was' if taken == 1 else 'files were'} taken out of {visible(self.path.name)}"

    @staticmethod
    def _states(path: Path) -> list[str]:
        """The states of a file that has the digest in its name; nothing for another one, which no reader is given."""
        import pyarrow.parquet

        content, named = path.read_bytes(), _PARQUET.fullmatch(path.name)
        if named is None or _digest(content) != named[2]:
            return []
        states: list[str] = pyarrow.parquet.read_table(io.BytesIO(content), columns=["state"])["state"].to_pylist()
        return states

    def _write(self, start: int, values: Values) -> None:
        import pyarrow
        import pyarrow.parquet

        stop = start + len(values.state)
        data: dict[str, Any] = {"point": pyarrow.array(range(start, stop), pyarrow.int64())}
        typed = [_with_type(*axes) for axes in zip(self.points.axes, self.points.floats, self.points.texts, strict=True)]
        data |= dict(zip(self.points.letters, map(pyarrow.array, self.points.columns(start, stop, typed)), strict=True))
        data["state"] = pyarrow.array(values.state, pyarrow.string())
        data["lower"] = pyarrow.array([_float(value, up=False) for value in values.lower], pyarrow.float64())
        data["upper"] = pyarrow.array([_float(value, up=True) for value in values.upper], pyarrow.float64())
        data["reason"] = pyarrow.array(values.reason, pyarrow.string())
        made = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(data), made)
        self.files[start] = self.path / f"points-{start:012d}-{_digest(made.getvalue())}.parquet"
        replace_file(self.files[start], made.getvalue())

    def values(self) -> Iterator[tuple[int, Values]]:
        """The values in order, read from their files; ends as floats."""
        import pyarrow.parquet

        for start in self.starts:
            table = pyarrow.parquet.read_table(self.files[start], columns=list(COLUMNS), partitioning=None).to_pydict()
            lower, upper = (["" if value is None else value for value in table[name]] for name in ("lower", "upper"))
            yield start, Values(table["state"], lower, upper, table["reason"])


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:16]


def _cells(line: bytes) -> list[str] | None:
    """The cells of a whole line that begins with a number; None for another one."""
    try:
        (cells,) = csv.reader([line.decode("utf-8")])
    except (ValueError, csv.Error):
        return None
    whole = line.endswith(b"\n") and len(cells) > len(COLUMNS) and 0 < len(cells[0]) < 13
    return cells if whole and cells[0].isascii() and cells[0].isdigit() else None


def _sound(state: str, lower: str, upper: str, reason: str) -> bool:
    """Are these what is written of one point."""
    if state not in (OK, INFINITE):
        return state in STATES and lower == upper == "" != reason
    try:
        return reason == "" and (-math.inf if lower == "" else float(lower)) <= float(upper)
    except ValueError:
        return False


def _with_type(axis: tuple[fmpq, ...], floats: tuple[float, ...] | None, texts: tuple[str, ...]) -> Sequence[object]:
    """The values of a letter for a table: integers, floats where these are the numbers themselves, else texts."""
    if all(value.q == 1 and abs(value) < 2**63 for value in axis):
        return [int(value.p) for value in axis]
    return texts if floats is None else floats


def _float(value: Value, *, up: bool) -> float | None:
    return value if isinstance(value, float) else outward_float(value, up=up) if value else None


# Opening.


def place_of(out: str | os.PathLike[str] | None) -> Path | None:
    """Where values are written; raises :class:`~pabisym.errors.InputError` naming ``out`` for a name with another ending."""
    if out is None:
        return None
    path = Path(os.path.realpath(out))
    if path.suffix not in SUFFIXES:
        raise InputError("out", f"{visible(path.name)} is neither .csv nor .parquet", f"end the name with {' or '.join(SUFFIXES)}")
    if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise InputError("out", "pyarrow is not installed", "pip install 'pabisym[parquet]', or name a .csv file")
    return path


def open_store(path: Path | None, points: Points, fingerprint: str, *, fresh: bool, told: Mapping[str, object]) -> Store:
    """A store for the values: new, or with those that an earlier run of the same sweep left there.

    ``told`` is written beside the values.  Raises :class:`~pabisym.errors.InputError` naming ``out`` for a file that holds something else,
    and :class:`OSError` where nothing can be written.
    """
    if path is None:
        return Memory(points)
    beside = path / "_sweep.json" if path.suffix == ".parquet" else path.with_name(path.name + ".sweep")
    store: CsvFile | ParquetFolder = (ParquetFolder if path.suffix == ".parquet" else CsvFile)(points, path=path)
    if not fresh and not store.empty():
        data = None
        with suppress(FileNotFoundError, NotADirectoryError, ValueError):
            data = json.loads(beside.read_text(encoding="utf-8"))
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise InputError("out", f"{visible(str(path))} is there and is no result of a sweep", "name another file")
        if data.get("sweep") != fingerprint:
            raise InputError("out", f"{visible(str(path))} holds another sweep", "name another file, or ask for a fresh start")
        try:
            store.resume()
        except ValueError as error:
            raise InputError("out", f"{visible(str(path))} is damaged: {error}", "move it away, or ask for a fresh start") from None
        return store
    store.begin()
    replace_file(beside, json.dumps({"format": FORMAT, "sweep": fingerprint, "points": len(points), **told}, indent=1) + "\n")
    return store
