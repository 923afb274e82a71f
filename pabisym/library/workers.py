"""Processes that replay the proofs of a library, and decide its claims, side by side.

A worker is a fresh Python that loads the theorem files of the same folders and answers over a pipe; what it says of a proof
comes with the digest of what it replayed, so that it is taken for that and for nothing else.  Workers are started by
a command of their own, so that a caller needs no ``if __name__ == "__main__"``, and end with their pipe.
"""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager, suppress
from queue import SimpleQueue
from typing import IO, TypeVar

from pabisym.lang.budget import collect_seldom, cores
from pabisym.lang.pace import Pace
from pabisym.library.files import TheoremFiles, builtin_folder
from pabisym.library.library import Library, builtin
from pabisym.library.status import Standing
from pabisym.library.stored_proof import stored_path

WORTH = 1_000_000
"""Bytes of proofs to replay from which on workers are worth their start."""
REPLAYED = 2e-6
"""Seconds that replaying takes for each byte of a stored proof; measured over the built-in ones."""
_COMMAND = "from pabisym.library.workers import serve; serve()"
_Answer = TypeVar("_Answer")
_Worker = subprocess.Popen


@contextmanager
def workers(library: Library, names: Iterable[str], most: int | None = None) -> Iterator[Workers | None]:
    """Workers, one for every core (at most ``most``), to replay the proofs of some statements; None where they are not worth it."""
    count = cores() if most is None else most
    if count < 2 or not isinstance(library.files, TheoremFiles) or sum(size(library, name) for name in names) < WORTH:
        yield None
        return
    team = Workers(library, library.files, count)
    try:
        yield team
    except BaseException:
        team.kill()
        raise
    finally:
        team.close()


class Workers:
    """Some workers of a library."""

    def __init__(self, library: Library, files: TheoremFiles, count: int) -> None:
        self.library = library
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or os.getcwd() for path in sys.path)}
        command = [sys.executable, "-c", _COMMAND]
        self._all = [_Worker(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) for _ in range(count)]
        self._idle = SimpleQueue[_Worker[bytes]]()
        for worker in self._all:
            _tell(worker, [str(folder) for folder in files.folders])
            self._idle.put(worker)

    def __len__(self) -> int:
        return len(self._all)

    def kill(self) -> None:
        """End the workers at once."""
        for worker in self._all:
            worker.kill()

    def close(self) -> None:
        """Let the workers end."""
        for worker in self._all:
            with suppress(OSError):
                _pipe(worker.stdin).close()
        for worker in self._all:
            worker.wait()
            _pipe(worker.stdout).close()

    def replay(self, names: Sequence[str], progress: Callable[[str], None] | None = None,
               meanwhile: Callable[[], object] | None = None) -> None:
        """Let the workers replay the stored proofs of statements, the largest first; the library remembers what they say.

        ``meanwhile`` is called as by :meth:`ask`.
        """
        sizes = {name: size(self.library, name) for name in names}
        largest = sorted(names, key=lambda name: -sizes[name])
        pace = Pace(progress, "replaying", sizes, REPLAYED / len(self))
        for found in self.ask(Library.replay, largest, pace, meanwhile).values():
            if found is not None:
                self.library.replays.keep(*found)

    def tell(self, standings: Mapping[str, Standing]) -> None:
        """Tell the workers what replaying has shown, so that they need not replay it again."""
        for worker in self._all:
            _tell(worker, dict(standings))

    def ask(self, function: Callable[[Library, str], _Answer], names: Iterable[str], pace: Pace | None = None,
            meanwhile: Callable[[], object] | None = None) -> dict[str, _Answer | None]:
        """What a function says of a library and each of some ids; None where it raised, or its worker broke down.

        ``pace`` is told what is done; ``meanwhile`` is called in this process while the workers are at it.
        """
        found: dict[str, _Answer | None] = {}
        with ThreadPoolExecutor(len(self._all)) as threads:
            asked = {threads.submit(self._answer, function, name): name for name in names}
            try:
                if meanwhile is not None:
                    meanwhile()
                for done in as_completed(asked):
                    found[asked[done]] = done.result()
                    if pace is not None:
                        pace.done(asked[done])
            except BaseException:
                threads.shutdown(wait=False, cancel_futures=True)
                self.kill()
                raise
        return found

    def _answer(self, function: Callable[[Library, str], _Answer], name: str) -> _Answer | None:
        worker = self._idle.get()
        try:
            _tell(worker, (function, name))
            answer: _Answer | None = pickle.load(_pipe(worker.stdout))
            return answer
        except (OSError, EOFError, pickle.UnpicklingError):
            return None
        finally:
            self._idle.put(worker)


def recall(library: Library, names: Iterable[str], progress: Callable[[str], None] | None = None) -> None:
    """Replay, on all cores, what some statements rest on and what was replayed neither in this run nor in an earlier one."""
    replay(library, names, progress, recalling=True)


def replay(library: Library, names: Iterable[str], progress: Callable[[str], None] | None = None, *, recalling: bool = False) -> None:
    """Replay, on all cores, what some statements rest on and what was not replayed in this run; ``recalling`` as :func:`recall`."""
    missing = library.unreplayed(library.below(names), recall=recalling)
    with workers(library, missing) as team:
        if team is not None:
            team.replay(missing, progress)


def _tell(worker: _Worker[bytes], message: object) -> None:
    """Send a message; that nobody reads it is seen where the answer is missing."""
    with suppress(OSError):
        pipe = _pipe(worker.stdin)
        pickle.dump(message, pipe)
        pipe.flush()


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    if pipe is None:
        raise TypeError("a worker has pipes")
    return pipe


def size(library: Library, name: str) -> int:
    """How long replaying a statement's stored proof may take, by the size of its file."""
    try:
        return stored_path(library.files[name].path).stat().st_size
    except OSError:
        return 0


def serve() -> None:
    """Be a worker: read the folders, then tasks, and answer each; what theorem files print goes to the standard error."""
    collect_seldom()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    folders = pickle.load(sys.stdin.buffer)
    library = builtin() if folders == [str(builtin_folder().resolve())] else Library.load(folders)
    while True:
        try:
            task = pickle.load(sys.stdin.buffer)
        except EOFError:
            os._exit(0)
        if isinstance(task, dict):
            for known in (library, builtin()):
                known.believe({name: standing for name, standing in task.items() if name in known.files})
            continue
        function, name = task
        try:
            answer = function(library, name)
        except Exception:
            answer = None
        pickle.dump(answer, answers)
        answers.flush()
