"""The picture of a comparison: what is drawn can apply, series have titles, and the run and the level are marked."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from flint import fmpq

from pabisym.comparison.rows import LAST
from pabisym.show import compared

STEPS = (1, 10, 100, 1000)
CURVES = {
    "a/flat": [(1, 0.5), (10, 1.0), (100, 1.0), (1000, 1.0)],
    "a/rising": [(1, 0.6), (10, 2.0), (100, 20.0), (1000, 200.0)],
    "b/useless": [(step, 1e6) for step in STEPS],
}


@pytest.fixture
def axes() -> Any:
    rows = [SimpleNamespace(id=name, title=title, about=LAST) for name, title in zip(CURVES, ("Flat", "Rising", "Useless"), strict=True)]
    values = {name: fmpq(value) for name, value in (("T", 100), ("n", 10), ("b", 1))} | {"delta": fmpq(1, 1000)}
    found: Any = SimpleNamespace(applicable=rows, setting=SimpleNamespace(values=values))
    library: Any = None
    return compared.draw(library, found, curves=CURVES).axes[0]


def test_series_have_titles_and_what_cannot_apply_is_named_and_not_drawn(axes: Any) -> None:
    drawn = {line.get_label(): list(line.get_ydata()) for line in axes.get_lines() if not line.get_label().startswith("_")}
    assert drawn == {"Flat": [0.5, 1.0, 1.0, 1.0], "Rising": [0.6, 2.0, 20.0, 200.0]}
    assert axes.get_title() == f"1 more lie above by a factor of {compared.USELESS} or more, everywhere"
    assert axes.get_ylim()[1] == compared.USELESS


def test_the_run_and_the_level_are_marked(axes: Any) -> None:
    assert [text.get_text() for text in axes.texts] == ["your T = 100", "stays at ε = 1 from T = 10 on"]


def test_a_level_is_one_and_the_same_number_at_the_last_steps() -> None:
    least = compared.least_of(CURVES)
    assert least == {1: 0.5, 10: 1.0, 100: 1.0, 1000: 1.0}
    assert compared.level_of(least) == (10, 1.0)
    assert compared.level_of({**least, 1000: 1.1}) is None
    assert compared.level_of({1: 1.0, 2: 1.0}) is None


def test_titles_that_two_theorems_share_name_the_theorem() -> None:
    assert compared.series_titles({"a/x": "One", "b/y": "One", "c/z": "Two"}) == {"a/x": "One (a/x)", "b/y": "One (b/y)", "c/z": "Two"}
