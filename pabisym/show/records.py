"""Who is protected, and when: mu^2 of every record after every number of steps of cyclic noisy SGD, as a heat map.

Batches come in the same order in every epoch.  After T steps the record of batch i has entered at the steps i, i + N, i + 2 N, …, and
the optimum of the shift allocation says how far the two runs may be apart (:mod:`pabisym.shift`).  Up to :data:`EXACT_STEPS` steps
the optima are exact rationals, beyond they are floating point numbers.  matplotlib is imported when a picture is made.
"""

from __future__ import annotations

import math
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

from pabisym.errors import InputError
from pabisym.lang.arguments import NumberLike, Schedule, public
from pabisym.lang.rational import near_float, rational, to_fraction
from pabisym.show.plot import spread_evenly, target_of, write_figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure

EXACT_STEPS = 200
"""Most steps for which the optima are exact."""
LONGEST = 20_000
"""Most steps."""
MAX_ROWS, MAX_COLUMNS = 30, 80
"""Most batches and numbers of steps that are computed; of more, evenly chosen ones are, of many steps whole epochs."""
MAX_LINES = 40
"""Most epochs that are marked by lines."""


@dataclass(frozen=True)
class RecordMap:
    """``values[k][j]`` is mu^2 of the record of batch ``batches[k]`` after ``steps[j]`` steps; 0 before it is seen."""

    title: str
    epoch: int
    batches: tuple[int, ...]
    steps: tuple[int, ...]
    values: tuple[tuple[Fraction, ...], ...]


@public
def record_map(epoch: int, steps: int, *, contraction: NumberLike = 1, gap: NumberLike = 1, noise_variance: NumberLike = 1,
               diameter: NumberLike | None = None, title: str = "") -> RecordMap:  # fmt: skip
    """The map of ``steps`` steps in epochs of ``epoch`` batches.

    ``gap`` is how far one record moves a step, ``noise_variance`` that of the noise of a step, on the iterate, ``contraction`` the
    Lipschitz constant of a step, ``diameter`` that of the domain (None: unbounded); exact rationals.  With gap and variance 1 the
    values are in units of (2 L/(b sigma))^2.  Raises :class:`~pabisym.errors.InputError` for unusable numbers.

    >>> import pabisym
    >>> record_map = pabisym.plots.record_map
    >>> record_map(2, 4).values[1]
    (Fraction(0, 1), Fraction(1, 1), Fraction(1, 2), Fraction(3, 2))
    """
    for name, count, top in (("epoch", epoch, LONGEST), ("steps", steps, LONGEST)):
        if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= top:
            raise InputError(name, f"{count!r} is no usable number", f"give an integer from 1 to {top}")
    given = {"gap": gap, "contraction": contraction, "noise_variance": noise_variance, "diameter": diameter}
    data = {name: to_fraction(rational(value, name)) for name, value in given.items() if value is not None}
    rows = tuple(1 + place for place in spread_evenly(epoch, MAX_ROWS))
    columns = _columns(rows, epoch, steps)
    ages = sorted({after - batch for batch in rows for after in columns if after >= batch})
    found = {age: since_gap(age + 1, epoch, data, exact=steps <= EXACT_STEPS) for age in ages}
    values = tuple(tuple(found.get(after - batch, Fraction(0)) for after in columns) for batch in rows)
    return RecordMap(title, epoch, rows, columns, values)


def _columns(rows: Sequence[int], epoch: int, steps: int) -> tuple[int, ...]:
    """All numbers of steps; of many, whole epochs, or within one or two epochs those at which a chosen batch has just been used."""
    if steps <= MAX_COLUMNS:
        return tuple(range(1, steps + 1))
    if steps >= 2 * epoch:
        return tuple(epoch * (1 + place) for place in spread_evenly(steps // epoch, MAX_COLUMNS))
    used = {start + batch for start in (0, epoch) for batch in rows}
    return tuple(sorted({steps, *(step for step in used if step <= steps)}))


def since_gap(steps: int, epoch: int, data: Mapping[str, Fraction], *, exact: bool) -> Fraction:
    """mu^2 after some steps with a gap in the first one and then once in every epoch; what came before the first gap costs nothing.

    ``data`` are the gap, the contraction, the noise_variance and perhaps the diameter of :func:`record_map`.  Raises
    :class:`~pabisym.errors.InputError` without noise.
    """
    from pabisym.shift.allocate import allocate

    numbers: Mapping[str, Fraction | float] = data if exact else {name: near_float(value) for name, value in data.items()}
    variance, contraction, diameter = numbers["noise_variance"], numbers["contraction"], numbers.get("diameter")
    gaps: Schedule = [numbers["gap"] if k % epoch == 0 else Fraction(0) for k in range(steps)]
    if not exact:
        import numpy as np

        gaps = np.where(np.arange(steps) % epoch == 0, float(numbers["gap"]), 0.0)
    value = allocate(gap=gaps, noise_variance=variance, contraction=contraction, diameter=diameter,
                     arithmetic="exact" if exact else "float").value  # fmt: skip
    if not isinstance(value, Fraction | float) or math.isinf(value):
        raise InputError("noise_variance", "without noise the runs are told apart", "add noise")
    return Fraction(value)


def draw_records(maps: Sequence[RecordMap], path: str | os.PathLike[str] | None = None, quantity: str = "μ²",
                 row: str = "record i") -> Figure:
    """Draw maps side by side, on one logarithmic scale of colours that the colour-blind read as brightness; lines are ends of epochs.

    What is not yet used, at 0, is left blank.

    Written to ``path`` (svg, pdf or png) where one is given.  ``quantity`` names the values with their unit, ``row`` the rows.

    >>> import pabisym
    >>> draw_records, record_map = pabisym.plots.draw_records, pabisym.plots.record_map
    >>> draw_records([record_map(2, 4)]).axes[0].get_ylabel()
    'record i'
    """
    from matplotlib.colors import LogNorm, Normalize
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    target = target_of(path)
    if not maps:
        raise InputError("maps", "there is no map", "give at least one")
    figure = Figure(figsize=(1.6 + 4.2 * len(maps), 3.6), layout="constrained")
    panels = figure.subplots(1, len(maps), sharey=True, squeeze=False)[0]
    positive = [near_float(value) for one in maps for line in one.values for value in line if value > 0] or [1.0]
    several = min(positive) < max(positive)
    if not 0 < min(positive) <= max(positive) < math.inf:
        raise InputError("maps", "hold numbers that floats do not", "choose other units")
    norm = LogNorm(min(positive), max(positive)) if several else Normalize(0, max(positive))
    for axes, one in zip(panels, maps, strict=True):
        whole = len(one.steps) > 1 and all(step % one.epoch == 0 for step in one.steps) and one.epoch > 1
        marks = [step // one.epoch for step in one.steps] if whole else one.steps
        shown = [[near_float(v) if v > 0 or not several else math.nan for v in line] for line in one.values]
        image = axes.pcolormesh(_edges(marks), _edges(one.batches), shown, cmap="cividis", norm=norm)
        ends = range(0) if whole else range(one.epoch, one.steps[-1], one.epoch)
        for end in ends if len(ends) <= MAX_LINES else ():
            axes.axvline(end + 0.5, color="white", linewidth=0.8)
        lines = " (white lines: epochs)" if 0 < len(ends) <= MAX_LINES else ""
        axes.grid(visible=False)
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("epochs so far" if whole else f"steps T so far{lines}", fontsize=12)
        axes.set_title(one.title, fontsize=12)
        axes.tick_params(labelsize=11)
    some = any(len(one.batches) < one.epoch for one in maps)
    panels[0].set_ylabel(f"{row} (evenly chosen)" if some else row, fontsize=12)
    bar = figure.colorbar(image, ax=list(panels))
    bar.set_label(f"{quantity}, logarithmic" if several else quantity, fontsize=12)
    bar.ax.tick_params(labelsize=11)
    return write_figure(figure, target)


def _edges(marks: Sequence[int]) -> list[float]:
    """The borders of cells around marks."""
    inner = [(low + high) / 2 for low, high in pairwise(marks)]
    return [marks[0] - 0.5, *inner, marks[-1] + 0.5]
