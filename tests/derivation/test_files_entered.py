"""A reader who follows one spec to its bound opens few files: those whose functions are entered on the way are counted."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import pabisym
from pabisym.derivation.derive import derive

ROOT = Path(pabisym.__file__).resolve().parent
SPECS = Path(__file__).resolve().parents[1] / "specs"
MOST = 36


def entered(run: Callable[[], object]) -> set[str]:
    """The files of the package whose functions are called while something runs; what importing runs does not count."""
    codes = set()

    def note(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code.co_flags & inspect.CO_OPTIMIZED:
            codes.add(frame.f_code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return {Path(file).relative_to(ROOT).as_posix() for file in codes if Path(file).is_relative_to(ROOT)}


def test_what_is_entered_is_seen() -> None:
    assert entered(lambda: pabisym.theorem("feldman2018/theorem-23").bound) >= {"library/library.py", "library/theorem.py"}


@pytest.mark.parametrize("name", ["single-impulse", "constant-gap", "start-shift", "multi-epoch"])
def test_one_spec_enters_few_files_on_its_way_to_the_bound(name: str) -> None:
    """The second time, when the theorems that are applied have been loaded and replayed."""
    derive(SPECS / f"{name}.toml")
    files = entered(lambda: derive(SPECS / f"{name}.toml"))
    assert {"spec/read.py", "derivation/derive.py", "kernel/check.py"} <= files
    assert len(files) <= MOST, "\n".join(sorted(files))
