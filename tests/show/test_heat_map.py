"""Heat maps of sweeps: every cell where its values are, with its value; what has none is left out."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pabisym.errors import InputError
from pabisym.show.heat_map import heat_map
from pabisym.sweeps.run import sweep

GRID: dict[str, Any] = {"grid": {"n": [3, 10, 100], "t": [1, 4], "L": [1]}, "fixed": {"alpha": 2, "sigma": "1/2"}, "theorem": {"id": "feldman2018/theorem-23"}}


@pytest.mark.parametrize("arithmetic", ["ball", "float"])
def test_cells_stand_where_their_letters_are(arithmetic: str) -> None:
    found = sweep({**GRID, "theorem": {**GRID["theorem"], "arithmetic": arithmetic}})
    axes, bar = heat_map(found).axes
    (image,) = axes.images
    cells = np.ma.filled(image.get_array(), np.nan)
    for point in found:
        n, t = (int(Fraction(point.letters[name])) for name in "nt")
        cell = cells[[3, 10, 100].index(n), [1, 4].index(t)]
        assert np.isnan(cell) if point.state == "outside" else cell >= 16 / (n + 1 - t) > cell * (1 - 1e-12)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["3", "10", "100"]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "4"]
    assert (axes.get_xlabel(), axes.get_ylabel()) == ("t", "n")
    assert bar.get_ylabel().startswith("feldman2018/theorem-23: ")


def test_values_far_apart_stand_on_a_logarithmic_scale_and_ticks_are_few() -> None:
    near, far = ({**GRID, "grid": {"n": list(range(200, 200 + size)), "t": [1, 2], "L": [1]}} for size in (10, 30))
    assert [type(heat_map(sweep(one)).axes[0].images[0].norm).__name__ for one in (near, {**far, "grid": {**far["grid"], "L": [1], "t": [1, 200]}})] == [
        "Normalize", "LogNorm"]
    labels = [label.get_text() for label in heat_map(sweep(far)).axes[0].get_yticklabels()]
    assert (labels[0], labels[-1], len(labels)) == ("200", "229", 7)


def test_a_sweep_without_values_is_an_empty_picture(tmp_path: Path) -> None:
    found = sweep({**GRID, "grid": {"n": [1, 2], "t": [5, 6], "L": [1]}})
    heat_map(found, tmp_path / "h.svg")
    assert (tmp_path / "h.svg").is_file()


@pytest.mark.parametrize(("grid", "problem"), [({"n": [9], "t": [1, 2], "L": [1]}, "1 letters"), ({"n": [8, 9], "t": [1, 2], "L": [1, 2]}, "3 letters")])
def test_other_sweeps_are_refused(grid: dict[str, list[int]], problem: str) -> None:
    with pytest.raises(InputError, match=f"^path: a heat map needs a grid of two letters, not {problem} with several values"):
        heat_map(sweep({**GRID, "grid": grid}))
