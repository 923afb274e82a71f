"""``pabisym.sweep``: read what is asked for, compute it in chunks on an executor, keep what comes, resume what is there."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, ProcessPoolExecutor, wait
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, TypeAlias, cast

from pabisym.errors import InputError, PabisymError
from pabisym.lang.arguments import public
from pabisym.lang.digest import content_hash
from pabisym.lang.files import sole_writer, unwritable
from pabisym.lang.once import cached_property
from pabisym.lang.reader import TOML, DocumentTable, read_toml
from pabisym.lang.tables import Tabled
from pabisym.library.library import LibraryLike, open_library
from pabisym.sweeps.points import Points, folder_of, read_points
from pabisym.sweeps.quantities import READERS, STATES, SweptQuantity, Value, Values, read_quantity
from pabisym.sweeps.store import Store, open_store, place_of

Source: TypeAlias = str | bytes | os.PathLike[str] | Mapping[str, object]
MAX_BYTES = 64_000_000
WAITING = 256
"""Most chunks that wait at an executor: what is computed and not yet written is lost when a run is ended."""
SECONDS = 5.0
"""So long a worker computes before what it has is written, if it has a point."""


@dataclass(frozen=True)
class SweepPoint:
    """One point with its value: the letters that change as exact texts, the state, both ends, and why there is no value."""

    number: int
    letters: Mapping[str, str]
    state: str
    lower: Value
    upper: Value
    reason: str = ""

    def to_json(self) -> dict[str, object]:
        """The columns of a file of values."""
        return {**self.letters, "state": self.state, "lower": self.lower, "upper": self.upper, "reason": self.reason}


@dataclass(frozen=True)
class Sweep(Tabled):
    """A sweep that was computed: how many points are in which state, how many were computed now, and where the values are; iterating
    gives the points in order.  ``mended`` says what was damaged in the file of an earlier run, and was computed again.

    States are ``ok``, ``outside`` (an assumption does not hold there), ``infinite`` and ``undecided``.  ``fingerprint`` is a content hash
    of the points and of what is computed: of the theorem or the derivation with its proof.
    """

    title: str
    points: Points
    quantity: SweptQuantity
    fingerprint: str
    computed: int
    states: Mapping[str, int]
    path: Path | None
    mended: str
    _store: Store = field(repr=False, compare=False)

    @property
    def rows(self) -> tuple[SweepPoint, ...]:
        """The points with their values, in order."""
        return tuple(self)

    def __len__(self) -> int:
        return len(self.points)

    def __iter__(self) -> Iterator[SweepPoint]:
        for start, values in self._store.values():
            letters = zip(*self.points.columns(start, start + len(values.state), self.points.texts), strict=True)
            for number, (row, state, lower, upper, reason) in enumerate(zip(letters, *values, strict=True), start):
                yield SweepPoint(number, dict(zip(self.points.letters, row, strict=True)), state, lower, upper, reason)

    def __repr__(self) -> str:
        states = ", ".join(f"{count} {state}" for state, count in self.states.items() if count)
        return f"Sweep({self.quantity.what!r}, {len(self)} points: {states})"

    def to_json(self) -> dict[str, object]:
        """The document of ``pabisym sweep --json``."""
        return {"title": self.title, "of": self.quantity.what, "letters": list(self.points.letters), "points": len(self),
                "computed": self.computed, **self.states, "mended": self.mended,
                "file": None if self.path is None else str(self.path), "sweep": self.fingerprint}


@dataclass(frozen=True)
class _Job:
    """What a worker needs, and the content hash that it must find again."""

    points: Points
    quantity: SweptQuantity
    key: str


@lru_cache(maxsize=2)
def _job(stored: bytes) -> _Job:
    job: _Job = pickle.loads(stored)
    if job.quantity.key != job.key:
        raise PabisymError("a worker has other theorem files than the one that asks")
    return job


def compute(stored: bytes, start: int, stop: int) -> Values:
    """The values at some points, or after :data:`SECONDS` at the first of them, in whichever process this is called."""
    job = _job(stored)
    return job.quantity.over(job.points, start, stop, SECONDS)


@dataclass(frozen=True)
class SweepPlan:
    """A sweep that was read: its points and what is computed at each, with a content hash of both."""

    title: str
    points: Points
    quantity: SweptQuantity

    @cached_property
    def fingerprint(self) -> str:
        """A content hash, the same on every machine."""
        return content_hash("sweep", self.points.text(), self.quantity.key)


def read_sweep(source: Source, library: LibraryLike = None) -> SweepPlan:
    """Read a sweep, and derive what is to be derived; nothing is computed yet.  Raises as :func:`sweep`."""
    data = source if isinstance(source, Mapping) else read_toml(source, "source", MAX_BYTES)
    if not data:
        raise InputError("source", "is empty", "give a [grid] of values, or a [table] of points, and what is computed there")
    top = DocumentTable(data, "", ("title", "grid", "table", "fixed", *READERS), form=TOML, whole="a sweep")
    folder = folder_of(source)
    points = read_points(top, folder)
    title, quantity = top.text("title", ""), read_quantity(top, folder, open_library(library))
    quantity.check(points)
    return SweepPlan(title, points, quantity)


@public
def sweep(source: Source | SweepPlan, *, out: str | os.PathLike[str] | None = None, executor: Any = None, chunk: int | None = None,
          fresh: bool = False, library: LibraryLike = None, progress: Callable[[str], None] | None = None) -> Sweep:
    """Compute one quantity at many points: a sweep file (TOML: a path, or text of more than one line), the dict that it is, or a plan.

    ``[grid]`` gives letters lists or ranges of values (``table``: points one by one), ``[fixed]`` numbers or formulas in these, and one of
    ``[theorem]``, ``[derive]``, ``[allocate]``, ``[calibrate]`` and ``[convert]`` says what is computed; letters have the units that
    they have there.  ``executor`` is any :class:`concurrent.futures.Executor`, or a Dask ``Client`` (absent: this process).  Values go
    to ``out``, a ``.csv`` file or a ``.parquet`` folder, chunk by chunk as they come, with ``chunk`` points at most, and as many as five
    seconds are enough for; a run that was ended is resumed by the same call, which computes no point again that is there, while ``fresh``
    begins anew.  Lines that are torn or repeated, and files that are damaged, are taken out first.  One run at a time writes to ``out``.
    ``library`` is where theorems are looked up, ``progress`` is told in words how far it is.

    >>> from pabisym import sweep
    >>> found = sweep({"grid": {"n": [10, 100], "sigma": [1, 2]}, "fixed": {"L": 1, "alpha": 2, "t": "n"},
    ...                "theorem": {"id": "feldman2018/theorem-23"}})
    >>> [(point.letters["n"], point.letters["sigma"], point.upper) for point in found][1:3]
    [('10', '2', '1'), ('100', '1', '4')]

    Raises :class:`~pabisym.errors.InputError` naming the field of the sweep, and :class:`~pabisym.errors.PabisymError` where
    workers break down; what was written by then stays.
    """
    plan = source if isinstance(source, SweepPlan) else read_sweep(source, library)
    points, quantity, told = plan.points, plan.quantity, {"title": plan.title, "of": plan.quantity.what}
    path, most = place_of(out), quantity.chunk if chunk is None else chunk
    if isinstance(most, bool) or not isinstance(most, int) or not 1 <= most <= 10**7:
        raise InputError("chunk", "is no number of points", "give an integer from 1 to 10000000")
    stored = pickle.dumps(_Job(points, quantity, quantity.key))
    store: Store | None = None
    try:
        with nullcontext() if path is None else sole_writer(path):
            store = open_store(path, points, plan.fingerprint, fresh=fresh, told=told)
            there = sum(store.states.values())
            if store.mended and progress is not None:
                progress(store.mended)
            _run_chunks(store, most, stored, _executor(executor), progress)
            store.finish()
    except BrokenExecutor as error:
        kept = 0 if store is None else sum(store.states.values())
        raise PabisymError(f"a worker ended before it was done: {error}; the same call goes on from {kept} points") from error
    except OSError as error:
        cure = "name a file in a writable folder" if store is None else "make room; the same call goes on where this ended"
        raise unwritable(out or "", error, "out", cure, full="make room; the same call goes on where this ended") from None
    states = {state: store.states[state] for state in STATES}
    computed = len(points) - there
    return Sweep(plan.title, points, quantity, plan.fingerprint, computed, states, None if out is None else Path(out), store.mended, store)


def _executor(executor: Any) -> Executor | None:
    """An executor as it is, or that of a Dask client."""
    if executor is None or isinstance(executor, Executor):
        return executor
    if callable(getattr(executor, "get_executor", None)):
        return cast("Executor", executor.get_executor(pure=False))
    raise InputError("executor", f"a {type(executor).__name__} runs nothing", "give a concurrent.futures executor, or a Dask Client")


def _run_chunks(store: Store, most: int, stored: bytes, executor: Executor | None, progress: Callable[[str], None] | None) -> None:
    """Compute the missing points, so many at a time at most, and keep each part as soon as it is there."""
    points = len(store.points)

    def keep(start: int, values: Values) -> int:
        store.add(start, values)
        if progress is not None:
            progress(f"swept {sum(store.states.values())} of {points} points")
        return start + len(values.state)

    few = list(islice(store.missing(most), 2))
    if executor is None or (len(few) < 2 and isinstance(executor, ProcessPoolExecutor)):
        for start, stop in store.missing(most):
            while start < stop:
                start = keep(start, compute(stored, start, stop))
        return
    waiting = store.missing(most)
    asked: dict[Future[Values], tuple[int, int]] = {}
    try:
        while True:
            for part in islice(waiting, max(WAITING - len(asked), 0)):
                asked[executor.submit(compute, stored, *part)] = part
            if not asked:
                return
            for done in wait(asked, return_when=FIRST_COMPLETED).done:
                start, stop = asked.pop(done)
                start = keep(start, done.result())
                if start < stop:
                    asked[executor.submit(compute, stored, start, stop)] = start, stop
    except BaseException:
        for future, (start, _) in asked.items():
            if not future.cancel() and future.done() and future.exception() is None:
                keep(start, future.result())
        raise
