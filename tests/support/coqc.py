"""Compiling a development with coqc: each file once its needs are compiled, what has not changed not again."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

COQC = shutil.which("coqc")
REALS = frozenset(("sig_forall_dec", "sig_not_dec", "functional_extensionality_dep", "classic"))
"""What Coq's own real numbers rest on."""
_NEEDS = re.compile(r"Pabisym\.(\w+)")


@dataclass(frozen=True)
class Compiled:
    """What coqc said of one file."""

    good: bool
    said: str


def compile_all(folder: Path, files: list[str], jobs: int | None = None) -> dict[str, Compiled]:
    """Compile the files of a development; what coqc printed is kept beside each, under a digest of all that it rests on."""
    assert COQC is not None, "these tests need coqc 8.16: apt-get install coq"
    digests = _digests(folder, files)
    done: dict[str, Compiled] = {}
    waiting, running = list(files), dict[Future[Compiled], str]()
    with ThreadPoolExecutor(jobs or os.cpu_count() or 1) as pool:
        while waiting or running:
            for file in list(waiting):
                needs = _needs(folder, file, files)
                if needs <= set(done):
                    waiting.remove(file)
                    bad = [n for n in sorted(needs) if not done[n].good]
                    if bad:
                        done[file] = Compiled(False, f"needs {', '.join(bad)}")
                    else:
                        running[pool.submit(_compiled, folder, file, digests[file])] = file
            if running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    done[running.pop(future)] = future.result()
    return done


def _needs(folder: Path, file: str, files: list[str]) -> set[str]:
    found = {f"{name}.v" for name in _NEEDS.findall((folder / file).read_text(encoding="utf-8"))}
    return (found & set(files)) - {file}


def _digests(folder: Path, files: list[str]) -> dict[str, str]:
    digests: dict[str, str] = {}
    for file in files:
        below = "".join(digests.get(name, "") for name in sorted(_needs(folder, file, files)))
        digests[file] = hashlib.sha256(below.encode() + (folder / file).read_bytes()).hexdigest()
    return digests


def _compiled(folder: Path, file: str, digest: str) -> Compiled:
    kept = folder / f"{file}.{digest[:16]}.said"
    if kept.is_file() and (folder / file).with_suffix(".vo").is_file():
        return Compiled(True, kept.read_text(encoding="utf-8"))
    run = subprocess.run([str(COQC), "-Q", ".", "Pabisym", file], cwd=folder, capture_output=True, text=True, check=False)
    if run.returncode == 0:
        for old in folder.glob(f"{file}.*.said"):
            old.unlink()
        kept.write_text(run.stdout, encoding="utf-8")
    return Compiled(run.returncode == 0, run.stdout if run.returncode == 0 else run.stdout + run.stderr)


def assumptions(said: str) -> frozenset[str]:
    """What ``Print Assumptions`` lists, without the names of modules."""
    listed = said.partition("Axioms:")[2]
    return frozenset(name.rpartition(".")[2] for name in re.findall(r"^([\w.']+)(?: :|$)", listed, re.MULTILINE))
