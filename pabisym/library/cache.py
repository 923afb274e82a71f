"""What was found out in earlier runs, kept on disk by the content on which it rests.

An entry is one JSON file, named by the digest of everything that the answer depends on: what is asked, the code that answers,
and the versions of Python and of the library of numbers.  Nothing has to be kept up to date, and the folder may be deleted at
any time.  An entry is written beside its place and renamed, so that a reader finds a whole one or none; one that cannot be
read, has another form or belongs to another user is passed over.

The folder is ``pabisym`` in the user's folder of caches (``XDG_CACHE_HOME``, by default ``~/.cache``; ``~/Library/Caches``
on macOS, ``%LOCALAPPDATA%`` on Windows), or what ``PABISYM_CACHE`` names; ``PABISYM_CACHE=off`` keeps nothing.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from pabisym.lang.files import replace_file

FORMAT = "pabisym-cache"
OFF = ("", "0", "off", "no")
"""Values of ``PABISYM_CACHE`` that keep nothing."""
MOST = 20_000
"""Entries beyond which the older half is deleted."""
_STARTED = time.time()


def folder() -> Path | None:
    """Where entries are kept; None where nothing is."""
    named = os.environ.get("PABISYM_CACHE")
    if named is not None:
        return None if named.strip().lower() in OFF else Path(named).expanduser().absolute()
    try:
        home = Path.home()
    except RuntimeError:
        return None
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "pabisym" / "cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "pabisym"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(named) if os.path.isabs(named) else home / ".cache") / "pabisym"


def digest(*parts: object) -> str:
    """The name of an entry: a digest of plain data and of terms, which are taken by their text."""
    text = json.dumps(parts, ensure_ascii=False, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=20).hexdigest()


@lru_cache(maxsize=8)
def code(*names: str) -> str | None:
    """A digest of files of this package, named as ``kernel`` or ``library/status.py``, and of what they run on.

    None where they cannot be read, or were changed after this process began: then what runs may be something else.
    """
    package = Path(__file__).resolve().parents[1]
    return sources(package / name for name in names)


def sources_digest() -> str | None:
    """The digest of all built-in theorem files and of this package; None as for :func:`code`."""
    from pabisym.library.files import builtin_folder

    folder, package = builtin_folder(), Path(__file__).resolve().parents[1]
    return sources((folder, *(path for path in sorted(package.iterdir()) if path != folder and path.name != "__pycache__")))


def sources(roots: Iterable[Path]) -> str | None:
    """As :func:`code`, of all files under some folders but those that Python compiles."""
    import flint  # importlib.metadata takes longer than all files

    sums = hashlib.blake2b(f"{sys.version} {flint.__version__}".encode(), digest_size=20)
    try:
        for root in roots:
            above = len(str(root.parent)) + 1
            for path in sorted(_files(str(root))):
                with open(path, "rb") as file:
                    if os.fstat(file.fileno()).st_mtime > _STARTED:
                        return None
                    content = file.read()
                sums.update(f"{path[above:]}\0{len(content)}\0".encode())
                sums.update(content)
    except OSError:
        return None
    return sums.hexdigest()


def _files(root: str) -> Iterable[str]:
    if os.path.isfile(root):
        yield root
    for where, below, names in os.walk(root):
        below[:] = (name for name in below if name != "__pycache__" and name[0] != ".")
        yield from (os.path.join(where, name) for name in names)


def read_entry(kind: str, key: str) -> Any:
    """The value of an entry; None where there is none that can be used."""
    place = folder()
    if place is None:
        return None
    try:
        path = place / f"{kind}-{key}.json"
        if hasattr(os, "getuid") and path.stat().st_uid != os.getuid():
            return None
        data = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    whole = isinstance(data, dict) and data.get("format") == FORMAT and data.get("kind") == kind and data.get("key") == key
    return data.get("value") if whole else None


def write(kind: str, key: str, value: object) -> None:
    """Keep a value, or leave it where it cannot be kept."""
    place = folder()
    if place is None:
        return
    text = json.dumps({"format": FORMAT, "kind": kind, "key": key, "value": value}, ensure_ascii=False)
    try:
        place.mkdir(parents=True, exist_ok=True)
        replace_file(place / f"{kind}-{key}.json", text, durable=False)
    except (OSError, ValueError):
        return


def recalled_line(cached: int, count: int) -> str:
    """The first line of an answer of which a part was found in an earlier run."""
    return f"replayed: cached ({cached} of {count} were judged in an earlier run; pabisym audit replays them)"


def tidy() -> None:
    """Delete the older half of the entries where there are more than :data:`MOST`."""
    place = folder()
    try:
        entries = [] if place is None else list(place.glob("*-*.json"))
        if len(entries) > MOST:
            for path in sorted(entries, key=lambda path: path.stat().st_mtime)[: len(entries) // 2]:
                path.unlink(missing_ok=True)
    except OSError:
        return
