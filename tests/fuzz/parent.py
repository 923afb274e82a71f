"""Cases are given to a child process; what it answers is judged, and a child that dies or does not answer costs one case."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from fuzz.calls import unnamed

from pabisym.cli.frame import BUG, FAILS, HOLDS, UNDECIDED, UNUSABLE

Case = dict[str, Any]
"""``argv``, and the texts of ``files`` that ``@name`` in it stands for."""
LIMIT = 40.0
"""Seconds of its processor time after which a child is given up; the command line has said by then that it is at work."""
PROGRESS = re.compile(r"pabisym: (pabisym [a-z]+|[a-z ]+ \d+ of .*|[a-z ]+: .*), \d+ s")
"""The lines of a command that is still at work."""
MOST = 2**30
"""Bytes that a case may need."""
REACHED = (HOLDS, FAILS, UNDECIDED)
"""The statuses of a case that reached the mathematics: an answer, not a refusal of what was written."""


@dataclass
class Child:
    """One child process, begun again when it has died."""

    process: subprocess.Popen[str] | None = None
    stack: Path = field(default_factory=lambda: Path(tempfile.gettempdir(), f"stack-{uuid.uuid4()}"))

    def ask(self, case: Case) -> dict[str, Any]:
        """The answer to a case; ``{"died": signal, "stack": text}`` where there is none."""
        if self.process is None:
            here = str(Path(__file__).parent.parent)
            environment = {**os.environ, "PABISYM_CACHE": "off", "COLUMNS": "100", "PYTHONPATH": here, "OPENBLAS_NUM_THREADS": "1"}
            self.process = subprocess.Popen([sys.executable, str(Path(__file__).with_name("child.py")), str(self.stack)], stdin=subprocess.PIPE,
                                            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)  # fmt: skip
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # the empty answer of a dead process says so
            self.process.stdin.write(json.dumps(case) + "\n")
            self.process.stdin.flush()
        allowed, ready = self.used() + LIMIT, []
        while not ready and self.used() < allowed:
            ready = select.select([self.process.stdout], [], [], min(LIMIT, 2.0))[0]
        line = self.process.stdout.readline() if ready else ""
        if line:
            answer: dict[str, Any] = json.loads(line)
            return answer
        status = self.end()
        return {"died": "too slow" if not ready else status, "stack": self.stack.read_text(encoding="utf-8") if self.stack.exists() else ""}

    def used(self) -> float:
        """The processor time that the process has used; where the system does not say, the time of the clock."""
        try:
            fields = Path(f"/proc/{self.process.pid if self.process else 0}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
        except OSError:
            return time.monotonic()

    def end(self) -> int:
        """End the process that runs, if one does; its status."""
        if self.process is None:
            return 0
        process, self.process = self.process, None
        process.kill()
        status = process.wait()
        for pipe in (process.stdin, process.stdout):
            with contextlib.suppress(BrokenPipeError):
                pipe.close() if pipe is not None else None
        return status

    def close(self) -> None:
        """End the process, and leave nothing behind."""
        self.end()
        self.stack.unlink(missing_ok=True)

    def __enter__(self) -> Child:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def problem(case: Case, answer: dict[str, Any]) -> str:
    """What an answer breaks of the contract of the command line; empty where it keeps it."""
    if "died" in answer:
        kind = answer["died"] if isinstance(answer["died"], str) else f"ended by {answer['died']}"
        return f"{kind} in {place(answer['stack'])}"
    wrong = [f"{name}: {words}" for name, words in answer.get("compared", ()) if words]
    if wrong:
        return f"another value, {wrong[0]}"
    if answer.get("peak", 0) > MOST:
        return f"too large: {answer['peak'] >> 20} MB"
    if "call" in case:
        return _call_problem(case, answer)
    status, out = answer["status"], answer["out"]
    if case.get("refused") and status != UNUSABLE:
        return f"status {status} where {case['refused']} has to be refused"
    err = "".join(line for line in answer["err"].splitlines(keepends=True) if not PROGRESS.fullmatch(line.strip()))
    if status not in (HOLDS, FAILS, UNUSABLE, UNDECIDED):
        return f"status {status}: {err.strip().splitlines()[-1][:150] if err.strip() else 'no line'}"
    if "Traceback" in err or (status in (UNUSABLE, UNDECIDED) and len(err.splitlines()) != 1 and not out):
        return f"status {status} with {len(err.splitlines())} lines of errors"
    if status == UNUSABLE and (out or not re.match(r"pabisym: error: .*\S: .*; .*\S$", err.rstrip("\n"))):
        return "status 2 without field, problem and cure: " + err[:80]
    if status in (HOLDS, FAILS) and "--json" in case["argv"] and not answer["json"]:
        return f"status {status} and no JSON"
    return ""


def _call_problem(case: Case, answer: dict[str, Any]) -> str:
    if answer["status"] == -1:
        return f"{answer['err'][:100]} in {case['call']}: {place(answer.get('raised', ''))}"
    return unnamed(case, answer) if answer["status"] == UNUSABLE else ""


def place(stack: str) -> str:
    """The innermost frames of a stack that belong to pabisym."""
    found = re.findall(r'File "[^"]*?(pabisym/[^"]*)", line (\d+) in (\w+)', stack)
    return " < ".join(f"{file}:{line} {name}" for file, line, name in found[:2]) or "no frame"


def signature(found: str) -> str:
    """What makes two findings the same."""
    return re.sub(r"[\d.]+|'[^']*'|\"[^\"]*\"", "#", found)[:110]


def smaller(case: Case) -> Iterator[Case]:
    """Cases with something left out: an option with its value, a key or an entry of JSON, a line or a half of a text."""
    if "call" in case:
        yield from ({**case, "arguments": {k: v for k, v in case["arguments"].items() if k != key}} for key in case["arguments"])
        return
    argv = case["argv"]
    for at in range(len(argv) - 1, 0, -1):
        if argv[at].startswith("--"):
            for count in (2, 1, 3):
                yield {**case, "argv": argv[:at] + argv[at + count :]}
    for name, text in case.get("files", {}).items():
        for shorter in _shorter(text):
            yield {**case, "files": {**case["files"], name: shorter}}
    for at, part in enumerate(argv):
        if at and not part.startswith(("--", "@")) and len(part) > 1:
            for cut in {part[: len(part) // 2], part[len(part) // 2 :], part[1:], part[:-1]}:
                yield {**case, "argv": [*argv[:at], cut, *argv[at + 1 :]]}


def _shorter(text: str) -> Iterator[str]:
    try:
        yield from (json.dumps(one) for one in _lesser(json.loads(text)))
    except (ValueError, RecursionError):
        lines = text.splitlines(keepends=True)
        for at in range(len(lines)):
            yield "".join(lines[:at] + lines[at + 1 :])


def _lesser(data: Any) -> Iterator[Any]:
    if isinstance(data, dict):
        for key in data:
            yield {k: v for k, v in data.items() if k != key}
        for key in data:
            yield from ({**data, key: less} for less in _lesser(data[key]))
    elif isinstance(data, list):
        for at in range(len(data)):
            yield data[:at] + data[at + 1 :]
        for at in range(len(data)):
            yield from ([*data[:at], less, *data[at + 1 :]] for less in _lesser(data[at]))
    elif isinstance(data, str) and len(data) > 1:
        yield "1"


def minimised(child: Child, case: Case, found: str, most: int = 60) -> Case:
    """A smaller case with the same finding, after at most so many trials."""
    tried = 0
    changed = True
    while changed and tried < most:
        changed = False
        for one in smaller(case):
            tried += 1
            if tried > most:
                break
            if signature(problem(one, child.ask(one))) == signature(found):
                case, changed = one, True
                break
    return case


def traced(child: Child, case: Case) -> str:
    """The last frames of a bug."""
    answer = child.ask({**case, "trace": True})
    return place("\n".join(re.findall(r'File "[^"]*", line \d+, in \w+', answer.get("err", ""))[::-1]).replace(", in", " in"))


__all__ = ["BUG", "LIMIT", "REACHED", "Case", "Child", "minimised", "problem", "signature", "traced"]
