"""Pictures that move: with sliders where a kernel listens, standing still elsewhere."""

from __future__ import annotations

import base64
import itertools
import re
import sys
from fractions import Fraction
from types import SimpleNamespace
from typing import Any

import pytest
from matplotlib.figure import Figure

from pabisym.errors import InputError
from pabisym.shift.allocate import allocate
from pabisym.show import interactive
from pabisym.show.interactive import PNG, WIDGET, movable, moving_errors, moving_string

PNG_BEGINS = b"\x89PNG"


def test_without_a_kernel_the_picture_of_the_first_choices_is_returned() -> None:
    drawn: list[tuple[object, object]] = []

    def draw(first: object, second: object) -> Figure:
        drawn.append((first, second))
        return Figure()

    assert isinstance(movable(draw, first=[1, 2], second=["a", "b"]), Figure)
    assert drawn == [(1, "a")]
    with pytest.raises(InputError, match="second: has no values to choose from; give at least one"):
        movable(draw, first=[1], second=[])


def test_with_a_kernel_sliders_draw_anew_and_the_picture_comes_along(monkeypatch: pytest.MonkeyPatch) -> None:
    import ipywidgets
    from IPython import display as shown

    bundles: list[dict[str, Any]] = []
    made: list[Any] = []
    slider = ipywidgets.SelectionSlider
    monkeypatch.setattr(interactive, "running_shell", lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setattr(shown, "display", lambda bundle, raw: bundles.append(bundle))
    monkeypatch.setattr(ipywidgets, "SelectionSlider", lambda **given: made.append(slider(**given)) or made[-1])
    drawn: list[object] = []

    def draw(size: object) -> Figure:
        drawn.append(size)
        return Figure(figsize=(1, 1))

    assert movable(draw, size=["1", "2", "3"]) is None
    (bundle,) = bundles
    assert set(bundle) == {WIDGET, PNG, "text/plain"}
    assert bundle[WIDGET]["model_id"]
    assert base64.b64decode(bundle[PNG]).startswith(PNG_BEGINS)
    made[0].value = "3"
    assert drawn == ["1", "1", "3"]
    assert bundle["text/plain"] == "a picture with sliders, standing still at size = 1 (also 2, 3)"


@pytest.mark.campaign
def test_moving_a_slider_redraws_the_string_and_its_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """The sliders of the third notebook, moved one after another: the picture holds the optimum of where they stand."""
    import ipywidgets
    from IPython import display as shown

    sliders, pictures, figures = {}, [], []
    slider, image = ipywidgets.SelectionSlider, ipywidgets.Image
    monkeypatch.setattr(interactive, "running_shell", lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setattr(shown, "display", lambda bundle, raw: None)
    monkeypatch.setattr(ipywidgets, "SelectionSlider", lambda **given: sliders.setdefault(given["description"], slider(**given)))
    monkeypatch.setattr(ipywidgets, "Image", lambda **given: pictures.append(image(**given)) or pictures[-1])

    def draw(**choice: Any) -> Figure:
        figures.append(moving_string(**choice))
        return figures[-1]

    assert movable(draw, contraction=["1", "1/2"], later_noise=["1", "4"], second_gap=[4, 6]) is None
    (picture,) = pictures
    standing = {"contraction": "1", "later_noise": "1", "second_gap": 4}
    seen, strings = [picture.value], [figures[-1].axes[0].lines[-1].get_xydata().tolist()]
    for name, value in (("contraction", "1/2"), ("later_noise", "4"), ("second_gap", 6)):
        sliders[name].value = value
        standing[name] = value
        gap = [2 * (step == 1) + (step == standing["second_gap"]) for step in range(1, 9)]
        noise = [Fraction(1)] * 4 + [Fraction(str(standing["later_noise"]))] * 4
        optimum = allocate(gap=gap, noise_variance=noise, contraction=str(standing["contraction"])).value
        title = figures[-1].legends[0].get_title().get_text()
        assert (f"= {optimum}$" in title) or float(re.search(r"approx ([\d.e-]+)\$", title)[1]) == pytest.approx(float(optimum), rel=1e-5)
        seen.append(picture.value)
        strings.append(figures[-1].axes[0].lines[-1].get_xydata().tolist())
    assert len(set(seen)) == 4
    assert picture.value == interactive._png(figures[-1])
    assert all(before != after for before, after in itertools.pairwise(strings))
    for name, value in (("contraction", "1"), ("later_noise", "1"), ("second_gap", 4)):
        sliders[name].value = value
    assert picture.value == seen[0]


def test_without_widgets_the_picture_stands_still(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interactive, "running_shell", lambda: SimpleNamespace(kernel=object()))
    monkeypatch.setattr(interactive, "find_spec", lambda name: None)
    assert isinstance(movable(lambda size: Figure(), size=[1]), Figure)
    assert "ipywidgets" not in sys.modules or sys.modules["ipywidgets"] is not None


@pytest.mark.parametrize("contraction", ["1", "1/2"])
def test_contraction_and_noise_move_the_string_and_its_errors(contraction: str) -> None:
    first, other = (moving_string(contraction, noise, 6) for noise in ("1", "4"))
    lines = [[tuple(map(float, (*line.get_xdata(), *line.get_ydata()))) for line in figure.axes[0].lines] for figure in (first, other)]
    assert lines[0] != lines[1]
    assert len(moving_errors(contraction, "2", 4).axes[0].lines) >= 2
