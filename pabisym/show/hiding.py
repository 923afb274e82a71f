"""The map of where hiding iterates helps: for people, and as a picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from pabisym.lang.rational import near_float
from pabisym.numerics.enclosure import up
from pabisym.show.blocks import Assumptions, Block, BulletList, Paragraph, ReportTable, line, section
from pabisym.show.plot import BLUE, GREEN, GREY, ORANGE, VERMILION, plain_numbers, target_of, write_figure
from pabisym.show.terminal import WIDEST
from pabisym.spec.configuration import ALL, CHECKPOINTS, LAST, plain
from pabisym.training.hiding import DIAMETER, RELEASES, SAMPLINGS, HidingMap, MapAxis

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

OPTIONS = {"diameter": "--diameter", "weight_decay": "--weight-decay", "learning_rate": "--learning-rate"}
BESIDE = 0.12
"""How far markers of different releases stand beside each other."""
CLOSE = 4
"""Values within this factor are drawn on a linear scale."""
COLOURS = {ALL: (BLUE, "o"), CHECKPOINTS: (GREEN, "D"), LAST: (VERMILION, "^")}
NAMES = {ALL: "all iterates", CHECKPOINTS: "a model after every epoch", LAST: "the last iterate"}


def hiding_blocks(found: HidingMap) -> Iterator[Block]:
    """What the last iterate costs beside all of them, where more hiding begins to help, and what that needs."""
    whole, last = found.composed.epsilon, found.last.epsilon
    if whole is None or last is None:
        return
    yield line((f"all iterates: ε ≤ {up(whole)}; the last iterate alone: ε ≤ {up(last)}, by {found.last.id}", "bold"))
    yield section("where more hiding begins to help", BulletList(tuple(map(sentence, found.axes))))
    for axis in found.axes:
        name = axis.key.replace("_", " ")
        composed = found.composed.upper  # rounded down to whole percents
        less = [max(int(100 * (1 - one.upper / composed)), 0) if composed else 0 for one in axis.points]
        rows = tuple((plain(one.value), f"≤ {up(one.epsilon)}", f"{share} %", one.by) for one, share in zip(axis.points, less, strict=True))
        yield section(f"the last iterate, by {name}", ReportTable(rows, (name, "ε", "less by", "by")))
    known = {key: f"≤ {up(row.epsilon)}" for key, row in found.cells.items() if row.epsilon is not None}
    cells = tuple((sampling, *(known.get((sampling, release), "") for release in RELEASES)) for sampling in SAMPLINGS)
    yield section("by how batches are made and what is released", ReportTable(cells, ("batches", *(NAMES[one] for one in RELEASES))))
    yield section("assumed here, and not promised by the run", BulletList(found.assumed))
    needed = tuple((one.state, one.words) for one in found.promises)
    yield section("the last iterate's ε needs (• to be ensured by you)", Assumptions(needed))
    if found.unfinished:
        yield Paragraph(found.unfinished, most=WIDEST)


def sentence(axis: MapAxis) -> str:
    """Where one thing begins to help."""
    name = axis.key.replace("_", " ")
    if axis.begins is None:
        tried = f" from {plain(axis.points[0].value)} to {plain(axis.points[-1].value)}" if axis.points else ""
        return f"no {name}{tried} that was tried makes the last iterate cheaper"
    relation = "≤" if axis.key == DIAMETER else "="
    where = f"{OPTIONS[axis.key]} {relation} {plain(axis.begins.value)}"
    return f"with {where} the last iterate costs ε ≤ {up(axis.begins.epsilon)} ({axis.begins.by})"


def draw_hiding(found: HidingMap, path: str | None = None) -> Figure:
    """The map as four panels: the last iterate against diameter, weight decay and learning rate, and all releases for each kind of batches.

    Written to ``path`` (svg, pdf or png) where one is given.
    """
    from matplotlib.figure import Figure

    target = target_of(path)
    figure = Figure(figsize=(8.2, 6.2), layout="constrained")
    panels = figure.subplots(2, 2).flat
    for axes, axis in zip(panels, found.axes, strict=False):
        _draw_axis(axes, axis, found)
    last = figure.axes[3]
    _draw_cells(last, found)
    for axes in figure.axes[len(found.axes):3]:
        axes.set_visible(False)
    handles = {text: handle for axes in figure.axes for handle, text in zip(*axes.get_legend_handles_labels(), strict=True)}
    figure.legend(list(handles.values()), list(handles), loc="outside lower center", ncols=3, fontsize=9)
    figure.suptitle(f"ε at δ = {plain(found.run.delta)}: what hiding the iterates is worth", fontsize=11)
    return write_figure(figure, target)


def _draw_axis(axes: Axes, axis: MapAxis, found: HidingMap) -> None:
    places, values = [near_float(one.value) for one in axis.points], [near_float(one.upper) for one in axis.points]
    axes.axhline(near_float(found.composed.upper), color=BLUE, linewidth=1.4, label="all iterates")
    axes.axhline(near_float(found.last.upper), color=GREY, linewidth=1.2, linestyle="--", label="the last iterate of this run")
    axes.plot(places, values, color=VERMILION, marker="^", markersize=5, linewidth=1.6, label="the last iterate")
    if axis.begins is not None:
        axes.axvline(near_float(axis.begins.value), color=ORANGE, linewidth=1.2, linestyle="-.", label="more hiding begins to help")
    axes.set(xscale="log", yscale="log", xlabel=axis.key.replace("_", " "), ylabel="ε")
    _label(axes, [*values, near_float(found.composed.upper)])
    axes.grid(visible=True, which="major", linewidth=0.3)


def _label(axes: Axes, values: Sequence[float], *, places: bool = True) -> None:
    """Plain numbers at the axes; values that lie close together are on a linear scale from 0."""
    from matplotlib.ticker import LogLocator, MaxNLocator

    if min(values) * CLOSE > max(values):
        axes.set(yscale="linear", ylim=(0, 1.1 * max(values)))
        axes.yaxis.set_major_locator(MaxNLocator(6))
    else:
        axes.yaxis.set_major_locator(LogLocator(base=10, subs=(1, 2, 5)))
    if places:
        axes.xaxis.set_major_locator(LogLocator(base=10))
    plain_numbers(axes.yaxis, *([axes.xaxis] if places else []))


def _draw_cells(axes: Axes, found: HidingMap) -> None:
    for release in RELEASES:
        colour, marker = COLOURS[release]
        shown = [(place, near_float(row.upper)) for place, sampling in enumerate(SAMPLINGS)
                 if (row := found.cells.get((sampling, release))) is not None and row.epsilon is not None]
        beside = (RELEASES.index(release) - 1) * BESIDE
        axes.plot([x + beside for x, _ in shown], [y for _, y in shown], linestyle="", marker=marker, color=colour, markersize=7,
                  label=NAMES[release])
    axes.set(yscale="log", ylabel="ε", xticks=range(len(SAMPLINGS)), xlim=(-0.5, len(SAMPLINGS) - 0.5))
    axes.set_xticklabels(SAMPLINGS)
    _label(axes, [near_float(row.upper) for row in found.cells.values() if row.epsilon is not None], places=False)
    axes.grid(visible=True, which="major", linewidth=0.3, axis="y")
