"""The programs under docs/_extensions, which write pages and are no part of the package."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

EXTENSIONS = Path(__file__).parents[2] / "docs" / "_extensions"


def page_builder(name: str) -> ModuleType:
    """The program of this name, as a module of its own."""
    spec = importlib.util.spec_from_file_location(name, EXTENSIONS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
