"""How many examples a random property has by day, and how many at night."""

from __future__ import annotations

import os

ALL = os.environ.get("PABISYM_EXAMPLES") == "all"
"""Whether ``.ci/full`` asks for all of them: ``PABISYM_EXAMPLES=all pytest -m hypothesis``."""


def by_day(count: int, least: int = 8) -> int:
    """An eighth of the examples, at least eight (fewer where one takes long) or what there is; all of them at night."""
    return count if ALL else max(min(count, least), count // 8)
