"""A sweep as a picture: the upper ends of its values over two letters, one cell for every pair of their values."""

from __future__ import annotations

import math
import os
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pabisym.errors import InputError, printable
from pabisym.lang.rational import short_number
from pabisym.numerics.enclosure import Enclosure
from pabisym.show.plot import literal, spread_evenly, target_of, write_figure
from pabisym.sweeps.points import Points
from pabisym.sweeps.run import Sweep

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_CELLS = 4_000_000
MOST_TICKS = 7
FAR = 100
"""From this ratio of the largest to the least value on the colours stand on a logarithmic scale."""


def heat_axes(points: Points, field: str = "path") -> tuple[int, int]:
    """The two letters of a grid that have several values, by their place.

    Raises :class:`~pabisym.errors.InputError` naming the field for a table of points, and where there are not two such letters.
    """
    several = [place for place, axis in enumerate(points.axes) if len(axis) > 1]
    if points.table or len(several) != 2:
        said = "a table of points" if points.table else f"{len(several)} letters with several values"
        raise InputError(field, f"a heat map needs a grid of two letters, not {said}", "give two letters a list or a range in [grid]")
    if len(points) > MOST_CELLS:
        raise InputError(field, f"a heat map of {len(points)} cells", f"at most {MOST_CELLS} are drawn")
    return several[0], several[1]


def heat_map(found: Sweep, path: str | os.PathLike[str] | None = None) -> Figure:
    """Draw a sweep over two letters, written to ``path`` where one is given; points without a value stay grey.

    Raises :class:`~pabisym.errors.InputError` as :func:`heat_axes`, for the suffix of a file that is no picture, and for a path that
    cannot be written.

    >>> import pabisym
    >>> heat_map = pabisym.plots.heat_map
    >>> from pabisym.sweeps.run import sweep
    >>> found = sweep({"grid": {"m": [1, 2], "d": ["1/10", "1/100"]}, "convert": {"gdp": "m", "delta": "d"}})
    >>> heat_map(found).axes[0].get_xlabel()
    'd'
    """
    target = target_of(path)
    up, across = heat_axes(found.points)
    import numpy as np
    from matplotlib.colors import LogNorm, Normalize
    from matplotlib.figure import Figure

    upper = (math.nan if point.upper == "" else point.upper for point in found)
    heights = (one if isinstance(one, float) else float(Enclosure(one, one, None, 15, 0)) for one in upper)
    cells = np.fromiter(heights, float, len(found))
    cells = cells.reshape(len(found.points.axes[up]), len(found.points.axes[across]))
    known = cells[np.isfinite(cells)]
    low, high = (float(known.min()), float(known.max())) if known.size else (0.0, 1.0)
    norm: Any = LogNorm(low, high) if low > 0 and high / low >= FAR else Normalize(low, high if high > low else low + 1)
    figure = Figure(figsize=(6.4, 4.8), layout="constrained")
    axes = figure.add_subplot()
    axes.set_facecolor("#d0d0d0")
    image = axes.imshow(np.ma.masked_invalid(cells), norm=norm, origin="lower", aspect="auto", interpolation="nearest", cmap="viridis")
    for ticks, name, texts in ((axes.set_xticks, axes.set_xlabel, across), (axes.set_yticks, axes.set_ylabel, up)):
        places = spread_evenly(len(found.points.axes[texts]), MOST_TICKS)
        own = [found.points.texts[texts][place] for place in places]
        ticks(places, [text if len(text) <= 7 else short_number(Fraction(text), 3) for text in own])
        name(found.points.letters[texts])
    bar = figure.colorbar(image, ax=axes)
    what = found.quantity.what
    bar.set_label(what if len(what) <= 80 else f"{what[:79]}…")
    if found.title:
        axes.set_title(literal(printable(found.title)))
    return write_figure(figure, target)
