"""Compiling a development with coqc: each file once its needs are compiled, what has not changed not again."""

from __future__ import annotations

import hashlib
import math
import os
import re
import shutil
import subprocess
import time
from collections.abc import Collection
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from pathlib import Path

COQC = shutil.which("coqc")
REALS = frozenset(("sig_forall_dec", "sig_not_dec", "functional_extensionality_dep", "classic", "constructive_indefinite_description"))
"""Logic: what Coq's own real numbers rest on, and choice."""
_LATE = "there was no time left"
_NEEDS = re.compile(r"Pabisym\.(\w+)")


@dataclass(frozen=True)
class Compiled:
    """What coqc said of one file."""

    good: bool
    said: str


def compile_all(folder: Path, files: list[str], wanted: Collection[str] | None = None, until: float = math.inf) -> dict[str, Compiled]:
    """Compile the files of a development; what coqc printed is kept beside each, under a digest of all that it rests on.

    ``wanted`` (None: all) are compiled with what they need.  What is not done at ``until``, by :func:`time.monotonic`, is left out.
    """
    assert COQC is not None, "these tests need coqc 8.16: apt-get install coq"
    digests = digests_of(folder, files)
    if wanted is not None:
        files = _closed(folder, files, wanted)
    done: dict[str, Compiled] = {}
    waiting, running = list(files), dict[Future[Compiled], str]()
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        while waiting or running:
            for file in list(waiting):
                needs = _needs(folder, file, files)
                if needs <= set(done):
                    waiting.remove(file)
                    bad = [n for n in sorted(needs) if not done[n].good]
                    if any(done[n].said == _LATE for n in bad):
                        done[file] = Compiled(False, _LATE)
                    elif bad:
                        done[file] = Compiled(False, f"needs {', '.join(bad)}")
                    else:
                        running[pool.submit(_compiled, folder, file, digests[file], until)] = file
            if running:
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    done[running.pop(future)] = future.result()
    return {file: result for file, result in done.items() if result.said != _LATE}


def _closed(folder: Path, files: list[str], wanted: Collection[str]) -> list[str]:
    """The wanted files and what they need, in their order."""
    found = set(wanted)
    for file in reversed(files):
        if file in found:
            found |= _needs(folder, file, files)
    return [file for file in files if file in found]


def _needs(folder: Path, file: str, files: list[str]) -> set[str]:
    found = {f"{name}.v" for name in _NEEDS.findall((folder / file).read_text(encoding="utf-8"))}
    return (found & set(files)) - {file}


def digests_of(folder: Path, files: list[str]) -> dict[str, str]:
    """For each file, which come in the order in which they compile, a digest of its text and of all that it rests on."""
    digests: dict[str, str] = {}
    for file in files:
        below = "".join(digests.get(name, "") for name in sorted(_needs(folder, file, files)))
        digests[file] = hashlib.sha256(below.encode() + (folder / file).read_bytes()).hexdigest()
    return digests


_ITEM = re.compile(r"^(?:(?:Theorem|Lemma|Definition|Fixpoint|Record|Inductive|Ltac|Parameter|Axiom) +(\w+)|Notation +\"([^\"]+)\")", re.MULTILINE)
_WORD = re.compile(r"[\w']+|\*\*|[^\x00-\x7f]")
_SIGN = re.compile(r"(?<=')\w+(?=')|\*\*|[^\x00-\x7f]")
_MEMBER = re.compile(r"^ +(?:\| )?(\w+)(?: :>? | \w+ :)", re.MULTILINE)
_COMMENT = re.compile(r"\(\*(?:(?!\(\*|\*\)).)*\*\)", re.DOTALL)


def resting_digests(folder: Path, files: list[str]) -> dict[str, str]:
    """For each file a digest of its text and of what it reaches in others: definitions and statements, but no proofs and no comments.

    A proof that changes is compiled again where it stands; what applies the theorem needs only what the theorem says.  Notations are
    reached by their signs.  A word is one of a file that is required, directly or not.
    """
    own: dict[str, dict[str, tuple[str, frozenset[str]]]] = {}
    below: dict[str, set[str]] = {}
    found: dict[str, str] = {}
    for file in files:
        below[file] = set[str]().union(*({need, *below.get(need, ())} for need in _needs(folder, file, files)))
        items = {name: item for other in files if other in below[file] for name, item in own[other].items()}
        text = _bare((folder / file).read_text(encoding="utf-8"))
        reached, waiting = set[str](), {word for word in set(_WORD.findall(text)) if word in items}
        while waiting:
            one = waiting.pop()
            reached.add(one)
            waiting |= items[one][1] - reached
        said = "\n".join([text, *sorted({items[name][0] for name in reached})])
        found[file] = hashlib.sha256(said.encode()).hexdigest()
        own[file] = {}
        starts = [*_ITEM.finditer(text)]
        for start, end in zip(starts, [*(m.start() for m in starts[1:]), len(text)], strict=True):
            item = text[start.start() : end].strip()
            if start[0].startswith(("Theorem", "Lemma")):
                item = item.partition("\nProof.")[0]
            members = _MEMBER.findall(item) if start[0].startswith(("Record", "Inductive")) else ()
            for name in _SIGN.findall(start[2]) if start[2] else [start[1], *members]:
                own[file][name] = items[name] = item, frozenset(word for word in _WORD.findall(item) if word in items and word != name)
    return found


def _bare(text: str) -> str:
    """A file without its comments, which may be nested, and without the list of what it needs."""
    before = ""
    while before != text:
        before, text = text, _COMMENT.sub("", text)
    return re.sub(r"(?m)^Require Import [^.]*(?:\.\w[^.]*)*\.$", "", text)


def _compiled(folder: Path, file: str, digest: str, until: float) -> Compiled:
    kept = folder / f"{file}.{digest[:16]}.said"
    if kept.is_file() and (folder / file).with_suffix(".vo").is_file():
        return Compiled(True, kept.read_text(encoding="utf-8"))
    left = None if until == math.inf else until - time.monotonic()
    if left is not None and left <= 0:
        return Compiled(False, _LATE)
    try:
        command = [str(COQC), "-Q", ".", "Pabisym", file]
        run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=left)
    except subprocess.TimeoutExpired:
        return Compiled(False, _LATE)
    if run.returncode == 0:
        for old in folder.glob(f"{file}.*.said"):
            old.unlink()
        kept.write_text(run.stdout, encoding="utf-8")
    return Compiled(run.returncode == 0, run.stdout if run.returncode == 0 else run.stdout + run.stderr)


def assumptions(said: str) -> frozenset[str]:
    """What ``Print Assumptions`` lists, without the names of modules."""
    return frozenset().union(*lists(said))


def lists(said: str) -> list[frozenset[str]]:
    """What each of several ``Print Assumptions`` lists, without the names of modules."""
    pieces = re.split(r"^(?:Axioms:|Closed under the global context)$", said, flags=re.MULTILINE)[1:]
    return [frozenset(name.rpartition(".")[2] for name in re.findall(r"^([\w.']+)(?: :|$)", one, re.MULTILINE)) for one in pieces]
