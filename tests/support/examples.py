"""How many examples a random property has by day, and how many at night."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any

import pytest

ALL = os.environ.get("PABISYM_EXAMPLES") == "all"
"""Whether ``.ci/full`` asks for all of them: ``PABISYM_EXAMPLES=all pytest -m hypothesis``."""


def by_day(count: int, least: int = 8) -> int:
    """An eighth of the examples, at least eight (fewer where one takes long) or what there is; all of them at night."""
    return count if ALL else max(min(count, least), count // 8)


def spread(cases: Iterable[Any], day: int, *, several: bool = False) -> list[Any]:
    """Cases of one parameter, or of several, for ``parametrize``: about ``day`` of them, from the first to the last, by day, and the others
    in campaigns."""
    listed = list(cases)
    step = max(1, len(listed) // day)
    return [pytest.param(*(one if several else (one,)), marks=() if k % step == 0 else pytest.mark.campaign) for k, one in enumerate(listed)]


def seeds(count: int, first: int = 0) -> list[Any]:
    """Seeds of random cases for ``parametrize``: as many by day as :func:`by_day` says, and the others in campaigns."""
    return [pytest.param(first + k, marks=() if k < by_day(count) else pytest.mark.campaign) for k in range(count)]
