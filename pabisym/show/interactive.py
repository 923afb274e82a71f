"""Pictures that move: sliders where widgets run, and the same picture standing still where they do not.

A picture is a function from choices to a figure.  :func:`movable` shows it with one slider for every choice, if ipywidgets is installed
and a notebook listens; together with the sliders it hands out the picture of the first choices, so that a page that cannot run widgets
shows that.  What moves is computed exactly, as everywhere: one optimum for every place of a slider.
"""

from __future__ import annotations

import base64
import io
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike
from pabisym.shift.allocate import Allocation, allocate
from pabisym.show.display import running_shell
from pabisym.show.plot import taut_string
from pabisym.show.testing import allocation_curves, draw_errors

if TYPE_CHECKING:
    from matplotlib.figure import Figure

STEPS = 8
"""Steps of the strings that move."""
WIDGET, PNG, TEXT = "application/vnd.jupyter.widget-view+json", "image/png", "text/plain"
STANDING = "a picture with sliders, standing still at"
"""How the words about a picture begin that is shown where no sliders run."""


def movable(draw: Callable[..., Figure], **choices: Sequence[object]) -> Figure | None:
    """Show a picture with a slider for each choice; where no widgets run, the picture of the first choices is returned.

    ``draw`` takes one value of every choice by its name.  Raises :class:`~pabisym.errors.InputError` for a choice without values.

    >>> import pabisym
    >>> movable = pabisym.course.movable
    >>> from matplotlib.figure import Figure
    >>> float(movable(lambda width: Figure(figsize=(width, 1)), width=[3, 4]).get_figwidth())
    3.0
    """
    for name, values in choices.items():
        if not values:
            raise InputError(name, "has no values to choose from", "give at least one")
    still = draw(**{name: values[0] for name, values in choices.items()})
    if getattr(running_shell(), "kernel", None) is None or find_spec("ipywidgets") is None:
        return still
    from IPython.display import display

    hand_out: Callable[..., object] = display
    picture = base64.b64encode(_png(still)).decode("ascii")
    hand_out({**_with_sliders(draw, choices), PNG: picture, TEXT: caption_of(choices)}, raw=True)
    return None


def caption_of(choices: Mapping[str, Sequence[object]]) -> str:
    """What is said of a picture whose sliders stand at their first values.

    >>> caption_of({"noise": ["8", "4"], "steps": [60, 20]})
    'a picture with sliders, standing still at noise = 8 (also 4), steps = 60 (also 20)'
    """
    told = (f"{name} = {first} (also {', '.join(map(str, others))})" if others else f"{name} = {first}"
            for name, (first, *others) in choices.items())  # fmt: skip
    return f"{STANDING} {', '.join(told)}"


def _with_sliders(draw: Callable[..., Figure], choices: dict[str, Sequence[object]]) -> dict[str, Any]:
    """The sliders over the picture, as what a notebook displays."""
    import ipywidgets

    sliders = {name: ipywidgets.SelectionSlider(options=[(str(one), one) for one in values], description=name, continuous_update=False)
               for name, values in choices.items()}  # fmt: skip
    picture = ipywidgets.Image(format="png")

    def move(_: object = None) -> None:
        picture.value = _png(draw(**{name: slider.value for name, slider in sliders.items()}))

    move()
    for slider in sliders.values():
        slider.observe(move, names="value")
    bundle: dict[str, Any] = ipywidgets.VBox([*sliders.values(), picture])._repr_mimebundle_()
    return {WIDGET: bundle[WIDGET]}


def _png(figure: Figure) -> bytes:
    buffer = io.BytesIO()
    figure.savefig(buffer, format="png", dpi=90, bbox_inches="tight")
    return buffer.getvalue()


def _optimum(contraction: object, later_noise: object, second_gap: int) -> Allocation:
    gap = [int(step == 1) * 2 + int(step == second_gap) for step in range(1, STEPS + 1)]
    half = STEPS // 2
    variance = [Fraction(1)] * half + [Fraction(str(later_noise))] * (STEPS - half)
    return allocate(gap=gap, noise_variance=variance, contraction=Fraction(str(contraction)))


def moving_string(contraction: NumberLike = 1, later_noise: NumberLike = 1, second_gap: int = 4) -> Figure:
    """The taut string of eight steps: a gap of 2 in the first, one of 1 in another step, and noise whose variance changes half-way.

    >>> import pabisym
    >>> moving_string = pabisym.course.moving_string
    >>> moving_string("9/10", 2, 6).axes[0].get_title(loc="left") is not None
    True
    """
    return taut_string(_optimum(contraction, later_noise, second_gap))


def moving_errors(contraction: NumberLike = 1, later_noise: NumberLike = 1, second_gap: int = 4) -> Figure:
    """To a tester of the two runs: the bound of that string, and the errors against its worst pair."""
    return draw_errors(allocation_curves(_optimum(contraction, later_noise, second_gap)))
