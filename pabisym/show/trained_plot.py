"""Epsilon of a training run against its epochs: the best guarantee, the baselines, and what nothing goes below."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING

from pabisym.accounting.lower.bounds import lowest
from pabisym.lang.rational import near_float
from pabisym.library.library import Library
from pabisym.show.plot import BLACK, BLUE, GREEN, GREY, ORANGE, VERMILION, plain_numbers, target_of, write_figure
from pabisym.spec.configuration import CHECKPOINTS, EPOCHS, LAST, RANDOM, Configuration, plain
from pabisym.training.hidden import hidden_row
from pabisym.training.known import Privacy
from pabisym.training.row import ACCOUNTANT, COMPOSITION, OPTIMUM, STATEMENT
from pabisym.training.rows import rows_of

if TYPE_CHECKING:
    from matplotlib.figure import Figure

POINTS = 9
"""Numbers of epochs at which curves are computed."""
USELESS = 30
"""A curve that is nowhere within this factor of the best one is left out."""
_STYLES = {
    COMPOSITION: ("composition, all iterates", GREY, "s", "--"),
    ACCOUNTANT: ("accountant, all iterates", BLUE, "o", "-"),
    CHECKPOINTS: ("a model after every epoch", GREEN, "D", "--"),
    STATEMENT: ("last iterate", VERMILION, "^", "-"),
    "lower": ("lower bound", BLACK, "", ":"),
}
Points = list[tuple[Fraction, float]]


def draw_privacy(found: Privacy, library: Library, path: str | None = None, progress: Callable[[str], None] | None = None) -> Figure:
    """Epsilon against epochs, both logarithmic, with a mark at the run itself; written to ``path`` (svg, pdf or png) where one is given.

    The curves are composition, the accountant, the least bound on the last iterate, that on a model after every epoch, and the lower
    bound by linear or quadratic losses, each where it applies and is within a factor of :data:`USELESS` of the best one.
    """
    from matplotlib.figure import Figure
    from matplotlib.ticker import LogLocator

    target = target_of(path)
    run = found.run
    per_epoch = Fraction(run.examples, run.batch) if run.sampling in RANDOM else Fraction(run.period)
    curves = _curves(run, per_epoch, library, progress)
    figure = Figure(figsize=(6.4, 4.2), layout="constrained")
    axes = figure.add_subplot()
    guaranteed = [point for name, points in curves.items() if name != "lower" for point in points]
    best = {x: min(y for at, y in guaranteed if at == x) for x, _ in curves[COMPOSITION]}
    for name, points in curves.items():
        if points and (name == "lower" or any(y <= USELESS * best[x] for x, y in points)):
            label, colour, marker, line = _STYLES[name]
            shown = [(near_float(x), y) for x, y in points if 0 < y < math.inf]
            axes.plot(*zip(*shown, strict=True), label=label, color=colour, marker=marker or None, markersize=5, linestyle=line,
                      linewidth=1.6)  # fmt: skip
    axes.set(xscale="log", yscale="log", xlabel="epochs", ylabel=f"ε at δ = {plain(run.delta)}")
    axes.axvline(near_float(run.steps / per_epoch), color=ORANGE, linewidth=1.2, linestyle="-.", label="this run")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
    plain_numbers(axes.xaxis, axes.yaxis)
    axes.grid(visible=True, which="major", linewidth=0.3)
    figure.legend(loc="outside lower center", ncols=2, fontsize=9)
    return write_figure(figure, target)


def _curves(run: Configuration, per_epoch: Fraction, library: Library, progress: Callable[[str], None] | None) -> dict[str, Points]:
    """The least guarantee of each kind of row at every number of epochs, and the lower bound."""
    curves: dict[str, Points] = {COMPOSITION: [], ACCOUNTANT: [], CHECKPOINTS: [], STATEMENT: [], "lower": []}
    top = near_float(max(10 * run.steps / per_epoch, Fraction(10)))  # whole epochs from one to ten times those of the run
    epochs = {max(1, round(top ** (k / (POINTS - 1)))) for k in range(POINTS)}
    counts = {max(1, -((-one * per_epoch.numerator) // per_epoch.denominator)) for one in epochs}
    for count in sorted(counts | {run.steps}):
        if progress is not None:
            progress(f"drawing: {count} steps")
        released = LAST if run.release == CHECKPOINTS else run.release
        here, x = run.changed(steps=count, release=released, checkpoints=None), count / per_epoch
        least: dict[str, float] = {}
        rows = list(rows_of(here, library, quick=True))
        if released == LAST and run.sampling in RANDOM:
            every = hidden_row(here.changed(release=CHECKPOINTS, checkpoints=EPOCHS), ())
            if every is not None and every.applies:
                least[CHECKPOINTS] = near_float(every.upper)
        for row in rows:
            if row.applies:
                kind = STATEMENT if row.kind == OPTIMUM else row.kind
                least[kind] = min(near_float(row.upper), least.get(kind, math.inf))
        best = min((row.upper for row in rows if row.applies), default=None)
        lower = lowest(here, best, 0)
        if lower is not None:
            least["lower"] = near_float(lower.least)
        for kind, value in least.items():
            curves[kind].append((x, value))
    return curves
