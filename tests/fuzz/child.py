"""A process that runs the command line on one case after another, within limits of memory.

Cases come as lines of JSON on the standard input, ``{"argv": […], "files": {name: text}, "trace": false}``; ``@name`` in an
argument stands for the path of that file.  Every case is answered by one line ``{"status", "out", "err", "seconds", "json"}`` on
the standard output, long texts cut.  What takes longer than :data:`SLOW` seconds leaves its stack in the file that the first
argument names, as a native crash does.
"""

from __future__ import annotations

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
MEMORY = 3 * 2**30
"""Bytes of address space."""


def run(case: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Status, both streams and seconds of one case; an exception that leaves the command line is status -1."""
    from pabisym.cli import main

    for name, text in case.get("files", {}).items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
    argv = [str(folder / part[1:]) if part.startswith("@") else part for part in case["argv"]]
    os.environ["PABISYM_TRACEBACK"] = "1" if case.get("trace") else "0"
    kept = sys.stdin, sys.stdout, sys.stderr
    out, err = io.BytesIO(), io.BytesIO()
    sys.stdin = io.TextIOWrapper(io.BytesIO(case.get("stdin", "").encode("utf-8", "surrogatepass")))
    streams = io.TextIOWrapper(out, "utf-8", write_through=True), io.TextIOWrapper(err, "utf-8", write_through=True)
    sys.stdout, sys.stderr = streams
    began = time.monotonic()
    try:
        status = int(main.main(argv, standalone_mode=False))
    except BaseException as escaped:
        status = -1
        err.write(f"escaped: {type(escaped).__name__}: {escaped}".encode())
    finally:
        sys.stdin, sys.stdout, sys.stderr = kept
    seconds = time.monotonic() - began
    for stream in streams:
        stream.detach()
    return {"status": status, "out": out.getvalue().decode("utf-8", "replace"), "err": err.getvalue().decode("utf-8", "replace"),
            "seconds": seconds, "json": _is_json(out.getvalue())}  # fmt: skip


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
