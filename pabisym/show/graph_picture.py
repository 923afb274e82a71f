"""Pictures of kernel graphs, as SVG.

networkx places the nodes in layers, matplotlib draws them; both are imported when a picture is made, and pyplot never is.
Kernels are boxes on arrows; where the two runs differ the arrow is orange and double, a mixture is a diamond.
"""

from __future__ import annotations

import io
import os
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pabisym.graphs.analysis import bound, coefficients
from pabisym.lang.files import write_file
from pabisym.lang.term import ONE, Term
from pabisym.show.graph_text import gaps, short_formula, step_text
from pabisym.show.latex import latex
from pabisym.show.plot import BLACK, VERMILION, literal
from pabisym.show.unicode import unicode_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from pabisym.graphs.model import GraphEdge, MarkovGraph

_STYLE: dict[Any, Any] = {"font.size": 10, "svg.fonttype": "path", "svg.hashsalt": "pabisym", "mathtext.fontset": "cm"}
_INDEXED = re.compile(r"[A-Za-z]+'?_(?:[A-Za-z0-9]|\{[A-Za-z0-9+ -]+\})")
LAYER, ROW = 4.4, 1.5
"""Inches between the layers of a kernel graph, and between its rows."""
LONGEST, LONGEST_BOUND = 60, 160
"""Longest formula on an arrow that is drawn in full, in characters, and longest bound below."""
MAX_MATH = 300
"""Longest formula that is set as math, in characters of its LaTeX."""

Place = tuple[float, float]


def kernel_graph_svg(graph: MarkovGraph, path: str | os.PathLike[str] | None = None) -> str:
    """The picture of a kernel graph."""
    import matplotlib as mpl

    buffer = io.StringIO()
    with mpl.rc_context(_STYLE):
        _kernel_figure(graph).savefig(buffer, format="svg", bbox_inches="tight", pad_inches=0.15, metadata={"Date": None})
    if path is not None:
        write_file(path, buffer.getvalue(), "--svg")
    return buffer.getvalue()


def _kernel_figure(graph: MarkovGraph) -> Figure:
    from matplotlib.figure import Figure

    places = _layers(graph)
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    figure = Figure(figsize=(max(xs) - min(xs) + 2.5, max(ys) - min(ys) + 3.5))
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set_axis_off()
    axes.set_aspect("equal")
    bends = _bends(graph, places)
    for edge, coefficient, bend in zip(graph.edges, coefficients(graph), bends, strict=True):
        _draw_edge(axes, graph, edge, _label(edge, coefficient), places, bend)
    for node in graph.nodes:
        box = {"boxstyle": "round,pad=0.35", "facecolor": "#FFFFFF" if graph.arriving(node.name) else "#EEF3F8", "edgecolor": BLACK,
               "linewidth": 1.3}
        text = f"${node.name}$" if _INDEXED.fullmatch(node.name) else literal(node.name)
        if node.mixture:
            box |= {"facecolor": "#FFF4DD", "boxstyle": "roundtooth,pad=0.35,tooth_size=0.12"}
            text = "mixture\n" + text
        axes.text(*places[node.name], text, ha="center", va="center", fontsize=13, bbox=box, zorder=4, linespacing=1.2)
    ys += [_label_place(edge, places, bend)[1] for edge, bend in zip(graph.edges, bends, strict=True)]
    low, high = min(ys) - 1.0, max(ys) + 0.9
    middle = (min(xs) + max(xs)) / 2
    axes.text(middle, low, r"$E_\gamma(\mathrm{end}) \leq$ " + _math(bound(graph), LONGEST_BOUND), ha="center", va="center", fontsize=13)
    if graph.title:
        axes.text(middle, high, literal(graph.title), ha="center", va="center", fontsize=13)
    axes.set_xlim(min(xs) - 1, max(xs) + 1)
    axes.set_ylim(low - 0.4, high + 0.3)
    return figure


def _layers(graph: MarkovGraph) -> dict[str, Place]:
    """Every law one layer to the right of the last law from which it comes; laws of a layer above each other."""
    import networkx

    network = networkx.DiGraph(graph.network)
    for layer, names in enumerate(networkx.topological_generations(network)):
        for name in names:
            network.nodes[name]["layer"] = layer
    found = networkx.multipartite_layout(network, subset_key="layer")
    heights = {name: place[1] for name, place in found.items()}
    size: dict[int, list[str]] = {}
    for name in graph.order:
        size.setdefault(network.nodes[name]["layer"], []).append(name)
    places = {}
    for layer, names in size.items():
        for rank, name in enumerate(sorted(names, key=lambda one: heights[one])):
            places[name] = (layer * LAYER, (rank - (len(names) - 1) / 2) * ROW * 1.3)
    return places


def _bends(graph: MarkovGraph, places: Mapping[str, Place]) -> list[float]:
    """How far the arrow of every edge bends away: not at all between neighbouring layers, else below, further out each time."""
    used: dict[tuple[str, str], int] = {}
    found, long = [], 0
    for edge in graph.edges:
        key = (edge.source, edge.target)
        again = used.get(key, 0)
        used[key] = again + 1
        span = round((places[edge.target][0] - places[edge.source][0]) / LAYER)
        if span > 1:
            long += 1
        found.append(-(1.5 + 0.9 * (long - 1)) if span > 1 else again * (0.8 if again % 2 else -0.8))
    return found


def _draw_edge(axes: Axes, graph: MarkovGraph, edge: GraphEdge, label: str, places: Mapping[str, Place], bend: float) -> None:
    from matplotlib.patches import FancyArrowPatch

    start, end = places[edge.source], places[edge.target]
    span = end[0] - start[0]
    colour = VERMILION if edge.differs else BLACK
    style = f"arc3,rad={-2 * bend / span if span else 0}"
    shrink, room = 24, 36 if graph.node(edge.target).mixture else 24
    for width, tint in ((5.0, colour), (2.6, "#FFFFFF")) if edge.differs else ((1.5, colour),):
        axes.add_patch(FancyArrowPatch(start, end, arrowstyle="-", connectionstyle=style, shrinkA=shrink, shrinkB=room + 6,
                                       linewidth=width, color=tint, zorder=2))
    axes.add_patch(FancyArrowPatch(start, end, arrowstyle="-|>", mutation_scale=20, connectionstyle=style, shrinkA=shrink,
                                   shrinkB=room, linewidth=0 if edge.differs else 1.5, color=colour, zorder=3))
    box = {"boxstyle": "round,pad=0.3", "facecolor": "#FFFFFF", "edgecolor": colour, "linewidth": 0.9}
    x, y = _label_place(edge, places, bend)
    axes.text(x, y, label, ha="center", va="center", fontsize=9.5, bbox=box, zorder=5, linespacing=1.5,
              color=colour if edge.differs else BLACK)


def _label_place(edge: GraphEdge, places: Mapping[str, Place], bend: float) -> Place:
    start, end = places[edge.source], places[edge.target]
    return (start[0] + end[0]) / 2, (start[1] + end[1]) / 2 + bend


def _label(edge: GraphEdge, coefficient: Term) -> str:
    lines = [literal(step_text(edge.kernels))]
    if edge.times != ONE:
        lines[0] += f"  × {_math(edge.times)}"
    if edge.differs:
        lines.append("the runs differ" + (f" by ≤ {', '.join(map(_math, gaps(edge)))}" if gaps(edge) else ""))
    else:
        lines.append(r"$\eta_\gamma \leq$ " + _math(coefficient))
    if edge.over is not None:
        lines.append(f"{_math(edge.weight or ONE)} each, {edge.over.letter} = {_math(edge.over.first)} … {_math(edge.over.last)}")
    elif edge.weight is not None:
        lines.append(f"weight {_math(edge.weight)}")
    return "\n".join(lines)


def _math(term: Term, longest: int = LONGEST) -> str:
    """A formula as math where matplotlib can set it, else as text."""
    from matplotlib.mathtext import MathTextParser

    text = latex(term).replace(r"\left", "").replace(r"\right", "").replace(r"\tfrac", r"\frac")
    if len(text) > MAX_MATH or len(unicode_text(term)) > longest:
        return short_formula(term, longest).replace(", ", ",\n")
    try:
        MathTextParser("path").parse(f"${text}$")
    except ValueError:
        return short_formula(term)
    return f"${text}$"
