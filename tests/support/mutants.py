"""Deliberate faults: each is put into a copy of the tree, and the tests that should notice it have to fail there.

The faults are data, ``tests/mutants/faults.toml``: a file, a text that occurs in it exactly once, what stands there instead, the tests that
should notice, and what kind of fault it is.  A fault that changes nothing that could be noticed has a line ``equivalent`` that says why; then
its tests have to pass.  The working copy is never changed.  Run it as ``.ci/mutants``, or one fault as ``.ci/mutants --only ID``.

Before the first fault all tests in question have to pass on the copy as it is.  A fault is noticed where pytest ends with failed tests.
Anything else, a fault that cannot be imported, a test that does not exist, a run beyond its time, counts as a survivor and is named.
"""

from __future__ import annotations

import argparse
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import tomllib
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

ROOT = Path(__file__).resolve().parents[2]
FAULTS = ROOT / "tests" / "mutants" / "faults.toml"
KINDS = ("constant", "error term", "guard", "index", "inequality", "rounding")
"""What a fault may be."""
PROCESSOR_SECONDS = 120
"""Most processor time of the tests of one fault."""
WALL_SECONDS = 1200
"""Most time of the tests of one fault, however busy the machine is."""
LEFT_OUT = (".git", ".venv*", ".*_cache", ".hypothesis", "__pycache__", "_build", "build", "dist")


@dataclass(frozen=True)
class Fault:
    """A deliberate fault; ``equivalent`` says why nothing could notice it, and is empty for all others."""

    id: str
    file: str
    kind: str
    find: str
    replace: str
    tests: tuple[str, ...]
    equivalent: str = ""

    def problem(self, root: Path = ROOT) -> str:
        """What is wrong with it as data about the tree at ``root``; empty where nothing is."""
        path = root / self.file
        if self.kind not in KINDS:
            return f"{self.kind!r} is no kind of fault; there are {', '.join(KINDS)}"
        if not path.is_file():
            return f"there is no file {self.file}"
        if (count := path.read_text(encoding="utf-8").count(self.find)) != 1:
            return f"its text occurs {count} times in {self.file}, not once"
        if self.find == self.replace or not self.tests:
            return "it changes nothing, or no test should notice it"
        missing = [test for test in self.tests if not _exists(root, test)]
        return f"there is no test {missing[0]}" if missing else ""


def _exists(root: Path, test: str) -> bool:
    """Whether a file of tests has a test of that name; a parameter in brackets is not looked at."""
    file, *names = test.partition("[")[0].split("::")
    path = root / file
    return path.is_file() and (not names or f"def {names[-1]}(" in path.read_text(encoding="utf-8"))


def read(path: Path = FAULTS) -> list[Fault]:
    """The faults of a file, in its order."""
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["fault"]
    return [Fault(**{**row, "tests": tuple(row["tests"])}) for row in rows]


@dataclass(frozen=True)
class Verdict:
    """What the tests said of a fault: ``noticed``, ``survived`` or what else went wrong, with the end of their output."""

    fault: Fault
    word: str
    output: str

    @property
    def right(self) -> bool:
        """Whether it is as it should be: noticed, or argued to be equivalent and not noticed."""
        return self.word == ("survived" if self.fault.equivalent else "noticed")


class Copy:
    """A copy of the tree in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "tree"
        shutil.copytree(ROOT, self.root, ignore=shutil.ignore_patterns(*LEFT_OUT), symlinks=True)
        self.changes = 0

    def judged(self, fault: Fault) -> Verdict:
        """Put a fault in, run its tests, take it out again."""
        path = self.root / fault.file
        text, stat = path.read_text(encoding="utf-8"), path.stat()
        self.changes += 1
        try:
            path.write_text(text.replace(fault.find, fault.replace), encoding="utf-8")
            os.utime(path, (1e9 + 10 * self.changes,) * 2)  # no two changes share a time, by which Python knows what it compiled
            code, output = self.tested(fault.tests)
        finally:
            path.write_text(text, encoding="utf-8")
            os.utime(path, ns=(stat.st_atime_ns, stat.st_mtime_ns))
        word = {0: "survived", 1: "noticed", -signal.SIGXCPU: "ran out of time", -signal.SIGKILL: "ran out of time"}
        return Verdict(fault, word.get(code, f"could not be tested (status {code})"), output)

    def tested(self, tests: Iterable[str]) -> tuple[int, str]:
        """The exit status of pytest, stopped at the first failure, and its output."""
        shutil.rmtree(self.root / ".hypothesis", ignore_errors=True)
        command = [sys.executable, "-m", "pytest", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", "-o", "addopts=", "-q",
                   "--import-mode=importlib", "--hypothesis-seed=0", "--tb=line", *dict.fromkeys(tests)]
        environment = {**os.environ, "PYTHONPATH": str(self.root)}
        limited = ["sh", "-c", f'ulimit -t {PROCESSOR_SECONDS}; exec "$@"', "sh", *command]
        with subprocess.Popen(limited, cwd=self.root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              start_new_session=True) as child:
            try:
                output, _ = child.communicate(timeout=WALL_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(child.pid, signal.SIGKILL)
                output, _ = child.communicate()
        return child.returncode, output


def judged(faults: Sequence[Fault], jobs: int) -> list[Verdict]:
    """The verdicts on all faults, told as they come; raises :class:`SystemExit` where the tests fail without any fault."""
    with tempfile.TemporaryDirectory(prefix="pabisym-mutants-") as folder:
        copies: SimpleQueue[Copy] = SimpleQueue()
        for i in range(jobs):
            copies.put(Copy(Path(folder) / str(i)))
        first = copies.get()
        code, output = first.tested(test for fault in faults for test in fault.tests)
        if code:
            raise SystemExit(f"the tests fail without any fault:\n{output[-3000:]}")
        copies.put(first)
        lock = threading.Lock()

        def one(fault: Fault) -> Verdict:
            copy = copies.get()
            try:
                verdict = copy.judged(fault)
            finally:
                copies.put(copy)
            with lock:
                told = "equivalent, as argued" if verdict.right and fault.equivalent else verdict.word
                print(f"{fault.id}: {told}", flush=True)
            return verdict

        with ThreadPoolExecutor(jobs) as pool:
            return list(pool.map(one, faults))


def main(arguments: Sequence[str] | None = None) -> int:
    """0 where every fault is noticed or argued to be equivalent, 1 where one survives, 2 where the data do not fit the tree."""
    parser = argparse.ArgumentParser(prog=".ci/mutants", description="Put deliberate faults into a copy of the tree and run the tests that should notice.")
    parser.add_argument("--only", metavar="ID", action="append", help="this fault alone, by its id or how its id begins; may be repeated")
    parser.add_argument("--jobs", metavar="N", type=int, default=min(2, os.cpu_count() or 1), help="how many at once (2)")
    given = parser.parse_args(arguments)
    faults = [fault for fault in read() if given.only is None or any(fault.id.startswith(one) for one in given.only)]
    wrong = [f"{fault.id}: {problem}" for fault in faults if (problem := fault.problem())]
    if wrong or not faults or given.jobs < 1:
        print(*(wrong or ["nothing to do: no such fault, or no jobs"]), sep="\n", file=sys.stderr)
        return 2
    began = time.monotonic()
    verdicts = judged(faults, given.jobs)
    bad = [verdict for verdict in verdicts if not verdict.right]
    for verdict in bad:
        about = "is argued to be equivalent, and " if verdict.fault.equivalent else ""
        print(f"\n{verdict.fault.id} ({verdict.fault.kind}, {verdict.fault.file}) {about}{verdict.word}")
        if verdict.word != "survived":
            print(verdict.output[-1500:])
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    noticed, alike = (sum(verdict.right and bool(verdict.fault.equivalent) == equal for verdict in verdicts) for equal in (False, True))
    print(f"\n{len(verdicts)} faults: {noticed} noticed, {alike} equivalent as argued, {len(bad)} not as they should be "
          f"({used.ru_utime + used.ru_stime:.0f} s of processor time, {time.monotonic() - began:.0f} s)")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
