"""A process that runs the command line on one case after another, within limits of memory.

Cases come as lines of JSON on the standard input, ``{"argv": […], "files": {name: text}, "bytes": {name: base64}, "trace": false}``;
``@name`` in an argument stands for the path of that file; with ``call`` instead of ``argv`` a function is called, see :mod:`fuzz.calls`.
Every case is answered by one line on the standard output: ``{"status", "out", "err", "seconds", "json", "peak", "compared"}``, long
texts cut; ``peak`` are the bytes of memory that it needed beyond those that were there, ``compared`` what :mod:`fuzz.oracles` say.
What takes longer than :data:`SLOW` seconds leaves its stack in the file that the first argument names, as a native crash does.
"""

from __future__ import annotations

import base64
import faulthandler
import io
import json
import os
import resource
import shutil
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SLOW = 30.0
"""Seconds after which the stack is written down."""
MEMORY = 4 * 2**30
"""Bytes of address space."""
LONGEST = 1_000_000
"""Bytes of an answer up to which it is compared."""


def run(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Status, both streams, seconds and comparisons of one case; an exception that leaves the command line is status -1."""
    began = time.process_time()
    before = _resident(reset=True)
    answer = _called(case) if "call" in case else _commanded(case, folder)
    return {**answer, "seconds": time.process_time() - began, "peak": _resident() - before}


def _resident(*, reset: bool = False) -> int:
    """The most bytes that were in memory since the last reset; 0 where the system does not say."""
    try:
        if reset:
            Path("/proc/self/clear_refs").write_text("5", encoding="ascii")
        text = Path("/proc/self/status").read_text(encoding="ascii")
    except OSError:
        return 0
    return int(text.partition("VmHWM:")[2].split()[0]) * 1024


def _called(case: dict[str, Any]) -> dict[str, Any]:
    from fuzz.calls import answered

    return {"out": "", "json": True, **answered(case)}


def _commanded(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    from fuzz.oracles import judged

    for name, text in case.get("bytes", {}).items():
        (folder / name).write_bytes(base64.b64decode(text))
    for name, text in case.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    answer = _command(case["argv"], case, folder)
    compared: list[tuple[str, str]] = []
    if answer["json"] and "refused" not in case and len(answer["out"]) < LONGEST:
        try:
            compared = list(judged(case, answer["status"], json.loads(answer["out"])))
        except Exception as error:
            compared = [("oracle", f"{type(error).__name__}: {error}"[:200])]
    for expected, argv in case.get("then", ()):
        if answer["status"] == 0:
            after = _command(argv, case, folder)
            compared.append(("afterwards", "" if after["status"] in expected else f"status {after['status']} of {' '.join(argv)}: {after['err'][:150]}"))
    return {**answer, "compared": compared}


def _command(argv: list[str], case: dict[str, Any], folder: Path) -> dict[str, Any]:
    """One command; its status, streams, and whether it printed JSON."""
    from pabisym.cli import main

    argv = [str(folder / part[1:]) if part.startswith("@") else part for part in argv]
    os.environ["PABISYM_TRACEBACK"] = "1" if case.get("trace") else "0"
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(case.get("stdin", "").encode("utf-8", "surrogatepass")))
    streams = io.TextIOWrapper(out, "utf-8", write_through=True), io.TextIOWrapper(err, "utf-8", write_through=True)
    sys.stdout, sys.stderr = streams
    try:
        status = int(main.main(argv, standalone_mode=False))
    except BaseException as escaped:
        status = -1
        err.write(f"escaped: {type(escaped).__name__}: {escaped}".encode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    for stream in streams:
        stream.detach()
    return {"status": status, "out": out.getvalue().decode("utf-8", "replace"), "err": err.getvalue().decode("utf-8", "replace"),
            "json": _is_json(out.getvalue())}  # fmt: skip


def _is_json(out: bytes) -> bool:
    try:
        json.loads(out)
    except ValueError:
        return False
    return True


def serve(stack: str) -> None:
    """Answer cases until there are no more."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    with open(stack, "w", encoding="utf-8") as file:
        faulthandler.enable(file)
        for line in sys.stdin:
            folder = Path(tempfile.mkdtemp(prefix="fuzz"))
            faulthandler.dump_traceback_later(SLOW, file=file)
            try:
                answer = run(json.loads(line), folder)
            finally:
                faulthandler.cancel_dump_traceback_later()
                shutil.rmtree(folder, ignore_errors=True)
            answer["out"], answer["err"] = answer["out"][:200_000], answer["err"][-20_000:]
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


if __name__ == "__main__":
    serve(sys.argv[1])
