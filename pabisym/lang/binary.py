"""The one gate for files that are not text: arrays in ``.npz`` and ``.parquet`` files.

Names, shapes, types and sizes are read from headers and bounded before an array is built, so that a small file cannot ask for much
memory.  The archives of numpy are read here, with Python's reader of archives; Parquet by pyarrow in a process of its own with a limit of
memory, as some damaged files end the process that reads them.  Whatever becomes of a reader is one line.
"""

from __future__ import annotations

import importlib.util
import io
import json
import os
import re
import stat
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from pabisym.errors import InputError
from pabisym.lang.reader import MAX_INPUT, printable

_COLUMNS, _SECONDS, _SPACE = 100, 100, 5 << 28
_HEADER = 4096
_DIRECTORY = 1 << 16
_END, _FOOTER = b"PK\5\6", 1 << 20
_DESCRIBED = (re.compile(rb"'descr'\s*:\s*'([<>|=]?[iuf][1248])'"), re.compile(rb"'shape'\s*:\s*\(\s*(?:(\d{1,10})\s*,?)?\s*\)"))


@dataclass(frozen=True)
class ArrayFile:
    """What a file of arrays holds: how long each array is, None for a single number; and what reads one."""

    lengths: Mapping[str, int | None]
    read: Callable[[str], Any]

    @property
    def numbers(self) -> int:
        """How many numbers all arrays have."""
        return sum(1 if length is None else length for length in self.lengths.values())


@contextmanager
def array_file(path: str | os.PathLike[str]) -> Iterator[ArrayFile]:
    """Open a ``.parquet`` file, or else a ``.npz`` one, whose arrays are then read by name.

    Numbers are integers and floats of at most 64 bits in one dimension.  All of them have at most
    :data:`~pabisym.lang.reader.MAX_INPUT` bytes.  Raises :class:`~pabisym.errors.InputError` naming the file for what is none, is
    damaged, or is larger, here and where an array is read.
    """
    named, parquet = printable(os.fspath(path)), os.fspath(path).endswith(".parquet")
    cure = "write it with pyarrow or pandas" if parquet else "write it with numpy.savez"
    try:
        yield _parquet(path, named) if parquet else _npz(path, named)
    except InputError:
        raise
    except Exception as error:  # of a damaged file readers raise whatever comes
        reason = "is no Parquet file, or damaged" if parquet else "is no archive of arrays of numbers, or damaged"
        reason = error.strerror if isinstance(error, OSError) and error.strerror else reason
        raise InputError(named, f"cannot be read: {reason}", cure) from None


def _open_file(path: str | os.PathLike[str], named: str) -> IO[bytes]:
    """The file, if it is one and no larger than what is read."""
    if not stat.S_ISREG(os.stat(path).st_mode) and not Path(path).is_dir():
        raise InputError(named, "is a pipe or a device", "name a file")
    if os.stat(path).st_size > MAX_INPUT:
        raise _too_large(named)
    return open(path, "rb")


def _too_large(named: str) -> InputError:
    return InputError(named, f"holds more than {MAX_INPUT} bytes of numbers", "take a part of it out")


# Archives of numpy.


@dataclass(frozen=True)
class _Member:
    """An array of an archive: where its numbers begin, their type and how many there are."""

    info: zipfile.ZipInfo
    begin: int
    kind: str
    length: int | None


def _npz(path: str | os.PathLike[str], named: str) -> ArrayFile:
    with _open_file(path, named) as file:
        content = file.read(os.fstat(file.fileno()).st_size)
    last = len(content) - 22
    place = last if content[last : last + 4] == _END and content[-2:] == b"\0\0" else content.rfind(_END, -(1 << 16) - 22)
    if place < 0:
        raise ValueError("no archive")
    if struct.unpack("<L", content[place + 12 : place + 16])[0] > _DIRECTORY or content[place - 20 : place - 16] == b"PK\6\7":
        raise InputError(named, "holds too many arrays", "an instance has at most six")
    archive = zipfile.ZipFile(io.BytesIO(content))
    members = dict[str, _Member]()
    for info in archive.infolist():
        name = info.filename.removesuffix(".npy")
        if name in members:
            raise InputError(printable(name), f"is twice in {named}", "keep one")
        members[name] = _member(archive, info, printable(name))
    if sum(member.info.file_size for member in members.values()) > MAX_INPUT:
        raise _too_large(named)
    return ArrayFile({name: member.length for name, member in members.items()}, lambda name: _array(archive, members[name]))


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, name: str) -> _Member:
    """The header of an array, which says as much as its size in the archive."""
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise InputError(name, "is packed in a way that numpy does not use", "write it with numpy.savez")
    with archive.open(info) as stream:
        begun = stream.read(12)
        if begun[:6] != b"\x93NUMPY" or begun[6] not in (1, 2, 3):
            raise ValueError("no array")
        long = begun[6] > 1
        begin = 12 + struct.unpack("<L", begun[8:12])[0] if long else 10 + struct.unpack("<H", begun[8:10])[0]
        if not 12 <= begin <= _HEADER:
            raise ValueError("no header of an array of numbers")
        header = (b"" if long else begun[10:]) + stream.read(begin - 12)
    kind, shape = (pattern.search(header) for pattern in _DESCRIBED)
    if kind is None or shape is None:
        raise InputError(name, "is no list of numbers of at most 64 bits", "give a number, or one for each step")
    member = _Member(info, begin, kind[1].decode("ascii"), None if shape[1] is None else int(shape[1]))
    if info.file_size != begin + (1 if member.length is None else member.length) * int(member.kind[-1]):
        raise ValueError("a header that does not fit")
    return member


def _array(archive: zipfile.ZipFile, member: _Member) -> Any:
    import numpy as np

    with archive.open(member.info) as stream:
        data = stream.read(member.info.file_size)  # whose sum is compared
        if len(data) != member.info.file_size:
            raise ValueError("a size that is not the one said")
    kind = np.dtype(member.kind)
    found = np.frombuffer(data, kind, offset=member.begin).astype(kind.newbyteorder("="), copy=False)
    return found[0] if member.length is None else found


# Parquet.


def _parquet(path: str | os.PathLike[str], named: str) -> ArrayFile:
    """The columns of a Parquet file, as another process reads them: a damaged one may end the process that reads it."""
    if importlib.util.find_spec("pyarrow") is None:
        raise InputError(named, "pyarrow is not installed", "pip install 'pabisym[parquet]'")
    paths = os.pathsep.join(one or os.getcwd() for one in sys.path)
    environment = {**os.environ, "PYTHONPATH": paths, "OPENBLAS_NUM_THREADS": "1", "ARROW_DEFAULT_MEMORY_POOL": "system"}
    command = [sys.executable, "-c", "from pabisym.lang.binary import serve; serve()", named]
    with _open_file(path, named) as file:
        done = subprocess.run(command, stdin=file, capture_output=True, env=environment, timeout=_SECONDS, check=True)
    header, _, data = done.stdout.partition(b"\n")
    said = json.loads(header)
    if "refused" in said:
        raise InputError(*said["refused"])
    places, at = dict[str, tuple[str, int, int]](), 0
    for name, kind, rows in said["columns"]:
        places[name] = kind, rows, at
        at += rows * int(kind[-1])

    def read(name: str) -> Any:
        import numpy as np

        kind, rows, at = places[name]
        return np.frombuffer(data, kind, rows, at)

    return ArrayFile({name: rows for name, (_, rows, _) in places.items()}, read)


def serve() -> None:
    """Read the Parquet file on the standard input with little memory, and write its columns to the standard output: their names, types and
    lengths, or why they are refused, as JSON on a line, then their bytes.
    """
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (_SPACE, _SPACE))
    try:
        columns = _columns(sys.stdin.buffer.read(), sys.argv[1])
        header: dict[str, object] = {"columns": [(name, values.dtype.str, len(values)) for name, values in columns.items()]}
    except InputError as error:
        columns, header = {}, {"refused": [error.field, error.problem, error.cure]}
    sys.stdout.buffer.write(json.dumps(header).encode() + b"\n")
    for values in columns.values():
        sys.stdout.buffer.write(values.data)
    sys.stdout.buffer.flush()


def _columns(content: bytes, named: str) -> dict[str, Any]:
    """The columns of numbers of a Parquet file; raises anything for one that is damaged."""
    import pyarrow
    from pyarrow import parquet

    if content[-4:] != b"PAR1" or struct.unpack("<L", content[-8:-4])[0] > _FOOTER:
        raise ValueError("no footer")
    file = parquet.ParquetFile(pyarrow.BufferReader(content), thrift_string_size_limit=_FOOTER, thrift_container_size_limit=_FOOTER)
    rows, schema = file.metadata.num_rows, file.schema_arrow
    for one in schema:
        if not (pyarrow.types.is_integer(one.type) or pyarrow.types.is_floating(one.type)):
            raise InputError(printable(one.name), "is no column of numbers", "give a number in each row")
    if rows * 8 * len(schema) > MAX_INPUT or len(schema) > _COLUMNS:
        raise _too_large(named)
    found = {}
    for name in schema.names:
        column = file.read([name], use_threads=False).column(0)
        column.validate(full=True)
        if len(column) != rows or name in found:
            raise ValueError("a length that is not the one said, or a name that is twice there")
        if column.null_count:
            raise InputError(printable(name), "has rows without a number", "give a number in each row")
        found[name] = column.to_numpy()
    return found
