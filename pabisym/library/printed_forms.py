"""What a page prints where it is in error, restated in full and in its own letters.

A theorem file says in the grammar what can be decided of a printed claim; the claim as a reader finds it on the page stands in
``printed_forms.toml`` beside the folders of the papers, as text with LaTeX between dollar signs.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from pabisym.library.files import builtin_folder
from pabisym.library.library import Library

FILE = "printed_forms.toml"


def forms_of(folder: Path | None = None) -> Mapping[str, Mapping[str, Any]]:
    """The table of a folder of theorem files, by default the built-in one: paper, item, then ``form`` and the kind of ``error``."""
    return _read_forms((folder or builtin_folder()) / FILE)


def printed_form(library: Library, name: str) -> str:
    """The printed form of a statement in full; empty where none is recorded."""
    paper, _, own = library.host(name).partition("/")
    return str(forms_of(library.entry(name).path.parents[1]).get(paper, {}).get(own, {}).get("form", ""))


@lru_cache(maxsize=8)
def _read_forms(path: Path) -> Mapping[str, Mapping[str, Any]]:
    return tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
