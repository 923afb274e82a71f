"""The files of the package whose functions are called on the way to an answer: ``python -m support.files_entered NAME`` prints them.

What importing runs does not count.  In a fresh process it is the way that a reader goes who follows a first call from its beginning.
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pabisym

ROOT = Path(pabisym.__file__).resolve().parent
SPECS = Path(__file__).resolve().parents[1] / "specs"
RUN = {"examples": 60000, "batch": 256, "epochs": 2, "noise_multiplier": "1.1", "sampling": "poisson", "delta": "1e-5"}
CALLS: dict[str, Callable[[], object]] = {
    **{name: lambda name=name: pabisym.derive(SPECS / f"{name}.toml") for name in ("single-impulse", "constant-gap", "start-shift", "multi-epoch")},
    "privacy": lambda: pabisym.privacy(**RUN),
    "privacy-last": lambda: pabisym.privacy(**RUN, loss="convex", smoothness=1, learning_rate="1/100", release="last"),
    "proof": lambda: pabisym.check(sys.stdin.read()),
    "certificate": lambda: pabisym.check(sys.stdin.read()),
}
"""Calls by name; the last two judge what the standard input holds."""


def entered(run: Callable[[], object]) -> set[str]:
    """The files of the package whose functions are called while something runs, but not by modules of the package as they are imported."""
    codes, importing = set(), 0

    def note(frame: FrameType, event: str, _: object) -> None:
        nonlocal importing
        code = frame.f_code
        if code.co_name == "<module>" and code.co_filename.startswith(str(ROOT)):
            importing += {"call": 1, "return": -1}.get(event, 0)
        elif event == "call" and not importing and code.co_flags & inspect.CO_OPTIMIZED:
            codes.add(code.co_filename)

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        run()
    finally:
        sys.setprofile(before)
    return {Path(file).relative_to(ROOT).as_posix() for file in codes if Path(file).is_relative_to(ROOT)}


if __name__ == "__main__":
    print(json.dumps(sorted(entered(CALLS[sys.argv[1]]) - {"__init__.py"})))  # which hands on the name alone
