"""All that the built-in theorem files state, as JSON: what must be the same before and after a change of their form.

``PYTHONPATH=tests python -m support.statement_dump FILE`` writes it: letters with domains and meanings, assumptions, conclusion, bound,
what is printed, numbers, points, what is used, the names of the checks, and the fingerprint that a stored proof has to carry.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from pabisym.library.library import Library, builtin


def plain(value: object) -> Any:
    """A record as plain data; of functions only that they are there."""
    if is_dataclass(value):
        return {one.name: plain(getattr(value, one.name)) for one in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return "a function" if callable(value) else value


def dump(library: Library) -> dict[str, Any]:
    """Every statement by its id."""
    told = {}
    for name, entry in library.files.items():
        digest = library.fingerprint(name) if entry.statement.conclusion else ""
        told[name] = {**plain(entry.statement), "fingerprint": digest}
    return told


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(dump(builtin()), indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
