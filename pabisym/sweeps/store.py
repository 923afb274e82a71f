"""Where the values of a sweep are kept as they come: a CSV file, a folder of Parquet files, or memory.

Beside a CSV file, and in a folder of Parquet files, stands what sweep it is of, so that a run that was ended is resumed and no file of
another sweep is touched.  A chunk is there whole or not at all: of a CSV file the unfinished end is cut off, and a Parquet file takes
its name when it is complete.
"""

from __future__ import annotations

import csv
import io
import json
import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from flint import fmpq

from pabisym.errors import InputError, visible
from pabisym.lang.files import append_file, arrange_file, cut_file, replace_file, unwritable
from pabisym.numerics.enclosure import Enclosure
from pabisym.sweeps.points import Points
from pabisym.sweeps.quantities import STATES, Value, Values

FORMAT = "pabisym-sweep"
COLUMNS = ("state", "lower", "upper", "reason")
SUFFIXES = (".csv", ".parquet")


@dataclass
class Store(ABC):
    """The values of a sweep: which chunks are there, and how many points are in which state."""

    points: Points
    chunk: int
    done: set[int] = field(default_factory=set)
    states: Counter[str] = field(default_factory=Counter)

    def range(self, number: int) -> tuple[int, int]:
        """The points of a chunk."""
        return number * self.chunk, min((number + 1) * self.chunk, len(self.points))

    @property
    def chunks(self) -> int:
        """How many chunks there are."""
        return -(-len(self.points) // self.chunk)

    def add(self, number: int, values: Values) -> None:
        """Keep the values of a chunk."""
        self._write(number, values)
        self.done.add(number)
        self.states.update(values.state)

    @abstractmethod
    def _write(self, number: int, values: Values) -> None:
        """Write a chunk, whole or not at all as seen by whoever opens the store again."""

    def finish(self) -> None:
        """Put the chunks in order, when all are there."""
        return

    @abstractmethod
    def values(self) -> Iterator[tuple[int, Values]]:
        """The chunks in order, each with its first point; to be asked for when all are there."""


@dataclass
class Memory(Store):
    """Values that are kept in memory alone."""

    kept: dict[int, Values] = field(default_factory=dict)

    def _write(self, number: int, values: Values) -> None:
        self.kept[number] = values

    def values(self) -> Iterator[tuple[int, Values]]:
        """The chunks in order."""
        for number in sorted(self.kept):
            yield number * self.chunk, self.kept[number]


@dataclass
class CsvFile(Store):
    """A CSV file: the number of the point, the letters, state, lower and upper end, reason; in order once it is complete."""

    path: Path = Path()
    parts: dict[int, tuple[int, int]] = field(default_factory=dict)
    size: int = 0

    @property
    def header(self) -> str:
        """The first line."""
        return _line(("point", *self.points.letters, *COLUMNS))

    def begin(self) -> None:
        """Make the file, with its first line alone."""
        replace_file(self.path, self.header)
        self.size = len(self.header.encode())

    def resume(self) -> None:
        """Find the chunks that are complete, and cut off what is not; raises ValueError for a file of another form."""
        with self.path.open("rb") as file:
            first = file.readline()
            if first.decode("utf-8") != self.header:
                raise ValueError("its first line is another one")
            self.size = at = len(first)
            expected, begun, states, place = -1, at, Counter[str](), len(self.points.letters) + 1
            for line in file:
                at += len(line)
                cells = line.split(b",", place + 1)
                if not line.endswith(b"\n") or len(cells) < place + 2 or not cells[0].isdigit():
                    break
                point = int(cells[0])
                if expected < 0:
                    if point % self.chunk or point >= len(self.points) or point // self.chunk in self.done:
                        break
                    expected, begun = point, at - len(line)
                if point != expected or (state := cells[place].decode("ascii", "replace")) not in STATES:
                    break
                states[state] += 1
                expected += 1
                number = point // self.chunk
                if expected == self.range(number)[1]:
                    self.parts[number], self.size = (begun, at), at
                    self.done.add(number)
                    self.states.update(states)
                    states, expected = Counter(), -1
        cut_file(self.path, self.size)

    def _write(self, number: int, values: Values) -> None:
        start, stop = self.range(number)
        letters = self.points.columns(start, stop, self.points.texts)
        text = io.StringIO()
        csv.writer(text, lineterminator="\n").writerows(zip(range(start, stop), *letters, *values, strict=True))
        content = text.getvalue()
        append_file(self.path, content)
        length = len(content.encode())
        self.parts[number] = self.size, self.size + length
        self.size += length

    def finish(self) -> None:
        """Put the chunks in order where they came in another one."""
        ordered = [self.parts[number] for number in range(self.chunks)]
        if ordered != sorted(ordered):
            length = len(self.header.encode())
            arrange_file(self.path, [(0, length), *ordered])
            for number, (start, stop) in enumerate(ordered):
                self.parts[number] = length, length + stop - start
                length += stop - start

    def values(self) -> Iterator[tuple[int, Values]]:
        """The chunks in order, read from the file; ends as texts."""
        place = len(self.points.letters) + 1
        with self.path.open(encoding="utf-8", newline="") as file:
            rows = csv.reader(file)
            next(rows)
            for number in range(self.chunks):
                start, stop = self.range(number)
                state, lower, upper, reason = zip(*(next(rows)[place:] for _ in range(start, stop)), strict=True)
                yield start, Values(list(state), list(lower), list(upper), list(reason))


@dataclass
class ParquetFolder(Store):
    """A folder with one Parquet file for every chunk, which readers take as one table; ends as floats, rounded outwards."""

    path: Path = Path()

    def begin(self) -> None:
        """Make the folder."""
        self.path.mkdir(exist_ok=True)

    def resume(self) -> None:
        """Find the chunks that are there."""
        import pyarrow.compute
        import pyarrow.parquet

        for number in range(self.chunks):
            if self._file(number).is_file():
                states = pyarrow.parquet.read_table(self._file(number), columns=["state"], partitioning=None)["state"]
                start, stop = self.range(number)
                if len(states) != stop - start:
                    raise ValueError(f"{self._file(number).name} has {len(states)} rows instead of {stop - start}")
                self.done.add(number)
                self.states.update({one["values"]: one["counts"] for one in pyarrow.compute.value_counts(states).to_pylist()})

    def _file(self, number: int) -> Path:
        return self.path / f"chunk-{number:09d}.parquet"

    def _write(self, number: int, values: Values) -> None:
        import pyarrow
        import pyarrow.parquet

        start, stop = self.range(number)
        data: dict[str, Any] = {"point": pyarrow.array(range(start, stop), pyarrow.int64())}
        typed = [_typed(*axes) for axes in zip(self.points.axes, self.points.floats, self.points.texts, strict=True)]
        data |= dict(zip(self.points.letters, map(pyarrow.array, self.points.columns(start, stop, typed)), strict=True))
        data["state"] = pyarrow.array(values.state, pyarrow.string())
        data["lower"] = pyarrow.array([_float(value, up=False) for value in values.lower], pyarrow.float64())
        data["upper"] = pyarrow.array([_float(value, up=True) for value in values.upper], pyarrow.float64())
        data["reason"] = pyarrow.array(values.reason, pyarrow.string())
        made = io.BytesIO()
        pyarrow.parquet.write_table(pyarrow.table(data), made)
        replace_file(self._file(number), made.getvalue())

    def values(self) -> Iterator[tuple[int, Values]]:
        """The chunks in order, read from their files; ends as floats."""
        import pyarrow.parquet

        for number in range(self.chunks):
            table = pyarrow.parquet.read_table(self._file(number), columns=list(COLUMNS), partitioning=None).to_pydict()
            lower, upper = (["" if value is None else value for value in table[name]] for name in ("lower", "upper"))
            yield self.range(number)[0], Values(table["state"], lower, upper, table["reason"])


def _line(cells: tuple[object, ...]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()


def _typed(axis: tuple[fmpq, ...], floats: tuple[float, ...] | None, texts: tuple[str, ...]) -> Sequence[object]:
    """The values of a letter for a table: integers, floats where these are the numbers themselves, else texts."""
    if all(value.q == 1 and abs(value) < 2**63 for value in axis):
        return [int(value.p) for value in axis]
    return texts if floats is None else floats


def _float(value: Value, *, up: bool) -> float | None:
    if isinstance(value, float) or value == "":
        return value if isinstance(value, float) else None
    ends = Enclosure(value, value, None, 15, 0)
    return float(ends) if up else ends.below()


# Opening.


def open_store(out: str | os.PathLike[str] | None, points: Points, chunk: int, fingerprint: str, *, fresh: bool,
               told: Mapping[str, object]) -> Store:
    """A store for the values: new, or with the chunks that an earlier run of the same sweep left there.

    The chunks then have the length that they had.  ``told`` is written beside the values.  Raises
    :class:`~pabisym.errors.InputError` naming ``out`` for a file that holds something else, and where nothing can be written.
    """
    if out is None:
        return Memory(points, chunk)
    path = Path(os.path.realpath(out))
    if path.suffix not in SUFFIXES:
        raise InputError("out", f"{visible(path.name)} is neither .csv nor .parquet", f"end the name with {' or '.join(SUFFIXES)}")
    if path.suffix == ".parquet":
        _needs_pyarrow()
    beside = path / "_sweep.json" if path.suffix == ".parquet" else path.with_name(path.name + ".sweep")
    try:
        known = None if fresh else _known(path, beside, fingerprint)
        chunk = known or chunk
        store: CsvFile | ParquetFolder = (ParquetFolder if path.suffix == ".parquet" else CsvFile)(points, chunk, path=path)
        if known is not None:
            try:
                store.resume()
                return store
            except ValueError as error:
                raise InputError("out", f"{visible(str(path))} is damaged: {error}", "move it away, or ask for a fresh start") from None
        if fresh and path.is_dir():
            for one in path.glob("chunk-*.parquet"):
                one.unlink()
        store.begin()
        what = {"format": FORMAT, "sweep": fingerprint, "chunk": chunk, "points": len(points), **told}
        replace_file(beside, json.dumps(what, indent=1) + "\n")
    except OSError as error:
        raise unwritable(path, error, "out", "name a file in a writable folder") from None
    return store


def _known(path: Path, beside: Path, fingerprint: str) -> int | None:
    """The length of chunks of an earlier run of the same sweep; None where there is nothing yet."""
    if not path.exists() or (path.is_dir() and not any(path.iterdir())):
        return None
    try:
        data = json.loads(beside.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError, ValueError):
        data = None
    if not isinstance(data, dict) or data.get("format") != FORMAT or type(data.get("chunk")) is not int or data["chunk"] < 1:
        raise InputError("out", f"{visible(str(path))} is there and is no result of a sweep", "name another file")
    if data.get("sweep") != fingerprint:
        raise InputError("out", f"{visible(str(path))} holds another sweep", "name another file, or ask for a fresh start")
    chunk: int = data["chunk"]
    return chunk


def _needs_pyarrow() -> None:
    from importlib.util import find_spec

    if find_spec("pyarrow") is None:
        raise InputError("out", "pyarrow is not installed", "pip install 'pabisym[parquet]', or name a .csv file")
