"""The one writer: every file that pabisym writes is written here, whole or not at all.

The content goes to a new file beside the target, is flushed to the disk, and then takes the target's name in one step, so that a full disk
or a process that dies leaves what was there.  The mode of a file that is replaced is kept, a symbolic link stays one and its target is
replaced, character devices and pipes are written to as what they are, and folders, sockets and block devices are refused.

One run at a time writes a file: it holds the lock of ``.NAME.lock`` beside it, which the system takes from a process that ends, however it
ends; an empty file of that name may be left by a kill, and locks nothing.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import IO

from pabisym.errors import InputError, OutputError, visible

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
_BUSY = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
_MINE = ContextVar[frozenset[str]]("_MINE", default=frozenset())
_LOCKS = set[int]()
"""The descriptors of the locks that this process holds."""


@contextmanager
def sole_writer(path: str | os.PathLike[str]) -> Iterator[None]:
    """Write a file or a folder alone; raises :class:`BlockingIOError` at once where another run, or another thread, is writing it.

    May be entered again by whoever is the writer.  On a file system without locks nobody is kept out.  Raises :class:`OSError` where no
    file can be made beside it.
    """
    target = os.path.realpath(path)
    if target in _MINE.get():
        yield
        return
    folder, name = os.path.split(target)
    place = os.path.join(folder, f".{name[:100]}.lock")
    descriptor = _lock(place)
    token = _MINE.set(_MINE.get() | {target})
    try:
        yield
    finally:
        _MINE.reset(token)
        _unlock(descriptor, place)


def _lock(place: str) -> int:
    """The descriptor of a file that is locked, and is the one at its place."""
    while True:
        descriptor = os.open(place, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)
        _LOCKS.add(descriptor)
        try:
            _take(descriptor)
            with suppress(FileNotFoundError):
                if os.path.samestat(os.fstat(descriptor), os.stat(place)):
                    return descriptor
        except BaseException:
            _close(descriptor)
            raise
        _close(descriptor)  # whoever held it took the file away meanwhile


def _take(descriptor: int) -> None:
    """Lock a file for as long as it is open, on systems that can."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _BUSY:
            raise BlockingIOError(errno.EAGAIN, "another run is writing it") from None


def _unlock(descriptor: int, place: str) -> None:
    """Take the file away while it is locked, so that nobody holds one that is not there; on Windows it has to be closed first."""
    if descriptor not in _LOCKS:  # a copy of the process that holds it
        return
    if sys.platform == "win32":
        _close(descriptor)
    with suppress(OSError):
        os.unlink(place)
    if sys.platform != "win32":
        _close(descriptor)


def _close(descriptor: int) -> None:
    _LOCKS.discard(descriptor)
    os.close(descriptor)


def _after_fork() -> None:
    """A copy of this process holds none of its locks, and keeps none alive."""
    _MINE.set(frozenset())
    while _LOCKS:
        os.close(_LOCKS.pop())


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def replace_file(path: str | os.PathLike[str], content: str | bytes, *, durable: bool = True) -> None:
    """Give a file this content; raises :class:`OSError` and :class:`ValueError`, after which it is what it was.

    Text is written as UTF-8.  ``durable`` waits until the disk has it.
    """
    data = content.encode("utf-8") if isinstance(content, str) else content
    try:
        before = os.stat(path)
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before.st_mode):
        if stat.S_ISDIR(before.st_mode):
            raise IsADirectoryError(errno.EISDIR, "is a folder")
        if not (stat.S_ISCHR(before.st_mode) or stat.S_ISFIFO(before.st_mode)):
            raise OSError(errno.EINVAL, "is neither a file, a pipe nor a character device")
        descriptor = os.open(path, os.O_WRONLY | os.O_NONBLOCK)  # a pipe that nobody reads is refused, not waited for
        os.set_blocking(descriptor, True)
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
        return
    with sole_writer(path):
        target = Path(os.path.realpath(path))
        if before is not None and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
        with _new_content(target, None if before is None else before.st_mode, durable=durable) as made:
            made.write(data)


@contextmanager
def _new_content(target: Path, mode: int | None, *, durable: bool = True) -> Iterator[IO[bytes]]:
    """A file beside another one, whose name it takes at the end of the block; where that fails the other one is what it was."""
    beside = target.with_name(f".{target.name[:100]}.{os.getpid()}")
    try:
        with beside.open("wb") as file:
            if mode is not None:
                os.chmod(beside, stat.S_IMODE(mode))
            yield file
            file.flush()
            if durable:
                os.fsync(file.fileno())
        beside.replace(target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise


def write_file(path: str | os.PathLike[str], content: str | bytes, field: str, cure: str = "name a file in a writable folder") -> None:
    """As :func:`replace_file`; raises :class:`~pabisym.errors.InputError` naming ``field``, and an OutputError where there is no room."""
    try:
        replace_file(path, content)
    except (OSError, ValueError) as error:
        raise unwritable(path, error, field, cure) from None


def unwritable(path: str | os.PathLike[str], error: Exception, field: str, cure: str,
               full: str = "make room, or name a place elsewhere") -> InputError:
    """The line that says why something cannot be written; an :class:`~pabisym.errors.OutputError` where the disk is full, or fails."""
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    if isinstance(error, BlockingIOError):
        cure = "wait for it, or name another place"
    problem = f"{visible(os.fspath(path))} cannot be written: {reason}"
    if isinstance(error, OSError) and error.errno in _FULL:
        return OutputError(field, problem, full)
    return InputError(field, problem, cure)


def write_folder(folder: str | os.PathLike[str], files: Iterable[tuple[str, str]], field: str, cure: str = "name a writable folder") -> int:
    """Write a tree of files, given as addresses inside the folder and texts, and return how many; other files there stay.

    All of them are made and flushed beside their places first.  A new folder then appears in one step; in one that exists
    each file is replaced in one step, in the given order, and files that do not change are left as they are.  Raises
    :class:`~pabisym.errors.InputError` naming ``field``, after which nothing in the folder has changed.
    """
    top = Path(os.path.realpath(folder))
    try:
        top.parent.mkdir(parents=True, exist_ok=True)
        with sole_writer(top):
            return _write_staged(top, files)
    except (OSError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise unwritable(folder, error, field, cure) from None


def _write_staged(top: Path, files: Iterable[tuple[str, str]]) -> int:
    """Make files beside their places, then put them there."""
    staged = (top if top.is_dir() else top.parent) / f".{top.name[:100]}.{os.getpid()}"
    names = []
    try:
        staged.mkdir()
        for name, text in files:
            names.append(name)
            place = staged / name
            place.parent.mkdir(parents=True, exist_ok=True)
            with place.open("wb") as file:
                file.write(text.encode("utf-8"))
                file.flush()
                os.fsync(file.fileno())
        if top.exists():
            _move_staged(staged, top, names)
        else:
            staged.rename(top)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    return len(names)


def _move_staged(staged: Path, top: Path, names: Iterable[str]) -> None:
    """Put finished files into their places."""
    for name in names:
        made, target = staged / name, Path(os.path.realpath(top / name))
        target.parent.mkdir(parents=True, exist_ok=True)
        if target.is_file():
            if target.read_bytes() == made.read_bytes():
                continue
            made.chmod(stat.S_IMODE(target.stat().st_mode))
        made.replace(target)


# Files that grow.


def append_file(path: str | os.PathLike[str], content: str) -> None:
    """Write text to the end of a file that exists, and wait until the disk has it; raises :class:`OSError`.

    What a process that dies has written of it may be a part: whoever reads the file knows where a part begins, and cuts it off.
    """
    with Path(path).open("r+b") as file:
        file.seek(0, os.SEEK_END)
        file.write(content.encode("utf-8"))
        file.flush()
        os.fsync(file.fileno())


def cut_file(path: str | os.PathLike[str], size: int) -> None:
    """Keep the first bytes of a file alone; raises :class:`OSError`."""
    with Path(path).open("r+b") as file:
        file.truncate(size)
        os.fsync(file.fileno())


def arrange_file(path: str | os.PathLike[str], parts: Iterable[tuple[int, int]]) -> None:
    """Replace a file, in one step, by parts of it, each from a byte up to another one; raises :class:`OSError`."""
    target = Path(os.path.realpath(path))
    with _new_content(target, os.stat(target).st_mode) as made, target.open("rb") as file:
        for start, stop in parts:
            file.seek(start)
            while start < stop:
                made.write(part := file.read(min(stop - start, 1 << 24)))
                start += len(part) or stop
