"""What a process has only one of, used by one thread at a time without exchanging it.

:data:`LOCK` is held by whoever sets python-flint's precision, runs a theorem file, judges statements of a library, or asks sympy, whose
numbers are those of mpmath's one context.  It is one lock, which a thread may take again, so that no two threads wait for each other.
What code of theorem files prints is collected (:func:`apart`) while ``sys.stdout`` stays what the caller made it.
"""

from __future__ import annotations

import io
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import wraps
from typing import IO, Any, Generic, ParamSpec, TypeVar, overload

from pabisym.errors import visible

LOCK = threading.RLock()
"""Held while what a process has only one of is in use; never while waiting for another thread, and by no module while it is imported."""
ASIDE: ContextVar[IO[str] | None] = ContextVar("aside", default=None)
"""Where code of a theorem file prints in this thread; None where none runs."""
_P = ParamSpec("_P")
_R = TypeVar("_R")


class cached_property(Generic[_R]):  # noqa: N801  the name of what it is used for
    """As :func:`functools.cached_property`, which up to Python 3.11 holds a lock for all instances while it computes.

    Two threads would wait for each other, where one of them holds :data:`LOCK`.  Here they may both compute, and the same.
    """

    def __init__(self, function: Callable[[Any], _R]) -> None:
        self._function, self.__doc__ = function, function.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type | None = None) -> cached_property[_R]: ...
    @overload
    def __get__(self, instance: object, owner: type | None = None) -> _R: ...
    def __get__(self, instance: object, owner: type | None = None) -> cached_property[_R] | _R:
        """The value, computed when it is first asked for."""
        return self if instance is None else vars(instance).setdefault(self._name, self._function(instance))


def exclusive(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """A function that holds :data:`LOCK` while it runs."""

    @wraps(function)
    def alone(*args: _P.args, **given: _P.kwargs) -> _R:
        with LOCK:
            return function(*args, **given)

    return alone


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Set python-flint's precision, which is one number in a process, for the duration of a block, and restore it.

    One thread at a time; a precision that somebody else has set meanwhile is left as it is.
    """
    from flint import ctx  # what pabisym --help does not load

    with LOCK:
        before = ctx.prec
        ctx.prec = bits
        try:
            yield
        finally:
            if ctx.prec == bits:
                ctx.prec = before


@contextmanager
def apart(name: str) -> Iterator[None]:
    """While code of a theorem file runs: what it prints is said in one line on the standard error, so that output stays what it is."""
    printed = io.StringIO()
    token = ASIDE.set(printed)
    try:
        yield
    finally:
        ASIDE.reset(token)
        if text := printed.getvalue():
            with suppress(OSError, ValueError, AttributeError):
                sys.stderr.write(f"pabisym: {visible(name)} prints {visible(ascii(text))}\n")


def print_aside(*values: object, file: Any = None, **how: Any) -> None:
    """``print`` in a theorem file: what it would write to the standard output is said as by :func:`apart`."""
    if file is not None and file is not sys.stdout:
        print(*values, file=file, **how)
    elif (collected := ASIDE.get()) is not None:
        print(*values, file=collected, **how)
    else:
        with apart("a theorem file"):
            print_aside(*values, **how)
