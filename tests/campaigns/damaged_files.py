"""Damaged files of arrays: whatever was done to a ``.npz`` or ``.parquet`` file, ``allocate`` answers, or refuses it in one line.

    PYTHONPATH=tests python -m campaigns.damaged_files [--files 10000] [--seed 20261126]

Bytes are changed, taken out, doubled, and made large numbers; archives get headers of other types and sizes with sums that fit; two
files are spliced.  Each is solved in float or exact arithmetic, in child processes that are watched: none may end by a signal, end with
another status than 0, 1 and 2, write more than one line, or take more than a gigabyte.  The process that reads a Parquet file is for
most of them a copy of one in which pyarrow is loaded, as to load it takes longer than all else.  Exits with 1 when one does.
"""

from __future__ import annotations

import argparse
import io
import os
import random
import resource
import subprocess
import sys
import tempfile
import warnings
import zipfile
from collections import Counter
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace
from typing import IO, Any

import numpy as np
import pyarrow
from pyarrow import parquet

from pabisym.cli import main
from pabisym.lang import binary

MOST = 1 << 20
"""Kilobytes that a child may take."""
BATCH = 500
TYPES = ("<f8", ">f8", "<f4", "<i8", "<u1", "|b1", "<f2", "|O", "<c16", "<U3", "<M8[s]", "<f9", "")
SHAPES = ("(3,)", "(3, 1)", "()", "(99999999999,)", "(1000000000,)", "(-3,)", "(3", "(0,)", "(30000000,)")


def bases(rng: random.Random) -> dict[str, bytes]:
    """Files that are right, in the forms that numpy and pyarrow write."""
    rows, found = rng.choice((1, 5, 400)), dict[str, bytes]()
    whole = rng.random() < 0.3
    data = {"gap": np.arange(rows) if whole else np.linspace(0, 2, rows), "noise_variance": np.ones(rows, np.int64 if whole else np.float64)}
    for save in (np.savez, np.savez_compressed):
        made = io.BytesIO()
        save(made, **data, diameter=np.array(3))
        found[f"{save.__name__}.npz"] = made.getvalue()
    for packed in ("none", "snappy", "gzip", "zstd", "brotli", "lz4"):
        made = io.BytesIO()
        parquet.write_table(pyarrow.table(data), made, compression=packed, use_dictionary=rng.random() < 0.5, row_group_size=rng.choice((3, 1000)),
                            data_page_version=rng.choice(("1.0", "2.0")), write_page_checksum=rng.random() < 0.2)
        found[f"{packed}.parquet"] = made.getvalue()
    return found


def damaged(rng: random.Random) -> tuple[str, bytes]:
    """A damaged file: its name, and what it holds."""
    known = bases(rng)
    suffix = rng.choice(("npz", "parquet"))
    name = rng.choice([one for one in sorted(known) if one.endswith(suffix)])
    if suffix == "npz" and rng.random() < 0.4:
        return name, headed(rng, known[name])
    content = bytearray(known[name])
    for _ in range(rng.choice((1, 1, 2, 5))):
        at = rng.randrange(len(content)) if rng.random() < 0.5 else max(0, len(content) - 1 - rng.randrange(600))
        kind = rng.randrange(6)
        if kind < 2:
            content[at] ^= 1 << rng.randrange(8) if kind else rng.randrange(1, 256)
        elif kind == 2:
            content[at : at + 4] = rng.choice((b"\xff\xff\xff\xff", b"\xff\xff\xff\x7f", b"\0\0\0\0", b"\xff\xff\xff\xff\xff\xff\xff\xff\x0f"))
        elif kind == 3:
            del content[at : at + rng.choice((1, 8, 10**9))]
        elif kind == 4:
            content[at:at] = content[at : at + rng.randrange(1, 200)]
        else:
            content[at:] = known[rng.choice(sorted(known))][at:]
        content = content or bytearray(b"P")
    return name, bytes(content)


def headed(rng: random.Random, content: bytes) -> bytes:
    """An archive whose arrays have other headers, and sums that fit."""
    made = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as archive, zipfile.ZipFile(made, "w", rng.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED,
                                                                                              zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA))) as other:
        for name in archive.namelist():
            data = archive.read(name)
            if rng.random() < 0.6:
                said = f"{{'descr': '{rng.choice(TYPES)}', 'fortran_order': False, 'shape': {rng.choice(SHAPES)}, }}"
                begun = b"\x93NUMPY" + rng.choice((b"\1\0", b"\2\0", b"\3\0", b"\4\0"))
                length = rng.choice((len(said), len(said), len(said), 0, 1, 65535))
                data = begun + length.to_bytes(2 if begun[6] == 1 else 4, "little") + said.encode() + data[128:]
            with warnings.catch_warnings():  # of names that are twice there
                warnings.simplefilter("ignore")
                other.writestr(rng.choice((name, name, name, "x", "gap")), data)
    return made.getvalue()


def said_of(path: Path, *options: str) -> tuple[int, str]:
    """The status of ``allocate``, and what it says of its file."""
    told = io.StringIO()
    with redirect_stdout(io.StringIO()), redirect_stderr(told):
        status = main(["allocate", str(path), *options], standalone_mode=False)
    return status, told.getvalue()


def failure(status: int, told: str) -> str:
    """What is wrong with an answer; nothing where it is one of those that may be."""
    right = told.startswith("pabisym: error: ") and told.count("\n") == 1 if status == 2 else status in (0, 1) and told == ""
    return "" if right else f"status {status}: {told}"


def tried(seed: int, number: int, folder: Path) -> tuple[str, str]:
    """The kind of one damaged file with the status of its answer, and what is wrong with that."""
    rng = random.Random(f"{seed} {number}")
    name, content = damaged(rng)
    path = folder / name
    path.write_bytes(content)
    status, told = said_of(path, *rng.choice(((), ("--arithmetic", "float"))))
    return f"{path.suffix} with status {status}", failure(status, told)


def copied(command: list[str], *, stdin: IO[bytes], **_: Any) -> SimpleNamespace:
    """What a process that reads a Parquet file answers, in a copy of this one."""
    reads, writes = os.pipe()
    if not (copy := os.fork()):
        status = 1
        try:
            for number, descriptor in enumerate((stdin.fileno(), writes, os.open(os.devnull, os.O_WRONLY))):
                os.dup2(descriptor, number)
            sys.argv = ["-c", command[-1]]
            with open(0, closefd=False) as sys.stdin, open(1, "w", closefd=False) as sys.stdout:
                binary.serve()
            status = 0
        finally:
            os._exit(status)
    os.close(writes)
    with open(reads, "rb") as answer:
        found = answer.read()
    status = os.waitstatus_to_exitcode(os.waitpid(copy, 0)[1])
    if status:
        raise subprocess.CalledProcessError(status, command)
    return SimpleNamespace(stdout=found)


def child(seed: int, start: int, stop: int) -> None:
    """Try some files; a line for each before and after."""
    with tempfile.TemporaryDirectory() as folder:
        loaded = subprocess.run
        for number in range(start, stop):
            subprocess.run = loaded if number % 50 == 0 else copied  # type: ignore[assignment]
            print(f"begin {number}", flush=True)
            answer, wrong = tried(seed, number, Path(folder))
            if not wrong and max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)) > MOST:
                wrong = "takes more than a gigabyte"
            print(f"wrong {number} {wrong!r}" if wrong else f"answer {answer}", flush=True)
            if wrong:
                return


def run(files: int, seed: int) -> tuple[Counter[str], list[str]]:
    """How often each status came, and what is wrong."""
    counts, wrong, at = Counter[str](), list[str](), 0
    while at < files:
        command = [sys.executable, "-m", "campaigns.damaged_files", "--seed", str(seed), "--child", str(at), str(min(at + BATCH, files))]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        lines = done.stdout.splitlines()
        counts.update(line.partition(" ")[2] for line in lines if line.startswith("answer"))
        wrong += [line for line in lines if line.startswith("wrong")]
        last = max((int(line.split()[1]) for line in lines if line.startswith("begin")), default=files)
        if done.returncode:
            wrong.append(f"file {last} of seed {seed}: the process ends with {done.returncode}: {done.stderr[-300:]}")
        at = last + 1
    return counts, wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=20261126)
    parser.add_argument("--child", type=int, nargs=2)
    given = parser.parse_args()
    os.environ["PABISYM_CACHE"] = "off"
    if given.child:
        child(given.seed, *given.child)
        sys.exit()
    found, failures = run(given.files, given.seed)
    print(f"{given.files} damaged files: {', '.join(f'{count} {answer}' for answer, count in sorted(found.items()))}")
    print("\n".join(failures) or "nothing found")
    sys.exit(bool(failures))
