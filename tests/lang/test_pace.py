"""How far work is said to be, with a clock of its own."""

from __future__ import annotations

import pytest

from pabisym.lang import pace
from pabisym.lang.pace import Pace


class Clock:
    """Seconds that are set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        monkeypatch.setattr(pace.time, "monotonic", lambda: self.now)


class Heard(list[str]):
    """Progress that remembers what it is told, and what before the work begins."""

    def __init__(self) -> None:
        self.before: list[tuple[str, float]] = []

    __call__ = list.append

    def expected(self, doing: str, seconds: float) -> None:
        self.before.append((doing, seconds))


def test_the_rest_is_estimated_by_what_was_measured_and_then_by_the_pace_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, heard = Clock(monkeypatch), Heard()
    work = Pace(heard, "replaying", {"a": 10, "b": 80, "c": 910}, 0.05)
    assert heard.before == [("replaying: 3 to do", 50.0)]
    clock.now += 2
    work.done("a")
    clock.now += 18
    work.done("b")
    clock.now += 100
    work.done("c")
    assert heard == ["replaying 1 of 3: a, about 50 s left", "replaying 2 of 3: b, about 3 minutes left", "replaying 3 of 3: c"]


def test_what_is_begun_in_turn_is_done_when_the_next_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, heard = Clock(monkeypatch), Heard()
    work = Pace(heard, "auditing", {"a": 1, "b": 3}, 1.0)
    work.begun("a")
    clock.now += 2
    work.begun("b")
    assert heard == ["auditing 1 of 2: a, about 4 s left", "auditing 2 of 2: b, about 6 s left"]
    assert heard.before == []


def test_nothing_is_said_of_short_work_or_to_nobody() -> None:
    heard = list[str]()
    Pace(heard.append, "listing", {"a": 0.0}, 1.0).begun("a")
    Pace(heard.append, "listing", {"a": 100.0}, 1.0).begun("a")
    Pace(None, "listing", {"a": 100.0}, 1.0).begun("a")
    assert heard == ["listing 1 of 1: a", "listing 1 of 1: a, about 100 s left"]
