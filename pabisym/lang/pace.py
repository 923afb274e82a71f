"""How far some work is, and about how long the rest of it takes: what those are told who wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

LONG = 10.0
"""Seconds of work from which on it is said beforehand how long it takes."""
SAID = 2.0
"""Seconds that are left below which nobody is told."""
_SEEN = 0.05
"""The share of the work from which on its own pace says more than what was measured elsewhere."""


def duration(seconds: float) -> str:
    """A length of time in words: seconds, and from two minutes on minutes."""
    return f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} minutes"


class Pace:
    """Work on named parts, each of a size in some unit; ``progress`` is told what is done.

    ``rate`` is how many seconds a unit takes, as it was measured on one machine; after a twentieth of the work its own pace counts.
    A ``progress`` with a method ``expected`` (``doing, seconds``) is told before the work begins, where it will be long.
    """

    def __init__(self, progress: Callable[[str], None] | None, doing: str, sizes: Mapping[str, float], rate: float) -> None:
        self.progress, self.doing, self.sizes, self.rate = progress, doing, sizes, rate
        self.total, self.worked, self.number = sum(sizes.values()), 0.0, 0
        self._began = time.monotonic()
        expected = getattr(progress, "expected", None)
        if expected is not None and self.left() >= LONG:
            expected(f"{doing}: {len(sizes)} to do", self.left())

    def left(self) -> float:
        """About how many seconds the rest takes."""
        rest = self.total - self.worked
        if self.worked < _SEEN * self.total or self.worked <= 0:
            return rest * self.rate
        return rest * (time.monotonic() - self._began) / self.worked

    def begun(self, name: str) -> None:
        """A part begins, and those before it are done."""
        self._say(name)
        self.worked += self.sizes[name]

    def done(self, name: str) -> None:
        """A part is done, in whatever order."""
        self.worked += self.sizes[name]
        self._say(name)

    def _say(self, name: str) -> None:
        self.number += 1
        if self.progress is not None:
            left = self.left()
            more = f", about {duration(left)} left" if left >= SAID else ""
            self.progress(f"{self.doing} {self.number} of {len(self.sizes)}: {name}{more}")
