"""How long a search may take, and the one gate through which other libraries propose something.

A search opens a budget with :func:`within`, and its loops call :func:`poll`; once the time is used up the block raises :class:`OutOfTime`.
Nothing on the way takes that for an answer, as handlers take other exceptions, and no cache keeps it.  Budgets are local to the context:
those of threads are their own, and one that is opened within another ends no later than that.  Time is processor time of the thread, so
that a machine with other work does not change an answer.

What sympy and z3 are asked is a proposal, to be proved or checked by who asked.  :func:`proposal` asks them: whatever they raise, an answer
that is too long, and one that takes too long are the same as no answer.
"""

from __future__ import annotations

import ctypes
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import wraps
from math import inf
from typing import ParamSpec, TypeVar

from pabisym.errors import InputError, PabisymError, Undecided

SECONDS = 25.0
"""Seconds of processor time of a search where nobody asks for another number of them."""
PROPOSAL_SECONDS = 5.0
"""Most seconds of one proposal."""
LONGEST = 20_000
"""Most characters of a proposal; no proof is looked for of a longer formula."""
_LOOK = 0.05
"""Least seconds between two looks at the clock of another thread."""
T = TypeVar("T")
P = ParamSpec("P")


def collect_seldom() -> None:
    """Let the collector of cycles look seldom: proof trees and formulas have none, and looking for them is a tenth of the time, or more.

    For a process that has an end, such as a command or a worker.
    """
    import gc

    gc.set_threshold(200_000, 20, 20)


class OutOfTime(Undecided):
    """The budget of a search is used up before it was decided what was asked."""


class Late(BaseException):
    """A budget is used up: passes everything that catches an :class:`Exception`, up to the block that opened the budget."""


class _Budget:
    """Seconds, counted in every thread from its first look on, and the budget in which this one was opened; ``named`` is what was given."""

    def __init__(self, seconds: float, outer: _Budget | None, named: float) -> None:
        self.seconds, self.outer, self.named = seconds, outer, named
        self._ends: dict[int, float] = {}
        self.left()

    def left(self) -> float:
        """The seconds that are left to this thread."""
        now, thread = time.thread_time(), threading.get_ident()
        return self._end(now, thread) - now

    def _end(self, now: float, thread: int) -> float:
        own = self._ends.setdefault(thread, now + self.seconds)
        return own if self.outer is None else min(own, self.outer._end(now, thread))

    def said(self) -> str:
        """What to say where it is used up: the seconds that were given, and how to give more."""
        if self.outer is not None and self.outer.left() <= 0:
            return self.outer.said()
        return f"the time is used up, {self.named:g} s of the processor; allow more with --seconds, or seconds= in Python"


_BUDGET: ContextVar[_Budget | None] = ContextVar("budget", default=None)


def cores() -> int:
    """The processor cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def within(seconds: object = None) -> Iterator[None]:
    """A budget of so many seconds for all that is done in this block; None: that around it, or :data:`SECONDS` where there is none.

    Raises :class:`OutOfTime` where it is used up, and :class:`~pabisym.errors.InputError` for what is no positive number.

    >>> with within(5):
    ...     seconds_left() <= 5
    True
    """
    outer = _BUDGET.get()
    if seconds is None and outer is not None:
        yield
        return
    given = SECONDS if seconds is None else _positive(seconds)
    with _open_budget(_Budget(given, outer, given)):
        yield


@contextmanager
def _open_budget(budget: _Budget) -> Iterator[None]:
    token = _BUDGET.set(budget)
    try:
        yield
    except Late as late:
        if budget.left() > 0:
            raise
        raise OutOfTime(budget.said()) from late
    finally:
        _BUDGET.reset(token)


def _positive(seconds: object) -> float:
    number = -1.0
    with suppress(TypeError, ValueError, OverflowError):
        number = float(seconds) if isinstance(seconds, int | float | str) and not isinstance(seconds, bool) else number
    if not 0 < number < inf:
        from pabisym.lang.rational import plain_text  # flint, which only this line needs

        raise InputError("seconds", f"{plain_text(seconds)[:60]!r} is no length of time", "give a positive number of seconds, such as 60")
    return number


def seconds_left() -> float:
    """The seconds that are left; infinite where there is no budget."""
    budget = _BUDGET.get()
    return inf if budget is None else budget.left()


@contextmanager
def share(part: float) -> Iterator[None]:
    """A budget of this part of the seconds that are left, where there is a budget: what comes after has the rest."""
    outer = _BUDGET.get()
    if outer is None:
        yield
        return
    with _open_budget(_Budget(max(part * outer.left(), _LOOK), outer, outer.named)):
        yield


def poll() -> None:
    """End the block of the budget where that is used up; to be called in every loop of a search that may be long."""
    budget = _BUDGET.get()
    if budget is not None and budget.left() <= 0:
        raise Late(budget.said())


def proposal(ask: Callable[[], T], seconds: float = PROPOSAL_SECONDS) -> T | None:
    """What another library answers; None where it raises anything, takes more than so many seconds, or is longer than :data:`LONGEST`.

    Lengths are those of texts, and of tuples and lists of them.  Refusals of our own code pass, but for an
    :class:`~pabisym.errors.InputError`: that is about a formula which nobody wrote.  Ends the block of the budget around where that is
    used up.

    >>> proposal(lambda: 1 // 0) is None
    True
    """
    poll()
    answer: T | None = None
    try:
        with within(seconds), ended_after(seconds_left()):
            answer = ask()
    except (InputError, OutOfTime, Late):
        pass
    except PabisymError:
        raise
    except Exception:  # whatever another library raises: nothing is proposed
        pass
    poll()
    return None if _length(answer) > LONGEST else answer


def as_proposal(ask: Callable[P, T]) -> Callable[P, T | None]:
    """A function of another library's answers as one that is asked through :func:`proposal`."""

    @wraps(ask)
    def asked(*args: P.args, **named: P.kwargs) -> T | None:
        return proposal(lambda: ask(*args, **named))

    return asked


def _length(answer: object) -> int:
    if isinstance(answer, list | tuple):
        return sum(map(_length, answer))
    return len(answer) if isinstance(answer, str) else 0


@contextmanager
def ended_after(seconds: float, again: float = 0.05) -> Iterator[None]:
    """Raise :class:`Late` in this block, wherever it is, after so many seconds of the thread's processor time, and ``again`` after more.

    What is called in the block may be left at any point: it is for libraries that look at no clock, and for the end of a process.  A call
    of a compiled function ends first.  Where Python has no such exceptions (only CPython has), nothing is ended.
    """
    interrupt = getattr(getattr(ctypes, "pythonapi", None), "PyThreadState_SetAsyncExc", None)
    if interrupt is None or seconds == inf:
        yield
        return
    own, over, lock = threading.get_ident(), threading.Event(), threading.Lock()
    number, end = ctypes.c_ulong(own), time.thread_time() + seconds

    def watch() -> None:
        nonlocal end
        while not over.wait(max(_LOOK, end - _seconds_used(own))):
            with lock:
                if not over.is_set() and _seconds_used(own) >= end:
                    interrupt(number, ctypes.py_object(Late))
                    end += again  # where it was swallowed, as it is in a destructor

    def stop() -> None:
        """After this none is raised any more, and one that was on its way has arrived: before a loop goes on Python looks for it.

        Taking it back instead (``interrupt(number, None)``) would leave Python looking at every step from then on, and for ever where
        something follows its steps, as ``sys.setprofile`` does.
        """
        with lock:
            over.set()
        for _ in range(3):
            pass

    threading.Thread(target=watch, daemon=True).start()
    try:
        yield
    finally:
        while True:
            try:
                stop()
                break
            except Late:
                continue


def _seconds_used(thread: int) -> float:
    """Seconds of processor time of a thread, of the clock where the system does not tell another thread's."""
    if hasattr(time, "pthread_getcpuclockid"):
        return time.clock_gettime(time.pthread_getcpuclockid(thread))
    return time.thread_time() if thread == threading.get_ident() else time.monotonic()
